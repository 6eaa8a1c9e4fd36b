// Multi-label learners by name, with options, scaling of rows, saved models and cross-validation. Start here
// to use a multi-label learner in your own program:
//
//     const MultiLabelData train = ReadArff("scene-train.arff", ReadMulanLabels("scene.xml"));
//     const TagLearner& learner = FindTagLearner("joint");
//     common::OptionValues options("joint", learner.options);
//     options.Parse("coding=centred");
//     options.Parse("rows=auto");
//     common::ThreadPool pool(2);
//     const SavedTagModel model = TrainTagModel(learner, train, options, {.pool = pool});
//     const std::vector<TagList> tags = model.model->Tags(model.model->Scores(test.features, pool));
//
// The learners are joint, perceptron, one_vs_rest, kernel_one_vs_rest, jec and tagprop. multilabel/README.md
// says when to take which.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_LEARNER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_LEARNER_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>
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
#include "common/run_control.h"  // IWYU pragma: export
#include "kernels/files/model_file.h"
#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

using FeatureRows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

// How tags follow from what was learned; the options decode, neighbors and top of joint, perceptron and
// kernel_one_vs_rest.
struct TagDecoding {
  // - "neighbors": the tags with at least half of the weight of the training rows whose tags fit best
  //   (neighbor_decoding.h);
  // - "top": the tags with the largest weight in these rows, of kernel_one_vs_rest with the largest scores;
  // - "sign": the tags with a positive score.
  std::string rule = "neighbors";
  int neighbors = 10;  // number of training rows
  int top = 5;         // number of tags for each row
};

// A trained model. Thread-safe except for Save.
class TagModel {
 public:
  virtual ~TagModel() = default;

  // Scores as rows x tags; a higher score is more certain. Throws common::Error(kUsage) if the number of
  // features differs from that in training.
  virtual Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool& pool) const = 0;
  // Applies the learner's own rule to scores and returns the predicted tags.
  virtual std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const = 0;
  // The predicted tags by each of these decodings, whatever the model's own is. Kernel values are computed
  // once. Throws common::Error(kUsage) for a decoding that the model does not have.
  virtual std::vector<std::vector<TagList>> Decode(const FeatureRows& rows,
                                                   std::span<const TagDecoding> decodings,
                                                   common::ThreadPool& pool) const;
  // Scores of one tag; faster than those of all tags if the learner has a machine for each tag.
  virtual Eigen::VectorXd ScoresOfTag(const FeatureRows& rows, int tag, common::ThreadPool& pool) const {
    return Scores(rows, pool).col(tag);
  }
  // Facts about the training for display, as name and value, for example ("duality gap", "9.1e-7").
  virtual std::vector<std::pair<std::string, std::string>> Facts() const { return {}; }
  // Writes the model so that `load` of its learner can read it, under names that only this learner uses.
  virtual void Save(kernels::ModelFile& model) const = 0;
};

// Scales rows of features by a rule of the option `rows` of the learners, such as "centred", with the mean of
// the training rows: what a learner would do, once for several trainings with rows=raw.
void ScaleRows(const std::string& rule, MultiLabelData& training, MultiLabelData& test);

struct TagLearnerRun {
  common::ThreadPool& pool;
  int64_t memory = 2'000'000'000;  // maximum bytes for Gram matrices, in addition to the data
  // Seed, observer, and when to stop; training then ends with what is learned so far. An iteration is a pass
  // over the rows, or a step of tagprop. A learner with a limit of its own, such as the option `passes`,
  // obeys the lower one. `threads` has no effect: `pool` has its own.
  common::RunControl control = {};
};

// A trained model, and how its training ended.
struct TagTraining {
  std::unique_ptr<TagModel> model;
  common::Ending ending = common::Ending::kConverged;  // also of a learner that does not iterate
  std::vector<common::TracePoint> trace = {};          // empty if the learner does not iterate
  int64_t passes = 0;                                  // over the rows, summed over machines
  // Processor seconds of the calling thread: for the Gram matrix of a learner with kernels, and of the solver
  // behind it. Scaling of rows does not count. 0 for other learners.
  double gram_seconds = 0, solver_seconds = 0;
};

