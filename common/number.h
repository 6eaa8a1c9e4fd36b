// Converts numbers to text and back, independent of the locale.
#ifndef STRUCTLAB_COMMON_NUMBER_H_
#define STRUCTLAB_COMMON_NUMBER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace structlab::common {

// The shortest decimal text that reads back to the same bits, in fixed or scientific notation, whichever is
// shorter; "nan" for every NaN (sign and payload are lost), "inf", "-inf".
std::string FormatDouble(double value);

// At most four significant digits, for people: "0.1235", "1.235e+06", "nan", "-inf". Rounds: it does not read
// back to the same number.
std::string FormatShort(double value);

// The double nearest to a decimal number. The whole text must be the number, without spaces and not in
// hexadecimal. A leading '+' is allowed; so are "nan", "inf" and "infinity", in upper or lower case. A number
// too small for a double is rounded to the nearest double. Throws Error(kData) at `where` if the text is not
// a number or is too large for a double.
double ParseDouble(std::string_view text, const std::string& where);

// The same, but returns nothing if the text is not a finite number: for callers with their own error message.
std::optional<double> ParseFiniteNumber(std::string_view text);

// A decimal integer; a leading '+' is allowed. Throws Error(kData) at `where` if the whole text is not an
// integer or does not fit into 64 bits.
int64_t ParseInteger(std::string_view text, const std::string& where);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_NUMBER_H_
