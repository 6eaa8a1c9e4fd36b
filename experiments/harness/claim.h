// Claims of the source, and the rules that decide them.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_CLAIM_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_CLAIM_H_

#include <functional>
#include <string>
#include <vector>

#include "experiments/harness/results.h"

namespace structlab::harness {

struct ClaimOutcome {
  Verdict verdict = Verdict::kNotTested;
  std::string evidence;  // the numbers, the test, the interval; or why it was not tested
  // Where it fails: at most how likely what is true would fail so by chance, over all its comparisons. 0
  // where nothing is left to chance, as with a bound that is broken. A rule that makes an outcome of another
  // hands it on; DecideLess, DecideEqual and All set it.
  double chance = 0;
};

// How one claim, or one part of it, is decided. A claim with several parts gets a row for each and one for
// the whole, which holds if all parts hold, fails if one fails, and is undecided or not tested otherwise.
// A true claim must not fail the likelier the more parts it has: the whole fails only by a part whose
// ClaimOutcome::chance times the number of parts is at most 5% (Bonferroni); a part that fails less surely
// leaves it undecided. So the comparisons of a part's own are all that a rule counts
// (Certainty::comparisons). A part that is not tested because its data is a stand-in does not count for the
// whole if another part with the same `rule`, word by word, is decided on real data or a substitute; the
// whole's evidence names what was left out, and its data are those of the parts that count.
struct Claim {
  std::string id;         // as in claims.tsv, e.g. "D21"
  std::string part = {};  // empty if the claim has one part only
  std::string rule;       // which rows, how many seeds, which test, what interval
  std::function<ClaimOutcome(const Results&)> decide;
  // Speed, memory, bounds, collisions: also decided where the data is a stand-in.
  bool independent_of_data = false;
  // The data sets it is about; all of the experiment's if empty.
  std::vector<std::string> data = {};
};

// How sure a decision must be.
struct Certainty {
  double confidence = 0.95;
  // Of how many comparisons this is one, where a claim needs them all: one that fails makes the claim fail,
  // so failing takes the confidence 1 - (1 - confidence) / comparisons (Bonferroni). That all hold by chance
  // is no more likely than that one does, so holding takes the confidence itself.
  int comparisons = 1;
};

// Is a below b? Over the pairs, the mean of a - b with its two-sided t interval: holds if the interval is
// below 0, fails if it is above, undecided otherwise. Not tested with fewer than 3 pairs. Where all
// differences are equal (but for rounding) a t interval would be one point, whatever n. Counts (whole
// numbers, not all of them 0 or 1) are then known to the unit only: the interval is that of differences with
// the standard deviation of two rounded numbers, sqrt(1/6), so that less noise never makes a verdict weaker.
// Where they are 0 but for rounding, neither speaks for a nor for b: undecided. Of other values the sign
// decides if the sign test's p = 2^(1-n) is small enough (with 95% from 6 pairs on), else it is undecided.
ClaimOutcome DecideLess(const Pairs& pairs, const Certainty& certainty = {});

// Do a and b differ by at most `margin`? Holds if the interval of the mean of a - b lies within +-margin,
// fails if it lies outside, undecided otherwise. Not tested with fewer than 3 pairs; equal differences decide
// from 5 pairs on.
ClaimOutcome DecideEqual(const Pairs& pairs, double margin, const Certainty& certainty = {});

// Is every value at most `bound`? For what must hold without exception, e.g. a certificate. Not tested
// without values; `what` names them in the evidence.
ClaimOutcome DecideAllAtMost(const std::vector<Observation>& values, double bound, const std::string& what);

// The outcome for several independent conditions that must all hold; evidence is joined, and the surest
// failure gives the chance.
ClaimOutcome All(const std::vector<ClaimOutcome>& outcomes);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_CLAIM_H_
