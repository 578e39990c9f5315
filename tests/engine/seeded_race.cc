// A race on purpose, in the body of a parallel loop of an engine: ThreadSanitizer must report it in
// spite of the suppressions and of what graph/happens_before.h declares. Run by ctest in the tsan
// preset, where the report is the success.
#include <iostream>

#include "weft/ops/parallel.h"
#include "weft/tests/support/lambda_op.h"
#include "weft/weft.h"

int main() {
  weft::Graph graph;
  const auto x = graph.input<std::int64_t>("x");
  std::int64_t chunks = 0;
  const auto count = [&chunks](weft::OpContext& context) -> weft::Status {
    WEFT_TRY(weft::for_chunks(context, 1000, 1, [&](std::int64_t, std::int64_t) {
      ++chunks;
      weft::test::busy_loop(10000);
      return weft::Status();
    }));
    WEFT_TRY_ASSIGN(const auto out, context.allocate<std::int64_t>(0, weft::Shape()));
    out[0] = chunks;
    return weft::Status();
  };
  const auto counted = graph.add_op(weft::test::op_giving<std::int64_t>("count", count), {x});
  const weft::Plan plan = weft::compile(graph, counted).value();
  weft::Engine engine(
      {.threads = 8, .tuning = {.grain_bytes = 1, .chunks_per_thread = 100, .inline_limit_ns = 0}});
  for (int i = 0; i < 20; ++i)
    if (!engine.run(plan, {{x, 1}}).ok()) return 1;
  std::cout << "no race was reported\n";
}
