#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/ranking/links/linked_graph.h"
#include "structured_learning/ranking/links/sample_links.h"
#include "structured_learning/ranking/measures/average_precision.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::ElementsAre;
using testing::HasSubstr;

kernels::DenseRows<double> RandomRows(int rows, int columns, uint64_t seed) {
  common::RandomStream random(seed, "links");
  kernels::DenseRows<double> matrix(rows, columns);
  for (double& value : matrix.reshaped()) value = random.Normal();
  return matrix;
}

TEST(SampleLinks, WithinGroups) {
  const SampleLinks links = LinksWithinGroups(std::vector<int>{3, 1, 3, -1, 3, 1, -1});
  EXPECT_THAT(links.pairs, ElementsAre(NodePair{0, 2}, NodePair{0, 4}, NodePair{1, 5}, NodePair{2, 4}));
  EXPECT_EQ(MessageOf(ErrorKind::kData, [] { LinksWithinGroups(std::vector<int>(100, 7), 4949); }),
            "group 7: expected at most 4949 links in all groups, found more, with its 100 samples; split "
            "large groups, "
            "or give links between some of their samples");
}

TEST(SampleLinks, OfMutualNeighboursAgreeWithTheDefinition) {
  const auto rows = RandomRows(300, 3, 2);
  constexpr int kNeighbours = 4;
  const auto is_near = [&](int i, int j) {  // j is among the nearest of i
    const double distance = (rows.row(i) - rows.row(j)).squaredNorm();
    int nearer = 0;
    for (int k = 0; k < 300; ++k)
      nearer += k != i && (rows.row(i) - rows.row(k)).squaredNorm() < distance ? 1 : 0;
    return nearer < kNeighbours;
  };
  std::vector<NodePair> expected;
  for (int i = 0; i < 300; ++i) {
    for (int j = i + 1; j < 300; ++j) {
      if (is_near(i, j) && is_near(j, i)) expected.push_back({i, j});
    }
  }
  EXPECT_EQ(MutualNeighbourLinks(RankingRows(rows), kNeighbours).pairs, expected);
  EXPECT_EQ(
      MutualNeighbourLinks(RankingRows(kernels::SparseRowsOf<double>(rows.sparseView())), kNeighbours).pairs,
      expected);
  EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { MutualNeighbourLinks(RankingRows(rows), 0); }),
              HasSubstr("at least 1"));
}

TEST(SampleLinks, AreSelectedAndCounted) {
  const SampleLinks links = {{{0, 1}, {1, 2}, {3, 2}, {4, 5}}, {1, 2, 3, 4}};
  const SelectedLinks selected = SelectLinks(links, std::vector<int>{2, 3, 1}, 6);
  EXPECT_THAT(selected.links.pairs, ElementsAre(NodePair{2, 0}, NodePair{1, 0}));
  EXPECT_THAT(selected.links.weights, ElementsAre(2, 3));
  EXPECT_EQ(selected.dropped, 1);
}

TEST(SampleLinks, RefuseWrongPairs) {
  const auto message = [](const SampleLinks& links) {
    return MessageOf(ErrorKind::kData, [&] { CheckSampleLinks(links, 3, "links.csv"); });
  };
  EXPECT_EQ(message({{{0, 1}, {1, 2}}}), "no error");
  EXPECT_EQ(message({{{0, 1}, {2, 2}}}), "links.csv, link 2: expected two different samples, found 2 twice");
  EXPECT_EQ(message({{{0, 3}}}), "links.csv, link 1: expected samples from 0 to 2, found 3");
  EXPECT_EQ(message({{{0, 1}, {1, 2}, {1, 0}}}),
            "links.csv, link 3: expected each pair of samples once, found the pair of link 1 again");
  EXPECT_EQ(message({{{0, 1}}, {-1}}), "links.csv, link 1: expected a finite weight of at least 0, found -1");
  EXPECT_EQ(message({{{0, 1}}, {1, 2}}), "links.csv: expected a weight for each of the 1 links, found 2");
}

TEST(LinkedGraph, HasTheFeaturesOfTheThesis) {
  const kernels::DenseRows<double> rows{{1, 0.5}, {-0.2, 0.5}, {0.5, 0}};
  const SampleLinks links = {{{0, 1}, {2, 1}}, {1, 0.25}};
  const GraphSample printed =
      MakeLinkedGraph(RankingRows(rows), {1, 0, 1}, links, {.eta = 2, .divides_by_counts = false});
  EXPECT_NEAR(printed.edge_features(0, 0), 2 * std::exp(-1.44), 1e-15);
  EXPECT_NEAR(printed.edge_features(0, 1), 2, 1e-15);
  EXPECT_NEAR(printed.edge_features(1, 0), 0.5 * std::exp(-0.49), 1e-15);
  EXPECT_EQ(std::get<DenseRows>(printed.features), rows);
  const GraphSample divided =
      MakeLinkedGraph(RankingRows(kernels::SparseRowsOf<float>(rows.sparseView().cast<float>())), {1, 0, 1},
                      links, {.eta = 2});
  EXPECT_NEAR(divided.edge_features(1, 1), 0.25 * std::exp(-0.25), 1e-7);
  EXPECT_NEAR(std::get<SparseRows>(divided.features).coeff(0, 0), 1.0 / 3, 1e-15);
  EXPECT_THAT(MessageOf(ErrorKind::kUsage,
                        [&] {
                          MakeLinkedGraph(RankingRows(rows), {1, 0, 1}, links, {.eta = 0});
                        }),
              HasSubstr("eta: expected a finite number above 0"));
  EXPECT_THAT(MessageOf(ErrorKind::kData,
                        [&] {
                          MakeLinkedGraph(RankingRows(rows), {1, 0}, links, {});
                        }),
              HasSubstr("labels: expected one for each of the 3 samples"));
  EXPECT_THAT(MessageOf(ErrorKind::kData,
                        [&] {
                          MakeLinkedGraph(RankingRows(rows), {1, 0, 1}, links, {.max_link_numbers = 3});
                        }),
              HasSubstr("give fewer links or features"));
}

