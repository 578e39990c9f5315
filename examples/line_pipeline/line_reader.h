// LineReader: a file as batches of lines. A line ends at "\n", which is no part of it; all other
// bytes are ordinary. Memory holds one batch, and what was read beyond it: a block, or a line that
// is longer.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/weft.h"

struct LineBatch {
  /// Strings of shape [n], n > 0. They share the reader's memory: valid until the next call.
  weft::Tensor lines;
  /// Bytes in the file, with line ends.
  std::int64_t size_bytes = 0;
  /// False for the end of a file that lacks a last "\n".
  bool last_line_ends = true;
};

class LineReader {
 public:
  static weft::Result<LineReader> open(const std::string& path, std::size_t lines_per_batch);

  /// The next lines, as many as a batch holds or all that are left; nothing at the end. Throws
  /// weft::Error for a line of 4 GiB.
  weft::Result<std::optional<LineBatch>> next();

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  LineReader(const std::string& path, File file, std::size_t lines_per_batch);
  void find_lines();
  weft::Status read_more();
  LineBatch take_batch();

  std::string path_;
  File file_;
  std::size_t lines_per_batch_;
  bool at_end_ = false;
  // buffer_[begin_, end_) was read but not yet given out; find_lines() has seen it up to scanned_.
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t scanned_ = 0;
  std::size_t end_ = 0;
  // Where the lines of the batch end, counted from begin_.
  std::vector<std::size_t> line_ends_;
};
