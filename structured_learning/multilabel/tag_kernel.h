// Kernels between lists of tags, which also measure which tags occur together.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_KERNEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_KERNEL_H_

#include <Eigen/Core>
#include <span>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/tag_coding.h"

namespace structlab::structured_learning {

// The form of the kernel. psi is the vector of TagVectors (tag_coding.h) in the coding of the options. Xiong
// 2015, paper III, section 4.
enum class TagKernelForm {
  kPlain,       // <psi(y), psi(y')>
  kPolynomial,  // (<psi(y), psi(y')> + offset)^degree
  kOdds,        // psi(y)' Q psi(y'), Q the logarithms of the odds ratios of pairs of tags (III (20)-(23))
};

// How to make Q positive semidefinite. The matrix Q of III (22) has a zero diagonal, so it always has
// negative eigenvalues and the dual of the joint SVM in general has no maximum. Here 0.5 is added to each of
// the four counts of a pair, and the diagonal is the maximum |Q_rs| of all pairs. Then:
enum class OddsRule {
  kClipped,    // negative eigenvalues are set to 0
  kSquared,    // Q Q, what (17) would give for P = Q
  kUnchanged,  // unchanged; refused if there is a negative eigenvalue
};

struct TagKernelOptions {
  TagKernelForm form = TagKernelForm::kPlain;
  TagCoding coding = TagCoding::kUnit01;
  int degree = 2;     // >= 1
  double offset = 1;  // >= 0
  OddsRule odds = OddsRule::kClipped;
  bool is_normalized = true;  // divide by sqrt(k(y, y) k(y', y')); 0 if one of these is 0
};

// The logarithms of the odds ratios as tags x tags, modified by the rule. O(T^2 + pairs of tags of all rows),
// plus O(T^3) for kClipped and kUnchanged. For kUnchanged throws common::Error(kUsage), which names the
// smallest eigenvalue, if it is negative.
Eigen::MatrixXd LogOddsRatios(std::span<const TagList> rows, int num_tags, OddsRule rule);

// The kernel k(y, y_j) with training rows j = 0..m-1, whose tags determine means and odds. Thread-safe.
//
//     const TagKernel kernel(train.tags, train.num_tags, {.form = TagKernelForm::kOdds});
//     std::vector<double> values(static_cast<size_t>(kernel.size()));
//     kernel.Values({0, 3}, values);
class TagKernel {
 public:
  // Throws common::Error(kUsage) for tags that are not below num_tags, options out of range, and as
  // LogOddsRatios.
  TagKernel(std::vector<TagList> rows, int num_tags, const TagKernelOptions& options);

  int size() const { return static_cast<int>(rows_.size()); }
  int num_tags() const { return vectors_.num_tags(); }
  const std::vector<TagList>& rows() const { return rows_; }
  const TagKernelOptions& options() const { return options_; }
  const TagVectors& vectors() const { return vectors_; }

  // Sets values[j] = k(tags, y_j), j = 0..m-1. The value is 0 if psi of either list is 0, for example for a
  // row without tags in the coding unit_01. (A polynomial with an offset would be above 0 there; then such a
  // row would fit every new row better than the others, and no tags would be predicted.) O(rows that share a
  // tag + m), for kOdds O(tags T + tags of all rows).
  void Values(const TagList& tags, std::span<double> values) const;
  // The kernel values of all pairs of training rows, m x m.
  Eigen::MatrixXd Gram() const;

 private:
  void Raw(const TagList& tags, std::span<double> values) const;
  double RawSquare(const TagList& tags) const;

  std::vector<TagList> rows_;
  TagKernelOptions options_;
  TagVectors vectors_;
  std::vector<std::vector<int>> rows_of_tag_;
  std::vector<double> scales_, shifts_;  // one for each row
  std::vector<double> norms_;            // 1 / sqrt(k(y_j, y_j)), or 0
  Eigen::MatrixXd odds_;
  Eigen::VectorXd shifted_odds_;  // odds times shift
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_KERNEL_H_
