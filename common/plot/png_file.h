// The one place that writes PNG files.
#ifndef STRUCTLAB_COMMON_PLOT_PNG_FILE_H_
#define STRUCTLAB_COMMON_PLOT_PNG_FILE_H_

#include <string>
#include <utility>
#include <vector>

#include "common/picture.h"

namespace structlab::common {

// The bytes of a PNG file: 8 bits a value, grey or RGB as the picture is, without loss. The same picture
// gives the same bytes with the same libpng and zlib. Throws Error(kUsage) naming `where` if the picture is
// invalid (CheckPicture).
std::string EncodePng(const Picture& picture, const std::string& where);

// A PNG file with a tEXt chunk for each name and value behind its header.
std::string WithPngTexts(const std::string& png,
                         const std::vector<std::pair<std::string, std::string>>& texts);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_PNG_FILE_H_
