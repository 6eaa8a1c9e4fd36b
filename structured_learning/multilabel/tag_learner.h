// Multi-label learners by name, for programs and comparisons, and what they learn.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_LEARNER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_LEARNER_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/method_options.h"
#include "common/parallel.h"
#include "kernels/files/model_file.h"
#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

using FeatureRows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

// What a learner has learned. Thread-safe but for Save.
class TagModel {
 public:
  virtual ~TagModel() = default;

  // Rows x tags, higher is more certain. Throws common::Error(kUsage) for another number of features than in
  // training.
  virtual Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool& pool) const = 0;
  // The tags that the learner's own rule makes of such scores.
  virtual std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const = 0;
  // How training went, for people: name and value, such as ("duality gap", "9.1e-7").
  virtual std::vector<std::pair<std::string, std::string>> Facts() const { return {}; }
  // Under names of its own, for `load` of its learner.
  virtual void Save(kernels::ModelFile& model) const = 0;
};

struct TagLearnerRun {
  common::ThreadPool& pool;
  int64_t memory = 2'000'000'000;  // bytes for Gram matrices, beside the data
  uint64_t seed = 1;
  const std::atomic<bool>* interrupted =
      nullptr;  // ends with what is learned so far, or throws common::Stopped
};

struct TagLearner {
  std::string name;     // "joint"
  std::string summary;  // what it is, in half a line
  std::vector<common::OptionDeclaration> options = {};
  // Throws common::Error(kUsage) for data that CheckMultiLabelData refuses, without rows, or whose model
  // CheckTableSize refuses, and for options that do not go together.
  std::function<std::unique_ptr<TagModel>(const MultiLabelData& data, const common::OptionValues& options,
                                          const TagLearnerRun& run)>
      train;
  // What Save wrote. Throws common::Error(kData) for parts that are missing or do not fit.
  std::function<std::unique_ptr<TagModel>(const kernels::ModelFile& model)> load;
};

// The library's own, joint, perceptron, one_vs_rest, jec and tagprop, then those that were registered, by
// name.
std::span<const TagLearner> TagLearners();
// Adds one; to be called before main, in a library with alwayslink = True. A name that stands twice, or a
// learner without name or function, is a bug of the program.
bool RegisterTagLearner(TagLearner learner);
// Throws common::Error(kUsage) that names the nearest ones.
const TagLearner& FindTagLearner(const std::string& name);

// Throws common::Error(kUsage) that names the size if a table of rows x columns numbers, 8 bytes each, is out
// of proportion to the data: a few digits of a file, such as the index of a feature or the number of tags,
// must not ask for gigabytes. 2^24 numbers are always allowed, and 4096 for each row, entry and tag of a row.
void CheckTableSize(const MultiLabelData& data, double rows, double columns, const std::string& where,
                    const std::string& what);

// A model with the names of features and tags, for files: it refuses rows of other features.
struct SavedTagModel {
  std::string learner;
  std::vector<std::string> feature_names, tag_names;  // empty if the training data had none
  int num_features = 0, num_tags = 0;
  std::optional<int> first_index;  // of features, as MultiLabelData has it
  std::unique_ptr<TagModel> model;
};
SavedTagModel TrainTagModel(const TagLearner& learner, const MultiLabelData& data,
                            const common::OptionValues& options, const TagLearnerRun& run);
// The micro-averaged F1 of all rows, each predicted by a model that was trained without its fold
// (StratifiedTagFolds in the seed of the run). Throws as training and StratifiedTagFolds do.
double CrossValidatedF1(const TagLearner& learner, const MultiLabelData& data,
                        const common::OptionValues& options, int folds, const TagLearnerRun& run);

void WriteTagModel(const SavedTagModel& model, const std::string& path);
SavedTagModel ReadTagModel(const std::string& path);

// Throws common::Error(kUsage) unless the rows have as many features as in training, of the same names if
// both have names; the message names the first that differs.
void CheckFeatures(const SavedTagModel& model, const MultiLabelData& data, const std::string& where);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_LEARNER_H_
