// The multi-label learners of this library for the list in tag_learner.h, and the common parts of their
// models.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_OWN_LEARNERS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_OWN_LEARNERS_H_

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::structured_learning {

std::vector<TagLearner> OwnTagLearners();
TagLearner JointLearner();
TagLearner PerceptronLearner();
TagLearner OneVsRestLearner();
TagLearner KernelOneVsRestLearner();
TagLearner JecLearner();
TagLearner TagPropLearner();

// Declares gap and passes, the limits of a training with a duality gap.
std::vector<common::OptionDeclaration> GapOptions(double default_gap);
// The run control of a learner that has a limit of its own: the lower one holds.
common::RunControl AtMost(double iterations, common::RunControl control);
// The same with the limit of the option `passes`.
common::RunControl RunOf(const common::OptionValues& options, const TagLearnerRun& run);

// What TagModel::Facts returns.
using NamedFacts = std::vector<std::pair<std::string, std::string>>;
// Of a training with a duality gap: primal, dual, passes, ending.
NamedFacts FactsOfGap(double primal, double dual, int64_t passes, common::Ending ending);

// A model with the ending, the trace and the passes of what was learned for it.
template <class Learned>
TagTraining TrainingOf(std::unique_ptr<TagModel> model, Learned learned) {
  TagTraining training = {std::move(model), learned.ending, std::move(learned.trace)};
  if constexpr (requires { learned.passes; }) training.passes = learned.passes;
  return training;
}

// Reads an integer from a text of a model file. Throws common::Error(kData) if it is below `min` or above
// 10^9.
int64_t IntegerIn(const kernels::ModelFile& model, const std::string& name, int64_t min);

// Throws common::Error(kData) that names the matrix.
[[noreturn]] void RefuseMatrix(const kernels::ModelFile& model, const std::string& name);
// Write and read sparse matrices and tag lists in model files, under names that begin with `name`.
void PutRows(const std::string& name, const FeatureRows& rows, kernels::ModelFile& model);
FeatureRows GetRows(const std::string& name, const kernels::ModelFile& model);
void PutTags(const std::string& name, const std::vector<TagList>& tags, int num_tags,
             kernels::ModelFile& model);
// Throws common::Error(kData) unless the tags are below num_tags, which is stored with them.
std::vector<TagList> GetTags(const std::string& name, const kernels::ModelFile& model, int& num_tags);

// Scales rows before a learner sees them.
class RowScaling {
 public:
  // `rule` is one of
  // - "raw": unchanged;
  // - "unit": each row is scaled to length 1; rows that are 0 do not change;
  // - "centred": the mean of the training rows is subtracted, then each row is scaled to length 1;
  // - "standardized": as "centred", but each column is first divided by its standard deviation; constant
  //   columns become 0. The latter two store all entries. They throw common::Error(kUsage) if that table is
  //   too large for the data (CheckTableSize);
  // - "roots": the square root of each feature, such as a count, then as "unit"; negative features throw
  //   common::Error(kUsage);
  // - "auto": "standardized", or "unit" if a table of all entries would be large (more than 2^24 numbers) and
  //   at least three quarters of them are 0: such rows must stay sparse.
  RowScaling(const std::string& rule, const MultiLabelData& data);
  static common::OptionDeclaration Option(const std::string& default_rule);

  const std::string& rule() const { return rule_; }  // never "auto", but what it stands for
  // Throws common::Error(kUsage) if the number of features differs from that in training.
  FeatureRows Apply(const FeatureRows& rows) const;

  void Save(kernels::ModelFile& model) const;
  static RowScaling Load(const kernels::ModelFile& model);

 private:
  RowScaling() = default;
  std::string rule_;
  Eigen::Index columns_ = 0;
  Eigen::RowVectorXd mean_, factor_;  // one for each column; empty for "raw" and "unit"
};

// A model whose scores depend on the decoding.
class DecodedTagModel : public TagModel {
 public:
  Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool& pool) const final;
  std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const final;
  std::vector<std::vector<TagList>> Decode(const FeatureRows& rows, std::span<const TagDecoding> decodings,
                                           common::ThreadPool& pool) const final;
  NamedFacts Facts() const final { return facts_; }
  void AddFact(std::string name, std::string value) {
    facts_.emplace_back(std::move(name), std::move(value));
  }
  void AddFacts(const NamedFacts& facts) { facts_.insert(facts_.end(), facts.begin(), facts.end()); }
  void Save(kernels::ModelFile& model) const override;

 protected:
  // Reads the options decode, neighbors and top.
  explicit DecodedTagModel(const common::OptionValues& options);
  explicit DecodedTagModel(const kernels::ModelFile& model);
  const TagDecoding& decoding() const { return decoding_; }
  // The scores of rows that each decoding needs.
  virtual std::vector<Eigen::MatrixXd> ScoresFor(const FeatureRows& rows,
                                                 std::span<const TagDecoding> decodings,
                                                 common::ThreadPool& pool) const = 0;

 private:
  TagDecoding decoding_;
  NamedFacts facts_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_OWN_LEARNERS_H_
