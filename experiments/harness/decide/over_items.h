// Decisions over test items: what is left to chance is which items, or groups of items, there are.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_OVER_ITEMS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_OVER_ITEMS_H_

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/binomial.h"
#include "experiments/harness/decide/outcome.h"
#include "experiments/harness/run/items.h"

namespace structlab::harness {

// What a rule takes as chance, and how it decides. d_i is the difference a - b of item i.
enum class Chance {
  // Which items there are: Student's t interval of the mean of d_i. Where items have groups, of the mean of
  // the groups' differences.
  kPairedT,
  // Which items, or groups, there are: R times as many items (groups with all their items) as there are,
  // drawn with replacement, the same for both sides; a - b of the statistic of each drawn sample. The
  // interval of confidence 1 - 2 alpha is from the (R + 1) alpha-th smallest to the (R + 1) alpha-th largest
  // difference; the two-sided p value is 2 (1 + number of differences beyond the bound) / (R + 1) (Davison,
  // Hinkley, Bootstrap Methods and their Application, 1997, sections 4.2.2 and 5.2). R is 2000; it is 20,000
  // where the verdict changes if alpha is multiplied or divided by 1 + 4 sqrt((1 - alpha) / (alpha R)), four
  // of
  // its relative Monte Carlo errors. For few items the interval is too narrow, by a factor of about
  // sqrt((n - 1) / n).
  kBootstrapItems,
  kBootstrapGroups,
  // Which groups there are, of which an item may have several (LeaveOutGroups).
  kJackknifeGroups,
  // Which folds of a cross-validation there are; items are folds, each seed has its own. Fold by fold over
  // all seeds, by the t test that is corrected for training parts in common (DecideLessOfSplits).
  kFolds,
  // For AtMost and AtLeast: the exact interval of a probability (DecideShare).
  kExactCounts,
  // Both seeds and items: kPairedT of the items' means over the seeds, and the pairs of seeds (DecideLess,
  // DecideEqual). Undecided unless both have the same verdict.
  kSeedsAndItems,
};
// What a sentence says of it: "over the items".
std::string Describe(Chance chance);

// A function of the means over items of the parts that are recorded of each.
struct Statistic {
  size_t num_parts = 1;
  double (*of)(std::span<const double> means) = [](std::span<const double> means) { return means[0]; };
  // The parts of an item whose statistic is this value, for made-up items.
  std::vector<double> (*parts_of)(double value) = [](double value) { return std::vector<double>{value}; };

  bool is_mean() const { return num_parts == 1; }
};

// The same items of two sides: the parts of each, with an entry an item.
struct ItemPairs {
  Items items;
  std::vector<std::vector<double>> a, b;
};

// The statistic of each side over the items whose values are all finite; NaN without such items.
std::pair<double, double> StatisticsOf(const ItemPairs& pairs, const Statistic& statistic);

// Names of groups begin with their kind: "volume 3" and "patient 1". The groups of one kind that count: of
// the kind with the fewest groups, if there are at least 3, else the kind with most groups.
struct GroupsOfKind {
  std::string kind;
  std::vector<std::string> names;             // each once
  std::vector<std::vector<size_t>> of_items;  // positions in `names`, without repetition
};
inline constexpr size_t kMinGroups = 3;
// Throws common::Error(kUsage) for items without groups, and for a list of groups of different kinds.
GroupsOfKind GroupsOf(const Items& items);

// An estimate as the mean of n values, one a group, to which Student's interval and test apply as to
// independent ones.
struct JackknifeValues {
  std::vector<double> values;  // empty if fewer than two groups can be left out
  std::string units = {};      // "42 volumes", "4 volumes, one more is in all items"
};
// The jackknife (Efron, Tibshirani, An Introduction to the Bootstrap, 1993, chapter 11). theta is the
// difference a - b of the statistic over all items, theta_(g) that over the items outside of group g. The
// values are theta - (n - 1) (theta_(g) - mean of theta_(g)). Their mean is theta; their variance over n is
// (n - 1) / n times the sum of (theta_(g) - mean)^2. An item in two groups counts for both: its noise counts
// twice, which makes intervals wider, by a factor of up to sqrt(2). A group that is in all items stays: the
// result holds for this group. Items with a value that is not finite are left out. Time O(groups * items).
JackknifeValues LeaveOutGroups(const ItemPairs& pairs, const Statistic& statistic);

// A question about a - b.
struct Question {
  Certainty certainty = {};
  bool is_equal = false;  // do they differ by at most the margin? Else: is it at most -min_effect?
  double margin = 0;
  double plus = 0;  // added to a - b
};
ClaimOutcome DecidePairs(const Pairs& pairs, const Question& question, double test_by_training = 0);

// By kPairedT, kBootstrapItems, kBootstrapGroups or kJackknifeGroups. Not tested with fewer than 3 items or
// groups, or with a value that is not finite. Throws common::Error(kUsage) for groups that are needed and
// missing, for items of several groups where only the jackknife takes them, and for t of another statistic
// than the mean.
ClaimOutcome DecideOverItems(const ItemPairs& pairs, Chance chance, const Statistic& statistic,
                             const Question& question);

// Has what was counted at most (at least) this probability? By the interval of Clopper and Pearson: holds if
// that of ConfidenceToHold is not beyond the bound, fails if that of ConfidenceToFail is beyond it, undecided
// otherwise. Not tested without trials. Throws common::Error(kUsage) for a bound outside 0..1.
ClaimOutcome DecideShare(const common::Share& counted, double bound, bool is_at_most,
                         const Certainty& certainty = {});

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_OVER_ITEMS_H_
