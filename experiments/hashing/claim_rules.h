// Rules of this package's claims that the harness does not have.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_CLAIM_RULES_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_CLAIM_RULES_H_

#include <string>
#include <vector>

#include "common/binomial.h"
#include "experiments/harness/decide/rule.h"

namespace structlab::hashing {

// For Less, or an All of these, of errors in percent that RecordError recorded: seeds change hashes,
// projections and the order of the training documents, and share their test documents. So the difference must
// lie on the same side over the documents, too, each with its mean over the seeds, by the t interval of 95%
// (to fail: with the confidence 1 - 0.05 / comparisons), else it is undecided. Not tested unless it was
// recorded which documents are wrong.
harness::Rule OverDocuments(const harness::Rule& rule);

// Is this metric of the methods `less` below that of `more` on a set of graphs? Paired fold by fold over all
// repetitions, which have the folds of their seed: folds have most of their training graphs in common, so
// that the test is the corrected one for resampled data (harness::DecideLessOfSplits).
harness::Rule LessInFolds(const std::string& dataset, const std::string& metric,
                          const std::vector<std::string>& less, const std::string& more);

// Has what was counted at most this probability? By the interval of Clopper and Pearson: holds if that of 95%
// is not above the bound, fails if that of 1 - 0.05 / comparisons is above it, undecided otherwise. Not
// tested without trials.
harness::ClaimOutcome ShareAtMost(const common::Share& counted, double bound, int comparisons,
                                  const std::string& what);

// The mean over the seeds; 0 without values.
double MeanOf(const harness::Results& results, const harness::Values& values);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_CLAIM_RULES_H_
