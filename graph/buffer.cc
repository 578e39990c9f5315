#include "weft/graph/buffer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define WEFT_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEFT_ASAN 1
#endif
#endif
#if defined(WEFT_ASAN)
#include <sanitizer/asan_interface.h>
#endif

namespace weft {

namespace {

using detail::Block;

constexpr std::int64_t kAlignment = 64;
constexpr std::int64_t kSlackBytes = 64;
constexpr std::int64_t kHeaderBytes = 64;
// Beyond this a size is a mistake, not a matter of memory; it also keeps the sums below in range.
constexpr std::int64_t kLargestBytes = std::int64_t{1} << 46;
// Blocks of a page or more count against a pool's limit as soon as they are dropped. Smaller ones
// are too many and too cheap for that: they count when the pool collects them.
constexpr std::int64_t kLargeBytes = 4096;
static_assert(sizeof(Block) <= kHeaderBytes);

// Size classes: four steps per doubling, in units of 64 bytes.
std::int64_t units_of(std::int64_t size_bytes) {
  return std::max<std::int64_t>(1, (size_bytes + kAlignment - 1) / kAlignment);
}

struct SizeClass {
  std::uint16_t index;
  std::int64_t capacity_bytes;
};

SizeClass size_class_of(std::int64_t size_bytes) {
  const auto last = static_cast<std::uint64_t>(units_of(size_bytes) - 1);
  const int shift = std::max(0, static_cast<int>(std::bit_width(last)) - 3);
  const std::uint64_t top = last >> shift;
  return {static_cast<std::uint16_t>(static_cast<std::uint64_t>(shift) * 4 + top),
          static_cast<std::int64_t>((top + 1) << shift) * kAlignment};
}

constexpr std::size_t kNumSizeClasses = 4 * 41 + 8;

Status no_memory(std::int64_t size_bytes) {
  return resource_exhausted("cannot allocate " + std::to_string(size_bytes) + " bytes");
}

// The sanitizer sees the block as exactly its size and slack, and not at all while it is idle; what
// is between the header and the slack is never seen.
#if defined(WEFT_ASAN)
char* end_of_header(Block* block) { return reinterpret_cast<char*>(block + 1); }
std::size_t bytes_after_header(Block* block) {
  const char* end = block->data + block->pinned_bytes + kSlackBytes;
  return static_cast<std::size_t>(end - end_of_header(block));
}
#endif

void hide_from_use([[maybe_unused]] Block* block) {
#if defined(WEFT_ASAN)
  ASAN_POISON_MEMORY_REGION(end_of_header(block), bytes_after_header(block));
#endif
}

void show_for_use([[maybe_unused]] Block* block) {
#if defined(WEFT_ASAN)
  hide_from_use(block);
  ASAN_UNPOISON_MEMORY_REGION(block->data - kSlackBytes, block->size_bytes + 2 * kSlackBytes);
#endif
}

void free_block(Block* block) {
#if defined(WEFT_ASAN)
  ASAN_UNPOISON_MEMORY_REGION(end_of_header(block), bytes_after_header(block));
#endif
  block->~Block();
  std::free(static_cast<void*>(block));
}

// A block with room for `capacity_bytes`, or nullptr.
Block* new_block(std::int64_t capacity_bytes) {
  const std::int64_t total = kHeaderBytes + 2 * kSlackBytes + units_of(capacity_bytes) * kAlignment;
  void* memory = std::aligned_alloc(kAlignment, static_cast<std::size_t>(total));
  if (memory == nullptr) return nullptr;
  auto* block = new (memory) Block;
  block->data = static_cast<char*>(memory) + kHeaderBytes + kSlackBytes;
  block->pinned_bytes = units_of(capacity_bytes) * kAlignment;
  block->dispose = free_block;
  return block;
}

struct BorrowedBlock : Block {
  std::shared_ptr<const void> owner;
};

struct ListBlock : Block {
  std::vector<Buffer> parts;
};

}  // namespace

namespace detail {

// Shared by a BufferPool and its blocks in use; the last of them frees it. The free lists belong to
// the one thread that allocates. Blocks that are dropped, there or elsewhere, arrive through a
// stack that it takes as a whole, so nothing is ever popped by two threads.
class PoolCore {
 public:
  explicit PoolCore(std::int64_t max_idle_bytes) : max_idle_bytes_(max_idle_bytes) {}

