// The model of the joint SVM and its perceptron with kernels, and their common options.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_TAG_MODEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_TAG_MODEL_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/functions/gram_blocks.h"
#include "structured_learning/multilabel/kernel_joint_svm.h"
#include "structured_learning/multilabel/own_learners.h"
#include "structured_learning/multilabel/tag_kernel.h"

namespace structlab::structured_learning {

// Rows in the form that kernels need, minus the center: dense if at least a quarter of the entries are not 0.
// Throws common::Error(kUsage) for entries that exceed the range of floats.
class KernelRows {
 public:
  KernelRows(const FeatureRows& rows, const Eigen::RowVectorXd& center);
  // Uses the given storage, since kernels need both arguments dense or both sparse.
  KernelRows(const FeatureRows& rows, const Eigen::RowVectorXd& center, bool is_dense);
  bool is_dense() const { return is_dense_; }
  kernels::RowBlock<float> block() const;

 private:
  bool is_dense_;
  kernels::DenseRows<float> dense_;
  kernels::SparseRowsOf<float> sparse_;
};

// The rule that turns scores into tags: "neighbors" or "sign" (kernel_joint_svm.h).
struct TagDecoding {
  bool is_sign = false;
  NeighborDecoding neighbors;

  std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const;
  void Save(kernels::ModelFile& model) const;
  static TagDecoding Load(const kernels::ModelFile& model);
};

// Declares input_kernel, output_kernel, degree, offset, odds, coding, decode, neighbors, rows.
std::vector<common::OptionDeclaration> JointOptions();
TagKernelOptions OutputKernelOf(const common::OptionValues& options);
// Throws common::Error(kUsage) for decode=sign with an output kernel that is not plain or with
// coding=unit_01.
TagDecoding DecodingOf(const common::OptionValues& options);

class KernelTagModel final : public TagModel {
 public:
  // Parameters of the kernel that are not set are chosen from the rows. The alphas are 0 at first.
  KernelTagModel(const MultiLabelData& data, const common::OptionValues& options, uint64_t seed);
  explicit KernelTagModel(const kernels::ModelFile& model);

  // The products k(x_i, x_j) k(y_i, y_j), in at most `memory` bytes. The model must outlive them.
  kernels::GramBlocks<float> Products(int64_t memory, common::ThreadPool& pool) const;
  void SetAlpha(std::vector<double> alpha) { alpha_ = std::move(alpha); }
  void AddFact(std::string name, std::string value) {
    facts_.emplace_back(std::move(name), std::move(value));
  }

  Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool& pool) const override;
  std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const override {
    return decoding_.Tags(scores);
  }
  std::vector<std::pair<std::string, std::string>> Facts() const override { return facts_; }
  void Save(kernels::ModelFile& model) const override;

 private:
  RowScaling scaling_;
  FeatureRows training_;       // scaled
  Eigen::RowVectorXd center_;  // subtracted before rows are converted to floats; empty: 0
  KernelRows rows_;
  std::string kernel_text_;
  kernels::VectorKernelPointer<float> kernel_;  // normalised
  std::unique_ptr<TagKernel> tags_;
  TagDecoding decoding_;
  std::vector<double> alpha_;
  std::vector<std::pair<std::string, std::string>> facts_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_TAG_MODEL_H_
