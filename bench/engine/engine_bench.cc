// What the engine itself costs: a chain of 1,000 nodes that touch no slot, 32 layers of 32 nodes,
// eight real nodes on a small batch, and a short run beside endless ones. Beside each the same
// graph as a raw tbb::flow graph, or a plain loop. The limit is a call through a pointer, about 1.5
// ns.
#include <benchmark/benchmark.h>
#include <oneapi/tbb/flow_graph.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/weft.h"

namespace weft::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Reads nothing and writes nothing; its output stays the empty tensor that slots start with.
class Nothing final : public Op {
 public:
  std::string_view name() const override { return "nothing"; }
  Result<Specs> infer(std::span<const TensorSpec>) const override {
    return Specs{{.dtype = DType::kFloat32, .shape = {0}}};
  }
  Status run(OpContext&) const override { return Status(); }
};

constexpr int kChain = 1000;
constexpr int kLayers = 32;
constexpr int kWidth = 32;

Plan chain_plan() {
  Graph graph;
  const auto op = std::make_shared<Nothing>();
  AnyValue last = graph.input<float>("x");
  for (int i = 0; i < kChain; ++i) last = graph.add_op(op, {last}).front();
  return compile(graph, {last}).value();
}

// Every node reads three neighbours of the layer above.
Plan layered_plan() {
  Graph graph;
  const auto op = std::make_shared<Nothing>();
  std::vector<AnyValue> layer(kWidth, graph.input<float>("x"));
  for (int l = 0; l < kLayers; ++l) {
    std::vector<AnyValue> next;
    for (int i = 0; i < kWidth; ++i) {
      const auto above = [&](int k) { return layer[static_cast<std::size_t>((i + k) % kWidth)]; };
      next.push_back(graph.add_op(op, {above(0), above(1), above(kWidth - 1)}).front());
    }
    layer = std::move(next);
  }
  return compile(graph, layer).value();
}

void per_node(benchmark::State& state, int nodes) {
  state.counters["per_node"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * nodes,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * nodes);
}

void run_nothing(benchmark::State& state, const Plan& plan, const EngineOptions& options) {
  Engine engine(options);
  const Feeds feeds = {{"x", Tensor()}};
  if (!engine.run(plan, feeds).ok()) return state.SkipWithError("the run failed");
  for (auto step : state) benchmark::DoNotOptimize(engine.run(plan, feeds));
  per_node(state, static_cast<int>(plan.num_nodes()));
}

void engine_chain_1000(benchmark::State& state) {
  run_nothing(state, chain_plan(), {.threads = 1});
}
BENCHMARK(engine_chain_1000)->UseRealTime();

void engine_chain_1000_two_threads(benchmark::State& state) {
  run_nothing(state, chain_plan(), {.threads = 2, .tuning = {.inline_limit_ns = 0}});
}
BENCHMARK(engine_chain_1000_two_threads)->UseRealTime();

void engine_layered_32x32(benchmark::State& state) {
  run_nothing(state, layered_plan(), {.threads = 1});
}
BENCHMARK(engine_layered_32x32)->UseRealTime();

void engine_layered_32x32_two_threads(benchmark::State& state) {
  run_nothing(state, layered_plan(), {.threads = 2, .tuning = {.inline_limit_ns = 0}});
}
BENCHMARK(engine_layered_32x32_two_threads)->UseRealTime();

void tbb_flow_chain_1000(benchmark::State& state) {
  using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;
  tbb::flow::graph graph;
  std::deque<Node> nodes;
  int ran = 0;
  for (int i = 0; i < kChain; ++i) {
    nodes.emplace_back(graph, [&ran](tbb::flow::continue_msg) {
      ++ran;
      return tbb::flow::continue_msg();
    });
    if (i > 0) tbb::flow::make_edge(nodes[static_cast<std::size_t>(i) - 1], nodes.back());
  }
  for (auto step : state) {
    ran = 0;
    nodes.front().try_put(tbb::flow::continue_msg());
    graph.wait_for_all();
    if (ran != kChain) return state.SkipWithError("nodes are missing");
  }
  per_node(state, kChain);
}
BENCHMARK(tbb_flow_chain_1000)->UseRealTime();