struct TagLearner {
  std::string name;     // for example "joint"
  std::string summary;  // a description of half a line
  std::vector<common::OptionDeclaration> options = {};
  // Throws common::Error(kUsage) for data that CheckMultiLabelData refuses or that have no rows, if
  // CheckTableSize refuses the size of the model, and for options that contradict each other; throws
  // common::Stopped if the calling thread is told to stop.
  std::function<TagTraining(const MultiLabelData& data, const common::OptionValues& options,
                            const TagLearnerRun& run)>
      train;
  // Reads what Save wrote. Throws common::Error(kData) for parts that are missing or inconsistent.
  std::function<std::unique_ptr<TagModel>(const kernels::ModelFile& model)> load;
};

// The learners of this library, followed by the registered ones in order of their names.
std::span<const TagLearner> TagLearners();
// Adds a learner. Call it before main, in a library with alwayslink = True. A name that is used twice, or a
// learner without a name or function, is a bug of the program.
bool RegisterTagLearner(TagLearner learner);
// Throws common::Error(kUsage) for an unknown name; the message lists the nearest names.
const TagLearner& FindTagLearner(const std::string& name);

// Throws common::Error(kUsage), which names the size, if a table of rows x columns numbers (8 bytes each) is
// too large in proportion to the data. Allowed are 2^24 numbers, and 4096 numbers for each row, entry and tag
// of a row. This prevents a small file with a large index of a feature, or a large number of tags, from
// allocating gigabytes.
void CheckTableSize(const MultiLabelData& data, double rows, double columns, const std::string& where,
                    const std::string& what);

// A model with the names of its features and tags. It refuses rows with other features.
struct SavedTagModel {
  std::string learner;
  std::vector<std::string> feature_names, tag_names;  // empty if the training data had none
  int num_features = 0, num_tags = 0;
  std::optional<int> first_index;  // index of the first feature, as in MultiLabelData
  std::unique_ptr<TagModel> model;
  // How the training ended (TagTraining). Not saved: empty after ReadTagModel.
  std::optional<common::Ending> ending = {};
  std::vector<common::TracePoint> trace = {};
};
SavedTagModel TrainTagModel(const TagLearner& learner, const MultiLabelData& data,
                            const common::OptionValues& options, const TagLearnerRun& run);
// The micro-averaged F1 of all rows, by cross-validation: each row is predicted by a model that was trained
// without its fold (StratifiedTagFolds, with the seed of the run). Limits of the run hold for each training.
// Throws as training and StratifiedTagFolds do, and common::Stopped if a training was interrupted: the F1 of
// a part of it means nothing.
//
//     const double f1 = CrossValidatedF1(learner, train, options, /*folds=*/5, {.pool = pool});
double CrossValidatedF1(const TagLearner& learner, const MultiLabelData& data,
                        const common::OptionValues& options, int folds, const TagLearnerRun& run);

// The micro-averaged F1 of several options by folds, with each of several decodings; means over the folds.
struct FoldComparison {
  std::vector<std::vector<double>> f1;  // of a decoding, an index of the options

  // The index of the options with the highest F1, of equal ones the first.
  size_t Best(size_t decoding) const;
};
// Trains with each options on the rows outside of each fold, once for all decodings (TagModel::Decode). Folds
// and errors as CrossValidatedF1.
FoldComparison CompareByFolds(const TagLearner& learner, const MultiLabelData& data,
                              std::span<const common::OptionValues> options,
                              std::span<const TagDecoding> decodings, int folds, const TagLearnerRun& run);

void WriteTagModel(const SavedTagModel& model, const std::string& path);
SavedTagModel ReadTagModel(const std::string& path);

// Throws common::Error(kUsage) unless the rows have the same number of features as in training, with the same
// names if both have names. The message names the first feature that differs.
void CheckFeatures(const SavedTagModel& model, const MultiLabelData& data, const std::string& where);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_LEARNER_H_
