// The plan of line_pipeline: what happens to a batch of lines.
//
//   line ─┬─ first ─┬─────────────────────────────────────────── initials
//         │         └─ mask: 1 unless it is "@"
//         ├─ partitioned by mask ─┬─ part 0 ────────────────┬─ stitched ── lines
//         │                       └─ part 1 ─ head ─ cut ───┤
//         └─ range(0, n), partitioned by mask ── places ────┘
#pragma once

#include "weft/weft.h"

struct LinePlan {
  /// Input: strings of shape [?].
  weft::Value<weft::String> line;
  /// Output, as many: lines that start with "@" as they are, of others the first 24 characters and
  /// "…".
  weft::Value<weft::String> lines;
  /// Output: the first character of every line, joined.
  weft::Value<weft::String> initials;
  weft::Plan plan;
};

weft::Result<LinePlan> make_line_plan();
