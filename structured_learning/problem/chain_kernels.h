// The inner loops of linear chains: weights in a layout for vector instructions, scores, Viterbi.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_KERNELS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_KERNELS_H_

#include <span>
#include <vector>

#include "structured_learning/problem/chain_samples.h"
#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// Rows of one double a label, padded with zeros to a multiple of four (a 256-bit register): one row a
// feature, then one a label. Row F + b holds the weights of the transitions a -> b, for all a.
class ChainWeights {
 public:
  ChainWeights(int num_features, int num_labels);

  int num_features() const { return num_features_; }
  int num_labels() const { return num_labels_; }
  int stride() const { return stride_; }
  double* feature_row(int feature) { return packed_.data() + static_cast<long>(feature) * stride_; }
  const double* feature_row(int feature) const {
    return packed_.data() + static_cast<long>(feature) * stride_;
  }
  double* transition_row(int next) { return feature_row(num_features_ + next); }
  const double* transition_row(int next) const { return feature_row(num_features_ + next); }
  // All rows; the padding is zero and stays so under sums and clipping to bounds that are packed alike.
  DenseVector& packed() { return packed_; }
  const DenseVector& packed() const { return packed_; }

  // From and to the layout of ChainProblem: w[feature * L + label], then w[F * L + previous * L + next].
  void Load(const Eigen::Ref<const DenseVector>& weights);
  DenseVector Unpack() const;

 private:
  int num_features_;
  int num_labels_;
  int stride_;
  DenseVector packed_;
};

// Room for one sequence; reused from call to call, not shared between threads.
class ChainWorkspace {
 public:
  ChainWorkspace(int longest, int stride);
  double* scores(int position) { return scores_.data() + static_cast<long>(position) * stride_; }
  double* messages(int position) { return messages_.data() + static_cast<long>(position) * stride_; }

 private:
  int stride_;
  DenseVector scores_, messages_;
};

// workspace.scores(t)[y] = w_y'x_t for the positions of sequence i; the padding is 0.
// Operations: (features on) * stride additions a position, the weights staying in the first two caches.
void ComputeScores(const ChainSamples& samples, int i, const ChainWeights& weights,
                   ChainWorkspace& workspace);

// The labels that maximise the sum of scores and transitions, less `loss` for each label that agrees with
// `truth` (pass an empty span for plain prediction); the lexicographically lowest of equals. That is
// loss-augmented inference for `loss` a wrong label, up to a constant. Reads the scores in the workspace.
// Operations: L * stride additions and maxima a position; the argmax is found again in the read-out, which
// costs L comparisons a position instead of a blend for each maximum.
void Viterbi(const ChainWeights& weights, std::span<const int> truth, double loss, ChainWorkspace& workspace,
             std::span<int> labels);

// target row of feature f += scale * x_t[f] * row, for the features that are on at the position; `row` has
// target.stride() entries. Operations: (features on) * stride multiply-adds, each with a load and a store.
void AddOuterProduct(const ChainSamples& samples, int64_t position, const double* row, double scale,
                     ChainWeights& target);

// The score w'Phi of the labels, from the scores in the workspace.
double ScoreOf(const ChainWeights& weights, ChainWorkspace& workspace, std::span<const int> labels);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_KERNELS_H_
