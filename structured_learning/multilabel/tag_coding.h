// Tags as vectors.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_CODING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_CODING_H_

#include <Eigen/Core>
#include <span>
#include <string_view>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

enum class TagCoding {
  kUnit01,   // the indicator of the tags, of length 1: what the released program of the joint SVM does
  kUnitPm1,  // +1 or -1 for each tag, divided by sqrt(T): as the paper prints it
  kCentred,  // the indicator minus the mean over the training rows, of length 1
  kPm1,      // +1 or -1, as it is
};

// All of them are psi = scale (1_tags - shift), with one shift for all rows, so that inner products of a row
// take time in proportion to its tags.
class TagVectors {
 public:
  // Throws common::Error(kUsage) for tags that are not below num_tags.
  TagVectors(std::span<const TagList> rows, int num_tags, TagCoding coding);

  int num_tags() const { return static_cast<int>(shift_.size()); }
  TagCoding coding() const { return coding_; }
  const Eigen::VectorXd& shift() const { return shift_; }
  double shift_square() const { return shift_square_; }
  // 0 where psi would be 0 (rows without tags in kUnit01, or whose indicator is the mean).
  double Scale(const TagList& tags) const;
  // shift . 1_tags
  double ShiftOf(const TagList& tags) const;
  double Square(const TagList& tags) const;  // |psi|^2
  double Product(const TagList& a, const TagList& b) const;

 private:
  TagCoding coding_;
  Eigen::VectorXd shift_;
  double shift_square_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_CODING_H_
