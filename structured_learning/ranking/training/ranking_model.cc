#include "structured_learning/ranking/training/ranking_model.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

constexpr char kKind[] = "ranking";
constexpr std::string_view kFact = "fact_", kFeature = "feature_";

}  // namespace

std::vector<double> RankingModel::Scores(const RankingRows& rows) const {
  const RankingRows mapped = features.Map(rows);
  std::vector<double> scores(NumRows(mapped));
  ComputeScores(mapped, 0, weights, scores);
  for (size_t i = 0; i < scores.size(); ++i) {
    if (std::isfinite(scores[i])) continue;
    common::ThrowDataError(fmt::format("row {}", i + 1), "features with a finite score",
                           "a score of " + common::FormatShort(scores[i]));
  }
  return scores;
}

void WriteRankingModel(const RankingModel& model, const std::string& path) {
  kernels::ModelFile file;
  file.texts["method"] = model.method;
  if (model.first_index) file.texts["first_index"] = std::to_string(*model.first_index);
  file.texts["names"] = std::to_string(model.feature_names.size());
  for (size_t i = 0; i < model.feature_names.size(); ++i) {
    file.texts[fmt::format("{}{}", kFeature, i)] = model.feature_names[i];
  }
  for (const auto& [name, value] : model.facts) file.texts[std::string(kFact) + name] = value;
  model.features.Save(file);
  file.matrices["weights"] = model.weights;
  kernels::WriteModelFile(file, kKind, path);
}

RankingModel ReadRankingModel(const std::string& path) {
  const kernels::ModelFile file = kernels::ReadModelFile(kKind, path);
  RankingModel model{.method = file.Text("method"), .features = RankingFeatures(file), .weights = {}};
  const Eigen::MatrixXd& weights = file.Matrix("weights");
  if (weights.size() != model.features.num_features()) {
    common::ThrowDataError(path, fmt::format("{} weights", model.features.num_features()),
                           std::to_string(weights.size()));
  }
  model.weights = weights.reshaped();
  if (file.texts.contains("first_index")) {
    const int64_t first = common::ParseInteger(file.Text("first_index"), path);
    if (first != 0 && first != 1)
      common::ThrowDataError(path, "a first index of 0 or 1", std::to_string(first));
    model.first_index = static_cast<int>(first);
  }
  const int64_t names = common::ParseInteger(file.Text("names"), path);
  if (names != 0 && names != model.features.num_columns()) {
    common::ThrowDataError(path, fmt::format("{} names of features", model.features.num_columns()),
                           std::to_string(names));
  }
  for (int64_t i = 0; i < names; ++i) {
    model.feature_names.push_back(file.Text(fmt::format("{}{}", kFeature, i)));
  }
  for (const auto& [name, value] : file.texts) {
    if (name.starts_with(kFact)) model.facts[name.substr(kFact.size())] = value;
  }
  return model;
}

}  // namespace structlab::structured_learning
