#include "weft/engine/cores.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>

namespace weft {

namespace {

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::optional<double> parse_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number <= 0) return std::nullopt;
  return number;
}

void lower(std::optional<double>& quota, std::optional<double> other) {
  if (other) quota = std::min(quota.value_or(*other), *other);
}

// The quota of a v1 group: two files instead of one.
std::optional<double> v1_quota(const std::string& folder) {
  const auto quota = read_file(folder + "/cpu.cfs_quota_us");
  const auto period = read_file(folder + "/cpu.cfs_period_us");
  if (!quota || !period) return std::nullopt;
  return parse_cpu_max(*quota + " " + *period);
}

// The group that /proc/self/cgroup names, and all groups above it: each may set a quota.
template <class QuotaOf>
void lower_along(std::optional<double>& quota, const std::string& mount, std::string group,
                 QuotaOf quota_of) {
  while (true) {
    lower(quota, quota_of(mount + group));
    const std::size_t slash = group.rfind('/');
    if (slash == std::string::npos) return;
    group.resize(slash);
  }
}

std::optional<double> group_quota(const std::string& root) {
  std::optional<double> quota;
  std::istringstream groups(read_file(root + "/proc/self/cgroup").value_or(""));
  const auto v2_quota = [](const std::string& folder) -> std::optional<double> {
    const auto text = read_file(folder + "/cpu.max");
    return text ? parse_cpu_max(*text) : std::nullopt;
  };
  // A line is "id:controllers:group"; v2 has no controllers.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") lower_along(quota, root + "/sys/fs/cgroup", group, v2_quota);
    if (controllers.find(",cpu,") != std::string::npos)
      lower_along(quota, root + "/sys/fs/cgroup/cpu", group, v1_quota);
  }
  return quota;
}

int affinity_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

std::optional<double> parse_cpu_max(std::string_view text) {
  const std::size_t space = text.find_first_of(" \n");
  const std::size_t second = text.find_first_not_of(" \n", space);
  if (space == std::string_view::npos || second == std::string_view::npos) return std::nullopt;
  const auto quota = parse_number(text.substr(0, space));
  const auto period = parse_number(text.substr(second));
  if (!quota || !period) return std::nullopt;
  return *quota / *period;
}

int available_cores(const std::string& root) {
  const int cores = affinity_cores();
  const std::optional<double> quota = group_quota(root);
  // A thread more than the quota would only be throttled, so a part of a core does not count.
  const int allowed = quota ? static_cast<int>(std::min(std::floor(*quota), 1e6)) : cores;
  return std::max(1, std::min(cores, allowed));
}

}  // namespace weft
