#include "common/memory_need.h"

#include <fmt/format.h>

#include <algorithm>

namespace structlab::common {

std::string ReadableMemory(double bytes) {
  constexpr double kMebi = 1024 * 1024, kGibi = 1024 * kMebi;
  if (bytes >= 9.95 * kGibi) return fmt::format("{:.0f} GiB", bytes / kGibi);
  if (bytes >= kGibi) return fmt::format("{:.1f} GiB", bytes / kGibi);
  return fmt::format("{:.0f} MiB", std::max(1.0, bytes / kMebi));
}

Error MemoryError(const MemoryNeed& need) {
  return Error(ErrorKind::kEnvironment,
               {.where = "memory",
                .what = "there is not enough",
                .expected = fmt::format("about {} {}", ReadableMemory(need.bytes), need.what),
                .remedy = need.remedy});
}

}  // namespace structlab::common
