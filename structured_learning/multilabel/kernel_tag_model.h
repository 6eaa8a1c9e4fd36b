// The model of the learners with a kernel of features, and their options.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_TAG_MODEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_TAG_MODEL_H_

#include <functional>
#include <memory>
#include <span>
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

// Declares input_kernel, coding, decode, neighbors, top, rows; JointOptions also output_kernel, degree,
// offset and odds.
std::vector<common::OptionDeclaration> KernelOptions(const std::string& default_decode);
std::vector<common::OptionDeclaration> JointOptions();
TagCoding CodingOf(const common::OptionValues& options);
// The text "coding" of a model file, a number. Throws common::Error(kData) for an unknown one.
TagCoding CodingIn(const kernels::ModelFile& model);
// Throws common::Error(kUsage) for the rule "sign" with an output kernel that is not plain or with the coding
// unit_01.
void CheckDecoding(const TagDecoding& decoding, const TagKernelOptions& output);

// The model of one machine for all tags, or of a machine for each tag, with a kernel of features.
class KernelTagModel final : public DecodedTagModel {
 public:
  // Parameters of the kernel that are not set are chosen from the rows. The alphas are 0 at first. The
  // options are KernelOptions for machines for each tag, otherwise JointOptions.
  KernelTagModel(const MultiLabelData& data, const common::OptionValues& options, uint64_t seed);
  explicit KernelTagModel(const kernels::ModelFile& model);

  const TagKernel& tags() const { return *tags_; }
  // The kernel values k(x_i, x_j) of features, finished by `finish`, in at most `memory` bytes. The model
  // must outlive them.
  kernels::GramBlocks<float> Gram(int64_t memory, common::ThreadPool& pool,
                                  kernels::FinishGramRow<float> finish) const;
  void SetAlpha(std::vector<double> alpha) { alpha_ = std::move(alpha); }
  // Training rows x tags: alpha_i y_i of the machine of each tag.
  void SetMachines(Eigen::MatrixXd coefficients) { machines_ = std::move(coefficients); }

  Eigen::VectorXd ScoresOfTag(const FeatureRows& rows, int tag, common::ThreadPool& pool) const override;
  void Save(kernels::ModelFile& model) const override;

 private:
  std::vector<Eigen::MatrixXd> ScoresFor(const FeatureRows& rows, std::span<const TagDecoding> decodings,
                                         common::ThreadPool& pool) const override;
  // Calls `use` for some rows after the other, with the number of the first one and the kernel values with
  // the training rows.
  void ForKernelValues(
      const FeatureRows& rows, common::ThreadPool& pool,
      const std::function<void(Eigen::Index begin, const Eigen::MatrixXd& cross)>& use) const;
  Eigen::MatrixXd FromKernelValues(const Eigen::MatrixXd& cross, const TagDecoding& decoding) const;

  RowScaling scaling_;
  FeatureRows training_;       // scaled
  Eigen::RowVectorXd center_;  // subtracted before rows are converted to floats; empty: 0
  KernelRows rows_;
  std::string kernel_text_;
  kernels::VectorKernelPointer<float> kernel_;  // normalised
  std::unique_ptr<TagKernel> tags_;
  std::vector<double> alpha_;
  Eigen::MatrixXd machines_;  // empty: one for all tags
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_TAG_MODEL_H_
