// BroadcastWalk: how to visit the elements of a result that several operands stretch to, without
// materialising any of them. Dims of size 1 are dropped and neighbouring dims that every operand
// steps through alike are merged, so most results are one run. Immutable; any thread may use it.
//
//   weft::BroadcastWalk<2> walk(result, {&a.shape(), &b.shape()});
//   walk.for_each_run(0, walk.size(), [&](const weft::BroadcastWalk<2>::Run& run) {
//     // result[run.begin + i] comes of a[run.offsets[0] + i * run.steps[0]], and so for b
//   });
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "weft/graph/shape.h"

namespace weft {

template <std::size_t kOperands>
class BroadcastWalk {
 public:
  using PerOperand = std::array<std::int64_t, kOperands>;

  /// Elements of the result that follow one another, and where each operand's are: its steps are 0
  /// or 1.
  struct Run {
    std::int64_t begin = 0;
    std::int64_t count = 0;
    PerOperand offsets = {};
    PerOperand steps = {};
  };

  /// REQUIRES: shapes of tensors that exist or fit memory, and a result that every operand
  /// broadcasts to.
  BroadcastWalk(const Shape& result, const std::array<const Shape*, kOperands>& operands) {
    const auto dims = result.dims();
    if (std::find(dims.begin(), dims.end(), 0) != dims.end()) {
      size_ = 0;
      add_outer(1, PerOperand());
      return;
    }
    PerOperand sizes;  // of what each operand holds below the current axis
    sizes.fill(1);
    for (std::int64_t axis = result.rank() - 1; axis >= 0; --axis) {
      const std::int64_t dim = result[axis];
      size_ *= dim;
      PerOperand strides = {};
      for (std::size_t k = 0; k < kOperands; ++k) {
        const Shape& operand = *operands[k];
        const std::int64_t own = axis - (result.rank() - operand.rank());
        const std::int64_t own_dim = own >= 0 ? operand[own] : 1;
        strides[k] = own_dim == 1 ? 0 : sizes[k];
        sizes[k] *= own_dim;
      }
      if (dim != 1) add_outer(dim, strides);
    }
    if (levels_.empty()) add_outer(1, PerOperand());
  }

  /// Elements of the result.
  std::int64_t size() const { return size_; }
  /// Whether the whole result is one run.
  bool is_flat() const { return levels_.size() == 1; }

  /// Calls visit(Run) for the elements begin..end of the result, in order. REQUIRES: a valid range.
  template <class Visit>
  void for_each_run(std::int64_t begin, std::int64_t end, Visit visit) const {
    if (begin >= end) return;
    std::vector<std::int64_t> position(levels_.size());
    Run run;
    run.begin = begin;
    seek(begin, position, run.offsets);
    run.steps = levels_.front().strides;
    while (true) {
      run.count = std::min(levels_.front().dim - position[0], end - run.begin);
      visit(static_cast<const Run&>(run));
      run.begin += run.count;
      if (run.begin >= end) return;
      next_run(position, run.offsets);
    }
  }

 private:
  // One merged dim, the innermost first.
  struct Level {
    std::int64_t dim;
    PerOperand strides;
  };

  void add_outer(std::int64_t dim, const PerOperand& strides) {
    if (!levels_.empty()) {
      Level& inner = levels_.back();
      bool merges = true;
      for (std::size_t k = 0; k < kOperands; ++k)
        merges = merges && strides[k] == inner.strides[k] * inner.dim;
      if (merges) {
        inner.dim *= dim;
        return;
      }
    }
    levels_.push_back({dim, strides});
  }

  void seek(std::int64_t offset, std::vector<std::int64_t>& position, PerOperand& offsets) const {
    offsets = {};
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      position[level] = offset % levels_[level].dim;
      offset /= levels_[level].dim;
      for (std::size_t k = 0; k < kOperands; ++k)
        offsets[k] += position[level] * levels_[level].strides[k];
    }
  }

  // An odometer: to the start of the next run, without a division.
  void next_run(std::vector<std::int64_t>& position, PerOperand& offsets) const {
    for (std::size_t k = 0; k < kOperands; ++k) offsets[k] -= position[0] * levels_[0].strides[k];
    position[0] = 0;
    for (std::size_t level = 1; level < levels_.size(); ++level) {
      ++position[level];
      for (std::size_t k = 0; k < kOperands; ++k) offsets[k] += levels_[level].strides[k];
      if (position[level] < levels_[level].dim) return;
      for (std::size_t k = 0; k < kOperands; ++k)
        offsets[k] -= levels_[level].dim * levels_[level].strides[k];
      position[level] = 0;
    }
  }

  std::int64_t size_ = 1;
  std::vector<Level> levels_;
};

}  // namespace weft
