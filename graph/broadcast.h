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
  }

  /// Elements of the result.
  std::int64_t size() const { return size_; }
  /// Whether the whole result is one run.
  bool is_flat() const { return outer_.empty(); }

  /// Calls visit(Run) for the elements begin..end of the result, in order. REQUIRES: a valid range.
  template <class Visit>
  void for_each_run(std::int64_t begin, std::int64_t end, Visit visit) const {
    if (begin >= end) return;
    std::vector<std::int64_t> position(outer_.size());
    Run run;
    run.begin = begin;
    run.steps = inner_.strides;
    std::int64_t inside = seek(begin, position, run.offsets);
    while (true) {
      run.count = std::min(inner_.dim - inside, end - run.begin);
      visit(static_cast<const Run&>(run));
      run.begin += run.count;
      if (run.begin >= end) return;
      next_run(inside, position, run.offsets);
      inside = 0;
    }
  }

 private:
  // One merged dim, the innermost first.
  struct Level {
    std::int64_t dim;
    PerOperand strides;
  };

  void add_outer(std::int64_t dim, const PerOperand& strides) {
    Level& last = outer_.empty() ? inner_ : outer_.back();
    bool merges = true;
    for (std::size_t k = 0; k < kOperands; ++k)
      merges = merges && strides[k] == last.strides[k] * last.dim;
    if (inner_.dim == 1)
      inner_ = {dim, strides};
    else if (merges)
      last.dim *= dim;
    else
      outer_.push_back({dim, strides});
  }

  // Sets the position and offsets of an element, and returns its place in its run.
  std::int64_t seek(std::int64_t element, std::vector<std::int64_t>& position,
                    PerOperand& offsets) const {
    std::int64_t inside = element;
    std::int64_t rest = 0;
    if (!outer_.empty()) {
      inside = element % inner_.dim;
      rest = element / inner_.dim;
    }
    for (std::size_t k = 0; k < kOperands; ++k) offsets[k] = inside * inner_.strides[k];
    for (std::size_t level = 0; level < outer_.size(); ++level) {
      position[level] = rest % outer_[level].dim;
      rest /= outer_[level].dim;
      for (std::size_t k = 0; k < kOperands; ++k)
        offsets[k] += position[level] * outer_[level].strides[k];
    }
    return inside;
  }

  // An odometer: to the start of the next run, without a division.
  void next_run(std::int64_t inside, std::vector<std::int64_t>& position,
                PerOperand& offsets) const {
    for (std::size_t k = 0; k < kOperands; ++k) offsets[k] -= inside * inner_.strides[k];
    for (std::size_t level = 0; level < outer_.size(); ++level) {
      ++position[level];
      for (std::size_t k = 0; k < kOperands; ++k) offsets[k] += outer_[level].strides[k];
      if (position[level] < outer_[level].dim) return;
      for (std::size_t k = 0; k < kOperands; ++k)
        offsets[k] -= outer_[level].dim * outer_[level].strides[k];
      position[level] = 0;
    }
  }

  std::int64_t size_ = 1;
  // The runs; the other levels are empty for most results, which so need no memory.
  Level inner_ = {1, {}};
  std::vector<Level> outer_;
};

}  // namespace weft
