#include "weft/ops/kernels/stitch_rows.h"

#include <algorithm>
#include <array>

namespace weft {

namespace {

using row_moves::ReadColumns;
using row_moves::WriteColumns;

using Lists = std::span<const StitchList>;

// With more lists than this, finding the next rows of each costs more than scattered stores.
constexpr std::size_t kMostMergedLists = 64;
// The rows that are cleared and then written at once stay within the first-level cache.
constexpr std::int64_t kBlockBytes = 16384;
// To clear rows as wide as this before they are written costs more than to look for holes first.
constexpr std::int64_t kWideRowBytes = 128;

// Everything of `list`. By value, because stores through a char pointer may change anything that
// has an address.
template <class Layout>
void scatter_all(Layout layout, StitchList list, WriteColumns to) {
  for (std::int64_t i = 0; i < list.count; ++i) layout.copy_row(list.from, i, to, list.indices[i]);
}

// What of `list` goes to the rows begin..end: positions are collected first, without a branch that
// would be mispredicted for every other row.
template <class Layout>
void scatter_range(Layout layout, StitchList list, std::int64_t begin, std::int64_t end,
                   WriteColumns to) {
  constexpr std::int64_t kBlock = 256;
  const auto first = static_cast<std::uint32_t>(begin);
  const auto rows = static_cast<std::uint32_t>(end - begin);
  std::array<std::uint32_t, kBlock> chosen;
  for (std::int64_t block = 0; block < list.count; block += kBlock) {
    const std::int32_t* const indices = list.indices + block;
    const auto size = static_cast<std::uint32_t>(std::min(list.count - block, kBlock));
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      chosen[count] = i;
      count += static_cast<std::uint32_t>(static_cast<std::uint32_t>(indices[i]) - first < rows);
    }
    for (std::uint32_t k = 0; k < count; ++k)
      layout.copy_row(list.from, block + chosen[k], to, indices[chosen[k]]);
  }
}

// Rows of an ascending list from `next` on, as far as they lie below `end`; where it stopped.
template <class Layout>
std::int64_t write_below(Layout layout, StitchList list, std::int64_t next, std::int64_t end,
                         WriteColumns to) {
  constexpr std::int64_t kStep = 16;
  // If the last of a step is below the end, so are the others.
  while (next + kStep <= list.count && list.indices[next + kStep - 1] < end)
    for (const std::int64_t step_end = next + kStep; next < step_end; ++next)
      layout.copy_row(list.from, next, to, list.indices[next]);
  for (; next < list.count && list.indices[next] < end; ++next)
    layout.copy_row(list.from, next, to, list.indices[next]);
  return next;
}

// The rows begin..end of ascending lists, block by block, so that rows are written about in order.
template <class Layout>
void merge_range(const Layout& layout, Lists lists, const StitchResult& result, std::int64_t begin,
                 std::int64_t end) {
  std::array<std::int64_t, kMostMergedLists> next = {};
  for (std::size_t m = 0; begin > 0 && m < lists.size(); ++m) {
    const std::int32_t* const indices = lists[m].indices;
    next[m] = std::lower_bound(indices, indices + lists[m].count, begin) - indices;
  }
  const std::int64_t row_bytes = result.row_elements * element_bytes(result.dtype);
  const std::int64_t block_rows = std::max<std::int64_t>(1, kBlockBytes / row_bytes);
  for (std::int64_t block = begin; block < end; block += block_rows) {
    const std::int64_t block_end = std::min(end, block + block_rows);
    row_moves::clear_elements(result.dtype, result.to, block * result.row_elements,
                              block_end * result.row_elements);
    for (std::size_t m = 0; m < lists.size(); ++m)
      next[m] = write_below(layout, lists[m], next[m], block_end, result.to);
  }
}

// Clears what of the rows begin..end no index names. `named` is scratch memory, a byte a row.
void clear_holes(Lists lists, const StitchResult& result, char* named, std::int64_t begin,
                 std::int64_t end) {
  std::fill(named + begin, named + end, 0);
  for (const StitchList& list : lists)
    for (std::int64_t i = 0; i < list.count; ++i)
      if (list.indices[i] >= begin && list.indices[i] < end) named[list.indices[i]] = 1;
  for (std::int64_t row = begin; row < end; ++row)
    if (named[row] == 0)
      row_moves::clear_elements(result.dtype, result.to, row * result.row_elements,
                                (row + 1) * result.row_elements);
}

// The rows begin..end of lists in any order.
template <class Layout>
void scatter_rows(const Layout& layout, Lists lists, const StitchResult& result, char* named,
                  std::int64_t begin, std::int64_t end) {
  if (named != nullptr)
    clear_holes(lists, result, named, begin, end);
  else
    row_moves::clear_elements(result.dtype, result.to, begin * result.row_elements,
                              end * result.row_elements);
  const bool all = begin == 0 && end == result.rows;
  for (const StitchList& list : lists) {
    if (all)
      scatter_all(layout, list, result.to);
    else
      scatter_range(layout, list, begin, end, result.to);
  }
}

}  // namespace

Status stitch_rows(OpContext& context, Lists lists, bool ascending, const StitchResult& result) {
  const bool merge = ascending && lists.size() <= kMostMergedLists;
  const std::int64_t row_bytes = result.row_elements * element_bytes(result.dtype);
  Chunks chunks =
      plan_chunks(context, result.rows, 2 * row_bytes + std::int64_t{sizeof(std::int32_t)});
  Buffer named;
  if (!merge) {
    // Each chunk reads all indices, where a merge searches for its own.
    chunks = row_moves::limit_chunks(chunks, context.max_threads());
    std::int64_t slices = 0;
    for (const StitchList& list : lists) slices += list.count;
    if (slices >= result.rows && row_bytes >= kWideRowBytes) {
      WEFT_TRY_ASSIGN(named, context.allocate_buffer(result.rows));
    }
  }
  return row_moves::visit_layout(result.dtype, result.row_elements, [&](const auto& layout) {
    return for_each_chunk(context, chunks, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
      if (merge)
        merge_range(layout, lists, result, begin, end);
      else
        scatter_rows(layout, lists, result, named.mutable_data(), begin, end);
      return Status();
    });
  });
}

}  // namespace weft
