// Numbers as compressed text, for a cell of a table.
#ifndef STRUCTLAB_COMMON_PACKED_NUMBERS_H_
#define STRUCTLAB_COMMON_PACKED_NUMBERS_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// "COUNT:BASE64" of the zlib-compressed doubles, bit by bit. Bytes of equal rank stand together, which
// compresses better.
std::string PackNumbers(const std::vector<double>& numbers);

// Unpacks what PackNumbers made. Throws Error(kData) at `where` if the text is damaged or has more than
// 8388608 numbers.
std::vector<double> UnpackNumbers(std::string_view text, const std::string& where);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PACKED_NUMBERS_H_
