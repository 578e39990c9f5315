#include "weft/engine/cores.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace weft::test {
namespace {

TEST(Cores, ParsesCpuMax) {
  EXPECT_EQ(parse_cpu_max("200000 100000\n"), 2.0);
  EXPECT_EQ(parse_cpu_max("50000 100000"), 0.5);
  EXPECT_EQ(parse_cpu_max("max 100000\n"), std::nullopt);
  EXPECT_EQ(parse_cpu_max("-1\n 100000\n"), std::nullopt);
  EXPECT_EQ(parse_cpu_max(""), std::nullopt);
  EXPECT_EQ(parse_cpu_max("100000"), std::nullopt);
  EXPECT_EQ(parse_cpu_max("100000 0"), std::nullopt);
  EXPECT_EQ(parse_cpu_max("100000 \n"), std::nullopt);
}

// A /proc and /sys of our own.
class FakeRoot {
 public:
  FakeRoot() : root_(new_folder()) {}
  ~FakeRoot() { std::filesystem::remove_all(root_); }
  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(
        (root_.string() + path).substr(0, (root_.string() + path).rfind('/')));
    std::ofstream(root_.string() + path) << text;
  }
  std::string path() const { return root_.string(); }

 private:
  static std::string new_folder() {
    std::string path = std::filesystem::temp_directory_path() / "weft_cores_test.XXXXXX";
    if (mkdtemp(path.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
    return path;
  }
  std::filesystem::path root_;
};

TEST(Cores, TheQuotaOfTheGroupAndOfThoseAboveItCounts) {
  const int all = available_cores("/nowhere");
  EXPECT_GE(all, 1);
  const FakeRoot fake;
  fake.write("/proc/self/cgroup", "0::/outer/inner\n");
  EXPECT_EQ(available_cores(fake.path()), all);
  fake.write("/sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
  EXPECT_EQ(available_cores(fake.path()), all);
  fake.write("/sys/fs/cgroup/outer/cpu.max", "100000 100000\n");
  EXPECT_EQ(available_cores(fake.path()), 1);
  fake.write("/sys/fs/cgroup/outer/cpu.max", "20000 100000\n");
  EXPECT_EQ(available_cores(fake.path()), 1);
  fake.write("/sys/fs/cgroup/outer/cpu.max", "100000000 100000\n");
  EXPECT_EQ(available_cores(fake.path()), all);
  fake.write("/sys/fs/cgroup/outer/inner/cpu.max", "100000 100000\n");
  EXPECT_EQ(available_cores(fake.path()), 1);
}

TEST(Cores, VersionOneGroupsCountToo) {
  const FakeRoot fake;
  fake.write("/proc/self/cgroup", "3:cpu,cpuacct:/job\n2:memory:/job\n");
  fake.write("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "100000\n");
  fake.write("/sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(available_cores(fake.path()), 1);
}

}  // namespace
}  // namespace weft::test
