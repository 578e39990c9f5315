// vectors_runner: runs vector files (tests/vectors/data/README.md) and reports the cases that give
// something else.
//
//   vectors_runner [--threads N] [--tuning NAME=VALUE]... [--all-ways] FILE...
//
// Every case runs without an engine; with one of the first two options also on an engine that has
// them, with the last one on those of engine_ways() up to 8 threads. NAME is a field of
// weft::Tuning, switches are 0 or 1.
#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/tests/support/engine_ways.h"
#include "weft/tests/vectors/run_case.h"
#include "weft/tests/vectors/vector_file.h"

namespace weft::test {
namespace {

constexpr int kMaxThreads = 64;

struct Settings {
  /// Only if an option asked for an engine.
  std::optional<EngineOptions> engine = {};
  bool all_ways = false;
  std::vector<std::string> files = {};
};

Result<std::int64_t> number_of(std::string_view text, std::int64_t low, std::int64_t high) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low || number > high)
    return invalid_argument(fmt::format("\"{}\" is no number from {} to {}", text, low, high));
  return number;
}

Status set_tuning(std::string_view setting, Tuning& tuning) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string_view::npos)
    return invalid_argument(fmt::format("\"{}\" is not NAME=VALUE", setting));
  const std::string_view name = setting.substr(0, equals);
  const std::string_view value = setting.substr(equals + 1);
  struct Switch {
    std::string_view name;
    bool Tuning::*field;
  };
  struct Threshold {
    std::string_view name;
    std::int64_t Tuning::*field;
  };
  for (const Switch& known :
       {Switch{"zero_copy", &Tuning::zero_copy}, Switch{"ascii_paths", &Tuning::ascii_paths},
        Switch{"reverse_chunks", &Tuning::reverse_chunks}})
    if (known.name == name) {
      WEFT_TRY_ASSIGN(const std::int64_t number, number_of(value, 0, 1));
      tuning.*known.field = number == 1;
      return Status();
    }
  for (const Threshold& known : {Threshold{"grain_bytes", &Tuning::grain_bytes},
                                 Threshold{"chunks_per_thread", &Tuning::chunks_per_thread},
                                 Threshold{"inline_limit_ns", &Tuning::inline_limit_ns}})
    if (known.name == name) {
      WEFT_TRY_ASSIGN(tuning.*known.field, number_of(value, 0, std::int64_t{1} << 40));
      return Status();
    }
  return invalid_argument(fmt::format("there is no tuning \"{}\"", name));
}

Result<Settings> parse_arguments(const std::vector<std::string>& arguments) {
  Settings settings;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--all-ways") {
      settings.all_ways = true;
    } else if (argument.starts_with("--")) {
      if (argument != "--threads" && argument != "--tuning")
        return invalid_argument("there is no option " + argument);
      if (++i == arguments.size()) return invalid_argument(argument + " needs a value");
      if (!settings.engine) settings.engine.emplace();
      if (argument == "--tuning") {
        WEFT_TRY(set_tuning(arguments[i], settings.engine->tuning));
      } else {
        WEFT_TRY_ASSIGN(const std::int64_t threads, number_of(arguments[i], 1, kMaxThreads));
        settings.engine->threads = static_cast<int>(threads);
      }
    } else {
      settings.files.push_back(argument);
    }
  }
  if (settings.files.empty()) return invalid_argument("no file is given");
  return settings;
}

struct Totals {
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t unreadable_files = 0;
};

std::vector<EngineWay> engines_of(const Settings& settings) {
  std::vector<EngineWay> engines;
  if (settings.all_ways) engines = engine_ways(8);
  if (settings.engine)
    engines.push_back({"the engine of the options", std::make_unique<Engine>(*settings.engine)});
  return engines;
}

void run_file(const std::string& path, std::span<const EngineWay> engines, Totals& totals) {
  const Result<std::vector<VectorCase>> cases = read_vector_file(path);
  if (!cases.ok()) {
    fmt::print(stderr, "{}: {}\n", path, cases.status().to_string());
    ++totals.unreadable_files;
    return;
  }
  for (const VectorCase& vector_case : *cases) {
    const std::vector<CaseFailure> failures = run_case(vector_case, engines);
    for (const CaseFailure& failure : failures)
      fmt::print("FAILED {}: {} ({})\n{}\n", path, vector_case.name, fmt::join(failure.ways, "; "),
                 failure.mismatch);
    ++(failures.empty() ? totals.passed : totals.failed);
  }
}

int run_all(const std::vector<std::string>& arguments) {
  const Result<Settings> settings = parse_arguments(arguments);
  if (!settings.ok()) {
    fmt::print(
        stderr,
        "vectors_runner: {}\n"
        "usage: vectors_runner [--threads N] [--tuning NAME=VALUE]... [--all-ways] FILE...\n",
        settings.status().to_string());
    return 2;
  }
  // Engines of many threads are wanted on small machines too; TBB would cap their workers.
  const tbb::global_control oversubscribe(tbb::global_control::max_allowed_parallelism,
                                          kMaxThreads);
  const std::vector<EngineWay> engines = engines_of(*settings);
  Totals totals;
  for (const std::string& path : settings->files) run_file(path, engines, totals);
  fmt::print("{} passed, {} failed\n", totals.passed, totals.failed);
  return totals.failed == 0 && totals.unreadable_files == 0 ? 0 : 1;
}

}  // namespace
}  // namespace weft::test

int main(int argc, char** argv) {
  return weft::test::run_all(std::vector<std::string>(argv + 1, argv + argc));
}
