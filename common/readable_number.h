// Numbers for readers, with U+2212 as minus.
#ifndef STRUCTLAB_COMMON_READABLE_NUMBER_H_
#define STRUCTLAB_COMMON_READABLE_NUMBER_H_

#include <optional>
#include <string>

namespace structlab::common {

// With the decimals of the number beside which it stands, and one more where that has fewer than four digits;
// beside an integer four significant digits, and five beside nothing. With a spread, such as a standard
// deviation, in two digits and rounded to them: "1615 ± 12".
std::string ReadableNumber(double value, const std::optional<double>& like = {},
                           const std::optional<double>& spread = {});

// With all its digits: "1614.769 ± 12.345".
std::string PrintedNumber(double value, const std::optional<double>& spread = {});

std::string ReadablePercent(double percent);  // signed, "+3.2%"

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_READABLE_NUMBER_H_
