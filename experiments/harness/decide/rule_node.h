// What a rule is made of: for rule*.cc.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_RULE_NODE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_RULE_NODE_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/decide/rule.h"

namespace structlab::harness {

struct Rule::Node {
  enum class Kind { kLess, kEqual, kAtMost, kAtLeast, kRising, kFalling, kAll, kCustom };

  Kind kind = Kind::kAll;
  Values a = {}, b = {};  // kAtMost, kAtLeast, kRising and kFalling: only a
  double bound = 0;       // kAtMost, kAtLeast; kEqual: the margin
  std::optional<Effect> effect = {};
  bool on_log = false;
  std::string key = {};              // AtEach, Rising, Falling: a setting
  std::vector<std::string> at = {};  // and its values
  std::vector<Rule> parts = {};      // kAll
  std::vector<std::string> only_at_paper = {};
  bool is_independent_of_data = false;
  bool is_of_print = true;
  std::vector<Rule> printed = {};  // PrintedAs: one rule, or none
  std::string text = {};           // kCustom: the sentence
  std::vector<Values> needs = {};
  std::function<ClaimOutcome(const Results&)> decide = {};

  bool is_ordered() const { return kind == Kind::kRising || kind == Kind::kFalling; }
};

// One comparison: a against b, or a against a bound.
struct Contrast {
  std::string name;  // "kappa1=0.5", or empty
  Values a, b;
};

// The comparisons of a rule that is neither kAll nor kCustom, as far as the run plans cases for both sides;
// `left_out` gets the values of the setting for which it does not.
std::vector<Contrast> ContrastsOf(const Rule::Node& node, const std::vector<Case>& planned,
                                  std::vector<std::string>& left_out);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_RULE_NODE_H_
