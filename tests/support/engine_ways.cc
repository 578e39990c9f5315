#include "weft/tests/support/engine_ways.h"

namespace weft::test {

namespace {

struct Kind {
  std::string name;
  Tuning tuning;
  std::vector<int> thread_counts;
};

}  // namespace

std::vector<EngineWay> engine_ways(int max_threads) {
  constexpr std::int64_t kNoLimit = std::int64_t{1} << 30;
  const Tuning parallel{.inline_limit_ns = 0};
  const Tuning one_row{.grain_bytes = 1, .chunks_per_thread = kNoLimit, .inline_limit_ns = 0};
  Tuning reversed = one_row;
  reversed.reverse_chunks = true;
  Tuning zero_copy_off = parallel;
  zero_copy_off.zero_copy = false;
  Tuning ascii_paths_off = parallel;
  ascii_paths_off.ascii_paths = false;
  Tuning all_changed = reversed;
  all_changed.zero_copy = false;
  all_changed.ascii_paths = false;

  const std::vector<Kind> kinds = {{"defaults", {}, {2}},
                                   {"parallel", parallel, {1, 2, 8, 64}},
                                   {"one row a chunk", one_row, {1, 2, 8, 64}},
                                   {"chunks reversed", reversed, {1, 2, 8}},
                                   {"zero copy off", zero_copy_off, {1, 2, 8}},
                                   {"ASCII paths off", ascii_paths_off, {1, 2, 8}},
                                   {"every switch changed", all_changed, {2}}};
  std::vector<EngineWay> ways;
  for (const Kind& kind : kinds)
    for (const int threads : kind.thread_counts)
      if (threads <= max_threads)
        ways.push_back(
            {kind.name + ", threads " + std::to_string(threads),
             std::make_unique<Engine>(EngineOptions{.threads = threads, .tuning = kind.tuning})});
  return ways;
}

}  // namespace weft::test
