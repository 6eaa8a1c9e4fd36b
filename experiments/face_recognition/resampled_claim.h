// Comparisons over random splits of the same images.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_RESAMPLED_CLAIM_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_RESAMPLED_CLAIM_H_

#include "experiments/harness/claim.h"

namespace structlab::face_recognition {

// Is a below b? harness::DecideLess for pairs of trials that are random splits of the same examples, which
// have most of their training examples in common and so differ less than fresh examples would: the variance
// of the mean of n differences is s^2 (1/n + test_by_training) instead of s^2 / n (the corrected resampled t
// test; Nadeau, Bengio, Inference for the generalization error, 2003, section 4), with n - 1 degrees of
// freedom. Equal differences, which say nothing about their spread, are undecided.
//
// `test_by_training` >= 0: examples of a test part by those of a training part. What it does not cover: the
// choice of the examples' subjects, which are the same in all splits.
harness::ClaimOutcome DecideLessOfSplits(const harness::Pairs& pairs, double test_by_training,
                                         const harness::Certainty& certainty = {});

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_RESAMPLED_CLAIM_H_
