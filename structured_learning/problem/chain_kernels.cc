#include "structured_learning/problem/chain_kernels.h"

#include <algorithm>
#include <limits>

namespace structlab::structured_learning {
namespace {

// Four doubles in one register; without such registers the compiler splits them.
constexpr int kLanes = 4;
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double)), may_alias));

const Lanes& LanesAt(const double* row, int v) { return *reinterpret_cast<const Lanes*>(row + v * kLanes); }
Lanes& LanesAt(double* row, int v) { return *reinterpret_cast<Lanes*>(row + v * kLanes); }

Lanes Max(const Lanes& a, const Lanes& b) { return a > b ? a : b; }

// Calls body(integral constant V, first register) for registers 0 .. count-1 in groups of at most eight,
// so that a group's accumulators stay in registers.
template <class Body>
void ForRegisterGroups(int count, Body&& body) {
  int first = 0;
  for (; count - first > 8; first += 8) body(std::integral_constant<int, 8>(), first);
  switch (count - first) {
    case 1:
      return body(std::integral_constant<int, 1>(), first);
    case 2:
      return body(std::integral_constant<int, 2>(), first);
    case 3:
      return body(std::integral_constant<int, 3>(), first);
    case 4:
      return body(std::integral_constant<int, 4>(), first);
    case 5:
      return body(std::integral_constant<int, 5>(), first);
    case 6:
      return body(std::integral_constant<int, 6>(), first);
    case 7:
      return body(std::integral_constant<int, 7>(), first);
    default:
      return body(std::integral_constant<int, 8>(), first);
  }
}

template <int V>
void ScoresOfPosition(std::span<const int> features, std::span<const double> values,
                      const ChainWeights& weights, int first, double* scores) {
  Lanes sum[V] = {};
  if (values.empty()) {
    for (const int feature : features) {
      const double* row = weights.feature_row(feature) + first * kLanes;
      for (int v = 0; v < V; ++v) sum[v] += LanesAt(row, v);
    }
  } else {
    for (size_t k = 0; k < features.size(); ++k) {
      const double* row = weights.feature_row(features[k]) + first * kLanes;
      for (int v = 0; v < V; ++v) sum[v] += values[k] * LanesAt(row, v);
    }
  }
  for (int v = 0; v < V; ++v) LanesAt(scores + first * kLanes, v) = sum[v];
}

// message[a] = score[a] + max_b (transition a -> b + next_message[b]).
template <int V>
void MessageOfPosition(const ChainWeights& weights, const double* next_message, int first,
                       const double* scores, double* message) {
  Lanes best[V];
  for (int v = 0; v < V; ++v) best[v] = Lanes{} - std::numeric_limits<double>::infinity();
  for (int b = 0; b < weights.num_labels(); ++b) {
    const double* row = weights.transition_row(b) + first * kLanes;
    const Lanes next = Lanes{} + next_message[b];
    for (int v = 0; v < V; ++v) best[v] = Max(LanesAt(row, v) + next, best[v]);
  }
  for (int v = 0; v < V; ++v) {
    LanesAt(message + first * kLanes, v) = LanesAt(scores + first * kLanes, v) + best[v];
  }
}

// The row stays in registers during the loop over the features' rows.
template <int V>
void AddToFeatureRows(std::span<const int> features, std::span<const double> values, const double* row,
                      double scale, int first, ChainWeights& target) {
  Lanes scaled[V];
  for (int v = 0; v < V; ++v) scaled[v] = scale * LanesAt(row + first * kLanes, v);
  if (values.empty()) {
    for (const int feature : features) {
      double* at = target.feature_row(feature) + first * kLanes;
      for (int v = 0; v < V; ++v) LanesAt(at, v) += scaled[v];
    }
  } else {
    for (size_t k = 0; k < features.size(); ++k) {
      double* at = target.feature_row(features[k]) + first * kLanes;
      for (int v = 0; v < V; ++v) LanesAt(at, v) += values[k] * scaled[v];
    }
  }
}

}  // namespace

ChainWeights::ChainWeights(int num_features, int num_labels)
    : num_features_(num_features),
      num_labels_(num_labels),
      stride_((num_labels + kLanes - 1) / kLanes * kLanes),
      packed_(DenseVector::Zero(static_cast<long>(num_features + num_labels) * stride_)) {}

