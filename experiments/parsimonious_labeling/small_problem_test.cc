#include "experiments/parsimonious_labeling/small_problem.h"

#include <gtest/gtest.h>

#include <limits>

#include "graphical_models/model/cliques/clique_potential.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::DiameterDiversity;
using graphical_models::Labeling;
using graphical_models::TruncatedLinear;

TEST(SmallProblem, EqualsTheWorkedExample) {
  const SmallProblem problem =
      OneClique({{0, 4, 9}, {5, 0, 9}, {9, 10, 0}}, DiameterDiversity{TruncatedLinear{3}});
  const Terms apart = TermsOf(problem, Labeling{0, 1, 2});
  EXPECT_EQ(apart.unaries, 0);
  EXPECT_EQ(apart.cliques, 6);
  EXPECT_EQ(apart.energy(), 6);
  EXPECT_EQ(OptimumOf(problem), Labeling({0, 1, 2}));
  const SmallProblem dearer = {problem.unaries,
                               WithPotential(problem.cliques, DiameterDiversity{TruncatedLinear{3}}, 3)};
  EXPECT_EQ(TermsOf(dearer, Labeling{0, 1, 2}).cliques, 18);
  EXPECT_EQ(OptimumOf(dearer), Labeling({1, 1, 2}));  // 4 + 9; all 0 or 1 cost 14
  EXPECT_EQ(OneClique({{0, 0, 0}, {0, 0, 0}}, NumberOfLabelsLessOne(3)).cliques.Energy(Labeling{0, 2}), 1);
}

TEST(SmallProblem, FactorNeededIsThatOfTheInequality) {
  EXPECT_EQ(FactorNeeded({3, 5}, {2, 3}), 2);                                        // 8 = 2 + 2 * 3
  EXPECT_EQ(FactorNeeded({2, 0}, {2, 3}), 0);                                        // the unaries are enough
  EXPECT_EQ(FactorNeeded({3, 0}, {2, 0}), std::numeric_limits<double>::infinity());  // nothing helps
  EXPECT_EQ(FactorNeeded({2, 0}, {2, 0}), 0);
}

TEST(SmallProblem, NoConstantLabelingIsBetterThanTheOptimum) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    common::RandomStream random(seed, "test");
    const SmallProblem problem =
        RandomSmallProblem(5, 4, 3, DiameterDiversity{TruncatedLinear{1, 2}}, random);
    ASSERT_GE(problem.cliques.num_cliques(), 1);
    EXPECT_EQ(problem.cliques.variables(0).size(), 3u);
    const double least = TermsOf(problem, OptimumOf(problem)).energy();
    for (int label = 0; label < 4; ++label) EXPECT_LE(least, TermsOf(problem, Labeling(5, label)).energy());
  }
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
