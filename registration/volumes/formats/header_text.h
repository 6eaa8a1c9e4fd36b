// Words of headers. Private to the folder above.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_HEADER_TEXT_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_HEADER_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::registration {

// A blank, a tab or the end of a line.
bool IsBlank(char c);

// Text without such characters at its ends.
std::string_view TrimmedText(std::string_view text);

// The parts between such characters.
std::vector<std::string> WordsOf(std::string_view text);

std::string LowerText(std::string_view text);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_HEADER_TEXT_H_
