// An op made of a lambda, for tests of the builder and the engine.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "weft/graph/graph.h"

namespace weft::test {

class LambdaOp final : public Op {
 public:
  using Infer = std::function<Result<Specs>(std::span<const TensorSpec>)>;
  using Run = std::function<Status(OpContext&)>;

  LambdaOp(std::string name, Infer infer, Run run, OpForm form)
      : name_(std::move(name)), infer_(std::move(infer)), run_(std::move(run)), form_(form) {}
  std::string_view name() const override { return name_; }
  Result<Specs> infer(std::span<const TensorSpec> inputs) const override { return infer_(inputs); }
  Status run(OpContext& context) const override { return run_(context); }
  OpForm form() const override { return form_; }

 private:
  std::string name_;
  Infer infer_;
  Run run_;
  OpForm form_;
};

/// An op with one output of dtype T and unknown shape.
template <Element T>
std::shared_ptr<const Op> op_giving(std::string name, LambdaOp::Run run, OpForm form = {}) {
  return std::make_shared<LambdaOp>(
      std::move(name), [](std::span<const TensorSpec>) { return Specs{{.dtype = dtype_of<T>()}}; },
      std::move(run), form);
}

/// The sum of its int64 scalar inputs and a number of its own.
inline std::shared_ptr<const Op> sum_op(std::int64_t added) {
  return op_giving<std::int64_t>("sum", [added](OpContext& context) -> Status {
    std::int64_t sum = added;
    for (std::size_t i = 0; i < context.num_inputs(); ++i)
      sum += context.input(i).at<std::int64_t>({});
    WEFT_TRY_ASSIGN(const auto out, context.allocate<std::int64_t>(0, Shape()));
    out[0] = sum;
    return Status();
  });
}

/// Takes a little time that no optimiser removes.
inline void busy_loop(int turns) {
  for (int i = 0; i < turns; ++i) asm volatile("" ::: "memory");
}

/// Fails with this status whenever it runs.
inline std::shared_ptr<const Op> failing_op(Status status) {
  return op_giving<std::int64_t>("fail", [status](OpContext&) { return status; });
}

}  // namespace weft::test
