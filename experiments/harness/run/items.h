// Test items: what a result consists of. Rows, pairs of volumes, documents and folds are items; what rules
// take as chance is which of them there are (decide/over_items.h).
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::harness {

// The items of a result, each with a name and the groups that it belongs to.
struct Items {
  std::vector<std::string> ids;  // no two are the same
  // Each as long as `ids`. An item may belong to several groups of one kind: a pair of volumes to those of
  // its fixed and its moving volume.
  std::vector<std::vector<std::string>> groups = {};

  size_t size() const { return ids.size(); }
  friend bool operator==(const Items&, const Items&) = default;
};

// What a case recorded of each item: one value, or the parts of a statistic, such as hits and errors. NaN is
// a value that is not known.
struct RecordedItems {
  RowKey key;
  Items items;
  std::vector<std::vector<double>> parts;  // each as long as the items
};

// Throws common::Error(kUsage) at `where` for an item that stands twice, for no part, and for groups or parts
// of another length than the ids.
void CheckItems(const Items& items, const std::vector<std::vector<double>>& parts, const std::string& where);

// "0", "1", ... for items that have numbers only.
std::vector<std::string> NumberedItems(size_t count);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_H_
