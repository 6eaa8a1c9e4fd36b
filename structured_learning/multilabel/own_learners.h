// The library's own multi-label learners, for the list of tag_learner.h; and what their models share.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_OWN_LEARNERS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_OWN_LEARNERS_H_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::structured_learning {

std::vector<TagLearner> OwnTagLearners();
TagLearner JointLearner();
TagLearner PerceptronLearner();
TagLearner OneVsRestLearner();
TagLearner JecLearner();
TagLearner TagPropLearner();

// A text of a model file as an integer. Throws common::Error(kData) below `least` or above 10^9.
int64_t IntegerIn(const kernels::ModelFile& model, const std::string& name, int64_t least);

// Sparse matrices and tag lists in model files, under names that begin with `name`.
void PutRows(const std::string& name, const FeatureRows& rows, kernels::ModelFile& model);
FeatureRows GetRows(const std::string& name, const kernels::ModelFile& model);
void PutTags(const std::string& name, const std::vector<TagList>& tags, int num_tags,
             kernels::ModelFile& model);
// Throws common::Error(kData) unless they are lists of tags below num_tags, which is stored with them.
std::vector<TagList> GetTags(const std::string& name, const kernels::ModelFile& model, int& num_tags);

// What is made of rows before a learner sees them.
class RowScaling {
 public:
  // "raw", "unit" (each of length 1; rows that are 0 remain), "centred" (minus the mean of the training rows,
  // then of length 1) or "standardized" (the same with columns divided by their standard deviation before;
  // constant ones become 0). All entries are stored after the latter two.
  // Throws common::Error(kUsage) if those are out of proportion to the data (CheckTableSize).
  RowScaling(const std::string& rule, const MultiLabelData& data);
  static common::OptionDeclaration Option(const std::string& default_rule);

  // Throws common::Error(kUsage) for another number of features than in training.
  FeatureRows Apply(const FeatureRows& rows) const;

  void Save(kernels::ModelFile& model) const;
  static RowScaling Load(const kernels::ModelFile& model);

 private:
  RowScaling() = default;
  std::string rule_;
  Eigen::Index columns_ = 0;
  Eigen::RowVectorXd mean_, factor_;  // of each column; of no size for "raw" and "unit"
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_OWN_LEARNERS_H_
