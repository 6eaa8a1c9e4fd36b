// Texts inside of PNG files.
#ifndef STRUCTLAB_COMMON_PNG_PNG_TEXTS_H_
#define STRUCTLAB_COMMON_PNG_PNG_TEXTS_H_

#include <string>
#include <utility>
#include <vector>

namespace structlab::common {

// A PNG file with a tEXt chunk for each name and value behind its header.
std::string WithPngTexts(const std::string& png,
                         const std::vector<std::pair<std::string, std::string>>& texts);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PNG_PNG_TEXTS_H_
