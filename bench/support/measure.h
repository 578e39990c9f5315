// How a benchmark runs a plan, checks its answer and states its figures.
#pragma once

#include <benchmark/benchmark.h>

#include "weft/weft.h"

namespace weft::bench {

/// The usual grid: rows x threads, named "rows:1000/threads:2".
void rows_and_threads(benchmark::internal::Benchmark* bench);
/// Rows only, for the naive baseline.
void rows_only(benchmark::internal::Benchmark* bench);

/// Times engine.run() of the plan, outputs recycled; first checks that every output is as expected,
/// else the benchmark fails. `bytes_moved`: what one run must read and write.
void run_plan(benchmark::State& state, const Plan& plan, const Feeds& feeds,
              const std::vector<Tensor>& expected, std::int64_t rows, std::int64_t bytes_moved);

/// Sets items, bytes, and "roofline": bytes per second as a part of what memcpy moves on one thread
/// at this size.
void state_figures(benchmark::State& state, std::int64_t rows, std::int64_t bytes_moved);

}  // namespace weft::bench
