#!/usr/bin/env bash
# check_includes.sh [ROOT]
# The rules that a search can check: who may include and call what, and how files are named and
# sized. Prints each line that breaks one.
set -uo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}" || exit 2

failed=0
# report RULE LINES
report() {
  [ -z "$2" ] && return
  failed=1
  echo "$1:"
  while IFS= read -r line; do echo "  $line"; done <<<"$2"
}
# code PATTERN FOLDER...: lines that match, outside of comments.
code() {
  local pattern=$1
  shift
  grep -rnE --include='*.h' --include='*.cc' -- "$pattern" "$@" 2>/dev/null |
    grep -vE '^[^:]+:[0-9]+: *//'
}

library=(graph ops engine weft.h)
headers=$(ls weft.h graph/*.h ops/*.h ops/*/*.h engine/*.h 2>/dev/null)
sources=$(find graph ops engine tests bench examples weft.h \( -name '*.h' -o -name '*.cc' \) |
  grep -v '/build/' | sort)

report "graph/ includes neither TBB nor another folder of weft" \
  "$(code '#include .*(tbb|"weft/(ops|engine|tests|bench)/|"weft/weft\.h)' graph)"
report "ops/ includes only graph/ and ops/" \
  "$(code '#include "weft/(engine|tests|bench)/|#include "weft/weft\.h' ops)"
report "engine/ includes only graph/ and engine/" \
  "$(code '#include "weft/(ops|tests|bench)/|#include "weft/weft\.h' engine)"
report 'an include of the project reads "weft/<folder>/<file>.h"' \
  "$(code '#include "' graph ops engine tests bench weft.h |
    grep -vE '#include "weft/([a-z_0-9/]+/[a-z_0-9]+|weft)\.h"')"
report "TBB and fmt stay out of headers" \
  "$(code '#include .*(tbb|fmt/)' $headers)"
report "parallel loops of TBB are only in ops/parallel.cc" \
  "$(code 'parallel_(for|reduce|scan|sort|invoke|for_each|pipeline)\b' "${library[@]}" |
    grep -E 'tbb|#include' | grep -v '^ops/parallel\.cc:')"
report "TBB in ops/ is only in ops/parallel.cc" \
  "$(code 'tbb' ops | grep -v '^ops/parallel\.cc:')"
report "tbb::flow is only in engine/lane.h and engine/lane.cc" \
  "$(code 'tbb::flow|flow_graph' "${library[@]}" | grep -vE '^engine/lane\.(h|cc):')"
report "global_control is not for the library to change" \
  "$(code 'tbb::global_control +[a-z_]+[({]' "${library[@]}")"
report "the library never prints" \
  "$(code '\bstd::(cout|cerr|clog)\b|\b(printf|fprintf|puts|fputs|putchar|perror) ?\(|fmt::print|#include <(iostream|cstdio)>' "${library[@]}")"
report "no using-directive in a header" "$(code '^ *using namespace' $headers)"
report "a header starts with #pragma once" \
  "$(for file in $(echo "$sources" | grep '\.h$'); do
    grep -q '^#pragma once$' "$file" || echo "$file"
  done)"
report "no file has more than 400 lines" \
  "$(for file in $sources; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 400 ] || echo "$file: $lines"
  done)"
report "names of files say what is inside" \
  "$(find graph ops engine tests bench examples cmake -type f |
    grep -iE '/[^/]*(util|helper|common|misc)[^/]*$')"
exit $failed