  std::int64_t max_idle_bytes() const { return max_idle_bytes_; }

  Block* allocate(std::int64_t size_bytes) {
    const auto [index, capacity_bytes] = size_class_of(size_bytes);
    if (free_[index] == nullptr) collect();
    Block* block = free_[index];
    if (block != nullptr) {
      free_[index] = block->next;
      if (is_large(block))
        large_idle_bytes_.fetch_sub(block->pinned_bytes, std::memory_order_relaxed);
      else
        small_idle_bytes_ -= block->pinned_bytes;
      block->references.store(1, std::memory_order_relaxed);
    } else {
      block = new_block(capacity_bytes);
      if (block == nullptr) return nullptr;
      block->size_class = index;
      block->pool = this;
      block->dispose = drop;
    }
    block->size_bytes = size_bytes;
    ++blocks_in_use_;
    show_for_use(block);
    return block;
  }

  // Moves dropped blocks to the free lists, those beyond the limit back to the system.
  void collect() {
    if (dropped_.load(std::memory_order_relaxed) == nullptr) return;
    Block* block = dropped_.exchange(nullptr, std::memory_order_acquire);
    while (block != nullptr) {
      Block* next = block->next;
      --blocks_in_use_;
      if (!keep_collected(block)) {
        free_block(block);
      } else {
        block->next = free_[block->size_class];
        free_[block->size_class] = block;
      }
      block = next;
    }
  }

  // From now on every block frees itself, and the last one this.
  void close() {
    for (Block*& head : free_)
      while (head != nullptr) free_block(std::exchange(head, head->next));
    Block* block = dropped_.exchange(closed(), std::memory_order_acq_rel);
    while (block != nullptr) {
      --blocks_in_use_;
      free_block(std::exchange(block, block->next));
    }
    leave(blocks_in_use_);
  }

  std::int64_t idle_bytes() {
    collect();
    return small_idle_bytes_ + large_idle_bytes_.load(std::memory_order_relaxed);
  }

 private:
  // Stands in the stack once the pool is gone; never followed.
  static Block* closed() { return reinterpret_cast<Block*>(std::uintptr_t{1}); }

  static bool is_large(const Block* block) { return block->pinned_bytes >= kLargeBytes; }

  bool keep_collected(const Block* block) {
    if (is_large(block)) return true;
    const std::int64_t idle = small_idle_bytes_ + large_idle_bytes_.load(std::memory_order_relaxed);
    if (idle + block->pinned_bytes > max_idle_bytes_) return false;
    small_idle_bytes_ += block->pinned_bytes;
    return true;
  }

  // By any thread: whether a dropped block is worth keeping.
  bool keep_dropped(const Block* block) {
    if (!is_large(block)) return true;
    const std::int64_t size = block->pinned_bytes;
    if (large_idle_bytes_.fetch_add(size, std::memory_order_relaxed) + size <= max_idle_bytes_)
      return true;
    large_idle_bytes_.fetch_sub(size, std::memory_order_relaxed);
    return false;
  }

  static void drop_for_good(PoolCore* pool, Block* block) {
    free_block(block);
    pool->leave(-1);
  }

  static void drop(Block* block) {
    PoolCore* pool = block->pool;
    if (!pool->keep_dropped(block)) return drop_for_good(pool, block);
    hide_from_use(block);
    Block* head = pool->dropped_.load(std::memory_order_acquire);
    do {
      if (head == closed()) return drop_for_good(pool, block);
      block->next = head;
    } while (!pool->dropped_.compare_exchange_weak(head, block, std::memory_order_release,
                                                   std::memory_order_acquire));
  }

