// Readers of multi-label data in the text formats of LIBSVM and SVMlight with several labels, and of the
// Extreme Classification Repository.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SVMLIGHT_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SVMLIGHT_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

// Options that make a test file compatible with the training file.
//
//     const MultiLabelData train = ReadMultiLabelSvmlight("train.svm");
//     const MultiLabelData test = ReadMultiLabelSvmlight(
//         "test.svm", {.first_index = train.first_index,
//                      .min_features = train.features.cols(),
//                      .tag_names = train.tag_names});
struct MultiLabelSvmlightOptions {
  // Index of the first feature: 0 or 1. Default: 0 if the index 0 occurs in the file, otherwise 1.
  std::optional<int> first_index = std::nullopt;
  int64_t min_features = 0;                 // minimum number of columns
  std::vector<std::string> tag_names = {};  // known tags, which come first; other labels follow
};

// Reads lines "label,label,... index:value index:value ... # comment", plain or gzip.
// - Labels are integers in any order, without blanks between them. A row without labels begins with a blank
//   or with a feature. Labels become tags in increasing order, and their text is the name of the tag ("+1" is
//   "1").
// - Indices increase within a line. The number of features is the highest index (plus one if the first index
//   is 0). Features with the value 0 are not stored.
// - A query ("qid:3") before the features is skipped. Blank lines and comment lines are not rows.
//
// Throws common::Error: kEnvironment if the file cannot be read; kUsage for options out of range; kData at
// file:line:column for text that the format does not allow, labels or indices that occur twice in a line,
// indices that decrease or are above 2^31 - 2, and values that are not finite; kData for a file without rows.
// Memory is proportional to the file. Deterministic, thread-safe.
MultiLabelData ReadMultiLabelSvmlight(const std::string& path, const MultiLabelSvmlightOptions& options = {});

// Reads a text file of the Extreme Classification Repository (Bhatia et al. 2016), plain or gzip: a first
// line "rows features labels", then one line for each row as above, with labels and indices from 0. Every
// line is a row; a blank line is a row without labels and features. Blank lines after the last row are
// skipped. The tags have no names. Throws as above, and if the first line is not three integers, if labels or
// indices are not below those numbers, or if the number of rows differs.
MultiLabelData ReadXmlRepository(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SVMLIGHT_FILE_H_
