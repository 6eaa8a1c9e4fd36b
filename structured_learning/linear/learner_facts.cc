#include "structured_learning/linear/learner_facts.h"

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {

Facts FactsOf(const LearnerOptions& options) {
  return {{"learner.l2", common::FormatDouble(options.l2)},
          {"learner.learning_rate", common::FormatDouble(options.learning_rate)},
          {"learner.loss", EnumName(kLinearLossNames, options.loss)},
          {"learner.task", EnumName(kLinearTaskNames, options.task)},
          {"learner.update", EnumName(kUpdateRuleNames, options.update)}};
}

LearnerOptions LearnerOptionsOf(const Facts& facts, int bits, uint32_t seed, const std::string& where) {
  constexpr auto kData = common::ErrorKind::kData;
  return {
      .bits = bits,
      .seed = seed,
      .task = EnumOf<LinearTask>(kLinearTaskNames, FactOf(facts, "learner.task", where), where, kData),
      .loss = EnumOf<LinearLoss>(kLinearLossNames, FactOf(facts, "learner.loss", where), where, kData),
      .update = EnumOf<UpdateRule>(kUpdateRuleNames, FactOf(facts, "learner.update", where), where, kData),
      .learning_rate = common::ParseDouble(FactOf(facts, "learner.learning_rate", where), where),
      .l2 = common::ParseDouble(FactOf(facts, "learner.l2", where), where)};
}

}  // namespace structlab::structured_learning
