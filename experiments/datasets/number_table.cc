#include "experiments/datasets/number_table.h"

#include <fmt/format.h>

#include <cmath>

#include "common/error.h"
#include "common/number.h"
#include "kernels/files/text_table.h"

namespace structlab::datasets {

NumberTable ReadNumberTable(const std::string& path, int inputs, kernels::TableNames names) {
  const kernels::NamedMatrix matrix = kernels::ReadTextTable(path, {.names = names});
  if (matrix.rows.cols() != inputs + 1) {
    common::ThrowDataError(path, fmt::format("{} columns, the last of which is the target", inputs + 1),
                           std::to_string(matrix.rows.cols()));
  }
  NumberTable table = {.columns = inputs, .inputs = {}, .targets = {}};
  for (Eigen::Index row = 0; row < matrix.rows.rows(); ++row) {
    for (int c = 0; c < inputs; ++c) table.inputs.push_back(matrix.rows(row, c));
    table.targets.push_back(matrix.rows(row, inputs));
  }
  return table;
}

std::vector<int> WholeTargets(const NumberTable& table, int least, int most, const std::string& what,
                              const std::string& path) {
  std::vector<int> whole;
  for (size_t row = 0; row < table.targets.size(); ++row) {
    const double target = table.targets[row];
    if (!(target >= least && target <= most) || target != std::floor(target)) {
      common::ThrowDataError(
          path, fmt::format("{}, {} to {}, in the last column of row {}", what, least, most, row + 1),
          common::FormatShort(target));
    }
    whole.push_back(static_cast<int>(target));
  }
  return whole;
}

}  // namespace structlab::datasets
