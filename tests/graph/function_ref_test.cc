#include "weft/graph/function_ref.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

namespace weft::test {
namespace {

void twice(weft::FunctionRef<void(int)> visit) {
  visit(1);
  visit(2);
}

TEST(FunctionRef, ApiExample) {
  int sum = 0;
  twice([&](int i) { sum += i; });
  EXPECT_EQ(sum, 3);
}

int twofold(int x) { return 2 * x; }

TEST(FunctionRef, TakesEveryKindOfCallable) {
  const auto call = [](FunctionRef<int(int)> function) { return function(5); };
  EXPECT_EQ(call([](int x) { return x + 1; }), 6);
  EXPECT_EQ(call(twofold), 10);
  EXPECT_EQ(call(&twofold), 10);
  const std::function<int(int)> stored = twofold;
  EXPECT_EQ(call(stored), 10);
  const auto by_const = [](int x) { return x - 1; };
  EXPECT_EQ(call(by_const), 4);
  EXPECT_EQ(call([owned = std::make_unique<int>(7)](int x) { return *owned * x; }), 35);
}

TEST(FunctionRef, ChangesTheCallableItself) {
  int calls = 0;
  auto counter = [calls]() mutable { return ++calls; };
  const FunctionRef<int()> count = counter;
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(count(), 2);
  EXPECT_EQ(counter(), 3);
}

TEST(FunctionRef, AResultThatNobodyWantsIsDropped) {
  int calls = 0;
  twice([&](int) { return ++calls; });
  twice([&](int) { return ++calls; });
  EXPECT_EQ(calls, 4);
  twice(twofold);
}

TEST(FunctionRef, PassesReferencesAndMovesValues) {
  std::string seen;
  const auto read = [&](const std::string& text) { seen = text; };
  FunctionRef<void(const std::string&)>{read}("abc");
  EXPECT_EQ(seen, "abc");
  const auto take = [](std::unique_ptr<int> owned) { return *owned; };
  EXPECT_EQ(FunctionRef<int(std::unique_ptr<int>)>{take}(std::make_unique<int>(3)), 3);
  const auto change = [](int& x) -> int& { return ++x; };
  int value = 1;
  FunctionRef<int&(int&)>{change}(value) = 9;
  EXPECT_EQ(value, 9);
}

TEST(FunctionRef, CopiesReferToTheSameCallable) {
  int sum = 0;
  auto add = [&](int x) { sum += x; };
  const FunctionRef<void(int)> first = add;
  const FunctionRef<void(int)> second = first;
  second(4);
  EXPECT_EQ(sum, 4);
}

TEST(FunctionRef, TakesOnlyWhatFits) {
  static_assert(std::is_constructible_v<FunctionRef<int(int)>, int (*)(int)>);
  static_assert(!std::is_constructible_v<FunctionRef<int(int)>, int (*)(std::string)>);
  static_assert(!std::is_constructible_v<FunctionRef<std::string()>, int (*)()>);
  static_assert(sizeof(FunctionRef<void()>) == 2 * sizeof(void*));
}

}  // namespace
}  // namespace weft::test
