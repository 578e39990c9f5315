// Ops made of functions, for tests of graphs, plans and executors.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "weft/graph/op.h"

namespace weft::test {

class FakeOp final : public Op {
 public:
  using Infer = std::function<Result<Specs>(std::span<const TensorSpec>)>;
  using Run = std::function<Status(OpContext&)>;

  FakeOp(std::string name, Infer infer, Run run, OpForm form)
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

inline Status no_run(OpContext&) { return internal_error("this op cannot run"); }

inline std::shared_ptr<const Op> fake_op(std::string name, FakeOp::Infer infer,
                                         FakeOp::Run run = no_run, OpForm form = {}) {
  return std::make_shared<FakeOp>(std::move(name), std::move(infer), std::move(run), form);
}

/// `outputs` copies of its first input.
inline std::shared_ptr<const Op> pass_on(std::string name, std::size_t outputs = 1,
                                         OpForm form = {.pure = true}) {
  return fake_op(
      std::move(name),
      [outputs](std::span<const TensorSpec> inputs) -> Result<Specs> {
        return Specs(outputs, {.dtype = inputs[0].dtype, .shape = inputs[0].shape});
      },
      [](OpContext& context) {
        for (std::size_t i = 0; i < context.num_outputs(); ++i)
          context.set_output(i, context.input(0));
        return Status();
      },
      form);
}

/// Takes anything, gives one tensor of `spec`; for graphs that never run.
inline std::shared_ptr<const Op> gives(std::string name, TensorSpec spec) {
  return fake_op(std::move(name), [spec = std::move(spec)](std::span<const TensorSpec>) {
    return Result<Specs>(Specs{spec});
  });
}

/// An op that refuses every call.
inline std::shared_ptr<const Op> refuses(std::string name, std::string text = "refused") {
  return fake_op(std::move(name),
                 [text = std::move(text)](std::span<const TensorSpec>) -> Result<Specs> {
                   return invalid_argument(text);
                 });
}

}  // namespace weft::test
