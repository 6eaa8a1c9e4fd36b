// What bytes are characters of UTF-8.
#ifndef STRUCTLAB_COMMON_UTF8_H_
#define STRUCTLAB_COMMON_UTF8_H_

#include <cstddef>
#include <string_view>

namespace structlab::common {

// How many bytes the character at the front has, 1 to 4; 0 if it is no UTF-8 (RFC 3629: no overlong form, no
// surrogate, at most U+10FFFF) or the text is empty.
size_t Utf8Length(std::string_view text);

// Where the first byte stands that belongs to no character; npos if all do. O(bytes).
size_t FindInvalidUtf8(std::string_view text);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_UTF8_H_
