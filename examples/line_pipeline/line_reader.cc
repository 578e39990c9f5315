#include "line_pipeline/line_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

weft::Status file_error(const std::string& what, const std::string& path) {
  return weft::invalid_argument("cannot " + what + " " + path + ": " +
                                std::generic_category().message(errno));
}

}  // namespace

weft::Result<LineReader> LineReader::open(const std::string& path, std::size_t lines_per_batch) {
  File file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) return file_error("open", path);
  // This class has a buffer of its own.
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  LineReader reader(path, std::move(file), lines_per_batch);
  // A directory can be opened but not read; better to know that now.
  WEFT_TRY(reader.read_more());
  return reader;
}

LineReader::LineReader(const std::string& path, File file, std::size_t lines_per_batch)
    : path_(path), file_(std::move(file)), lines_per_batch_(lines_per_batch) {
  line_ends_.reserve(lines_per_batch);
}

weft::Result<std::optional<LineBatch>> LineReader::next() {
  line_ends_.clear();
  find_lines();
  while (line_ends_.size() < lines_per_batch_ && !at_end_) {
    WEFT_TRY(read_more());
    find_lines();
  }
  if (begin_ == end_) return std::optional<LineBatch>();
  return std::optional<LineBatch>(take_batch());
}

void LineReader::find_lines() {
  while (line_ends_.size() < lines_per_batch_) {
    const char* from = buffer_.get() + scanned_;
    const void* found = std::memchr(from, '\n', end_ - scanned_);
    if (found == nullptr) {
      scanned_ = end_;
      return;
    }
    scanned_ = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.get());
    line_ends_.push_back(scanned_ - begin_);
    ++scanned_;
  }
}

weft::Status LineReader::read_more() {
  const std::size_t unread = end_ - begin_;
  if (capacity_ - unread < kBlockBytes) {
    // Doubled, so that a very long line is moved only a few times.
    const std::size_t capacity = capacity_ + std::max(capacity_, 2 * kBlockBytes);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (unread > 0) std::memcpy(larger.get(), buffer_.get() + begin_, unread);
    buffer_ = std::move(larger);
    capacity_ = capacity;
  } else if (unread > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, unread);
  }
  scanned_ -= begin_;
  begin_ = 0;
  const std::size_t read = std::fread(buffer_.get() + unread, 1, capacity_ - unread, file_.get());
  end_ = unread + read;
  at_end_ = std::feof(file_.get()) != 0;
  return std::ferror(file_.get()) == 0 ? weft::Status() : file_error("read", path_);
}

LineBatch LineReader::take_batch() {
  LineBatch batch;
  std::vector<std::string_view> lines;
  lines.reserve(line_ends_.size() + 1);
  const char* const text = buffer_.get() + begin_;
  std::size_t line_begin = 0;
  for (const std::size_t line_end : line_ends_) {
    lines.emplace_back(text + line_begin, line_end - line_begin);
    line_begin = line_end + 1;
  }
  std::size_t batch_end = line_begin;
  // What follows the last "\n" of the file, if the batch has room for it.
  if (line_ends_.size() < lines_per_batch_ && line_begin < end_ - begin_) {
    batch_end = end_ - begin_;
    lines.emplace_back(text + line_begin, batch_end - line_begin);
    batch.last_line_ends = false;
  }
  batch.size_bytes = static_cast<std::int64_t>(batch_end);
  batch.lines = weft::Tensor::borrow(lines, nullptr);
  begin_ += batch_end;
  scanned_ = begin_;
  return batch;
}
