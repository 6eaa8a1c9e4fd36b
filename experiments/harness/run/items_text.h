// Items as text: a cell of a recorded table, and of a stored case.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_TEXT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "experiments/harness/run/items.h"

namespace structlab::harness {

// "3;3:a*2,b": the list of ids, then each list of groups, with ';' between. A list is its length, a colon and
// its texts with ',' between; "a*2" stands for "a,a". A list 0, 1, 2, ... is its length only. In a text, the
// signs %,;* and control characters, and spaces at its ends, are written as "%2C". Equal items give equal
// texts.
std::string FormatItems(const Items& items);

// The inverse. Throws common::Error(kData) at `where` unless the text has `size` ids, no two the same, and as
// many groups in each list. Time and memory are linear in `size` for each list.
Items ParseItems(std::string_view text, size_t size, const std::string& where);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_ITEMS_TEXT_H_