LearningResult Learn(const GraphLabelingProblem& problem, double c, double gap) {
  CuttingPlaneOptions options;
  options.box = problem.WeightBounds();
  return LearnByMeanCuttingPlanes(problem, 1 / c, LearningRun(gap, 1e5), CuttingPlaneIterate::kBest, options);
}

// Without links the objective splits: C P(w) = (1/4) |a|^2 + C sum_i max(0, c_i - z_i a'phi_i) with a = w_1 -
// w_0, z = +-1, c_i = 1/(2 |P|) or 1/(2 |N|) and the printed sums. The class weight scales the margin, not
// the slope.
TEST(LinkedGraph, WithoutLinksTheObjectiveSplits) {
  constexpr int kSamples = 30;
  constexpr double kC = 3;
  auto rows = RandomRows(kSamples, 3, 5);
  std::vector<uint8_t> labels(kSamples, 0);
  for (int i = 0; i < kSamples; i += 5) labels[i] = 1;
  const auto graph = std::make_shared<GraphSample>(
      MakeLinkedGraph(RankingRows(rows), labels, {}, {.divides_by_counts = false}));
  const GraphLabelingProblem problem({graph}, {.loss = GraphLoss::kClassBalanced});
  const LearningResult result = Learn(problem, kC, 1e-10);
  const auto split = [&](const DenseVector& a) {
    double value = a.squaredNorm() / 4;
    for (int i = 0; i < kSamples; ++i) {
      const double margin = labels[i] == 1 ? 1.0 / (2 * 6) : 1.0 / (2 * 24);
      value += kC * std::max(0.0, margin - (labels[i] == 1 ? 1 : -1) * rows.row(i).dot(a));
    }
    return value;
  };
  const DenseVector a = result.weights.segment(3, 3) - result.weights.head(3);
  EXPECT_LE((result.weights.segment(3, 3) + result.weights.head(3)).norm(), 1e-6);
  EXPECT_NEAR(kC * result.primal, split(a), 1e-9);
  common::RandomStream random(1, "directions");
  for (int k = 0; k < 200; ++k) {
    DenseVector other = a;
    for (double& value : other) value += 0.02 * random.Normal();
    EXPECT_GE(split(other), split(a) - 1e-9);
  }
  // And the scores of the max-marginals are linear.
  const std::vector<double> scores = LinkedScores(problem, 0, result.weights);
  for (int i = 0; i < kSamples; ++i) EXPECT_NEAR(scores[i], rows.row(i).dot(a), 1e-12);
}

// Groups whose samples share their label, with weak features: links must help much; with labels that are
// independent of the groups, they must not.
TEST(LinkedGraph, LinksHelpWhereLinkedSamplesShareTheirLabel) {
  const auto draw = [](bool shares, uint64_t seed) {
    common::RandomStream random(seed, "shared labels");
    std::vector<uint8_t> labels;
    std::vector<int> groups;
    for (int group = 0; group < 60; ++group) {
      const uint8_t label = random.Uniform() < 0.3 ? 1 : 0;
      for (int k = 0; k < 4; ++k) {
        labels.push_back(shares ? label : random.Uniform() < 0.3 ? 1 : 0);
        groups.push_back(group);
      }
    }
    kernels::DenseRows<double> rows(std::ssize(labels), 2);
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      rows(i, 0) = 0.8 * labels[i] + random.Normal();
      rows(i, 1) = 1;
    }
    return std::tuple(RankingRows(rows), labels, LinksWithinGroups(groups));
  };
  const auto test_ap = [&](bool shares, bool has_links) {
    const auto problem_of = [&](uint64_t seed) {
      const auto [rows, labels, links] = draw(shares, seed);
      const auto graph =
          std::make_shared<GraphSample>(MakeLinkedGraph(rows, labels, has_links ? links : SampleLinks{}, {}));
      return GraphLabelingProblem({graph}, {.loss = GraphLoss::kClassBalanced});
    };
    const LearningResult result = Learn(problem_of(1), 1e5, 1e-3);
    EXPECT_EQ(result.ending, common::Ending::kGapReached);
    const GraphLabelingProblem test = problem_of(2);
    return ComputeAveragePrecision(LinkedScores(test, 0, result.weights), test.truth(0)).mean;
  };
  EXPECT_GT(test_ap(true, true), test_ap(true, false) + 0.1);
  EXPECT_NEAR(test_ap(false, true), test_ap(false, false), 0.05);
}

}  // namespace
}  // namespace structlab::structured_learning
