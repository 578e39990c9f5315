#include "weft/graph/status.h"

#include <memory>
#include <new>
#include <stdexcept>
#include <thread>

#include "weft/tests/support/failing_memory.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Status, ApiExample) {
  weft::Status status = weft::invalid_argument("pos 7 is outside the string");
  status = std::move(status).at({1, 0}).in("head", "substr");
  EXPECT_EQ(status.to_string(), "head (substr): pos 7 is outside the string");
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.text(), "pos 7 is outside the string");
  EXPECT_EQ(status.node(), "head");
  EXPECT_EQ(status.op(), "substr");
  EXPECT_THAT(status.position(), ElementsAre(1, 0));
}

TEST(Status, SuccessHasNoFacts) {
  const Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.code(), StatusCode::kOk);
  EXPECT_EQ(status.text(), "");
  EXPECT_EQ(status.node(), "");
  EXPECT_EQ(status.op(), "");
  EXPECT_THAT(status.position(), IsEmpty());
  EXPECT_EQ(status.to_string(), "ok");
  EXPECT_LE(sizeof(Status), 2 * sizeof(void*));
}

TEST(Status, SuccessStaysSuccess) {
  EXPECT_THAT(Status().at({1}), IsOk());
  EXPECT_THAT(Status().in("node", "op"), IsOk());
}

TEST(Status, EveryCodeHasItsNameAndFactory) {
  const std::vector<std::pair<Status, std::string_view>> cases = {
      {Status(), "kOk"},
      {invalid_argument("x"), "kInvalidArgument"},
      {resource_exhausted("x"), "kResourceExhausted"},
      {Status(StatusCode::kCancelled, "x"), "kCancelled"},
      {Status(StatusCode::kDeadlineExceeded, "x"), "kDeadlineExceeded"},
      {failed_precondition("x"), "kFailedPrecondition"},
      {unimplemented("x"), "kUnimplemented"},
      {internal_error("x"), "kInternal"}};
  for (const auto& [status, name] : cases) EXPECT_EQ(to_string(status.code()), name);
}

TEST(Status, ACopyKeepsItsFactsWhenTheOtherGetsNewOnes) {
  const Status first = invalid_argument("text").at({1}).in("a", "op");
  Status second = first;
  second = std::move(second).at({2, 3}).in("b", "other");
  EXPECT_THAT(first.position(), ElementsAre(1));
  EXPECT_EQ(first.to_string(), "a (op): text");
  EXPECT_THAT(second.position(), ElementsAre(2, 3));
  EXPECT_EQ(second.to_string(), "b (other): text");
}

TEST(Status, PositionsRead) {
  EXPECT_EQ(position_text({}), "");
  EXPECT_EQ(position_text(std::vector<std::int64_t>{7}), " at [7]");
  EXPECT_EQ(position_text(std::vector<std::int64_t>{1, 0, 12}), " at [1,0,12]");
}

TEST(Status, AnErrorCarriesItsStatus) {
  const Error error(invalid_argument("wrong").in("a", "op"));
  EXPECT_STREQ(error.what(), "a (op): wrong");
  EXPECT_EQ(error.status().node(), "a");
}

TEST(Status, ResultHoldsAValueOrAnError) {
  Result<std::string> good = "text";
  EXPECT_TRUE(good.ok());
  EXPECT_TRUE(static_cast<bool>(good));
  EXPECT_THAT(good.status(), IsOk());
  EXPECT_EQ(*good, "text");
  EXPECT_EQ(good->size(), 4U);
  good.value() += "!";
  *good += "?";
  good->push_back('.');
  EXPECT_EQ(std::as_const(good).value(), "text!?.");

  const Result<std::string> bad = invalid_argument("no text");
  EXPECT_FALSE(bad.ok());
  EXPECT_FALSE(bad);
  EXPECT_THAT(bad, StatusIs(StatusCode::kInvalidArgument, "no text"));
}

TEST(Status, AccessToAFailedResultThrows) {
  Result<std::string> bad = invalid_argument("no text").in("a", "op");
  EXPECT_THROW((void)bad.value(), Error);
  EXPECT_THROW((void)*bad, Error);
  EXPECT_THROW((void)bad->size(), Error);
  EXPECT_THROW((void)std::as_const(bad).value(), Error);
  EXPECT_THROW((void)*std::as_const(bad), Error);
  EXPECT_THROW((void)std::as_const(bad)->size(), Error);
  EXPECT_THROW((void)*std::move(bad), Error);
  try {
    (void)bad.value();
  } catch (const Error& error) {
    EXPECT_EQ(error.status().code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(error.what(), "a (op): no text");
  }
}

TEST(Status, TheValueOfATemporaryResultIsNoReference) {
  const auto letters = [] { return Result<std::string>("abc"); };
  static_assert(std::same_as<decltype(letters().value()), std::string>);
  static_assert(std::same_as<decltype(*letters()), std::string>);
  std::string seen;
  for (const char letter : letters().value()) seen += letter;
  EXPECT_EQ(seen, "abc");
}

TEST(Status, ResultsOfValuesThatOnlyMove) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 5);
  result = std::move(taken);
  EXPECT_EQ(**result, 5);
}

