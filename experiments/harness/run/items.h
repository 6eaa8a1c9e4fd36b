// Test items: what a result consists of. Rows, pairs of volumes, documents and folds are items; what rules
// take as chance is which of them there are (decide/over_items.h).
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_H_

#include <cstddef>
#include <string>
#include <string_view>
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

// Items as text: a cell of a recorded table, and of a stored case.
//
// "3;3:a*2,b": the list of ids, then each list of groups, with ';' between. A list is its length, a colon and
// its texts with ',' between; "a*2" stands for "a,a". A list 0, 1, 2, ... is its length only. In a text, the
// signs %,;* and control characters, and spaces at its ends, are written as "%2C". Equal items give equal
// texts.
std::string FormatItems(const Items& items);

// The inverse. Throws common::Error(kData) at `where` unless the text has `size` ids, no two the same, and as
// many groups in each list. Time and memory are linear in `size` for each list.
Items ParseItems(std::string_view text, size_t size, const std::string& where);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_H_