void ChainWeights::Load(const Eigen::Ref<const DenseVector>& weights) {
  const long labels = num_labels_;
  for (long feature = 0; feature < num_features_; ++feature) {
    std::copy_n(weights.data() + feature * labels, labels, feature_row(static_cast<int>(feature)));
  }
  const double* transitions = weights.data() + num_features_ * labels;
  for (int next = 0; next < num_labels_; ++next) {
    double* row = transition_row(next);
    for (long previous = 0; previous < labels; ++previous)
      row[previous] = transitions[previous * labels + next];
  }
}

DenseVector ChainWeights::Unpack() const {
  const long labels = num_labels_;
  DenseVector weights((num_features_ + labels) * labels);
  for (long feature = 0; feature < num_features_; ++feature) {
    std::copy_n(feature_row(static_cast<int>(feature)), labels, weights.data() + feature * labels);
  }
  double* transitions = weights.data() + num_features_ * labels;
  for (int next = 0; next < num_labels_; ++next) {
    const double* row = transition_row(next);
    for (long previous = 0; previous < labels; ++previous)
      transitions[previous * labels + next] = row[previous];
  }
  return weights;
}

ChainWorkspace::ChainWorkspace(int max_length, int stride)
    : stride_(stride),
      scores_(DenseVector::Zero(static_cast<long>(max_length) * stride)),
      messages_(DenseVector::Zero(static_cast<long>(max_length) * stride)) {}

void ComputeScores(const ChainSamples& samples, int i, const ChainWeights& weights,
                   ChainWorkspace& workspace) {
  const int64_t begin = samples.begin(i);
  for (int t = 0; t < samples.length(i); ++t) {
    const auto features = samples.features(begin + t);
    const auto values = samples.values(begin + t);
    ForRegisterGroups(weights.stride() / kLanes, [&](auto group, int first) {
      ScoresOfPosition<group()>(features, values, weights, first, workspace.scores(t));
    });
  }
}

void Viterbi(const ChainWeights& weights, std::span<const int> truth, double loss, ChainWorkspace& workspace,
             std::span<int> labels) {
  const int length = static_cast<int>(labels.size());
  // Messages run backwards, so that the read-out runs forwards and chooses the lowest label first.
  for (int t = length - 1; t >= 0; --t) {
    double* message = workspace.messages(t);
    if (t == length - 1) {
      std::copy_n(workspace.scores(t), weights.stride(), message);
    } else {
      ForRegisterGroups(weights.stride() / kLanes, [&](auto group, int first) {
        MessageOfPosition<group()>(weights, workspace.messages(t + 1), first, workspace.scores(t), message);
      });
    }
    if (!truth.empty()) message[truth[t]] -= loss;
  }
  const int num_labels = weights.num_labels();
  for (int t = 0; t < length; ++t) {
    const double* message = workspace.messages(t);
    int best = 0;
    double best_value = -std::numeric_limits<double>::infinity();
    for (int b = 0; b < num_labels; ++b) {
      // The same sum, bit for bit, as the one that was maximised.
      const double value = t == 0 ? message[b] : weights.transition_row(b)[labels[t - 1]] + message[b];
      if (value > best_value) {
        best = b;
        best_value = value;
      }
    }
    labels[t] = best;
  }
}

void AddOuterProduct(const ChainSamples& samples, int64_t position, const double* row, double scale,
                     ChainWeights& target) {
  const auto features = samples.features(position);
  const auto values = samples.values(position);
  ForRegisterGroups(target.stride() / kLanes, [&](auto group, int first) {
    AddToFeatureRows<group()>(features, values, row, scale, first, target);
  });
}

double ScoreOf(const ChainWeights& weights, ChainWorkspace& workspace, std::span<const int> labels) {
  double sum = workspace.scores(0)[labels[0]];
  for (size_t t = 1; t < labels.size(); ++t) {
    sum +=
        workspace.scores(static_cast<int>(t))[labels[t]] + weights.transition_row(labels[t])[labels[t - 1]];
  }
  return sum;
}

}  // namespace structlab::structured_learning
