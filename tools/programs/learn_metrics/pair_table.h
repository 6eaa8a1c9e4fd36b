// Reads the table of image pairs for learn_metrics.
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

// Reads a tab-separated table whose first line names the columns: the four of images and labels are required,
// the other three are optional. Paths are relative to the table's folder. Throws common::Error(kData) with
// file and line for a missing or unknown column, an empty path in a required column, and a table without
// pairs.
std::vector<PairFiles> ReadPairTable(const std::string& path);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_LEARN_METRICS_PAIR_TABLE_H_
