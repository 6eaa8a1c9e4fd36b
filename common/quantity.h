// Parses and formats durations and sizes of memory as users write them.
#ifndef STRUCTLAB_COMMON_QUANTITY_H_
#define STRUCTLAB_COMMON_QUANTITY_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace structlab::common {

// "90s", "30m", "1.5h", or seconds without a unit; above 0. Throws Error(kUsage) at `where` for any other
// text.
double ParseSeconds(std::string_view text, const std::string& where);

// "2 h 5 min", "3 min 20 s" or "12.5 s"; empty for a number that is negative or not finite.
std::string ReadableSeconds(double seconds);

// "512M", "4G" (K, M, G, T: powers of 1024), or bytes without a unit. Throws Error(kUsage) at `where` for any
// other text, and for less than 1M: no process fits into that, so the unit was probably forgotten.
uint64_t ParseMemory(std::string_view text, const std::string& where);

// The shortest text that ParseMemory reads back to the same number.
std::string FormatMemory(uint64_t bytes);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_QUANTITY_H_
