#include "graphical_models/moves/parsimonious/cluster_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

constexpr TreeHeights kBoth[] = {TreeHeights::kGeometric, TreeHeights::kTight};

// Computed by hand: in units of 1/2 the distances are at most 6, so level 2 splits 0..4 into {1,2,3}, {0} and
// {4}, and level 1 splits into single labels; the edges from top to bottom have 8, 4 and 2 units.
TEST(ClusterTree, EqualsTheWorkedExample) {
  const std::vector<int> permutation = {2, 0, 4, 1, 3};
  const LabelTable wide =
      ClusterTree(TruncatedLinear{1, 3}, permutation, 1.5, TreeHeights::kGeometric).Distances();
  const LabelTable tight =
      ClusterTree(TruncatedLinear{1, 3}, permutation, 1.5, TreeHeights::kTight).Distances();
  for (Label a = 0; a < 5; ++a) {
    for (Label b = 0; b < 5; ++b) {
      const bool inside = a >= 1 && a <= 3 && b >= 1 && b <= 3;
      EXPECT_EQ(wide(a, b), a == b ? 0 : inside ? 6 : 14) << a << " " << b;
      EXPECT_EQ(tight(a, b), a == b ? 0 : inside ? 2 : 3) << a << " " << b;
    }
  }
}

// For any order of the centres, clusters are in the order of their lowest labels.
TEST(ClusterTree, OfTheSameClustersIsTheSame) {
  const LabelTree star = ClusterTree(Potts{}, {{0, 1, 2, 3, 4}}, 1, TreeHeights::kTight);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream random(seed, "star");
    EXPECT_EQ(RandomClusterTree(Potts{}, 5, TreeHeights::kTight, random), star) << seed;
  }
  // Level 2 makes {1,2,3}, {0} and {4} with the centre 2; the order of the other centres does not matter.
  const TruncatedLinear metric{1, 3};
  EXPECT_EQ(ClusterTree(metric, {{2, 0, 4, 1, 3}}, 1.5, TreeHeights::kTight),
            ClusterTree(metric, {{2, 4, 3, 0, 1}}, 1.5, TreeHeights::kTight));
}

// The mean over all permutations and over the middles of 20 equal parts of log beta, from an independent
// computation.
TEST(ClusterTree, StretchesDistancesAsComputedElsewhere) {
  double wide[3] = {}, tight[3] = {};
  const Label pairs[3][2] = {{0, 1}, {1, 2}, {0, 4}};
  std::vector<int> permutation(5);
  std::iota(permutation.begin(), permutation.end(), 0);
  int count = 0;
  do {
    for (int k = 0; k < 20; ++k) {
      const double beta = std::exp2((k + 0.5) / 20);
      const TruncatedLinear metric{1, 3};
      const LabelTable geometric =
          ClusterTree(metric, permutation, beta, TreeHeights::kGeometric).Distances();
      const LabelTable least = ClusterTree(metric, permutation, beta, TreeHeights::kTight).Distances();
      for (int i = 0; i < 3; ++i) {
        const auto [a, b] = pairs[i];
        wide[i] += geometric(a, b) / metric(a, b);
        tight[i] += least(a, b) / metric(a, b);
      }
      ++count;
    }
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  const double expected_wide[3] = {8.66666667, 10, 4.66666667}, expected_tight[3] = {1.91666667, 2.45, 1};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(wide[i] / count, expected_wide[i], 5e-9) << i;
    EXPECT_NEAR(tight[i] / count, expected_tight[i], 5e-9) << i;
  }
}

TEST(ClusterTree, DominatesTheMetric) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "cluster tree");
    const int labels = 1 + static_cast<int>(random.UniformIndex(8));
    const PairwisePotential metric = RandomPotential(PotentialClass::kMetric, labels, 20, random);
    for (const TreeHeights heights : kBoth) {
      const LabelTree tree = RandomClusterTree(metric, labels, heights, random);
      ASSERT_EQ(tree.num_labels(), labels);
      const LabelTable distances = tree.Distances();
      bool all_differ = true;
      for (Label a = 0; a < labels; ++a) {
        for (Label b = 0; b < labels; ++b) {
          EXPECT_GE(distances(a, b), metric(a, b) * (1 - 1e-12)) << a << " " << b;
          EXPECT_TRUE(metric(a, b) > 0 || distances(a, b) == 0) << a << " " << b;
          all_differ = all_differ && (a == b || metric(a, b) > 0);
        }
      }
      if (heights == TreeHeights::kGeometric && all_differ) {
        EXPECT_EQ(tree.FindSeparationViolation(2), std::nullopt);
      }
    }
  }
}

