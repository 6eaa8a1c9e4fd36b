// The features of one line of an svmlight file.
#ifndef STRUCTLAB_KERNELS_FILES_SPARSE_LINE_H_
#define STRUCTLAB_KERNELS_FILES_SPARSE_LINE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "common/text_input.h"

namespace structlab::kernels {

struct SparseEntry {
  int64_t index;
  double value;
};

struct SparseIndexRange {
  int64_t first = 1, last = 1'000'000'000;
};

// The position behind the labels at the beginning of a line "3 1:0.5 2:1" or "1,4 1:0.5", whatever the labels
// are; 0 if the line begins with a feature, a query, a blank or a comment: it has no labels.
size_t EndOfLabels(std::string_view line);

// Appends the features "index:value index:value ..." from position `begin` of the line up to its end or to a
// comment (from #). A query "qid:3", which groups rows for ranking, may come first and is skipped. Entries
// with value 0 are kept.
//
// Throws common::Error(kData) at file:line:column, as counted by `input`, for a value that is not a finite
// number, an index that is not an integer in the range, and indices that do not ascend. O(bytes).
void ReadSparseEntries(std::string_view line, size_t begin, const SparseIndexRange& range,
                       const common::TextInput& input, std::vector<SparseEntry>& entries);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_SPARSE_LINE_H_
