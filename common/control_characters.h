// Finds characters that names of labels and features must not contain.
#ifndef STRUCTLAB_COMMON_CONTROL_CHARACTERS_H_
#define STRUCTLAB_COMMON_CONTROL_CHARACTERS_H_

#include <cstddef>
#include <string_view>

namespace structlab::common {

// Finds the first control character except the tab: a byte below 0x20, 0x7f, or one of U+0080 to U+009F in
// UTF-8 (NEL, a line end, is one). Returns the position of its first byte; npos if there is none.
// O(bytes), eight at a time.
size_t FindControlCharacter(std::string_view text);

// Removes carriage returns and NEL (U+0085 in UTF-8) from the end of a line: some programs write them before
// the line feed.
std::string_view WithoutLineEnd(std::string_view line);

// True if the line is empty or contains only spaces and tabs.
bool IsBlankLine(std::string_view line);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_CONTROL_CHARACTERS_H_
