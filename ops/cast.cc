#include "weft/ops/cast.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "weft/ops/parallel.h"

namespace weft {

namespace {

// Float to integer: truncated, beyond the ends of the type the nearest of them, and 0 for NaN.
// Nothing is converted before it is known to be inside, for the conversion is undefined otherwise.
// Branch-free, so that a loop over it becomes vector code.
template <std::integral To, std::floating_point From>
To saturated(From x) {
  using Limits = std::numeric_limits<To>;
  if constexpr (Limits::digits <= std::numeric_limits<From>::digits) {
    // Both ends are exact in From. Narrow integers go through int32, which has vector instructions.
    using Wide = std::conditional_t<(sizeof(To) < 4), std::int32_t, To>;
    const From number = std::isnan(x) ? From{0} : x;
    constexpr auto kLowest = static_cast<From>(Limits::min());
    constexpr auto kHighest = static_cast<From>(Limits::max());
    const From from_below = number < kLowest ? kLowest : number;
    return static_cast<To>(static_cast<Wide>(from_below > kHighest ? kHighest : from_below));
  } else {
    // The first number beyond is a power of two, and so exact.
    constexpr From kEnd = static_cast<From>(To{1} << (Limits::digits - 1)) * 2;
    constexpr From kBegin = std::is_signed_v<To> ? -kEnd : 0;
    const bool inside = x >= kBegin && x < kEnd;
    const To truncated = static_cast<To>(inside ? x : From{0});
    const To beyond = x >= kEnd ? Limits::max() : To{0};
    const To below = x < kBegin ? Limits::min() : To{0};
    // At most one of them is not 0, and none for NaN.
    return truncated | beyond | below;
  }
}

template <FixedWidth To, FixedWidth From>
To convert(From x) {
  if constexpr (std::same_as<To, bool>)
    return x != From{0};
  else if constexpr (std::floating_point<From> && std::integral<To>)
    return saturated<To>(x);
  else
    return static_cast<To>(x);
}

// The pointers are parameters, because a store to an array of bytes may change a captured variable,
// but not these.
template <class To, class From>
void convert_all(const From* from, const From* end, To* to) {
  for (; from < end; ++from, ++to) *to = convert<To>(*from);
}

template <FixedWidth To, FixedWidth From>
Status cast_all(OpContext& context) {
  const Tensor& x = context.input(0);
  WEFT_TRY_ASSIGN(const std::span<To> result, context.allocate<To>(0, x.shape()));
  // A bool is a byte of 0 or 1, and as that the compiler vectorises it.
  using Stored = std::conditional_t<std::same_as<From, bool>, std::uint8_t, From>;
  const Stored* from = x.data().as<Stored>();
  To* to = result.data();
  return for_chunks(context, x.size(), sizeof(From) + sizeof(To),
                    [=](std::int64_t begin, std::int64_t end) {
                      convert_all(from + begin, from + end, to + begin);
                      return Status();
                    });
}

class Cast final : public Op {
 public:
  explicit Cast(DType to) : to_(to) {}

  std::string_view name() const override { return "cast"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    if (inputs[0].dtype == to_) return Specs{inputs[0]};
    if (inputs[0].dtype == DType::kString || to_ == DType::kString)
      return no_such_cast(inputs[0].dtype);
    return Specs{{.dtype = to_, .shape = inputs[0].shape}};
  }

  Status run(OpContext& context) const override {
    const Tensor& x = context.input(0);
    if (x.dtype() == to_) {
      context.set_output(0, x);
      return Status();
    }
    return visit_dtype(x.dtype(), [&]<class From>(std::type_identity<From>) {
      return visit_dtype(to_, [&]<class To>(std::type_identity<To>) {
        if constexpr (FixedWidth<From> && FixedWidth<To>)
          return cast_all<To, From>(context);
        else
          return no_such_cast(x.dtype());
      });
    });
  }

 private:
  Status no_such_cast(DType from) const {
    return unimplemented(fmt::format("cannot cast {} to {}", to_string(from), to_string(to_)));
  }

  DType to_;
};

}  // namespace

AnyValue cast(const AnyValue& x, DType to) {
  return add_op(std::make_shared<Cast>(to), {x}).front();
}

}  // namespace weft
