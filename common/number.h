// Numbers as text.
#ifndef STRUCTLAB_COMMON_NUMBER_H_
#define STRUCTLAB_COMMON_NUMBER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace structlab::common {

// The shortest decimal text that reads back to the same bits, in fixed or scientific notation, whichever
// is shorter; "nan" for every NaN (sign and payload are lost), "inf", "-inf". Independent of the locale.
std::string FormatDouble(double value);

// At most four significant digits, for a reader: "0.1235", "1.235e+06", "nan", "-inf". Does not read back to
// the same. Independent of the locale.
std::string FormatShort(double value);

// The double nearest to a decimal number. The whole text must be the number: no spaces, no hexadecimal;
// one leading '+' is allowed, as are "nan", "inf" and "infinity" in any case. A number too small for a
// double becomes the nearest representable one, as the standard rounding says. Throws Error(kData) at
// `where` if the text is not a number or is too large for a double.
double ParseDouble(std::string_view text, const std::string& where);

// The same number if the text is a finite one, else nothing: for callers with a message of their own.
std::optional<double> ParseFiniteNumber(std::string_view text);

// A decimal integer, with one leading '+' allowed. Throws Error(kData) at `where` if the whole text is not
// an integer or does not fit 64 bits.
int64_t ParseInteger(std::string_view text, const std::string& where);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_NUMBER_H_
