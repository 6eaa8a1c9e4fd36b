// What a picture may be.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PICTURE_CHECK_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PICTURE_CHECK_H_

#include <cstddef>
#include <string>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

inline constexpr int kLargestSide = 16384;                         // browsers show no more
inline constexpr size_t kLargestPicture = size_t{1} << 24;         // bytes: 4096 x 4096 grey, 2364 x 2364 RGB
inline constexpr size_t kLargestPicturesOfCase = size_t{1} << 26;  // bytes, together

// Throws common::Error(kUsage) naming `where` unless the picture has 1 or 3 channels, sides from 1 to
// kLargestSide, at most kLargestPicture values, and as many as its sides and channels say.
void CheckPicture(const Picture& picture, const std::string& where);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PICTURE_CHECK_H_
