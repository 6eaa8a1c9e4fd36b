#include "structured_learning/ranking/linked_ranking/linked_ranking_round.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/ranking/average_precision/average_precision_problem.h"
#include "structured_learning/ranking/links/linked_graph.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::HasSubstr;

constexpr double kLambda = 0.05;

// Graphs of samples with random links; the first feature tells the label. Components are mostly small; with
// `chain`, all samples are linked one after the other.
GraphLabelingProblem DrawProblem(uint64_t seed, int queries, int samples, bool chain = false,
                                 bool links = true) {
  GraphSamples graphs;
  for (int query = 0; query < queries; ++query) {
    common::RandomStream random(seed, "linked rankings", query);
    kernels::DenseRows<double> rows(samples, 2);
    std::vector<uint8_t> labels(samples);
    SampleLinks drawn;
    for (int i = 0; i < samples; ++i) {
      labels[i] = i == 0 || (i > 1 && random.Uniform() < 0.4) ? 1 : 0;
      rows(i, 0) = random.Normal() + 0.7 * labels[i];
      rows(i, 1) = random.Normal();
      const bool is_linked = chain || random.Uniform() < 0.5;
      if (links && i > 0 && is_linked) drawn.pairs.push_back({i - 1, i});
    }
    graphs.push_back(std::make_shared<GraphSample>(
        MakeLinkedGraph(RankingRows(rows), labels, drawn, {.eta = 1, .divides_by_counts = false})));
  }
  return GraphLabelingProblem(graphs, {.loss = GraphLoss::kClassBalanced});
}

DenseVector DrawWeights(const GraphLabelingProblem& problem, uint64_t seed, double scale = 0.5) {
  common::RandomStream random(seed, "linked weights");
  DenseVector weights(problem.dimension());
  for (double& weight : weights) weight = scale * random.Normal();
  return problem.WeightBounds().Clip(weights);
}

// max over labelings with y_node = label of w'Phi(x, y), by trying all of them.
double MaxMarginal(const GraphLabelingProblem& problem, int query, const DenseVector& weights, int node,
                   int label) {
  const int n = problem.sample(query).num_nodes();
  double best = -std::numeric_limits<double>::infinity();
  for (uint32_t labeling = 0; labeling < uint32_t{1} << n; ++labeling) {
    if ((labeling >> node & 1) != static_cast<uint32_t>(label)) continue;
    BinaryLabels labels(n);
    for (int v = 0; v < n; ++v) labels[v] = labeling >> v & 1;
    best = std::max(best, Dot(problem.JointFeature(query, labels), weights));
  }
  return best;
}

// max_R [ Delta(R) + S(R) - S(R*) ] for the scores of all samples, by trying all orders.
double HingeOfScores(const std::vector<double>& scores, const BinaryLabels& truth) {
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  double best = -std::numeric_limits<double>::infinity();
  do {
    ViolatedRanking split;
    for (const int i : order) {
      if (truth[i] == 1) {
        split.positives.push_back(i);
      } else {
        split.negatives.push_back(i);
        split.slots.push_back(static_cast<int>(split.positives.size()));
      }
    }
    const std::vector<double> inversions = InversionWeights(split);
    double value = ApLossOf(split);
    for (size_t i = 0; i < scores.size(); ++i)
      value -= (truth[i] == 1 ? inversions[i] : -inversions[i]) * scores[i];
    best = std::max(best, value);
  } while (std::ranges::next_permutation(order).found);
  return best;
}

double TrueHinge(const GraphLabelingProblem& problem, int query, const DenseVector& weights) {
  std::vector<double> scores;
  for (int v = 0; v < problem.sample(query).num_nodes(); ++v) {
    scores.push_back(MaxMarginal(problem, query, weights, v, 1) - MaxMarginal(problem, query, weights, v, 0));
  }
  return HingeOfScores(scores, problem.truth(query));
}

double HingeOf(const LinkedRankingRound& round, int query, const DenseVector& weights) {
  return round.PlaneOf(query, round.LossAugmentedInference(query, weights)).ValueAt(weights);
}

double Objective(const GraphLabelingProblem& problem, const DenseVector& weights) {
  const LinkedRankingRound round(problem, weights);
  double sum = kLambda / 2 * weights.squaredNorm();
  for (int query = 0; query < problem.size(); ++query) sum += HingeOf(round, query, weights) / problem.size();
  return sum;
}

