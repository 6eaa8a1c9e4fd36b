// Comparisons over random splits of the same examples.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RESAMPLED_CLAIM_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RESAMPLED_CLAIM_H_

#include "experiments/harness/claim.h"

namespace structlab::harness {

// Is a below b? DecideLess for pairs of trials that are random splits of the same examples, which have most
// of their training examples in common and so differ less than fresh examples would: the variance of the mean
// of n differences is s^2 (1/n + test_by_training) instead of s^2 / n (the corrected resampled t test;
// Nadeau, Bengio, Inference for the generalization error, 2003, section 4), with n - 1 degrees of freedom.
// The folds of a repeated cross-validation are such trials, one by one (Bouckaert, Frank, Evaluating the
// replicability of significance tests for comparing learning algorithms, 2004): the means of its repetitions
// are not, since each is over all examples. Equal differences, which say nothing about their spread, are
// undecided.
//
// `test_by_training` >= 0: examples of a test part by those of a training part, 1 / (k - 1) for k folds. What
// it does not cover: the choice of the examples' subjects, which are the same in all splits.
ClaimOutcome DecideLessOfSplits(const Pairs& pairs, double test_by_training, const Certainty& certainty = {});

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RESAMPLED_CLAIM_H_
