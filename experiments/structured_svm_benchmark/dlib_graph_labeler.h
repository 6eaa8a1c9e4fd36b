// dlib's structural graph labeller on our samples: the yardstick.
#ifndef STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_DLIB_GRAPH_LABELER_H_
#define STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_DLIB_GRAPH_LABELER_H_

#include <array>

#include "structured_learning/problem/feature_vector.h"
#include "structured_learning/problem/graph_labeling/graph_sample.h"

namespace structlab::structured_svm_benchmark {

struct DlibGraphModel {
  double seconds = 0;  // processor time of the training, without copying the samples into its types
  // A node's score for label 1 is node_weights'x, for label 0 it is 0; an edge whose labels differ costs
  // edge_weights'e, and edge_weights >= 0.
  structured_learning::DenseVector node_weights, edge_weights;
};

// Minimises 1/2 |w|^2 + C/n sum_i max_y H_i(y; w), where a wrong node whose label is l costs losses[l], with
// one thread, until dlib's gap of the mean hinge is at most epsilon. The samples have dense features.
DlibGraphModel TrainGraphsWithDlib(const structured_learning::GraphSamples& samples,
                                   const std::array<double, 2>& losses, double c, double epsilon);

}  // namespace structlab::structured_svm_benchmark

#endif  // STRUCTLAB_EXPERIMENTS_STRUCTURED_SVM_BENCHMARK_DLIB_GRAPH_LABELER_H_
