// Rules: how a claim of the source is decided, as values.
//
// From a rule follow the sentence on the page, the decision on our numbers and on the printed ones, the cases
// that --only=ID needs, and made-up values that satisfy and violate it.
//
//   const Values passes = {.table = "Table 5.2", .metric = "total_passes"};
//   Less(passes.Of("RP-BCFW-STD-G"), passes.Of("RP-BCFW-STD-U")).AtEach("kappa1", {0.1, 0.5, 0.95})
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_RULE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_RULE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/harness/decide/outcome.h"
#include "experiments/harness/decide/over_items.h"
#include "experiments/harness/decide/rows.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

// Finished cases, each with its value.
using Found = std::vector<std::pair<const FinishedCase*, double>>;

// The values of some cases: one a case and seed. Empty texts match everything. Variants (Case::Override)
// match only where `setting` names what they change.
struct Values {
  std::string table = {}, metric = {}, method = {}, dataset = {};
  Setting setting = {};    // pairs that the recorded setting, or else what the case read, must have
  std::string cases = {};  // beginning of the case's name; not asked of printed numbers
  double plus = 0;         // added to each value
  double margin = 0;  // the part of it that is what a rule allows, and is left out where values are shown
  std::shared_ptr<const Values> divisor = {};  // set by Over

  Values Of(std::string method_name) const;
  Values At(const std::string& key, const std::string& value) const;
  Values At(const std::string& key, double value) const;
  Values Plus(double constant) const;
  // The same for a comparison that allows this difference, or asks for this much more.
  Values Margin(double constant) const;
  // Each value over that of the same case, seed, method, data set and setting; of a printed number over the
  // printed one. Throws common::Error(kUsage) unless `other` names a table and a metric only.
  Values Over(const Values& other) const;

  // "total_passes of RP-BCFW-STD-G at kappa1=0.5 + 20", for sentences.
  std::string Name() const;
  // Does what the case recorded under this key belong to the values (or curves, or pictures)?
  bool Contain(const RowKey& key, const Case& c) const;
  // A recorded value, divided and shifted; nothing where its divisor is missing.
  std::optional<double> NumberOf(const RecordedValue& recorded, const FinishedCase& finished,
                                 const Results& results) const;
  // Can the case record such values? Its name, and the settings that it changes, must be those that are asked
  // for, and a column of columns.tsv must say so. Of cases without columns (in tests) their own method, data
  // set and setting decide.
  bool FilledBy(const Case& c) const;
  // In the order of the plan.
  Found In(const Results& results) const;
};

// The pairs of two sides: with the same seed, unless one of the two is deterministic, and the same data set
// and setting as far as the values leave them open. Where each side is one case it is enough that these do
// not contradict each other, or that the sides fix a setting at different values, with which others change. A
// value with several partners of a seed is left out.
Pairs Paired(const Found& a, const Found& b, const Values& of_a, const Values& of_b);

// What two sides recorded of the same test items, as means over the seeds.
struct FoundItemPairs {
  ItemPairs pairs;
  std::string why_not = {};  // empty unless a side or a seed has no items, or others
};
// Each side is one case; throws common::Error(kUsage) for several, and for items with another number of
// parts.
FoundItemPairs FindItemPairs(const Values& a, const Values& b, const Results& results, size_t num_parts = 1);

// Does the setting tell the case from others, or has the case read it?
bool HasSetting(const Case& c, const std::string& name);

// Made by Less, Equal and the others below.
struct Rule {
  enum class Kind { kLess, kEqual, kAtMost, kAtLeast, kRising, kFalling, kAll, kAny, kCustom };

  Kind kind = Kind::kAll;
  Values a = {}, b = {};  // kAtMost, kAtLeast, kRising and kFalling: only a
  double bound = 0;       // kAtMost, kAtLeast; kEqual: the margin
  std::optional<Effect> effect = {};
  bool on_log = false;
  double test_by_training = 0;
  std::optional<Chance> over = {};  // Over
  Statistic statistic = {};
  std::string key = {};              // AtEach, Rising, Falling: a setting
  std::vector<std::string> at = {};  // and its values
  std::vector<Rule> parts = {};      // kAll, kAny
  std::vector<std::string> only_at_paper = {};
  bool is_independent_of_data = false;
  bool is_of_print = true;
  std::vector<Rule> printed = {};  // PrintedAs: one rule, or none
  std::string text = {};           // kCustom, InWords: the sentence
  std::vector<Values> needs = {};
  std::function<ClaimOutcome(const Results&)> decide = {};

