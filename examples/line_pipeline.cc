// line_pipeline: shortens the lines of a file, in batches that run in parallel.
//
//   line_pipeline FILE OUT [--threads N] [--dot PATH]
//
// Lines that start with "@" stay; of others OUT has the first 24 characters and "…". OUT.initials
// has a line for each batch of 4,096 lines: the first character of each. The plan is printed, and
// drawn in plan.dot beside OUT. A batch is in memory at a time, so a file may be of any size.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "line_pipeline/line_plan.h"
#include "line_pipeline/line_reader.h"
#include "line_pipeline/output_file.h"
#include "weft/weft.h"

namespace {

constexpr std::size_t kLinesPerBatch = 4096;

struct Settings {
  std::string input = {};
  std::string output = {};
  std::string initials = {};
  std::string dot = {};
  // 0: as many as there are cores.
  int threads = 0;
};

// Whether two paths lead to one file, by different names too; it need not be there yet.
bool same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

// Nothing may be written over the input, or over another result.
weft::Status check_paths(const Settings& settings) {
  const std::array paths = {settings.input, settings.output, settings.initials, settings.dot};
  for (std::size_t i = 0; i < paths.size(); ++i)
    for (std::size_t k = i + 1; k < paths.size(); ++k)
      if (same_file(paths[i], paths[k]))
        return weft::invalid_argument(paths[i] + " and " + paths[k] + " are the same file");
  return {};
}

weft::Result<Settings> parse_arguments(const std::vector<std::string>& arguments) {
  Settings settings;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!argument.starts_with("--")) {
      files.push_back(argument);
      continue;
    }
    if (argument != "--threads" && argument != "--dot")
      return weft::invalid_argument("there is no option " + argument);
    if (++i == arguments.size()) return weft::invalid_argument(argument + " needs a value");
    const std::string& value = arguments[i];
    if (argument == "--dot") {
      settings.dot = value;
      continue;
    }
    const char* const end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), end, settings.threads);
    if (parsed.ec != std::errc() || parsed.ptr != end || settings.threads < 1)
      return weft::invalid_argument(value + " is no number of threads");
  }
  if (files.size() != 2)
    return weft::invalid_argument("usage: line_pipeline FILE OUT [--threads N] [--dot PATH]");
  settings.input = files[0];
  settings.output = files[1];
  settings.initials = settings.output + ".initials";
  if (settings.dot.empty())
    settings.dot = std::filesystem::path(settings.output).replace_filename("plan.dot").string();
  WEFT_TRY(check_paths(settings));
  return settings;
}

struct Totals {
  std::int64_t rows = 0;
  std::int64_t size_bytes = 0;
  std::uint32_t checksum = 0;
};

// What was done so far, on one line of a terminal; nothing elsewhere.
class Progress {
 public:
  void show(const Totals& totals) {
    const auto now = std::chrono::steady_clock::now();
    if (!on_terminal_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    std::fprintf(stderr, "\r%lld rows, %lld MB", static_cast<long long>(totals.rows),
                 static_cast<long long>(totals.size_bytes / 1'000'000));
  }
  ~Progress() {
    if (on_terminal_) std::fputs("\r\33[K", stderr);
  }

 private:
  const bool on_terminal_ = isatty(STDERR_FILENO) != 0;
  std::chrono::steady_clock::time_point next_;
};

weft::Status write_text(const std::string& path, const std::string& text) {
  WEFT_TRY_ASSIGN(OutputFile file, OutputFile::create(path));
  WEFT_TRY(file.append(text));
  return file.close();
}

weft::Status write_lines(const weft::Tensor& lines, bool last_line_ends, OutputFile& to) {
  std::int64_t left = lines.size();
  for (const std::string_view line : lines.values<weft::String>()) {
    WEFT_TRY(to.append(line));
    if (--left > 0 || last_line_ends) WEFT_TRY(to.append("\n"));
  }
  return {};
}

weft::Result<Totals> run(const Settings& settings, const LinePlan& plan, weft::Engine& engine) {
  WEFT_TRY_ASSIGN(LineReader reader, LineReader::open(settings.input, kLinesPerBatch));
  WEFT_TRY(write_text(settings.dot, weft::dot(plan.plan)));
  WEFT_TRY_ASSIGN(OutputFile output, OutputFile::create(settings.output));
  WEFT_TRY_ASSIGN(OutputFile initials, OutputFile::create(settings.initials));
  Totals totals;
  Progress progress;
  while (true) {
    WEFT_TRY_ASSIGN(const std::optional<LineBatch> batch, reader.next());
    if (!batch) break;
    WEFT_TRY_ASSIGN(const weft::Outputs out, engine.run(plan.plan, {{plan.line, batch->lines}}));
    WEFT_TRY(write_lines(out[plan.lines], batch->last_line_ends, output));
    WEFT_TRY(write_lines(out[plan.initials], true, initials));
    totals.rows += batch->lines.size();
    totals.size_bytes += batch->size_bytes;
    progress.show(totals);
  }
  WEFT_TRY(output.close());
  WEFT_TRY(initials.close());
  totals.checksum = output.checksum();
  return totals;
}

weft::Status run_and_report(const std::vector<std::string>& arguments) {
  WEFT_TRY_ASSIGN(const Settings settings, parse_arguments(arguments));
  WEFT_TRY_ASSIGN(const LinePlan plan, make_line_plan());
  std::fputs(plan.plan.to_string().c_str(), stdout);
  weft::Engine engine({.threads = settings.threads});

  const auto begin = std::chrono::steady_clock::now();
  WEFT_TRY_ASSIGN(const Totals totals, run(settings, plan, engine));
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  // A clock may be too coarse for a tiny file.
  const double seconds = std::max(elapsed.count(), 1e-9);

  std::printf("%lld rows, %lld bytes in %.3f s\n", static_cast<long long>(totals.rows),
              static_cast<long long>(totals.size_bytes), seconds);
  std::printf("%.0f rows/s, %.1f MB/s, threads %d\n", static_cast<double>(totals.rows) / seconds,
              static_cast<double>(totals.size_bytes) / 1e6 / seconds, engine.threads());
  std::printf("CRC-32 of %s: %08x\n", settings.output.c_str(), totals.checksum);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const weft::Status status = run_and_report(std::vector<std::string>(argv + 1, argv + argc));
    if (status.ok()) return 0;
    std::fprintf(stderr, "line_pipeline: %s\n", status.to_string().c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "line_pipeline: %s\n", error.what());
  }
  return 1;
}
