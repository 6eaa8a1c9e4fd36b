#include "structured_learning/multilabel/tag_learner.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/memory_need.h"
#include "common/method_list.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/own_learners.h"

namespace structlab::structured_learning {
namespace {

using List = common::MethodList<TagLearner, &TagLearner::train>;

constexpr char kKind[] = "tags";

List& AllLearners() {
  static List list("multi-label learner", OwnTagLearners());
  return list;
}

void PutNames(const std::string& prefix, const std::vector<std::string>& names, kernels::ModelFile& model) {
  for (size_t i = 0; i < names.size(); ++i) model.texts[fmt::format("{}.{:09}", prefix, i)] = names[i];
  model.texts[prefix + "s"] = std::to_string(names.size());
}

std::vector<std::string> GetNames(const std::string& prefix, const kernels::ModelFile& model) {
  std::vector<std::string> names;
  const int64_t count = IntegerIn(model, prefix + "s", 0);
  for (int64_t i = 0; i < count; ++i) names.push_back(model.Text(fmt::format("{}.{:09}", prefix, i)));
  return names;
}

// Calls `use` for each fold with the rows outside of it and those inside.
template <class Use>
void ForFolds(const MultiLabelData& data, int folds, uint64_t seed, const Use& use) {
  const std::vector<int> fold_of_row = StratifiedTagFolds(data.tags, data.num_tags, folds, seed);
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<int> inside, outside;
    for (size_t i = 0; i < fold_of_row.size(); ++i) {
      (fold_of_row[i] == fold ? inside : outside).push_back(static_cast<int>(i));
    }
    use(SelectRows(data, outside), SelectRows(data, inside));
  }
}

// Throws if the training was interrupted.
std::unique_ptr<TagModel> TrainWhole(const TagLearner& learner, const MultiLabelData& data,
                                     const common::OptionValues& options, const TagLearnerRun& run) {
  SavedTagModel model = TrainTagModel(learner, data, options, run);
  if (model.ending == common::Ending::kInterrupted) throw common::Stopped();
  return std::move(model.model);
}

}  // namespace

std::vector<std::vector<TagList>> TagModel::Decode(const FeatureRows&, std::span<const TagDecoding>,
                                                   common::ThreadPool&) const {
  common::ThrowUsageError("decoding", "a learner with several decodings, such as joint",
                          "a learner with one rule for tags");
}

std::span<const TagLearner> TagLearners() { return AllLearners().All(); }

bool RegisterTagLearner(TagLearner learner) {
  AllLearners().Add(std::move(learner));
  return true;
}

const TagLearner& FindTagLearner(const std::string& name) { return AllLearners().Find(name); }

void CheckTableSize(const MultiLabelData& data, double rows, double columns, const std::string& where,
                    const std::string& what) {
  constexpr double kAlways = 1 << 24, kPerEntry = 1 << 12;
  double entries = static_cast<double>(data.features.nonZeros()) + static_cast<double>(data.tags.size());
  for (const TagList& tags : data.tags) entries += static_cast<double>(tags.size());
  if (rows * columns <= kAlways + kPerEntry * entries) return;
  common::ThrowUsageError(
      where, fmt::format("{} in proportion to {:.0f} rows and entries of the data", what, entries),
      fmt::format("{:.0f} x {:.0f}, {}", rows, columns, common::ReadableMemory(8 * rows * columns)),
      "number features and tags without large gaps");
}

SavedTagModel TrainTagModel(const TagLearner& learner, const MultiLabelData& data,
                            const common::OptionValues& options, const TagLearnerRun& run) {
  CheckMultiLabelData(data, learner.name);
  if (data.tags.empty() || data.num_tags == 0) {
    common::ThrowUsageError(learner.name, "at least one row and one tag",
                            fmt::format("{} rows and {} tags", data.tags.size(), data.num_tags));
  }
  CheckTableSize(data, 1, data.num_tags, learner.name, "numbers of tags");
  TagTraining training = learner.train(data, options, run);
  return {learner.name,
          data.feature_names,
          data.tag_names,
          static_cast<int>(data.features.cols()),
          data.num_tags,
          data.first_index,
          std::move(training.model),
          training.ending,
          std::move(training.trace)};
}

