// Multi-label data as text: the format of LIBSVM and SVMlight with several labels, and that of the Extreme
// Classification Repository.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SVMLIGHT_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SVMLIGHT_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

// What a file must share with the file of the training rows.
//
//   const MultiLabelData train = ReadMultiLabelSvmlight("train.svm");
//   const MultiLabelData test = ReadMultiLabelSvmlight(
//       "test.svm", {.first_index = train.first_index,
//                    .min_features = train.features.cols(),
//                    .tag_names = train.tag_names});
struct MultiLabelSvmlightOptions {
  // Index of the first feature: 0 or 1; by default 0 if an index 0 occurs in the file, else 1.
  std::optional<int> first_index = std::nullopt;
  int64_t min_features = 0;                 // columns, even if the file has fewer
  std::vector<std::string> tag_names = {};  // they come first; labels that are not among them follow
};

// Reads lines "label,label,... index:value index:value ... # comment", plain or gzip. Labels are integers in
// any order, without blanks between them; rows without labels begin with a blank or with a feature. Labels
// become tags in rising order, and their text is the name of the tag ("+1" is "1"). Indices rise within a
// line; the number of features is the highest index (plus one if the first is 0). A query ("qid:3") in front
// of the features is skipped; lines that are blank or only a comment are no rows. Features of value 0 are
// left out.
//
// Throws common::Error: kEnvironment if the file cannot be read; kUsage for options out of range; kData at
// file:line:column for what the format does not allow, labels or indices that occur twice in a line, indices
// that fall or are above 2^31 - 2, and values that are not finite; kData for a file without rows. Memory in
// proportion to the file. Deterministic, thread-safe.
MultiLabelData ReadMultiLabelSvmlight(const std::string& path, const MultiLabelSvmlightOptions& options = {});

// Reads a text of the Extreme Classification Repository (Bhatia et al. 2016), plain or gzip: a first line
// "rows features labels", then a line a row as above, with labels and indices from 0. Every line is a row,
// even a blank one: a row without labels and features. Blank lines behind the last row are skipped. The tags
// have no names. Errors as above, and for a first line that is not three integers, labels and indices that
// are not below those numbers, and another number of rows.
MultiLabelData ReadXmlRepository(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_SVMLIGHT_FILE_H_
