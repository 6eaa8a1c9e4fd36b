// Tables of numbers whose last column is the target, as most small sets come.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_NUMBER_TABLE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_NUMBER_TABLE_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kernels/files/matrix_file.h"

namespace structlab::datasets {

// Rows of numbers, each with its target, in the order of the file.
struct NumberTable {
  int columns = 0;             // without the target
  std::vector<double> inputs;  // row by row
  std::vector<double> targets;

  int size() const { return static_cast<int>(targets.size()); }
  std::span<const double> Row(int row) const {
    return std::span(inputs).subspan(static_cast<size_t>(row) * static_cast<size_t>(columns),
                                     static_cast<size_t>(columns));
  }

  bool operator==(const NumberTable&) const = default;
};

// Reads a text table, plain or gzip, in the formats that kernels/files/matrix_file.h lists. It has `inputs`
// columns and a last one, the target; `names` says whether its first line holds names. Throws common::Error
// (data) as ReadMatrix does, and where the file has another number of columns. Linear time; deterministic;
// thread-safe.
NumberTable ReadNumberTable(const std::string& path, int inputs, kernels::TableNames names);

// The targets as whole numbers from `least` to `most`. Throws common::Error (data) at another number, with
// the file and the row (from 1, a line of names not counted); `what` names a target in the message: "a
// digit".
std::vector<int> WholeTargets(const NumberTable& table, int least, int most, const std::string& what,
                              const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_NUMBER_TABLE_H_
