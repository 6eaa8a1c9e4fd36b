// Finds the characters of UTF-8 texts.
#ifndef STRUCTLAB_COMMON_UTF8_H_
#define STRUCTLAB_COMMON_UTF8_H_

#include <cstddef>
#include <string_view>

namespace structlab::common {

// The number of bytes, 1 to 4, of the first character; 0 if the text is empty or does not begin with valid
// UTF-8 (RFC 3629: no overlong form, no surrogate, at most U+10FFFF).
size_t Utf8Length(std::string_view text);

// The position of the first byte that is not part of a valid character. Returns npos for valid text.
// O(bytes).
size_t FindInvalidUtf8(std::string_view text);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_UTF8_H_
