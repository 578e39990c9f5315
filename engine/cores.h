// How many cores this process may use. Not part of the public interface.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Cores by the thread affinity and the quota of the control groups (v1 and v2) that the process is
/// in; at least 1. `root` stands before the paths of /proc and /sys, for tests.
int available_cores(const std::string& root = "");

/// Cores that "quota period" of cpu.max allows, both in microseconds; nothing for "max" or for text
/// of another form.
std::optional<double> parse_cpu_max(std::string_view text);

}  // namespace weft
