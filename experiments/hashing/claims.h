// Claims S01 to S19 of the source, and the rules that decide them.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_CLAIMS_H_

#include <string>
#include <vector>

#include "common/binomial.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

std::vector<harness::Claim> TextClaims();    // S01 to S07
std::vector<harness::Claim> TopicClaims();   // S08 to S14
std::vector<harness::Claim> GraphClaims();   // S15 to S17
std::vector<harness::Claim> TheoryClaims();  // S18, S19

// Two queries whose values are compared pair by pair: factor * a + offset < b.
struct Comparison {
  std::string name;
  harness::Query less, more;
  double factor = 1, offset = 0;
  std::vector<std::string> ignored_keys = {};  // of the settings, where these differ
};
// DecideLess on each, paired by seed, where the claim needs them all: one that fails must do so with the
// confidence 1 - 0.05 / (number of comparisons). The evidence names each.
harness::ClaimOutcome AllLess(const harness::Results& results, const std::vector<Comparison>& comparisons);
// The same for errors of texts in percent, whose seeds share their test documents: over the documents, too,
// each with its mean over the seeds, the interval of the mean difference must lie on the same side of 0, else
// it is undecided. Not tested unless it was recorded which documents are wrong (Mistakes).
harness::ClaimOutcome AllLessOverDocuments(const harness::Results& results,
                                           const std::vector<Comparison>& comparisons);
// Is |a - b - difference| at most `margin`, over the pairs of a query?
harness::ClaimOutcome Differ(const harness::Results& results, const Comparison& comparison, double difference,
                             double margin, const harness::Certainty& certainty);
// Has what was counted at most this probability? By the interval of Clopper and Pearson over all trials
// together: holds if that of 95% is not above the bound, fails if that of 1 - 0.05 / comparisons is above it,
// undecided otherwise. Not tested without trials.
harness::ClaimOutcome ShareAtMost(const common::Share& counted, double bound, int comparisons,
                                  const std::string& what);
// The sum over the seeds of trials, and of hits, which are recorded as shares of them.
common::Share Pooled(const harness::Results& results, const harness::Query& shares,
                     const harness::Query& trials);
// The end of a rule by AllLess.
inline constexpr const char* kAllLessRule =
    "; paired over the seeds: the 95% t interval of the mean difference must be below 0 in each comparison; "
    "it fails if one is above 0 with the confidence 1 - 0.05 / (number of comparisons). Where all "
    "differences "
    "are equal, those of counts are taken to be known to the unit only; of others the sign test must reach "
    "the same confidence, which takes 6 seeds or more";

// Behind it for times, and of sizes of files.
inline constexpr const char* kLengthRule =
    "; how long documents are that were generated is our choice, so that they decide nothing";

// Behind it by AllLessOverDocuments.
inline constexpr const char* kDocumentsRule =
    ". Seeds change hashes and projections, and of collections the order of the training documents; the test "
    "documents are the same: over these, too, paired and each with its mean over the seeds, the t interval "
    "of the "
    "mean difference must lie below 0 (fail: above) with the same confidence, else it is undecided";
// Behind the rules of other errors of texts.
inline constexpr const char* kSameTestRule =
    ". Seeds change hashes, projections and samples, and of collections the order of the training documents; "
    "the test documents are the same at all seeds, so that the interval is about methods on these documents: "
    "how much the difference would change with other documents it does not say";

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_CLAIMS_H_
