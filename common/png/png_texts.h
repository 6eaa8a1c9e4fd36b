// Adds texts to PNG files.
#ifndef STRUCTLAB_COMMON_PNG_PNG_TEXTS_H_
#define STRUCTLAB_COMMON_PNG_PNG_TEXTS_H_

#include <string>
#include <utility>
#include <vector>

namespace structlab::common {

// The PNG file with an added tEXt chunk for each pair of name and value, after the header. tEXt is Latin-1:
// other characters become '?', and line breaks become spaces.
std::string WithPngTexts(const std::string& png,
                         const std::vector<std::pair<std::string, std::string>>& texts);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PNG_PNG_TEXTS_H_
