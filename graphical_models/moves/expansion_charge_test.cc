#include "graphical_models/moves/expansion_charge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"

namespace structlab::graphical_models {
namespace {

// The labels whose bits are set.
double CostOf(const CliquePotential& potential, int num_labels, unsigned set) {
  LabelHistogram labels(num_labels);
  for (Label label = 0; label < num_labels; ++label) {
    if ((set >> label & 1u) != 0) labels.Add(label);
  }
  return potential(labels);
}

// Labels 0, 1, 2 on a line with distances truncated at 3, and alpha = 4: keeping any label may be free, so
// every move is charged 3, although keeping only label 2 costs 2 and keeping none costs 0.
TEST(ExpansionCharge, EqualsTheWorkedExample) {
  const DiameterDiversity diameter = {TruncatedLinear{1, 3}};
  const ExpansionCharge charge = ChargeOf(diameter, 5, {{0, 1, 2}}, 4, false);
  EXPECT_EQ(charge.keeping, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(charge.taking, 1);  // the diameter of 0, 1, 2 is 2
}

// k_l by its definition: the least increase over all sets of the other labels.
TEST(ExpansionCharge, IsTheLeastGainOverAllSubsets) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "charge");
    const int labels = 2 + static_cast<int>(random.UniformIndex(5));
    const CliqueKind kinds[] = {CliqueKind::kDiameter, CliqueKind::kHierarchical, CliqueKind::kCoOccurrence};
    const CliquePotential potential = RandomCliquePotential(kinds[seed % 3], labels, 20, random);
    const Label alpha = static_cast<Label>(random.UniformIndex(static_cast<uint64_t>(labels)));
    std::vector<Label> others;
    unsigned all = 0;
    for (Label label = 0; label < labels; ++label) {
      if (label == alpha || random.Uniform() < 0.3) continue;
      others.push_back(label);
      all |= 1u << label;
    }
    if (others.empty()) continue;
    const unsigned with_alpha = 1u << alpha;
    const ExpansionCharge charge = ChargeOf(potential, labels, others, alpha, false);
    EXPECT_NEAR(charge.taking, CostOf(potential, labels, all | with_alpha) - CostOf(potential, labels, all),
                1e-12);
    EXPECT_EQ(ChargeOf(potential, labels, others, alpha, true).taking, 0);
    double sum = 0;
    for (size_t i = 0; i < others.size(); ++i) {
      const unsigned label = 1u << others[i];
      double least = 1e300;
      for (unsigned set = 0; set <= all; ++set) {
        if ((set & ~all) != 0 || (set & label) != 0) continue;
        least = std::min(least, CostOf(potential, labels, set | label | with_alpha) -
                                    CostOf(potential, labels, set | with_alpha));
      }
      EXPECT_NEAR(charge.keeping[i], least, 1e-9) << others[i];
      sum += charge.keeping[i];
    }
    // The charge is never less than the cost after the move.
    for (unsigned left = 0; left <= all; ++left) {
      if ((left & ~all) != 0) continue;
      double charged = CostOf(potential, labels, all) - sum + charge.taking;
      for (size_t i = 0; i < others.size(); ++i) {
        if ((left >> others[i] & 1u) != 0) charged += charge.keeping[i];
      }
      EXPECT_LE(CostOf(potential, labels, left | with_alpha), charged + 1e-9);
    }
  }
}

TEST(ExpansionCharge, IsKnownOfSomePotentials) {
  EXPECT_TRUE(HasCharge(DiameterDiversity{Potts{1}}));
  EXPECT_FALSE(HasCharge(PnPotts{{0, 0}, 1}));
}

}  // namespace
}  // namespace structlab::graphical_models
