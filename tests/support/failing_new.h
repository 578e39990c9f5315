// Memory that runs out on demand: the global operator new of a program that uses this can be told
// to fail. Memory of Buffers comes from elsewhere and is not concerned.
#pragma once

namespace weft::test {

/// While it lives, operator new on this thread succeeds `successes` times and then always fails.
class FailingNew {
 public:
  explicit FailingNew(int successes);
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;
  /// Whether any allocation failed so far.
  bool failed() const;
};

}  // namespace weft::test