TEST(LinkedRanking, HingeIsThatOfAllOrdersAtTheWeightsOfTheRound) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const GraphLabelingProblem problem = DrawProblem(seed, 2, 6, seed % 3 == 0);
    const DenseVector weights = DrawWeights(problem, seed);
    const LinkedRankingRound round(problem, weights);
    for (int query = 0; query < 2; ++query) {
      EXPECT_NEAR(HingeOf(round, query, weights), TrueHinge(problem, query, weights), 1e-11)
          << "seed " << seed;
    }
  }
}

// The round's hinge is convex, and nowhere below the true one: the linearisation is below g.
TEST(LinkedRanking, TheRoundIsAConvexUpperBound) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const GraphLabelingProblem problem = DrawProblem(seed, 1, 6, seed % 2 == 0);
    const LinkedRankingRound round(problem, DrawWeights(problem, seed));
    const DenseVector a = DrawWeights(problem, seed + 1000), b = DrawWeights(problem, seed + 2000);
    const double of_a = HingeOf(round, 0, a), of_b = HingeOf(round, 0, b);
    for (const double share : {0.25, 0.5, 0.75}) {
      const DenseVector between = share * a + (1 - share) * b;
      EXPECT_LE(HingeOf(round, 0, between), share * of_a + (1 - share) * of_b + 1e-12) << "seed " << seed;
    }
    EXPECT_GE(of_a, TrueHinge(problem, 0, a) - 1e-12);
    // The piece that the oracle returns is the highest: pieces of other weights are below.
    EXPECT_LE(round.PlaneOf(0, round.LossAugmentedInference(0, b)).ValueAt(a), of_a + 1e-12);
  }
}

TEST(LinkedRanking, CompletingGainsTheDifferenceOfTheHinges) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const GraphLabelingProblem problem = DrawProblem(seed, 3, 6, true);
    LinkedRankingRound round(problem, DrawWeights(problem, seed));
    const DenseVector weights = DrawWeights(problem, seed + 500);
    double before = 0, after = 0;
    for (int query = 0; query < 3; ++query) before += HingeOf(round, query, weights) / 3;
    const LinkedRankingRound::Change change = round.Complete(weights);
    for (int query = 0; query < 3; ++query) after += HingeOf(round, query, weights) / 3;
    EXPECT_NEAR(change.mean_gain, before - after, 1e-12);
    EXPECT_GT(change.changed, 0);
    EXPECT_EQ(round.Complete(weights).changed, 0);
  }
}

// Worked example of the notes: phi = (1, -0.2, 0.5), edges 12 and 23, eta = 2, w = (0.8, -0.4 | -0.5),
// relevant 1 and 3. Order 2 1 3: Delta 0.4166666667, f 2.1261444826, g 2.9661444826.
TEST(LinkedRanking, OfTheWorkedExample) {
  const kernels::DenseRows<double> rows{{1.0}, {-0.2}, {0.5}};
  const auto graph = std::make_shared<GraphSample>(MakeLinkedGraph(
      RankingRows(rows), {1, 0, 1}, {{{0, 1}, {1, 2}}}, {.eta = 2, .divides_by_counts = false}));
  const GraphLabelingProblem problem({graph}, {.loss = GraphLoss::kClassBalanced});
  const DenseVector weights{{-0.4, 0.8, 0.5}};
  struct Expected {
    std::vector<int> slots, positives;
    double loss, f, g;
  };
  for (const Expected& e : {Expected{{1}, {0, 2}, 0.1666666667, 1.4830722413, 1.4830722413},
                            Expected{{0}, {0, 2}, 0.4166666667, 2.1261444826, 2.9661444826}}) {
    const ViolatedRanking ranking{e.positives, {1}, e.slots};
    EXPECT_NEAR(ApLossOf(ranking), e.loss, 1e-10);
    const std::vector<double> c = InversionWeights(ranking);
    double f = 0, g = 0;
    for (int v = 0; v < 3; ++v) {
      const int label = graph->labels[v];
      f += c[v] * MaxMarginal(problem, 0, weights, v, 1 - label);
      g += c[v] * MaxMarginal(problem, 0, weights, v, label);
    }
    EXPECT_NEAR(f, e.f, 1e-9);
    EXPECT_NEAR(g, e.g, 1e-9);
  }
  // The hinge is the highest Delta + f - g of the true order (0) and of the two others.
  const LinkedRankingRound round(problem, weights);
  EXPECT_NEAR(HingeOf(round, 0, weights), std::max({0.0, 0.1666666667, 0.4166666667 - 0.84}), 1e-9);
}

