// Buffer: a shared block of memory, filled by one owner and immutable once a tensor holds it; and
// BufferPool, which recycles blocks. A Buffer is a counted handle: copies share the block, any
// thread may copy, read and drop it. Blocks that weft allocates are aligned to 64 bytes and have 64
// readable bytes before and after their contents, so that kernels may load whole vectors at either
// end; borrowed memory has no such slack.
//
//   weft::BufferPool pool;
//   weft::Buffer buffer = pool.allocate(1000).value();
//   std::memset(buffer.mutable_data(), 0, 1000);
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "weft/graph/status.h"

namespace weft {

namespace detail {

class PoolCore;

// What a Buffer counts. Memory that weft allocates starts with its Block; other kinds of block
// derive from it.
struct Block {
  enum class Kind : std::uint8_t { kOwned, kBorrowed, kList };
  std::atomic<std::uint32_t> references = 1;
  Kind kind = Kind::kOwned;
  bool has_slack = true;
  std::uint16_t size_class = 0;
  char* data = nullptr;
  std::int64_t size_bytes = 0;
  std::int64_t pinned_bytes = 0;
  // Runs when the last handle goes: gives the memory back, or drops what the block keeps alive.
  void (*dispose)(Block* block) = nullptr;
  PoolCore* pool = nullptr;
  Block* next = nullptr;
};

}  // namespace detail

/// A counted handle to a block of memory. A default one is empty.
class WEFT_API Buffer {
 public:
  Buffer() = default;
  /// For the allocators of graph/buffer.cc: takes over one reference of `block`.
  explicit Buffer(detail::Block* block) : block_(block) {}
  Buffer(const Buffer& other) : block_(other.block_) {
    if (block_) block_->references.fetch_add(1, std::memory_order_relaxed);
  }
  Buffer(Buffer&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Buffer() {
    // The only holder needs no locked instruction to see that it is the last.
    if (block_ && (block_->references.load(std::memory_order_acquire) == 1 ||
                   block_->references.fetch_sub(1, std::memory_order_acq_rel) == 1))
      block_->dispose(block_);
  }

  /// A block of its own, from the system; kResourceExhausted if there is no memory.
  /// REQUIRES: size_bytes >= 0
  static Result<Buffer> allocate(std::int64_t size_bytes);
  /// Memory of somebody else, kept alive by `owner`; with nullptr the caller keeps it alive.
  /// `pinned_bytes` is what pinned_bytes() will report.
  static Buffer borrow(const void* data, std::int64_t size_bytes, std::int64_t pinned_bytes,
                       std::shared_ptr<const void> owner);
  /// One handle that keeps all of `buffers` alive, each once, lists among them taken apart. With
  /// one distinct buffer it is that buffer, with none it is empty. Its data() is nullptr if it
  /// keeps several.
  static Buffer keep_alive(std::span<const Buffer> buffers);

  explicit operator bool() const { return block_ != nullptr; }
  const char* data() const { return block_ ? block_->data : nullptr; }
  /// The elements as an array of T.
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(data());
  }
  /// To fill the block. REQUIRES: nobody else holds it yet.
  char* mutable_data() { return block_ ? block_->data : nullptr; }
  template <class T>
  T* mutable_as() {
    return reinterpret_cast<T*>(mutable_data());
  }
  /// Bytes that may be used, not counting the slack.
  std::int64_t size_bytes() const { return block_ ? block_->size_bytes : 0; }
  /// Bytes of memory that this handle keeps alive; of a list, of all its buffers.
  std::int64_t pinned_bytes() const { return block_ ? block_->pinned_bytes : 0; }
  /// Whether 64 bytes before and after the contents may be read too: not of borrowed memory, nor of
  /// a list with borrowed parts. True of an empty handle.
  bool has_slack() const { return !block_ || block_->has_slack; }
  /// The buffers of a list, or itself; empty for an empty handle. Valid as long as this handle.
  std::span<const Buffer> parts() const;
  /// How many handles share the block. Only a snapshot while other threads hold some.
  std::int64_t use_count() const {
    return block_ ? block_->references.load(std::memory_order_relaxed) : 0;
  }
  /// Whether both are handles to one block.
  bool operator==(const Buffer& other) const { return block_ == other.block_; }

 private:
  detail::Block* block_ = nullptr;
};

/// Recycles blocks: one that was dropped serves the next request of its size class. allocate() is
/// for one thread at a time and takes no lock; blocks may be dropped on any thread, also after the
/// pool is gone.
class WEFT_API BufferPool {
 public:
  /// Keeps at most `max_idle_bytes` of dropped blocks for later; others go back to the system.
  explicit BufferPool(std::int64_t max_idle_bytes = std::int64_t{64} << 20);
  ~BufferPool();
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  /// A block of at least `size_bytes`, with undefined contents; kResourceExhausted if there is no
  /// memory. REQUIRES: size_bytes >= 0
  Result<Buffer> allocate(std::int64_t size_bytes);
  /// Bytes of dropped blocks that wait for the next request.
  std::int64_t idle_bytes();

 private:
  detail::PoolCore* core_;
};

}  // namespace weft
