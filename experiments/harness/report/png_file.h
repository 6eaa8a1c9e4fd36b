// Pictures as PNG files.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PNG_FILE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PNG_FILE_H_

#include <string>
#include <string_view>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// The bytes of the file: 8 bits a value, grey or RGB as the picture is, without loss. The same picture gives
// the same bytes, but for another version of libpng or zlib. Throws common::Error(kUsage) naming `where` if
// it is no picture (CheckPicture).
std::string EncodePng(const Picture& picture, const std::string& where);

// The inverse. Throws common::Error(kData) naming `name` if the bytes are no such file, or one of a picture
// larger than CheckPicture allows.
Picture DecodePng(std::string_view bytes, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PNG_FILE_H_
