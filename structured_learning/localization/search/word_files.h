// Readers of the files of C. Lampert's programs ESS 1.1 and ESSstruct 1.2: points with words, and weights.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_FILES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_FILES_H_

#include <optional>
#include <string>
#include <vector>

#include "structured_learning/localization/search/word_image.h"

namespace structlab::structured_learning {

struct ImageSize {
  int width = 0, height = 0;
};

// Reads a file of points (.clst), plain or gzip: a line `x y word` for each point, separated by spaces, tabs
// or commas. Coordinates count from 0. They may have fractions, as those of key points do, which are dropped;
// words are integers. Empty lines and lines that begin with '#' are skipped.
//
//     const WordImage image = ReadWordPoints("cow.clst", ImageSize{368, 272});
//
// Without a size, width and height are the largest coordinates + 1. Throws common::Error: kEnvironment if the
// file cannot be read; kUsage for a size outside of [1, kMaxImageSide]; kData at file:line for a line that is
// not three numbers, a negative number, a word above 2^24 - 1, and a point outside of the size or of
// kMaxImageSide; kData at the file if it has no point. Memory: 8 bytes a point.
WordImage ReadWordPoints(const std::string& path, std::optional<ImageSize> size = std::nullopt);

// Reads a file of weights (.weight): numbers separated by white space, usually one a line. Word k has the
// k-th number. A pyramid of 1 + 4 cells has the weights of the cells one after the other (word_score.h).
// Empty lines and lines that begin with '#' are skipped. Throws common::Error: kEnvironment if the file
// cannot be read; kData at file:line for what is not a finite number; kData at the file if it is empty or has
// more than 2^27 numbers.
std::vector<double> ReadWordWeights(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_FILES_H_