double CrossValidatedF1(const TagLearner& learner, const MultiLabelData& data,
                        const common::OptionValues& options, int folds, const TagLearnerRun& run) {
  CheckTableSize(data, 1, data.num_tags, learner.name, "numbers of tags");
  std::vector<TagList> truth, predicted;
  ForFolds(data, folds, run.control.seed,
           [&](const MultiLabelData& training, const MultiLabelData& held_out) {
             const auto model = TrainWhole(learner, training, options, run);
             const std::vector<TagList> tags = model->Tags(model->Scores(held_out.features, run.pool));
             truth.insert(truth.end(), held_out.tags.begin(), held_out.tags.end());
             predicted.insert(predicted.end(), tags.begin(), tags.end());
           });
  return MeasureTags(truth, predicted, data.num_tags).micro.f1;
}

size_t FoldComparison::Best(size_t decoding) const {
  const std::vector<double>& values = f1.at(decoding);
  return static_cast<size_t>(std::ranges::max_element(values) - values.begin());
}

FoldComparison CompareByFolds(const TagLearner& learner, const MultiLabelData& data,
                              std::span<const common::OptionValues> options,
                              std::span<const TagDecoding> decodings, int folds, const TagLearnerRun& run) {
  CheckTableSize(data, 1, data.num_tags, learner.name, "numbers of tags");
  FoldComparison comparison;
  comparison.f1.assign(decodings.size(), std::vector<double>(options.size()));
  ForFolds(
      data, folds, run.control.seed, [&](const MultiLabelData& training, const MultiLabelData& held_out) {
        for (size_t o = 0; o < options.size(); ++o) {
          const auto tags =
              TrainWhole(learner, training, options[o], run)->Decode(held_out.features, decodings, run.pool);
          for (size_t d = 0; d < decodings.size(); ++d) {
            comparison.f1[d][o] += MeasureTags(held_out.tags, tags[d], data.num_tags).micro.f1 / folds;
          }
        }
      });
  return comparison;
}

void WriteTagModel(const SavedTagModel& model, const std::string& path) {
  kernels::ModelFile file;
  file.texts["learner"] = model.learner;
  file.texts["num_features"] = std::to_string(model.num_features);
  if (model.first_index) file.texts["first_index"] = std::to_string(*model.first_index);
  file.texts["num_tags"] = std::to_string(model.num_tags);
  PutNames("feature_name", model.feature_names, file);
  PutNames("tag_name", model.tag_names, file);
  model.model->Save(file);
  kernels::WriteModelFile(file, kKind, path);
}

SavedTagModel ReadTagModel(const std::string& path) {
  const kernels::ModelFile file = kernels::ReadModelFile(kKind, path);
  SavedTagModel model;
  model.learner = file.Text("learner");
  model.num_features = static_cast<int>(IntegerIn(file, "num_features", 0));
  if (file.texts.contains("first_index")) {
    model.first_index = static_cast<int>(IntegerIn(file, "first_index", 0));
  }
  model.num_tags = static_cast<int>(IntegerIn(file, "num_tags", 0));
  model.feature_names = GetNames("feature_name", file);
  model.tag_names = GetNames("tag_name", file);
  model.model = FindTagLearner(model.learner).load(file);
  return model;
}

void CheckFeatures(const SavedTagModel& model, const MultiLabelData& data, const std::string& where) {
  constexpr const char* kRemedy = "take the file that has the features of training, or train again";
  if (data.features.cols() != model.num_features) {
    common::ThrowUsageError(where,
                            fmt::format("{} features, as the model was trained with", model.num_features),
                            std::to_string(data.features.cols()), kRemedy);
  }
  if (data.feature_names.empty() || model.feature_names.empty()) return;
  for (size_t i = 0; i < model.feature_names.size(); ++i) {
    if (data.feature_names[i] == model.feature_names[i]) continue;
    common::ThrowUsageError(where,
                            fmt::format("{} as feature {}, as the model was trained with",
                                        common::Quote(model.feature_names[i]), i + 1),
                            common::Quote(data.feature_names[i]), kRemedy);
  }
}

}  // namespace structlab::structured_learning