  // Before close() this only counts down from 0, a block that was not kept at a time; after it the
  // sum of all changes is the number of blocks still in use, which comes to 0 once.
  void leave(std::int64_t change) {
    if (left_.fetch_add(change, std::memory_order_acq_rel) + change == 0) delete this;
  }

  std::atomic<Block*> dropped_ = nullptr;
  std::atomic<std::int64_t> left_ = 0;
  std::array<Block*, kNumSizeClasses> free_ = {};
  std::int64_t blocks_in_use_ = 0;
  std::int64_t small_idle_bytes_ = 0;
  std::atomic<std::int64_t> large_idle_bytes_ = 0;
  const std::int64_t max_idle_bytes_;
};

}  // namespace detail

Result<Buffer> Buffer::allocate(std::int64_t size_bytes) {
  if (size_bytes > kLargestBytes) return no_memory(size_bytes);
  Block* block = new_block(size_bytes);
  if (block == nullptr) return no_memory(size_bytes);
  block->size_bytes = size_bytes;
  show_for_use(block);
  return Buffer(block);
}

Buffer Buffer::borrow(const void* data, std::int64_t size_bytes, std::int64_t pinned_bytes,
                      std::shared_ptr<const void> owner) {
  auto* block = new BorrowedBlock;
  block->kind = Block::Kind::kBorrowed;
  block->has_slack = false;
  block->data = const_cast<char*>(static_cast<const char*>(data));
  block->size_bytes = size_bytes;
  block->pinned_bytes = pinned_bytes;
  block->owner = std::move(owner);
  block->dispose = [](Block* dropped) { delete static_cast<BorrowedBlock*>(dropped); };
  return Buffer(block);
}

Buffer Buffer::keep_alive(std::span<const Buffer> buffers) {
  const auto same = [&](const Buffer& buffer) { return !buffer || buffer == buffers.front(); };
  if (buffers.empty()) return Buffer();
  if (buffers.front() && std::all_of(buffers.begin(), buffers.end(), same)) return buffers.front();

  auto block = std::make_unique<ListBlock>();
  std::vector<Buffer>& parts = block->parts;
  for (const Buffer& buffer : buffers)
    parts.insert(parts.end(), buffer.parts().begin(), buffer.parts().end());
  const auto before = [](const Buffer& a, const Buffer& b) {
    return std::less<const Block*>()(a.block_, b.block_);
  };
  std::sort(parts.begin(), parts.end(), before);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  if (parts.empty()) return Buffer();
  if (parts.size() == 1) return parts.front();

  block->kind = Block::Kind::kList;
  for (const Buffer& part : parts) {
    block->pinned_bytes += part.pinned_bytes();
    block->has_slack &= part.has_slack();
  }
  block->dispose = [](Block* dropped) { delete static_cast<ListBlock*>(dropped); };
  return Buffer(block.release());
}

std::span<const Buffer> Buffer::parts() const {
  if (!block_) return {};
  if (block_->kind == Block::Kind::kList) return static_cast<const ListBlock*>(block_)->parts;
  return {this, 1};
}

BufferPool::BufferPool(std::int64_t max_idle_bytes) : core_(new detail::PoolCore(max_idle_bytes)) {}

BufferPool::~BufferPool() { core_->close(); }

Result<Buffer> BufferPool::allocate(std::int64_t size_bytes) {
  // A block that could never be kept has no business with the pool.
  if (size_bytes > core_->max_idle_bytes()) return Buffer::allocate(size_bytes);
  Block* block = core_->allocate(size_bytes);
  if (block == nullptr) return no_memory(size_bytes);
  return Buffer(block);
}

std::int64_t BufferPool::idle_bytes() { return core_->idle_bytes(); }

}  // namespace weft
