#include "structured_learning/problem/chain_problem.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "structured_learning/problem/chain_kernels.h"

namespace structlab::structured_learning {
namespace {

ChainWeights Packed(const ChainSamples& samples, const WeightsView& weights) {
  ChainWeights packed(samples.num_features(), samples.num_labels());
  STRUCTLAB_CHECK(weights.size() == (samples.num_features() + samples.num_labels()) * samples.num_labels());
  packed.Load(weights);
  return packed;
}

std::vector<int> BestLabels(const ChainSamples& samples, int i, const ChainWeights& weights,
                            std::span<const int> truth, double loss) {
  ChainWorkspace workspace(samples.length(i), weights.stride());
  ComputeScores(samples, i, weights, workspace);
  std::vector<int> labels(samples.length(i));
  Viterbi(weights, truth, loss, workspace, labels);
  return labels;
}

int CountWrong(std::span<const int> truth, std::span<const int> labels) {
  STRUCTLAB_CHECK(truth.size() == labels.size());
  int wrong = 0;
  for (size_t t = 0; t < truth.size(); ++t) wrong += truth[t] != labels[t];
  return wrong;
}

// The number of sequences that share a workspace: large enough to make its cost negligible, small enough to
// keep all threads busy.
constexpr int64_t kSequencesAtOnce = 16;

// Calls visit(i, workspace with the scores of sequence i, buffer for its labels) for every sequence: in
// parallel with a pool, otherwise one after another.
template <class Visit>
void ForSequences(const ChainSamples& samples, const ChainWeights& weights, common::ThreadPool* pool,
                  const Visit& visit) {
  common::ThreadPool alone(1);
  const int64_t size = samples.size();
  const int64_t groups = (size + kSequencesAtOnce - 1) / kSequencesAtOnce;
  common::ParallelFor(pool != nullptr ? *pool : alone, groups, [&](int64_t group) {
    ChainWorkspace workspace(samples.max_length(), weights.stride());
    std::vector<int> labels;
    const int64_t end = std::min(size, (group + 1) * kSequencesAtOnce);
    for (int i = static_cast<int>(group * kSequencesAtOnce); i < end; ++i) {
      labels.resize(samples.length(i));
      ComputeScores(samples, i, weights, workspace);
      visit(i, workspace, labels);
    }
  });
}

}  // namespace

ChainProblem::ChainProblem(ChainSamples samples, ChainLoss loss) : samples_(std::move(samples)), loss_(loss) {
  if (samples_.size() == 0)
    common::ThrowDataError("samples", "at least one sequence", "an empty training set");
  for (int i = 0; i < samples_.size(); ++i) {
    if (samples_.length(i) == 0) {
      common::ThrowDataError("sequence " + std::to_string(i), "at least one position", "an empty sequence");
    }
  }
}

ChainProblem::Output ChainProblem::truth(int i) const {
  const auto labels = samples_.labels(i);
  return {labels.begin(), labels.end()};
}

double ChainProblem::Loss(int i, const Output& y) const {
  const int wrong = CountWrong(samples_.labels(i), y);
  return loss_ == ChainLoss::kHamming ? wrong : static_cast<double>(wrong) / samples_.length(i);
}

SparseVector ChainProblem::JointFeature(int i, const Output& y) const {
  STRUCTLAB_CHECK(static_cast<int>(y.size()) == samples_.length(i));
  const int num_labels = samples_.num_labels();
  SparseVector feature;
  for (int t = 0; t < samples_.length(i); ++t) {
    const int64_t position = samples_.begin(i) + t;
    const auto features = samples_.features(position);
    const auto values = samples_.values(position);
    for (size_t k = 0; k < features.size(); ++k) {
      feature.Add(features[k] * num_labels + y[t], values.empty() ? 1.0 : values[k]);
    }
    if (t > 0) feature.Add((samples_.num_features() + y[t - 1]) * num_labels + y[t], 1.0);
  }
  feature.Compress();
  return feature;
}

ChainProblem::Output ChainProblem::Predict(int i, const WeightsView& weights) const {
  return BestLabels(samples_, i, Packed(samples_, weights), {}, 0);
}

ChainProblem::Output ChainProblem::LossAugmentedInference(int i, const WeightsView& weights) const {
  return BestLabels(samples_, i, Packed(samples_, weights), samples_.labels(i), LossOfOneLabel(i));
}

ChainProblem::Output ChainProblem::RandomLossMaximizer(int i, common::RandomStream& stream) const {
  Output labels = truth(i);
  const int num_labels = samples_.num_labels();
  if (num_labels == 1) return labels;
  for (int& label : labels) {
    // One of the other labels: the draw skips the true label.
    const int drawn = static_cast<int>(stream.UniformIndex(num_labels - 1));
    label = drawn < label ? drawn : drawn + 1;
  }
  return labels;
}

double ChainProblem::MeanHinge(const WeightsView& weights, common::ThreadPool* pool) const {
  const ChainWeights packed = Packed(samples_, weights);
  std::vector<double> hinges(size());
  ForSequences(samples_, packed, pool, [&](int i, ChainWorkspace& workspace, std::vector<int>& labels) {
    Viterbi(packed, samples_.labels(i), LossOfOneLabel(i), workspace, labels);
    hinges[i] =
        Loss(i, labels) + ScoreOf(packed, workspace, labels) - ScoreOf(packed, workspace, samples_.labels(i));
  });
  double sum = 0;
  for (const double hinge : hinges) sum += hinge;
  return sum / size();
}

ChainErrors MeasureErrors(const ChainProblem& problem, const WeightsView& weights, common::ThreadPool* pool) {
  const ChainSamples& samples = problem.samples();
  const ChainWeights packed = Packed(samples, weights);
  std::vector<int> wrong(samples.size());
  ForSequences(samples, packed, pool, [&](int i, ChainWorkspace& workspace, std::vector<int>& labels) {
    Viterbi(packed, {}, 0, workspace, labels);
    wrong[i] = CountWrong(samples.labels(i), labels);
  });
  int64_t wrong_labels = 0, wrong_sequences = 0;
  double loss = 0;
  for (int i = 0; i < samples.size(); ++i) {
    wrong_labels += wrong[i];
    wrong_sequences += wrong[i] > 0;
    loss += wrong[i] * problem.LossOfOneLabel(i);
  }
  return {static_cast<double>(wrong_labels) / static_cast<double>(samples.num_positions()),
          static_cast<double>(wrong_sequences) / samples.size(), loss / samples.size()};
}

}  // namespace structlab::structured_learning
