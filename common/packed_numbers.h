// Stores many numbers as compressed text in one cell of a table.
#ifndef STRUCTLAB_COMMON_PACKED_NUMBERS_H_
#define STRUCTLAB_COMMON_PACKED_NUMBERS_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// "COUNT:BASE64" of the zlib-compressed doubles, without loss. The bytes are regrouped by their place in the
// double before compression (all first bytes, then all second bytes, ...), which compresses better.
std::string PackNumbers(const std::vector<double>& numbers);

// The inverse of PackNumbers. Throws Error(kData) at `where` if the text is damaged or holds more than
// 8388608 numbers.
std::vector<double> UnpackNumbers(std::string_view text, const std::string& where);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PACKED_NUMBERS_H_
