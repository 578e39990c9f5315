// StridedWalk: elements of a row-major tensor in the order of a list of axes, the first of which
// varies fastest. Axes of size 1 are dropped and an axis that goes on where the one before ends is
// merged with it, so that most walks are one run; the others move on by an odometer, without a
// division per element. Immutable once built; any thread may use it. Not part of the public
// interface.
//
//   weft::StridedWalk walk;   // of shape [2,3] down the columns
//   walk.add_outer(2, 3);
//   walk.add_outer(3, 1);
//   walk.for_each_run(0, walk.size(), visit);   // offsets 0,3 then 1,4 then 2,5
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace weft {

class StridedWalk {
 public:
  /// Elements of the walk that follow one another at equal distances.
  struct Run {
    /// The number of the first one in the walk.
    std::int64_t begin = 0;
    std::int64_t count = 0;
    /// Where the first one is, and how far apart they are.
    std::int64_t offset = 0;
    std::int64_t step = 1;
  };

  /// Adds an axis that varies more slowly than those before. REQUIRES: dim >= 1, and offsets that
  /// fit 64 bits.
  void add_outer(std::int64_t dim, std::int64_t stride) {
    size_ *= dim;
    if (dim == 1) return;
    if (!levels_.empty() && stride == levels_.back().stride * levels_.back().dim)
      levels_.back().dim *= dim;
    else
      levels_.push_back({dim, stride});
  }

  /// Elements in all.
  std::int64_t size() const { return size_; }
  /// Whether element i is at i * step.
  bool is_flat(std::int64_t step) const {
    return size_ == 1 || (levels_.size() == 1 && levels_[0].stride == step);
  }

  /// Calls visit(Run) for the elements begin..end, in order. REQUIRES: a valid range.
  template <class Visit>
  void for_each_run(std::int64_t begin, std::int64_t end, const Visit& visit) const {
    if (begin >= end) return;
    const std::int64_t step = levels_.empty() ? 1 : levels_[0].stride;
    if (levels_.size() <= 1) return visit(Run{begin, end - begin, begin * step, step});
    std::vector<std::int64_t> position(levels_.size());
    Run run{.begin = begin, .offset = seek(begin, position), .step = step};
    while (true) {
      run.count = std::min(levels_[0].dim - position[0], end - run.begin);
      visit(static_cast<const Run&>(run));
      run.begin += run.count;
      if (run.begin >= end) return;
      run.offset += offset_to_next_run(position);
    }
  }

 private:
  struct Level {
    std::int64_t dim;
    std::int64_t stride;
  };

  std::int64_t seek(std::int64_t element, std::vector<std::int64_t>& position) const {
    std::int64_t offset = 0;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      position[level] = element % levels_[level].dim;
      element /= levels_[level].dim;
      offset += position[level] * levels_[level].stride;
    }
    return offset;
  }

  std::int64_t offset_to_next_run(std::vector<std::int64_t>& position) const {
    std::int64_t moved = -position[0] * levels_[0].stride;
    position[0] = 0;
    for (std::size_t level = 1; level < levels_.size(); ++level) {
      moved += levels_[level].stride;
      if (++position[level] < levels_[level].dim) break;
      moved -= levels_[level].dim * levels_[level].stride;
      position[level] = 0;
    }
    return moved;
  }

  // The fastest first.
  std::vector<Level> levels_;
  std::int64_t size_ = 1;
};

}  // namespace weft
