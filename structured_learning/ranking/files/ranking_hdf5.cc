#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "kernels/files/hdf5_matrix.h"
#include "kernels/files/matrix_file.h"
#include "structured_learning/ranking/files/ranking_readers.h"

namespace structlab::structured_learning {
namespace {

// A dataset with a number for each of the samples.
Eigen::VectorXd ReadColumn(const std::string& path, const std::string& dataset, Eigen::Index samples) {
  const kernels::DenseRows<double> column = kernels::ReadHdf5Matrix(path, dataset, {.keeps_missing = true});
  if (column.size() != samples) {
    common::ThrowDataError(fmt::format("{}:{}", path, dataset),
                           fmt::format("{} numbers, one for each row of features", samples),
                           std::to_string(column.size()));
  }
  for (Eigen::Index i = 0; i < samples; ++i) {
    if (!std::isnan(column.data()[i])) continue;
    common::ThrowDataError(fmt::format("{}:{}", path, dataset), "finite entries",
                           fmt::format("nan in row {}", i + 1), "leave the row out");
  }
  return Eigen::Map<const Eigen::VectorXd>(column.data(), samples);
}

std::vector<std::string> TextsOf(const Eigen::VectorXd& numbers) {
  std::vector<std::string> texts;
  for (const double number : numbers) texts.push_back(common::FormatDouble(number));
  return texts;
}

}  // namespace

RankingFile ReadRankingHdf5(const std::string& path, const RankingFileOptions& options) {
  const std::string file_path = PathOfRankingFile(path);
  const std::string dataset = path.size() > file_path.size() ? path.substr(file_path.size() + 1) : "";
  RankingFile file;
  file.path = file_path;
  kernels::DenseRows<double> rows =
      kernels::ReadHdf5Matrix(file_path, dataset, {.keeps_missing = true, .preferred = "features"});
  if (rows.rows() == 0) common::ThrowDataError(path, "at least one sample", "none");
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    if (rows.row(i).allFinite()) continue;
    common::ThrowDataError(path, "finite entries", fmt::format("nan in row {}", i + 1),
                           "fill in a number, or leave the row out");
  }
  const auto read = [&](const std::string& name) { return ReadColumn(file_path, name, rows.rows()); };
  if (options.needs_labels || !options.label.empty()) {
    file.labels = TextsOf(read(options.label.empty() ? "label" : options.label));
  }
  if (!options.query.empty()) file.queries = TextsOf(read(options.query));
  if (!options.id.empty()) file.ids = TextsOf(read(options.id));
  if (!options.group.empty()) file.groups = TextsOf(read(options.group));
  if (!options.weight.empty()) {
    for (const double weight : read(options.weight)) {
      file.weights.push_back(CheckedWeight(
          weight, fmt::format("{}:{}, row {}", file_path, options.weight, file.weights.size() + 1)));
    }
  }
  file.rows = std::move(rows);
  return file;
}

}  // namespace structlab::structured_learning
