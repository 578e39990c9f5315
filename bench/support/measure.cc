#include "weft/bench/support/measure.h"

#include <chrono>
#include <cstring>
#include <map>
#include <string>

namespace weft::bench {

namespace {

bool same(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  return visit_dtype(a.dtype(), [&]<class T>(std::type_identity<T>) {
    const Values<T> left = a.values<T>();
    const Values<T> right = b.values<T>();
    return std::equal(left.begin(), left.end(), right.begin());
  });
}

// Bytes per second, read and written, of memcpy that moves `bytes_moved` in all; the best of a few.
double memcpy_rate(std::int64_t bytes_moved) {
  static std::map<std::size_t, double> rates;
  const std::size_t size = std::max<std::size_t>(64, static_cast<std::size_t>(bytes_moved) / 2);
  double& rate = rates[size];
  if (rate > 0) return rate;
  const std::vector<char> from(size, 'x');
  std::vector<char> to(size, 'y');
  for (int round = 0; round < 9; ++round) {
    const std::size_t copies = 1 + (std::size_t{4} << 20) / size;
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < copies; ++i) {
      std::memcpy(to.data(), from.data(), size);
      benchmark::ClobberMemory();
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    rate = std::max(rate, 2.0 * static_cast<double>(size * copies) / taken.count());
  }
  return rate;
}

}  // namespace

void rows_and_threads(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"rows", "threads"})
      ->ArgsProduct({{1, 1000, 1000000}, {1, 2}})
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
}

void rows_only(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"rows", "threads"})
      ->ArgsProduct({{1, 1000, 1000000}, {1}})
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
}

void run_plan(benchmark::State& state, const Plan& plan, const Feeds& feeds,
              const std::vector<Tensor>& expected, std::int64_t rows, std::int64_t bytes_moved) {
  Engine engine({.threads = static_cast<int>(state.range(1))});
  const Result<Outputs> checked = engine.run(plan, feeds);
  if (!checked.ok()) return state.SkipWithError(checked.status().to_string().c_str());
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!same((*checked)[i], expected[i])) return state.SkipWithError("the answer is wrong");
  for (auto step : state) {
    Result<Outputs> out = engine.run(plan, feeds);
    benchmark::DoNotOptimize(out);
  }
  state_figures(state, rows, bytes_moved);
}

void state_figures(benchmark::State& state, std::int64_t rows, std::int64_t bytes_moved) {
  const auto runs = static_cast<std::int64_t>(state.iterations());
  state.SetItemsProcessed(runs * rows);
  state.SetBytesProcessed(runs * bytes_moved);
  state.counters["roofline"] =
      benchmark::Counter(static_cast<double>(runs * bytes_moved) / memcpy_rate(bytes_moved),
                         benchmark::Counter::kIsRate);
}

}  // namespace weft::bench
