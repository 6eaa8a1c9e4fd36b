// Rules about differences of F1 on one fixed test part: chance is which test images there are.
#ifndef STRUCTLAB_EXPERIMENTS_JOINT_SVM_F1_RULES_H_
#define STRUCTLAB_EXPERIMENTS_JOINT_SVM_F1_RULES_H_

#include <span>

#include "experiments/harness/decide/rule.h"

namespace structlab::joint_svm {

// The interval of b's F1 minus a's, in points, for 95 of 100 resamples of the test rows, drawn with
// replacement and the same for both. F1 = 2 hits / (2 hits + errors), summed over rows. The four spans have
// an entry a row. Deterministic; O(resamples rows).
struct F1Difference {
  double difference = 0, low = 0, high = 0;
};
F1Difference DifferenceOfF1(std::span<const double> hits_a, std::span<const double> errors_a,
                            std::span<const double> hits_b, std::span<const double> errors_b);

// a's micro F1 is below b's by at least `points`: holds if the interval is above 0 and the difference at
// least that; fails if the interval is below `points`; else undecided. `a` and `b` name table, data set,
// method and setting of the curves "hits_and_errors" that RecordTags records, each of one case.
harness::Rule F1Below(const harness::Values& a, const harness::Values& b, double points = 0.2);

// The two differ by at most `points`: holds if the interval is within, fails if it is outside, else
// undecided.
harness::Rule F1Alike(const harness::Values& a, const harness::Values& b, double points);

}  // namespace structlab::joint_svm

#endif  // STRUCTLAB_EXPERIMENTS_JOINT_SVM_F1_RULES_H_
