// The inner loops of linear chains: weights in a layout for vector instructions, scores, and the Viterbi
// algorithm. Only for code that calls an oracle very often; others call the members of ChainProblem.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_KERNELS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_KERNELS_H_

#include <span>
#include <vector>

#include "structured_learning/problem/chain_samples.h"
#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// The weights of a chain as rows with one double for each label, padded with zeros to a multiple of four (a
// 256-bit register). There is one row for each feature, then one for each label. Row F + b holds the weights
// of the transitions a -> b, for all a.
//
//     ChainWeights weights(samples.num_features(), samples.num_labels());
//     weights.Load(result.weights);
//     ChainWorkspace workspace(samples.max_length(), weights.stride());
//     ComputeScores(samples, i, weights, workspace);
//     Viterbi(weights, {}, 0, workspace, labels);  // labels: a std::vector<int> of length samples.length(i)
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
  // All rows. The padding is zero. It stays zero in sums and when clipped to bounds that are packed in the
  // same way.
  DenseVector& packed() { return packed_; }
  const DenseVector& packed() const { return packed_; }

  // Converts from and to the layout of ChainProblem: w[feature * L + label], then w[F * L + previous * L +
  // next].
  void Load(const Eigen::Ref<const DenseVector>& weights);
  DenseVector Unpack() const;

 private:
  int num_features_;
  int num_labels_;
  int stride_;
  DenseVector packed_;
};

// Memory for the scores and messages of one sequence. Reuse it from call to call; do not share it between
// threads.
class ChainWorkspace {
 public:
  ChainWorkspace(int max_length, int stride);
  double* scores(int position) { return scores_.data() + static_cast<long>(position) * stride_; }
  double* messages(int position) { return messages_.data() + static_cast<long>(position) * stride_; }

 private:
  int stride_;
  DenseVector scores_, messages_;
};

// Computes workspace.scores(t)[y] = w_y'x_t for the positions t of sequence i; the padding is 0. Operations:
// (active features) * stride additions at each position; the weights stay in the first two caches.
void ComputeScores(const ChainSamples& samples, int i, const ChainWeights& weights,
                   ChainWorkspace& workspace);

// Finds the labels that maximise the sum of scores and transitions, minus `loss` for each label that equals
// the one in `truth`. Up to a constant this is loss-augmented inference with the loss `loss` for each wrong
// label. For plain prediction pass an empty span. Of equal maxima it returns the lexicographically lowest.
// Reads the scores in the workspace. Operations: L * stride additions and maxima at each position. The argmax
// is computed again when the labels are read out, which costs L comparisons at each position instead of a
// blend for each maximum.
void Viterbi(const ChainWeights& weights, std::span<const int> truth, double loss, ChainWorkspace& workspace,
             std::span<int> labels);

// For each active feature f at the position: row f of target += scale * x_t[f] * row. `row` has
// target.stride() entries. Operations: (active features) * stride multiply-adds, each with a load and a
// store.
void AddOuterProduct(const ChainSamples& samples, int64_t position, const double* row, double scale,
                     ChainWeights& target);

// The score w'Phi of the labels, computed from the scores in the workspace.
double ScoreOf(const ChainWeights& weights, ChainWorkspace& workspace, std::span<const int> labels);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_KERNELS_H_
