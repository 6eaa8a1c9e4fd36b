// Codes a list of tags as a vector.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_CODING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TAG_CODING_H_

#include <Eigen/Core>
#include <span>
#include <string_view>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

enum class TagCoding {
  kUnit01,   // the indicator of the tags, scaled to length 1, as in the released program of the joint SVM
  kUnitPm1,  // +1 or -1 for each tag, divided by sqrt(T), as printed in the paper
  kCentred,  // the indicator minus its mean over the training rows, scaled to length 1
  kPm1,      // +1 or -1 for each tag
};

// The vectors psi of tag lists. In every coding psi = scale (1_tags - shift) with the same shift for all
// rows, so that inner products cost time proportional to the number of tags of a row.
class TagVectors {
 public:
  // Throws common::Error(kUsage) for tags that are not below num_tags.
  TagVectors(std::span<const TagList> rows, int num_tags, TagCoding coding);

  int num_tags() const { return static_cast<int>(shift_.size()); }
  TagCoding coding() const { return coding_; }
  const Eigen::VectorXd& shift() const { return shift_; }
  double shift_square() const { return shift_square_; }
  // The scale of psi. It is 0 if psi is 0 (rows without tags in kUnit01, or rows whose indicator is the
  // mean).
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
