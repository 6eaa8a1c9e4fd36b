// Features with names: rows that were computed separately get common columns.
#ifndef STRUCTLAB_KERNELS_GRAPHS_NAMED_FEATURES_H_
#define STRUCTLAB_KERNELS_GRAPHS_NAMED_FEATURES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/graphs/sparse_features.h"

namespace structlab::kernels {

struct NamedValue {
  uint64_t name;
  double value;
  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

// The name of a column says what it counts, independently of the graphs at hand.
struct NamedFeatures {
  SparseFeatures values;
  std::vector<uint64_t> names;  // one per column, ascending
};

// Joins rows: one column for each name that occurs. Names must ascend in each row. Throws
// common::Error(kUsage) for rows of 2^31 values or more in all. O(values log values).
NamedFeatures JoinRows(const std::vector<std::vector<NamedValue>>& rows);

// The columns with these names, in their order, so that new examples get the same columns as those that a
// model was learned from. A name that `features` lacks gives a column of zeros; columns of `features` with
// other names are left out. Throws common::Error(kUsage) for names that do not ascend. O(non-zeros + columns
// + names).
SparseFeatures TakeColumns(const NamedFeatures& features, std::span<const uint64_t> names);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_NAMED_FEATURES_H_