TEST(Status, AResultWithoutValueIsAlwaysAnError) {
  const Result<int> result = Status();
  EXPECT_FALSE(result.ok());
  EXPECT_THAT(result, StatusIs(StatusCode::kInternal, HasSubstr("without an error")));
}

Result<std::vector<int>> at_least_two(std::initializer_list<int> list) {
  if (list.size() < 2) return invalid_argument("fewer than two");
  return std::vector<int>(list);
}
Result<std::pair<int, int>> ordered(int a, int b) {
  if (a > b) return invalid_argument("out of order");
  return std::pair(a, b);
}

Status try_everything(int a, int b, int& reached) {
  WEFT_TRY(Status());
  reached = 1;
  WEFT_TRY(ordered(a, b));
  reached = 2;
  // The commas inside braces and angle brackets are no argument separators.
  WEFT_TRY(Result<std::pair<int, int>>(std::pair<int, int>{a, b}));
  WEFT_TRY_ASSIGN(std::vector<int> list, at_least_two({a, b}));
  WEFT_TRY_ASSIGN(list, at_least_two({a, b, 3}));
  WEFT_TRY_ASSIGN(const auto pair, ordered(list[0], list[1]));
  if (pair.first == pair.second) WEFT_TRY(failed_precondition("equal"));
  reached = 3;
  return {};
}

TEST(Status, TheMacrosPassErrorsOn) {
  int reached = 0;
  EXPECT_THAT(try_everything(1, 2, reached), IsOk());
  EXPECT_EQ(reached, 3);
  EXPECT_THAT(try_everything(2, 1, reached),
              StatusIs(StatusCode::kInvalidArgument, "out of order"));
  EXPECT_EQ(reached, 1);
  EXPECT_THAT(try_everything(3, 3, reached), StatusIs(StatusCode::kFailedPrecondition, "equal"));
  EXPECT_EQ(reached, 2);
}

Result<std::unique_ptr<int>> try_moves(Result<std::unique_ptr<int>> from) {
  WEFT_TRY_ASSIGN(std::unique_ptr<int> moved, std::move(from));
  return moved;
}

TEST(Status, TheMacrosMoveAndLookOnce) {
  EXPECT_EQ(**try_moves(std::make_unique<int>(4)), 4);
  EXPECT_THAT(try_moves(unimplemented("no")), StatusIs(StatusCode::kUnimplemented, "no"));
  int calls = 0;
  const auto counted = [&]() -> Status {
    WEFT_TRY((++calls, Status()));
    WEFT_TRY_ASSIGN(const int value, (++calls, Result<int>(1)));
    return value == 1 ? Status() : internal_error("lost");
  };
  EXPECT_THAT(counted(), IsOk());
  EXPECT_EQ(calls, 2);
}

template <class Function>
Status status_of_throw(Function function) {
  try {
    function();
  } catch (...) {
    return status_of_exception();
  }
  return Status();
}

struct Unnamed {};

TEST(Status, ExceptionsBecomeErrors) {
  EXPECT_THAT(status_of_throw([] { throw Error(invalid_argument("bad").at({3}).in("a", "op")); }),
              StatusIs(StatusCode::kInvalidArgument, "a (op): bad"));
  EXPECT_THAT(status_of_throw([] { throw std::bad_alloc(); }),
              StatusIs(StatusCode::kResourceExhausted, "out of memory"));
  EXPECT_THAT(status_of_throw([] { throw std::out_of_range("too far"); }),
              StatusIs(StatusCode::kInternal, "threw std::out_of_range: too far"));
  EXPECT_THAT(status_of_throw([] { throw 5; }), StatusIs(StatusCode::kInternal, "threw int"));
  EXPECT_THAT(status_of_throw([] { throw Unnamed(); }),
              StatusIs(StatusCode::kInternal, "threw weft::test::(anonymous namespace)::Unnamed"));
}

TEST(Status, WhatIsThrownIsNeverASuccess) {
  EXPECT_THAT(status_of_throw([] { throw Error(Status()); }),
              StatusIs(StatusCode::kInternal, HasSubstr("without an error")));
}

TEST(Status, DescribingAnExceptionNeverThrows) {
  bool enough = false;
  for (int successes = 0; !enough; ++successes) {
    ASSERT_LT(successes, 100);
    const Status status = [&] {
      try {
        throw std::runtime_error("a text that is too long to be stored inside a std::string");
      } catch (...) {
        const FailingMemory memory(successes);
        Status described = status_of_exception();
        enough = !memory.failed();
        return described;
      }
    }();
    EXPECT_EQ(status.code(), enough ? StatusCode::kInternal : StatusCode::kResourceExhausted);
  }
}

TEST(Status, AnyThreadMayReadAndCopy) {
  const Status status = invalid_argument("shared").at({1});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([status] {
      for (int k = 0; k < 1000; ++k) {
        Status copy = status;
        copy = std::move(copy).in("node", "op");
        if (copy.text() != status.text()) std::abort();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(status.node(), "");
}

}  // namespace
}  // namespace weft::test
