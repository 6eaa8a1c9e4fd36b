// Converts options of streaming learners to facts that a model stores, and enum values to the names of flags.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_FACTS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_FACTS_H_

#include <string>

#include "structured_learning/linear/examples/facts.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {

// Names in the order of the enums.
inline constexpr EnumNames<5> kLinearTaskNames = {"binary", "one-vs-rest", "multi-label", "multiclass",
                                                  "regression"};
inline constexpr EnumNames<3> kLinearLossNames = {"logistic", "hinge", "squared"};
inline constexpr EnumNames<3> kUpdateRuleNames = {"adaptive", "normalized", "schedule"};

// All options except bits and seed; names begin with "learner.".
Facts FactsOf(const LearnerOptions& options);
// The inverse; other facts are ignored. Throws common::Error (data), which names `where`, for a fact that is
// missing or invalid.
LearnerOptions LearnerOptionsOf(const Facts& facts, int bits, uint32_t seed, const std::string& where);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_FACTS_H_