// The property of trees that theorem 3 of the source uses (Dokania 2016), for cliques; their diameters are
// not bounded by expectations of single distances. A label w cuts a set of diameter D at a level of radius r
// = beta 2^(i-1) only if r is between its least and its largest distance to the set, and w comes before all
// labels that are nearer to it. The probability of that is at most 1 / rank(w). The paths in the tree are
// then shorter than 2^(i+3), which is at most 16 r. With r of density 1 / (r log 2), summed over levels and
// labels, the expected diameter in the tree is at most (16 / log 2) (1 + 1/2 + ... + 1/labels) D. The mean is
// over 400 trees with values below 2^10, of which the largest have probabilities of about 1 / 128: 60 are 25
// standard deviations.
TEST(ClusterTree, StretchesDiametersByTheLogarithmOfTheLabelsAtMost) {
  constexpr int kLabels = 128, kTrees = 400;
  const TruncatedLinear line{1, kLabels};
  double harmonic = 0;
  for (int k = 1; k <= kLabels; ++k) harmonic += 1.0 / k;
  const double most = 16 / std::log(2) * harmonic;
  for (const int size : {2, 3, 9}) {
    std::vector<double> mean(kLabels - size + 1, 0);
    common::RandomStream random(1, "stretch of diameters");
    for (int tree = 0; tree < kTrees; ++tree) {
      const LabelTable distances =
          RandomClusterTree(line, kLabels, TreeHeights::kGeometric, random).Distances();
      for (size_t first = 0; first < mean.size(); ++first) {
        double diameter = 0;
        for (size_t a = first; a < first + static_cast<size_t>(size); ++a) {
          for (size_t b = first; b < a; ++b) {
            diameter = std::max(diameter, distances(static_cast<Label>(a), static_cast<Label>(b)));
          }
        }
        mean[first] += diameter / (size - 1) / kTrees;
      }
    }
    EXPECT_LE(*std::ranges::max_element(mean), most) << size;
  }
}

// The largest tight distance of a cluster's labels is its diameter, so the root's is the largest distance.
TEST(ClusterTree, TightTreesHaveTheDiameterOfTheMetric) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    common::RandomStream random(seed, "diameter");
    const int labels = 2 + static_cast<int>(random.UniformIndex(7));
    const PairwisePotential metric = RandomPotential(PotentialClass::kMetric, labels, 20, random);
    const LabelTable distances = RandomClusterTree(metric, labels, TreeHeights::kTight, random).Distances();
    double largest = 0, largest_in_tree = 0;
    for (Label a = 0; a < labels; ++a) {
      for (Label b = 0; b < labels; ++b) {
        largest = std::max(largest, metric(a, b));
        largest_in_tree = std::max(largest_in_tree, distances(a, b));
      }
    }
    EXPECT_NEAR(largest_in_tree, largest, 1e-12 * largest) << seed;
  }
}

// Labels at 0, 3 and 5 units, so level 2 has a radius of 2 beta. 0 and 1 are nearer to each other than to 2
// only if 0 is the first centre and 3 < 2 beta. If 1 is the first and 3 < 2 beta, all are separated at once
// at level 1; otherwise 1 and 2 stay together. P(beta > 1.5) = 1 - log2 1.5. The bounds are 5 standard
// deviations of each share: together a false alarm once in 800,000 streams.
TEST(ClusterTree, DrawsPermutationAndRadius) {
  const LabelTable line(3, 3, {0, 1.5, 2.5, 1.5, 0, 1, 2.5, 1, 0});
  const int draws = 20000;
  int first_two = 0, none = 0;
  common::RandomStream random(1, "draws");
  for (int i = 0; i < draws; ++i) {
    const LabelTable tree = RandomClusterTree(line, 3, TreeHeights::kGeometric, random).Distances();
    first_two += tree(0, 1) < tree(0, 2);
    none += tree(0, 1) == tree(0, 2) && tree(0, 1) == tree(1, 2);
  }
  const double share = (1 - std::log2(1.5)) / 3;
  const double deviation = std::sqrt(draws * share * (1 - share));
  EXPECT_NEAR(first_two, draws * share, 5 * deviation);
  EXPECT_NEAR(none, draws * share, 5 * deviation);
}

TEST(ClusterTree, NamesWhatIsWrong) {
  const std::vector<int> order = {1, 0};
  EXPECT_EQ(MessageOf([&] { ClusterTree(Potts{1}, order, 2.5, TreeHeights::kTight); }),
            "beta: expected a number from 1 to 2, found 2.5");
  EXPECT_EQ(MessageOf([&] {
              ClusterTree(Potts{1}, std::vector<int>{1, 1}, 1, TreeHeights::kTight);
            }),
            "permutation: expected each label once, found 1");
  EXPECT_EQ(MessageOf([&] { ClusterTree(Potts{1}, std::vector<int>(), 1, TreeHeights::kTight); }),
            "tree: expected at least one label, found 0");
  EXPECT_EQ(MessageOf([&] {
              ClusterTree(TruncatedQuadratic{1}, std::vector<int>{0, 1, 2}, 1, TreeHeights::kTight);
            }).substr(0, 43),
            "distance of labels: expected a metric, foun");
  EXPECT_EQ(MessageOf([] {
              ClusterTree(Potts{5e-324}, std::vector<int>{0, 1}, 1, TreeHeights::kTight);
            }),
            "distance of labels 0 and 1: expected 0, or at least 2.3e-308 and finite, found 5e-324");
}

}  // namespace
}  // namespace structlab::graphical_models
