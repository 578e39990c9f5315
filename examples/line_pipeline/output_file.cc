#include "line_pipeline/output_file.h"

#include <zlib.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace {

weft::Status file_error(const std::string& path) {
  return weft::failed_precondition("cannot write " + path + ": " +
                                   std::generic_category().message(errno));
}

}  // namespace

weft::Result<OutputFile> OutputFile::create(const std::string& path) {
  File file(std::fopen(path.c_str(), "wb"), std::fclose);
  if (!file) return file_error(path);
  // This class has a buffer of its own.
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  return OutputFile(path, std::move(file));
}

OutputFile::OutputFile(const std::string& path, File file) : path_(path), file_(std::move(file)) {
  block_.reserve(2 * kBlockBytes);
}

weft::Status OutputFile::flush() {
  checksum_ = static_cast<std::uint32_t>(
      crc32_z(checksum_, reinterpret_cast<const Bytef*>(block_.data()), block_.size()));
  if (std::fwrite(block_.data(), 1, block_.size(), file_.get()) != block_.size())
    return file_error(path_);
  block_.clear();
  return weft::Status();
}

weft::Status OutputFile::close() {
  WEFT_TRY(flush());
  return std::fclose(file_.release()) == 0 ? weft::Status() : file_error(path_);
}
