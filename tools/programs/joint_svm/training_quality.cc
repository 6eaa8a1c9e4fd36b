#include "tools/programs/joint_svm/training_quality.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "structured_learning/multilabel/measures.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::MultiLabelData;
using learning::TagList;

constexpr int64_t kMaxRows = 4096, kMaxScores = int64_t{1} << 24;

// All rows, or rows at equal distances if there are too many.
MultiLabelData SomeRows(const MultiLabelData& data) {
  const int64_t most = std::clamp<int64_t>(kMaxScores / data.num_tags, 1, kMaxRows);
  const int64_t all = std::ssize(data.tags), count = std::min(all, most);
  if (count == all) return data;
  std::vector<int> rows;
  for (int64_t i = 0; i < count; ++i) rows.push_back(static_cast<int>(i * all / count));
  return learning::SelectRows(data, rows);
}

}  // namespace

TrainingQuality MeasureOnTrainingRows(const learning::SavedTagModel& model, const MultiLabelData& data,
                                      common::ThreadPool& pool) {
  const MultiLabelData some = SomeRows(data);
  const auto f1_of = [&some](const std::vector<TagList>& tags) {
    return learning::MeasureTags(some.tags, tags, some.num_tags).micro.f1;
  };
  const Eigen::MatrixXd scores = model.model->Scores(some.features, pool);
  TrainingQuality quality;
  quality.model = {f1_of(model.model->Tags(scores)),
                   learning::MeasureRanking(some.tags, scores, 1).precision[0]};
  const TagList constant = learning::BestConstantTags(data.tags, data.num_tags);
  TagList sorted = constant;
  std::ranges::sort(sorted);
  quality.constant.f1 = f1_of(std::vector<TagList>(some.tags.size(), sorted));
  double hits = 0, tagged = 0;
  for (const TagList& tags : some.tags) {
    hits += !constant.empty() && std::ranges::binary_search(tags, constant[0]) ? 1 : 0;
    tagged += tags.empty() ? 0 : 1;
  }
  quality.constant.precision_at_1 = tagged > 0 ? hits / tagged : 0;
  quality.num_constant_tags = static_cast<int>(constant.size());
  quality.num_rows = static_cast<int>(some.tags.size());
  return quality;
}

std::string Describe(const TrainingQuality& quality) {
  const int count = quality.num_constant_tags;
  return fmt::format(
      "training F1  {:.3f}, with {} for every row {:.3f}\n"
      "training P@1 {:.3f}, with the most frequent tag {:.3f}\n",
      quality.model.f1,
      count == 1 ? std::string("the most frequent tag") : fmt::format("the {} most frequent tags", count),
      quality.constant.f1, quality.model.precision_at_1, quality.constant.precision_at_1);
}

std::string WarningOf(const TrainingQuality& quality) {
  std::string measures;
  const auto compare = [&measures](const char* name, double model, double constant) {
    if (model > constant || constant == 1) return;
    measures +=
        fmt::format("{}{} {:.3f}, not above {:.3f}", measures.empty() ? "" : "; ", name, model, constant);
  };
  compare("F1", quality.model.f1, quality.constant.f1);
  compare("P@1", quality.model.precision_at_1, quality.constant.precision_at_1);
  if (measures.empty()) return "";
  if (quality.num_constant_tags == 0) return "no training row has a tag, so there is nothing to learn";
  return fmt::format(
      "on the training rows the model is no better than the most frequent tags for every row ({}): try "
      "another "
      "learner, --c, --coding or --option rows",
      measures);
}

}  // namespace structlab::tools
