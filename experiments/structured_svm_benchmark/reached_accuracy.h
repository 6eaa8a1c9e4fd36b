// Whether what was timed reached the accuracy that it was timed to: else neither the time of a run nor the
// ratio of two means anything.
#ifndef STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_REACHED_ACCURACY_H_
#define STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_REACHED_ACCURACY_H_

#include <string>

#include "structured_learning/optimization/learning_result.h"

namespace structlab::structured_svm_benchmark {

// Throws common::Error (data) that names the benchmark unless the run converged to a gap of at most this
// share of its primal.
void CheckOursReached(const std::string& benchmark, const structured_learning::LearningResult& ours,
                      double share_of_primal);

// The same unless `primal`, of a model whose gap was to be at most this share of our primal, is between our
// dual, below which nothing of the same problem is, and that share above our primal, which is at least the
// optimum.
void CheckYardstickReached(const std::string& benchmark, double primal,
                           const structured_learning::LearningResult& ours, double share_of_primal);

}  // namespace structlab::structured_svm_benchmark

#endif  // STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_REACHED_ACCURACY_H_
