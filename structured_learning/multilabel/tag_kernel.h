// Kernels between lists of tags: which tags go together, beyond being equal.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_KERNEL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_KERNEL_H_

#include <Eigen/Core>
#include <span>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/tag_coding.h"

namespace structlab::structured_learning {

// psi is the vector of TagVectors (tag_coding.h) in the coding of the options. Xiong 2015, paper III,
// section 4.
enum class TagKernelForm {
  kPlain,       // <psi(y), psi(y')>
  kPolynomial,  // (<psi(y), psi(y')> + offset)^degree
  kOdds,        // psi(y)' Q psi(y'), Q the logarithms of the odds ratios of pairs of tags (III (20)-(23))
};

// The matrix Q of III (22) has no diagonal, so that it always has eigenvalues below 0, and the dual of the
// joint SVM no maximum in general. Half an example is added to each of the four counts of a pair, and the
// diagonal is the largest |Q_rs| of all pairs; then:
enum class OddsRule {
  kClipped,    // eigenvalues below 0 are set to 0
  kSquared,    // Q Q, what (17) would give for P = Q
  kUnchanged,  // taken as it is; refused if it has an eigenvalue below 0
};

struct TagKernelOptions {
  TagKernelForm form = TagKernelForm::kPlain;
  TagCoding coding = TagCoding::kUnit01;
  int degree = 2;     // >= 1
  double offset = 1;  // >= 0
  OddsRule odds = OddsRule::kClipped;
  bool is_normalized = true;  // divided by sqrt(k(y, y) k(y', y')); 0 where one of these is 0
};

// The logarithms of the odds ratios, tags x tags, as OddsRule says. O(T^2 + pairs of tags of all rows + T^3
// for kClipped and kUnchanged). Throws common::Error(kUsage) that names the smallest eigenvalue for
// kUnchanged.
Eigen::MatrixXd LogOddsRatios(std::span<const TagList> rows, int num_tags, OddsRule rule);

// k(y, y_j) against training rows j = 0..m-1, whose tags decide means and odds. Thread-safe.
class TagKernel {
 public:
  // Throws common::Error(kUsage) for tags that are not below num_tags, options out of range and what
  // LogOddsRatios refuses.
  TagKernel(std::vector<TagList> rows, int num_tags, const TagKernelOptions& options);

  int size() const { return static_cast<int>(rows_.size()); }
  int num_tags() const { return vectors_.num_tags(); }
  const std::vector<TagList>& rows() const { return rows_; }
  const TagKernelOptions& options() const { return options_; }
  const TagVectors& vectors() const { return vectors_; }

  // values[j] = k(tags, y_j), j = 0..m-1; 0 where psi of either is 0, such as that of a row without tags in
  // the coding unit_01 (a polynomial with an offset would be above 0 there: such a row would fit every new
  // row better than the others do, and nothing be predicted). O(rows that share a tag + m), for kOdds O(tags
  // T + tags of all rows).
  void Values(const TagList& tags, std::span<double> values) const;
  // All of them among the training rows, m x m.
  Eigen::MatrixXd Gram() const;

 private:
  void Raw(const TagList& tags, std::span<double> values) const;
  double RawSquare(const TagList& tags) const;

  std::vector<TagList> rows_;
  TagKernelOptions options_;
  TagVectors vectors_;
  std::vector<std::vector<int>> rows_of_tag_;
  std::vector<double> scales_, shifts_;  // of each row
  std::vector<double> norms_;            // 1 / sqrt(k(y_j, y_j)), or 0
  Eigen::MatrixXd odds_;
  Eigen::VectorXd shifted_odds_;  // odds times shift
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_KERNEL_H_