TEST(LinkedRanking, TheObjectiveNeverRises) {
  int rounds = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    const GraphLabelingProblem problem = DrawProblem(seed, 3, seed % 4 == 0 ? 14 : 6, true);
    const LatentResult result =
        LearnLinkedRanking(problem, kLambda, {.start = DrawWeights(problem, seed), .epsilon = 1e-5});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_FALSE(result.objective_rose);
    for (size_t k = 1; k < result.rounds.size(); ++k) {
      EXPECT_LE(result.rounds[k].objective, result.rounds[k - 1].objective + 1e-9);
    }
    EXPECT_LT(result.objective, result.rounds[0].objective);
    EXPECT_NEAR(result.objective, Objective(problem, result.weights), 1e-9);
    EXPECT_EQ(problem.WeightBounds().Clip(result.weights), result.weights);
    rounds += static_cast<int>(result.rounds.size()) - 1;
    // Proposition 3: the hinge bounds 1 - AP.
    const LinkedRankingRound round(problem, result.weights);
    for (int query = 0; query < problem.size(); ++query) {
      EXPECT_LE(round.Predict(query, result.weights).loss, HingeOf(round, query, result.weights) + 1e-12);
    }
  }
  EXPECT_GT(rounds, 24);
}

// Without links, s_i = a'phi_i with a = w_1 - w_0, and the norm is (1/4) |a|^2: AP-SVM with C doubled.
TEST(LinkedRanking, WithoutLinksItIsApSvmWithTwiceTheC) {
  const GraphLabelingProblem problem = DrawProblem(3, 4, 12, false, false);
  auto data = std::make_shared<RankingData>();
  kernels::DenseRows<double> rows(48, 2);
  data->query_begin = {0, 12, 24, 36, 48};
  for (int query = 0; query < 4; ++query) {
    rows.middleRows(12 * query, 12) = std::get<DenseRows>(problem.sample(query).features);
    const BinaryLabels& labels = problem.truth(query);
    data->labels.insert(data->labels.end(), labels.begin(), labels.end());
  }
  data->rows = rows;
  const LatentResult linked = LearnLinkedRanking(problem, kLambda, {.epsilon = 1e-6, .gap_share = 0.01});
  const LearningResult plain =
      LearnOneSlackCuttingPlane(AveragePrecisionProblem(data), kLambda / 2, LearningRun(1e-8));
  EXPECT_NEAR(linked.objective, plain.primal, 1e-6);
  EXPECT_LE((linked.weights.segment(2, 2) - linked.weights.head(2) - plain.weights).norm(), 1e-2);
}

TEST(LinkedRanking, TheResultDoesNotDependOnThreads) {
  const GraphLabelingProblem problem = DrawProblem(1, 5, 8, true);
  LatentOptions options{.start = DrawWeights(problem, 1)};
  const LatentResult one = LearnLinkedRanking(problem, kLambda, options);
  options.run.threads = 2;
  EXPECT_EQ(LearnLinkedRanking(problem, kLambda, options).weights, one.weights);
}

TEST(LinkedRanking, RefusesWhatCannotBeRanked) {
  auto graph = std::make_shared<GraphSample>(
      MakeLinkedGraph(RankingRows(kernels::DenseRows<double>{{1}, {2}}), {1, 1}, {}, {}));
  const GraphLabelingProblem problem({graph});
  EXPECT_EQ(MessageOf(ErrorKind::kData, [&] { LinkedRankingRound(problem, DenseVector::Zero(3)); }),
            "graph 0: expected relevant samples and others, found only relevant samples; leave it out");
  const GraphLabelingProblem constants({graph}, {.pairwise = PairwiseWeights::kThreeConstants});
  EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { LinkedRankingRound(constants, DenseVector::Zero(5)); }),
              HasSubstr("weights of edge features"));
}

}  // namespace
}  // namespace structlab::structured_learning
