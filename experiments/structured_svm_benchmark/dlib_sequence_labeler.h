// dlib's structural sequence labeller on our samples: the yardstick.
#ifndef STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_DLIB_SEQUENCE_LABELER_H_
#define STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_DLIB_SEQUENCE_LABELER_H_

#include <vector>

#include "structured_learning/problem/chain_samples.h"

namespace structlab::structured_svm_benchmark {

struct DlibModel {
  double seconds;  // processor time of the training
  // In our layout: w[feature * L + label], then w[F * L + previous * L + next].
  std::vector<double> weights;
};

// Trains with C = 1/lambda on 1/2 |w|^2 + C/n sum_i max_y H_i(y; w), Hamming loss, one thread, until dlib's
// gap of the mean hinge is at most epsilon. That gap is P(w) minus a lower bound in our scaling.
DlibModel TrainWithDlib(const structured_learning::ChainSamples& samples, double lambda, double epsilon);

// Wrong labels over all labels.
double LabelError(const DlibModel& model, const structured_learning::ChainSamples& samples);

}  // namespace structlab::structured_svm_benchmark

#endif  // STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_DLIB_SEQUENCE_LABELER_H_
