// The features of a line of svmlight.
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

// Appends "index:value index:value ..." from position `begin` of the line to its end or to a comment, which
// begins with #. A query, "qid:3", may come first and is skipped: it groups rows for ranking. Entries of
// value 0 are kept. Throws common::Error(kData) at file:line:column, as `input` counts, for a value that is
// not a finite number, indices that are not integers of the range, and indices that do not rise. O(bytes).
void ReadSparseEntries(std::string_view line, size_t begin, const SparseIndexRange& range,
                       const common::TextInput& input, std::vector<SparseEntry>& entries);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_SPARSE_LINE_H_
