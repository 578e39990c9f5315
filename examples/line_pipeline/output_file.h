// OutputFile: written in large blocks, with a checksum.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "weft/weft.h"

class OutputFile {
 public:
  static weft::Result<OutputFile> create(const std::string& path);

  weft::Status append(std::string_view bytes) {
    block_.append(bytes);
    return block_.size() < kBlockBytes ? weft::Status() : flush();
  }
  /// To be called last: only then is everything written.
  weft::Status close();
  /// CRC-32 of what was written.
  std::uint32_t checksum() const { return checksum_; }

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 18;
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  OutputFile(const std::string& path, File file);
  weft::Status flush();

  std::string path_;
  File file_;
  std::string block_;
  std::uint32_t checksum_ = 0;
};
