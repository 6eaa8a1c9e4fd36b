// Features with names: rows of different graphs, computed apart, in common columns.
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

// What a column counts is told by its name alone, which does not depend on the graphs at hand.
struct NamedFeatures {
  SparseFeatures values;
  std::vector<uint64_t> names;  // one a column, ascending
};

// A column for each name in one of the rows. Names ascend in each row. Throws common::Error(kUsage) for rows
// of 2^31 values or more in all. O(values log values).
NamedFeatures JoinRows(const std::vector<std::vector<NamedValue>>& rows);

// The columns of these names, which ascend, in their order; 0 where a name is new, and names of `features`
// that are not among them are left out. So new examples are laid out as those that a model was learned from.
// Throws common::Error(kUsage) for names that do not ascend. O(non-zeros + columns + names).
SparseFeatures TakeColumns(const NamedFeatures& features, std::span<const uint64_t> names);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_NAMED_FEATURES_H_
