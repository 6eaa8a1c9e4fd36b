#include "structured_learning/ranking/linked_ranking/linked_ranking_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <variant>

#include "common/error.h"
#include "common/run_control.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/ranking/measures/average_precision.h"

namespace structlab::structured_learning {
namespace {

using Components = std::vector<ComponentMarginals>;

// Calls body(query) for all queries, on the pool if there is one.
template <class Body>
void ForEachQuery(int queries, common::ThreadPool* pool, const Body& body) {
  if (pool == nullptr) {
    for (int query = 0; query < queries; ++query) body(query);
  } else {
    common::ParallelFor(*pool, queries, [&](int64_t query) { body(static_cast<int>(query)); });
  }
}

}  // namespace

LinkedRankingRound::LinkedRankingRound(const GraphLabelingProblem& problem, const WeightsView& weights,
                                       common::ThreadPool* pool)
    : problem_(&problem),
      nodes_(problem.size()),
      edges_(problem.size()),
      component_of_(problem.size()),
      place_of_(problem.size()),
      completions_(problem.size()) {
  if (problem.options().pairwise == PairwiseWeights::kThreeConstants) {
    common::ThrowUsageError("pairwise", "weights of edge features", "three constants");
  }
  for (int query = 0; query < size(); ++query) {
    const auto relevant = std::ranges::count(problem.truth(query), 1);
    if (relevant > 0 && relevant < std::ssize(problem.truth(query))) continue;
    common::ThrowDataError(fmt::format("graph {}", query), "relevant samples and others",
                           relevant > 0 ? "only relevant samples" : "no relevant sample", "leave it out");
  }
  ForEachQuery(size(), pool, [&](int query) {
    const Components components = MarginalLabelings(problem.EnergyOf(query, weights));
    component_of_[query].resize(problem.truth(query).size());
    place_of_[query].resize(problem.truth(query).size());
    for (size_t c = 0; c < components.size(); ++c) {
      nodes_[query].push_back(components[c].nodes);
      edges_[query].push_back(components[c].edges);
      for (size_t k = 0; k < components[c].nodes.size(); ++k) {
        component_of_[query][components[c].nodes[k]] = static_cast<int>(c);
        place_of_[query][components[c].nodes[k]] = static_cast<int>(k);
      }
    }
    completions_[query] = CompletionOf(query, components);
  });
}

LinkedRankingRound::Completion LinkedRankingRound::CompletionOf(int query,
                                                                const Components& components) const {
  const BinaryLabels& truth = problem_->truth(query);
  Completion completion{std::vector<BinaryLabels>(truth.size())};
  for (const ComponentMarginals& part : components) {
    for (size_t k = 0; k < part.nodes.size(); ++k) {
      completion.labels[part.nodes[k]] = part.labels[k][truth[part.nodes[k]]];
    }
  }
  return completion;
}

std::vector<double> LinkedRankingRound::BarScores(const BinaryGraphEnergy& energy,
                                                  const Components& components,
                                                  const Completion& completion) const {
  std::vector<double> scores(energy.cost_of_one.size());
  std::vector<uint8_t> labels(scores.size());
  for (const ComponentMarginals& part : components) {
    for (size_t k = 0; k < part.nodes.size(); ++k) {
      const int sample = part.nodes[k];
      const BinaryLabels& bar = completion.labels[sample];
      double of_bar = 0;  // energy of ybar on the component
      for (size_t u = 0; u < bar.size(); ++u) {
        labels[part.nodes[u]] = bar[u];
        if (bar[u] != 0) of_bar += energy.cost_of_one[part.nodes[u]];
      }
      for (const int edge : part.edges) {
        const auto [p, q] = energy.graph->edges[edge];
        if (labels[p] != labels[q]) of_bar += energy.disagreement[edge];
      }
      // The score of a labeling is minus its energy.
      const bool is_relevant = bar[k] == 1;  // ybar has the sample's own label
      scores[sample] = is_relevant ? part.minimum[k][0] - of_bar : of_bar - part.minimum[k][1];
    }
  }
  return scores;
}

double LinkedRankingRound::Hinge(int query, const BinaryGraphEnergy& energy, const Components& components,
                                 const Completion& completion) const {
  const BinaryLabels& truth = problem_->truth(query);
  const std::vector<double> scores = BarScores(energy, components, completion);
  const ViolatedRanking ranking = MostViolatedRanking(scores, truth);
  const std::vector<double> inversions = InversionWeights(ranking);
  double hinge = ApLossOf(ranking);
  for (size_t u = 0; u < scores.size(); ++u)
    hinge -= (truth[u] == 1 ? inversions[u] : -inversions[u]) * scores[u];
  return hinge;
}

LinkedRankingRound::Change LinkedRankingRound::Complete(const WeightsView& weights,
                                                        common::ThreadPool* pool) {
  std::vector<Change> changes(size());
  ForEachQuery(size(), pool, [&](int query) {
    const BinaryGraphEnergy energy = problem_->EnergyOf(query, weights);
    const Components components = MarginalLabelings(energy);
    Completion next = CompletionOf(query, components);
    const double before = Hinge(query, energy, components, completions_[query]);
    const double after = Hinge(query, energy, components, next);
    for (size_t u = 0; u < next.labels.size(); ++u) {
      changes[query].changed += next.labels[u] != completions_[query].labels[u] ? 1 : 0;
    }
    changes[query].mean_gain = std::max(0.0, before - after) / size();
    completions_[query] = std::move(next);
  });
  Change sum;
  for (const Change& change : changes) {
    sum.mean_gain += change.mean_gain;
    sum.changed += change.changed;
  }
  return sum;
}

LinkedRanking LinkedRankingRound::truth(int query) const {
  const size_t n = problem_->truth(query).size();
  return {std::vector<double>(n, 0.0), 0, std::vector<BinaryLabels>(n)};
}

LinkedRanking LinkedRankingRound::Predict(int query, const WeightsView& weights) const {
  const auto marginals = MinMarginalsOf(problem_->EnergyOf(query, weights));
  std::vector<double> scores;
  for (const auto& [of_zero, of_one] : marginals) scores.push_back(of_zero - of_one);
  const ViolatedRanking ranking = SplitByLabel(OrderByFallingScore(scores), problem_->truth(query));
  return {InversionWeights(ranking), ApLossOf(ranking), std::vector<BinaryLabels>(scores.size())};
}

LinkedRanking LinkedRankingRound::LossAugmentedInference(int query, const WeightsView& weights) const {
  const BinaryGraphEnergy energy = problem_->EnergyOf(query, weights);
  Components components = MarginalLabelings(energy);
  const BinaryLabels& truth = problem_->truth(query);
  const ViolatedRanking ranking =
      MostViolatedRanking(BarScores(energy, components, completions_[query]), truth);
  LinkedRanking found{InversionWeights(ranking), ApLossOf(ranking), std::vector<BinaryLabels>(truth.size())};
  for (ComponentMarginals& part : components) {
    for (size_t k = 0; k < part.nodes.size(); ++k) {
      const int sample = part.nodes[k];
      if (found.inversions[sample] > 0) found.opposite[sample] = std::move(part.labels[k][1 - truth[sample]]);
    }
  }
  return found;
}

Plane<DenseVector> LinkedRankingRound::PlaneOf(int query, const Output& ranking) const {
  const GraphSample& graph = problem_->sample(query);
  const int num_features = problem_->num_features();
  // v = sum_u c_u (Phi(ybar_u) - Phi(y_u)): how often each node has label 1, and each edge different labels.
  Eigen::VectorXd of_nodes = Eigen::VectorXd::Zero(graph.num_nodes()),
                  of_edges = Eigen::VectorXd::Zero(std::ssize(graph.edges));
  const std::vector<int>& place = place_of_[query];
  for (int u = 0; u < graph.num_nodes(); ++u) {
    const double c = ranking.inversions[u];
    if (c == 0 || ranking.opposite[u].empty()) continue;
    const BinaryLabels &bar = completions_[query].labels[u], &other = ranking.opposite[u];
    const std::vector<int>& nodes = nodes_[query][component_of_[query][u]];
    for (size_t k = 0; k < nodes.size(); ++k) of_nodes[nodes[k]] += c * (bar[k] - other[k]);
    for (const int edge : edges_[query][component_of_[query][u]]) {
      const auto [p, q] = graph.edges[edge];
      of_edges[edge] +=
          c * ((bar[place[p]] != bar[place[q]] ? 1 : 0) - (other[place[p]] != other[place[q]] ? 1 : 0));
    }
  }
  Plane<DenseVector> plane{DenseVector::Zero(dimension()), ranking.loss};
  const DenseVector sum =
      std::visit([&](const auto& rows) { return DenseVector(rows.transpose() * of_nodes); }, graph.features);
  plane.plane.head(num_features) = -sum;
  plane.plane.segment(num_features, num_features) = sum;
  // Weights of edges are costs.
  plane.plane.tail(problem_->num_pairwise()) = -(graph.edge_features.transpose() * of_edges);
  return plane;
}

DenseVector LinkedRankingRound::JointFeature(int query, const Output& ranking) const {
  return -PlaneOf(query, ranking).plane;
}

LatentResult LearnLinkedRanking(const GraphLabelingProblem& problem, double lambda, LatentOptions options) {
  options.box = problem.WeightBounds();
  CheckLatentOptions(lambda, options, problem.size(), problem.dimension());
  common::RunRecorder recorder(options.run);
  common::ThreadPool pool(options.run.threads);
  LinkedRankingRound round(problem, StartOf(options, problem.dimension()), &pool);
  const auto learn = [&](const LinkedRankingRound& convex, const DenseVector& start,
                         const common::RunControl& run) {
    return LearnByMeanCuttingPlanes(convex, lambda, run, CuttingPlaneIterate::kBest,
                                    {.proximity = options.proximity, .box = options.box, .start = start});
  };
  return MinimizeByConvexRounds(round, lambda, options, learn, recorder, pool);
}

}  // namespace structlab::structured_learning
