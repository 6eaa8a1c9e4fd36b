// What a problem's loss-augmented oracle proves, so that learners do not claim more.
//
// A problem that says nothing is taken as exact. If the oracle of your problem may miss the maximum, add the
// member certificate(); if it also knows how much it may have missed, the member
// LossAugmentedInferenceWithBound(). Examples: GraphLabelingProblem (graph_labeling/), LocalizationProblem.
//
// Planes of outputs that are not the best are still lower bounds of the hinge, so a learner's dual value is a
// bound in any case. Its primal value is the sum of the hinges that the oracle found:
// - kExact: the primal value is that of the objective; a gap is proved;
// - kUpperBound: learners add the bounds instead; the primal value is at least the objective, and a gap is
//   proved;
// - kNone: the primal value may be too low, even below the dual value; no gap is proved.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_ORACLE_CERTIFICATE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_ORACLE_CERTIFICATE_H_

#include <concepts>
#include <string_view>

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

enum class OracleCertificate { kExact, kUpperBound, kNone };

// "exact", "upper bound", "none".
constexpr std::string_view CertificateName(OracleCertificate certificate) {
  switch (certificate) {
    case OracleCertificate::kExact:
      return "exact";
    case OracleCertificate::kUpperBound:
      return "upper bound";
    case OracleCertificate::kNone:
      break;
  }
  return "none";
}

// An output, and a proved upper bound of the sample's hinge: hinge_bound >= max_y H_i(y; w).
template <class Output>
struct BoundedOutput {
  Output output;
  double hinge_bound;
};

// A problem whose oracle can also return a bound.
template <class P>
concept BoundsItsHinge = requires(const P& problem, int i, const Eigen::Ref<const DenseVector>& weights) {
  { problem.LossAugmentedInferenceWithBound(i, weights) } -> std::same_as<BoundedOutput<typename P::Output>>;
};

// The problem's member certificate(), or kExact if it has none.
template <class P>
OracleCertificate CertificateOf(const P& problem) {
  if constexpr (requires {
                  { problem.certificate() } -> std::same_as<OracleCertificate>;
                }) {
    return problem.certificate();
  } else {
    return OracleCertificate::kExact;
  }
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_ORACLE_CERTIFICATE_H_