// Eight substr nodes, one after the other, on 16 rows.
constexpr int kSmallNodes = 8;
constexpr std::int64_t kSmallRows = 16;

std::vector<std::string> small_batch() { return texts(kSmallRows, 40, Script::kAscii); }

std::vector<std::string> small_answer(std::vector<std::string> rows) {
  for (int i = 0; i < kSmallNodes; ++i)
    for (std::string& row : rows) row = row.substr(1, 30);
  return rows;
}

void engine_8_substr_16_rows(benchmark::State& state) {
  Graph graph;
  auto text = graph.input<String>("text", {-1});
  Value<String> last = text;
  for (int i = 0; i < kSmallNodes; ++i) last = substr(last, 1, 30);
  const Plan plan = compile(graph, {last}).value();
  Engine engine({.threads = static_cast<int>(state.range(0))});
  const Tensor batch = text_tensor(small_batch());
  const Result<Outputs> out = engine.run(plan, {{text, batch}});
  if (!out.ok() || (*out)[0].to_vector<String>() != small_answer(small_batch()))
    return state.SkipWithError("the answer is wrong");
  for (auto step : state) benchmark::DoNotOptimize(engine.run(plan, {{text, batch}}));
  per_node(state, kSmallNodes);
}
BENCHMARK(engine_8_substr_16_rows)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

void naive_8_substr_16_rows(benchmark::State& state) {
  const std::vector<std::string> batch = small_batch();
  for (auto step : state) benchmark::DoNotOptimize(small_answer(batch));
  per_node(state, kSmallNodes);
}
BENCHMARK(naive_8_substr_16_rows)->UseRealTime();

// Works for `chunk` microseconds in each of `chunks` parallel chunks.
class Spin final : public Op {
 public:
  Spin(std::int64_t chunks, std::chrono::microseconds chunk) : chunks_(chunks), chunk_(chunk) {}
  std::string_view name() const override { return "spin"; }
  Result<Specs> infer(std::span<const TensorSpec>) const override {
    return Specs{{.dtype = DType::kFloat32, .shape = {0}}};
  }
  Status run(OpContext& context) const override {
    return for_chunks(context, chunks_, context.tuning().grain_bytes,
                      [&](std::int64_t begin, std::int64_t end) {
                        const auto until = Clock::now() + chunk_ * (end - begin);
                        while (Clock::now() < until) {
                        }
                        return Status();
                      });
  }

 private:
  std::int64_t chunks_;
  std::chrono::microseconds chunk_;
};

Plan spin_plan(int nodes, std::int64_t chunks, std::chrono::microseconds chunk) {
  Graph graph;
  const auto op = std::make_shared<Spin>(chunks, chunk);
  std::vector<AnyValue> outputs;
  for (int i = 0; i < nodes; ++i) outputs.push_back(graph.add_op(op, {}).front());
  return compile(graph, outputs).value();
}

double percentile(std::vector<double>& sorted, double part) {
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(part * last)];
}

// 160 microseconds of work beside four callers that never stop, each run of theirs 400 ms long.
void engine_short_run_beside_endless(benchmark::State& state) {
  Engine engine({.threads = 2});
  const Plan endless = spin_plan(4, 50, std::chrono::microseconds(2000));
  const Plan brief = spin_plan(2, 4, std::chrono::microseconds(20));
  std::atomic<bool> stop = false;
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      while (!stop) (void)engine.run(endless, {});
    });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::vector<double> milliseconds;
  for (auto step : state) {
    const auto begin = Clock::now();
    if (!engine.run(brief, {}).ok()) state.SkipWithError("the run failed");
    const std::chrono::duration<double, std::milli> taken = Clock::now() - begin;
    state.SetIterationTime(taken.count() / 1000);
    milliseconds.push_back(taken.count());
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
  stop = true;
  for (std::thread& caller : callers) caller.join();
  std::sort(milliseconds.begin(), milliseconds.end());
  state.counters["p50_ms"] = percentile(milliseconds, 0.5);
  state.counters["p99_ms"] = percentile(milliseconds, 0.99);
}
BENCHMARK(engine_short_run_beside_endless)
    ->Iterations(300)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft::bench
