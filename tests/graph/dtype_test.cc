#include "weft/graph/dtype.h"

#include <set>
#include <vector>

#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

TEST(DType, ApiExample) {
  static_assert(weft::dtype_of<float>() == weft::DType::kFloat32);
  EXPECT_EQ(weft::to_string(weft::DType::kString), "string");
  EXPECT_EQ(weft::parse_dtype("int64").value(), weft::DType::kInt64);
}

struct Case {
  DType dtype;
  std::string_view name;
  std::int64_t bytes;
};

// A string's entry is a pointer and a length.
const std::vector<Case> kCases = {{DType::kString, "string", 12},  {DType::kBool, "bool", 1},
                                  {DType::kInt8, "int8", 1},       {DType::kInt16, "int16", 2},
                                  {DType::kInt32, "int32", 4},     {DType::kInt64, "int64", 8},
                                  {DType::kUInt8, "uint8", 1},     {DType::kUInt16, "uint16", 2},
                                  {DType::kUInt32, "uint32", 4},   {DType::kUInt64, "uint64", 8},
                                  {DType::kFloat32, "float32", 4}, {DType::kFloat64, "float64", 8}};

TEST(DType, NamesAndSizes) {
  std::set<std::string_view> names;
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(to_string(c.dtype), c.name);
    EXPECT_EQ(parse_dtype(c.name).value(), c.dtype);
    EXPECT_EQ(element_bytes(c.dtype), c.bytes);
    EXPECT_EQ(is_numeric(c.dtype), c.name != "string" && c.name != "bool");
    names.insert(c.name);
  }
  EXPECT_EQ(names.size(), 12U);
}

TEST(DType, OtherNamesAreRefused) {
  for (const std::string_view name : {"", "String", "int", "float", "string ", "uint128"})
    EXPECT_THAT(parse_dtype(name),
                StatusIs(StatusCode::kInvalidArgument,
                         "there is no dtype named \"" + std::string(name) + "\""));
  EXPECT_THAT(parse_dtype("a\n\xFF"),
              StatusIs(StatusCode::kInvalidArgument, "there is no dtype named \"a\\n\\xFF\""));
}

TEST(DType, VisitFindsTheTypeOfEveryDtype) {
  for (const Case& c : kCases) {
    const DType back =
        visit_dtype(c.dtype, []<class T>(std::type_identity<T>) { return dtype_of<T>(); });
    EXPECT_EQ(back, c.dtype);
  }
}

TEST(DType, BoolIsNoNumber) {
  static_assert(Numeric<float> && Numeric<std::int8_t> && Numeric<std::uint64_t>);
  static_assert(!Numeric<bool> && !Numeric<String> && !Numeric<char>);
  static_assert(FixedWidth<bool> && FixedWidth<double> && !FixedWidth<String>);
  static_assert(Element<String> && Element<bool> && !Element<std::string> && !Element<char>);
}

TEST(DType, ViewsAndOwnedElements) {
  static_assert(std::same_as<ElementView<String>, std::string_view>);
  static_assert(std::same_as<ElementView<float>, float>);
  static_assert(std::same_as<OwnedElement<String>, std::string>);
  static_assert(std::same_as<OwnedElement<std::int64_t>, std::int64_t>);
}

TEST(DType, WhatStandsForAnElement) {
  // Text, but neither an integer nor a null pointer.
  static_assert(PlainOf<const char*, String> && PlainOf<char[4], String>);
  static_assert(PlainOf<std::string, String> && PlainOf<std::string_view, String>);
  static_assert(!PlainOf<int, String> && !PlainOf<std::nullptr_t, String> &&
                !PlainOf<char, String>);
  // Integers for all numbers, fractions for floats, bool for bool alone.
  static_assert(PlainOf<int, float> && PlainOf<unsigned long long, std::int8_t>);
  static_assert(PlainOf<double, float> && PlainOf<float, double>);
  static_assert(!PlainOf<double, std::int32_t> && !PlainOf<bool, std::int32_t>);
  static_assert(!PlainOf<char, std::int8_t> && PlainOf<signed char, std::int8_t>);
  static_assert(PlainOf<bool, bool> && !PlainOf<int, bool>);
}

}  // namespace
}  // namespace weft::test
