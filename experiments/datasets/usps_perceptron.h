// A simple classifier, to compare how hard two sets of digits are.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_USPS_PERCEPTRON_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_USPS_PERCEPTRON_H_

#include "experiments/datasets/usps.h"

namespace structlab::datasets {

// The share of test images that the averaged multiclass perceptron gets wrong: 10 x 256 weights, no bias,
// `passes` over the training images in the order of a random permutation.
double PerceptronDigitError(const Usps& digits, int passes);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_USPS_PERCEPTRON_H_
