// Times and sizes of memory as a user writes them.
#ifndef STRUCTLAB_COMMON_QUANTITY_H_
#define STRUCTLAB_COMMON_QUANTITY_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace structlab::common {

// "90s", "30m", "1.5h", or seconds without a unit; above 0. Throws Error(kUsage) at `where` for another text.
double ParseSeconds(std::string_view text, const std::string& where);

// For readers: "2 h 5 min", "3 min 20 s", "12.5 s"; empty for what is no duration.
std::string ReadableSeconds(double seconds);

// "512M", "4G" (K, M, G, T: powers of 1024), or bytes without a unit. Throws Error(kUsage) at `where` for
// another text, and below 1M: no process fits into that, so that the unit was forgotten.
uint64_t ParseMemory(std::string_view text, const std::string& where);

// The shortest text that ParseMemory reads back to the same.
std::string FormatMemory(uint64_t bytes);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_QUANTITY_H_
