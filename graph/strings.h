// String columns, and how to read and write them: the only file that knows how string elements are
// laid out. Element i is lengths[i] bytes at starts[i]; both columns are arrays of their own, so
// that either can be shared alone, and the bytes belong to buffers that the tensor keeps alive.
// Every start, also that of an empty element, points at readable memory. StringSpan and StringFacts
// are plain values; a StringBuilder or StringWriter is for one thread at a time.
//
//   weft::StringBuilder builder;
//   builder.append("Hello");
//   weft::Tensor column = std::move(builder).build().value();   // graph/tensor.h
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>
#include <vector>

#include "weft/graph/buffer.h"
#include "weft/graph/shape.h"

namespace weft {

/// An element holds at most this many bytes.
inline constexpr std::int64_t kMaxStringBytes = std::numeric_limits<std::uint32_t>::max();

/// A view of string elements, row-major; valid as long as a tensor that shares them.
class StringSpan {
 public:
  class Iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using reference = std::string_view;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    Iterator() = default;
    Iterator(const char* const* start, const std::uint32_t* length)
        : start_(start), length_(length) {}
    std::string_view operator*() const { return {*start_, *length_}; }
    std::string_view operator[](difference_type n) const { return *(*this + n); }
    Iterator& operator+=(difference_type n) { return start_ += n, length_ += n, *this; }
    Iterator& operator-=(difference_type n) { return *this += -n; }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this -= 1; }
    Iterator operator++(int) {
      auto old = *this;
      ++*this;
      return old;
    }
    Iterator operator--(int) {
      auto old = *this;
      --*this;
      return old;
    }
    Iterator operator+(difference_type n) const {
      auto it = *this;
      return it += n;
    }
    Iterator operator-(difference_type n) const {
      auto it = *this;
      return it -= n;
    }
    difference_type operator-(const Iterator& other) const { return start_ - other.start_; }
    bool operator==(const Iterator& other) const { return start_ == other.start_; }
    auto operator<=>(const Iterator& other) const { return start_ <=> other.start_; }

   private:
    const char* const* start_ = nullptr;
    const std::uint32_t* length_ = nullptr;
  };
  using iterator = Iterator;
  using const_iterator = Iterator;
  using value_type = std::string_view;

  StringSpan() = default;
  StringSpan(const char* const* starts, const std::uint32_t* lengths, std::size_t size)
      : starts_(starts), lengths_(lengths), size_(size) {}
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// REQUIRES: i < size()
  std::string_view operator[](std::size_t i) const { return {starts_[i], lengths_[i]}; }
  Iterator begin() const { return {starts_, lengths_}; }
  Iterator end() const { return begin() + static_cast<std::ptrdiff_t>(size_); }
  /// The columns themselves, for kernels.
  const char* const* starts() const { return starts_; }
  const std::uint32_t* lengths() const { return lengths_; }

 private:
  const char* const* starts_ = nullptr;
  const std::uint32_t* lengths_ = nullptr;
  std::size_t size_ = 0;
};

inline StringSpan::Iterator operator+(std::ptrdiff_t n, StringSpan::Iterator it) { return it += n; }

/// What is known of all elements of a tensor. Kernels pick their path by it; results never depend
/// on it, and a fact that is claimed is true.
struct StringFacts {
  /// No byte above 0x7F in any element; false: unknown.
  bool all_ascii = false;
  /// Each element ends where the next begins; false: unknown.
  bool contiguous = false;
  /// 64 bytes before and after every element may be read.
  bool has_slack = true;
  /// No element is longer.
  std::uint32_t max_length = static_cast<std::uint32_t>(kMaxStringBytes);
  /// The sum of all lengths; -1: unknown.
  std::int64_t total_bytes = -1;
};

/// The storage of a string tensor. `bytes` keeps alive whatever the starts point into.
struct StringColumns {
  Buffer starts = {};
  Buffer lengths = {};
  Buffer bytes = {};
  StringFacts facts = {};
};

/// A static block of zeros with slack on both sides: where empty elements may start.
WEFT_API const char* empty_string_start();

/// Grows blocks of memory and places elements in them, each in one piece: what StringBuilder and
/// StringWriter write to. An element that outgrows its block moves to a larger one.
class WEFT_API StringArena {
 public:
  /// Appends to the open element.
  void append(std::string_view bytes) {
    if (static_cast<std::size_t>(limit_ - end_) < bytes.size() && !grow(bytes.size())) return;
    // Locals, because stores through a char pointer may change any member.
    char* const to = end_;
    char all_bits = all_bits_;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      to[i] = bytes[i];
      all_bits |= bytes[i];
    }
    end_ = to + bytes.size();
    all_bits_ = all_bits;
  }
  /// Closes the open element and opens the next one. What the closed one held stays where it is.
  std::string_view finish_element();
  /// Drops what the open element holds.
  void discard_element() { end_ = start_; }
  /// Makes room for so many bytes at once, of one element or of many; without it blocks start
  /// small. REQUIRES: bytes >= 0
  void reserve(std::int64_t bytes);

  /// kResourceExhausted once memory ran out or an element became too long, else success. An arena
  /// that failed takes no more.
  const Status& status() const { return status_; }
  /// Whether every byte so far was ASCII.
  bool all_ascii() const { return (static_cast<unsigned char>(all_bits_) & 0x80U) == 0; }
  /// Whether the elements so far follow one another in memory.
  bool contiguous() const { return contiguous_; }
  /// Keeps all elements alive. The arena is empty afterwards.
  std::vector<Buffer> take_blocks();

 private:
  bool grow(std::size_t bytes);
  bool add_block(std::int64_t size_bytes);
  bool fail(Status status);
  std::vector<Buffer> blocks_;
  char* start_ = nullptr;
  char* end_ = nullptr;
  char* limit_ = nullptr;
  Status status_;
  char all_bits_ = 0;
  bool contiguous_ = true;
  bool any_finished_ = false;
};

/// Where a map_strings function writes one element.
class StringWriter {
 public:
  explicit StringWriter(StringArena& arena) : arena_(&arena) {}
  void append(std::string_view bytes) { arena_->append(bytes); }
  void push_back(char byte) { arena_->append({&byte, 1}); }

 private:
  StringArena* arena_;
};

}  // namespace weft
