// Formats numbers for people, with U+2212 as minus sign.
#ifndef STRUCTLAB_COMMON_READABLE_NUMBER_H_
#define STRUCTLAB_COMMON_READABLE_NUMBER_H_

#include <optional>
#include <string>

namespace structlab::common {

// A rounded number. Digits:
//   - with `like`, the number that it is compared with: as many decimals as `like`, and one more if `like`
//     has fewer than four digits; four significant digits if `like` is an integer;
//   - without `like`: five significant digits.
// A `spread`, such as a standard deviation, is written with two digits, and the value is rounded to its last
// decimal: "1615 ± 12".
std::string ReadableNumber(double value, const std::optional<double>& like = {},
                           const std::optional<double>& spread = {});

// The number with all its digits: "1614.769 ± 12.345".
std::string PrintedNumber(double value, const std::optional<double>& spread = {});

std::string ReadablePercent(double percent);  // signed, "+3.2%"

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_READABLE_NUMBER_H_