  // The rule at each value of a setting; it holds if it holds at each. Values at which the run plans no case
  // are left out, and said.
  Rule AtEach(const std::string& key, const std::vector<std::string>& values) const;
  Rule AtEach(const std::string& key, const std::vector<double>& values) const;
  // The least effect of Less, Rising and Falling. Default: that of the column (LeastEffect), by its unit.
  Rule ByAtLeast(Effect effect) const;
  // For Less and Equal: compares logarithms, as fits times and other positive values of very different sizes.
  Rule OnLog() const;
  // The seeds are random splits of the same examples, with this number of test examples a training example
  // (DecideLessOfSplits, DecideEqual). With Over(kFolds): of a fold; default 1 / (folds - 1).
  Rule OfSplits(double test_by_training) const;
  // The values are what was recorded of test items (Recorder::Items), of one case each side, and chance is
  // which items there are. Less and Equal; AtMost and AtLeast by kExactCounts only, of items that are 0 or 1,
  // or have the two parts hits and trials. Not tested where the sides or, except for kFolds and kExactCounts,
  // the seeds have different items or groups. Of kExactCounts equal items of several seeds count once.
  Rule Over(Chance chance, const Statistic& statistic = {}) const;
  // Not tested unless the cases have read the paper's values of these settings.
  Rule OnlyAtPaper(const std::vector<std::string>& settings) const;
  // Decided on stand-in data too: speed, memory, bounds, certificates.
  Rule IndependentOfData() const;
  // The source prints no numbers to which the rule could be applied.
  Rule NotOfPrint() const;
  // The sentence of the whole. Without it the sentence repeats itself for each part.
  Rule InWords(const std::string& sentence) const;
  // Whether the print supports the claim is decided by another rule, over rows with other keys.
  Rule PrintedAs(const Rule& other) const;

  // One sentence for the page, without its full stop.
  std::string Sentence() const;
  // On our numbers.
  ClaimOutcome Decide(const Results& results) const;
  // On the printed numbers, each one value, with the chance that is known of them (print_chance.h; `ours` may
  // be null), else by the least effect only. Not tested where the source prints none of them, or only those
  // of some parts of an All, and none of these fails.
  ClaimOutcome DecideOnPrint(const std::vector<ReportedRow>& reported, const Results* ours = nullptr) const;
  // Does deciding it take the case (Values::FilledBy)?
  bool Needs(const Case& c) const;
  // The values that it reads, before AtEach.
  std::vector<Values> Reads() const;
  // For tests: its rules that are no Custom, All or Any, and made-up results of the planned cases
  // under which such a rule holds or fails.
  std::vector<Rule> Parts() const;
  Results MakeBelieve(bool holds, const Results& planned) const;

  bool is_ordered() const { return kind == Kind::kRising || kind == Kind::kFalling; }
  bool is_bound() const { return kind == Kind::kAtMost || kind == Kind::kAtLeast; }
  bool has_b() const { return !b.metric.empty(); }
  bool has_parts() const { return kind == Kind::kAll || kind == Kind::kAny; }
  Effect min_effect() const { return effect.value_or(Percent(1)); }
  Rule WithEffectsOf(const Columns& columns) const;  // the least effects of the columns, where none is given
  double EffectFor(double mean) const;  // the least effect for second values of this mean, or on logarithms
  std::vector<const Rule*> Leaves() const;                    // the rules that are no All or Any
  Rule With(const std::function<void(Rule&)>& change) const;  // of it and of its parts
};

// a below b, paired over the seeds (DecideLess). What a deterministic case has stands against each seed of
// the other side. Two deterministic sides, with fewer than 3 pairs, are compared by the least effect only.
Rule Less(Values a, Values b);
// a and b equal within the margin, in their unit (DecideEqual).
Rule Equal(Values a, Values b, double margin);
// Every value at most (at least) the bound, up to rounding (1e-9 of it).
Rule AtMost(Values values, double bound);
Rule AtLeast(Values values, double bound);
// Values that rise (fall) from each value of the setting to the next one that is planned.
Rule Rising(Values values, const std::string& key, const std::vector<double>& at);
Rule Falling(Values values, const std::string& key, const std::vector<double>& at);
// All rules hold.
Rule All(std::vector<Rule> rules);
// At least one rule holds: each holds at the level divided by their number (Certainty::alternatives), and all
// must fail for the whole to fail. AtEach goes to each rule, so that one must hold at all of the values.
Rule Any(std::vector<Rule> rules);
// Anything else: what is decided in words, the values it needs, and the decision.
Rule Custom(std::string sentence, std::vector<Values> needs,
            std::function<ClaimOutcome(const Results&)> decide);

// A printed row as a case, as far as values are asked of it.
Case PrintedCase(const ReportedRow& row);
// The printed rows as finished cases of one seed each, so that rules can be asked of them.
Results PrintedResults(const std::vector<ReportedRow>& reported);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_RULE_H_
