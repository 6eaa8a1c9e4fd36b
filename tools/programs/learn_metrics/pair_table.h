// The table of pairs that learn_metrics reads.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_PAIR_TABLE_H_
#define STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_PAIR_TABLE_H_

#include <string>
#include <vector>

namespace structlab::tools {

struct PairFiles {
  std::string where;  // file:line, for messages
  std::string fixed, moving, fixed_labels, moving_labels;
  std::string fixed_mask, moving_mask, initial_transform;  // empty: none
};

// Tab-separated, with a line of column names: those four of the images and labels, and any of the three
// others. Paths are relative to the table's folder. Throws common::Error(kData) with file and line for
// columns that are missing or not known, an empty path of the four, and a table without pairs.
std::vector<PairFiles> ReadPairTable(const std::string& path);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_PAIR_TABLE_H_
