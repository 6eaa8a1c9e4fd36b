#include "graphical_models/model/pairwise_energy.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/testing/message_of.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Costs = std::vector<double>;

TEST(PairwiseEnergy, SumsUnariesAndWeightedEdges) {
  PairwiseEnergy energy({2, 3});
  energy.AddUnary(0, Costs{1, 2});
  energy.AddUnary(1, Costs{10, 20, kInfinity});
  energy.AddUnary(1, Costs{1, 1, 1});
  energy.AddConstant(1000);
  const int potts = energy.AddPotential(Potts{3});
  const int table = energy.AddPotential(LabelTable(3, 2, {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(energy.AddEdge(0, 1, potts, -2), 0);
  EXPECT_EQ(energy.AddEdge(1, 0, table, 100), 1);
  EXPECT_EQ(energy.Energy(Labeling{0, 0}), 1012);
  EXPECT_EQ(energy.Energy(Labeling{1, 0}), 1013 - 6 + 100);
  EXPECT_EQ(energy.Energy(Labeling{1, 1}), 1023 + 300);
  EXPECT_EQ(energy.Energy(Labeling{0, 2}), kInfinity);
  EXPECT_EQ(energy.unary(1)[1], 21);
  EXPECT_EQ(energy.unaries().size(), 5u);
  EXPECT_EQ(energy.unary_begin(1), 2u);
}

TEST(PairwiseEnergy, WithoutVariablesHasOneLabeling) { EXPECT_EQ(PairwiseEnergy().Energy(Labeling{}), 0); }

TEST(PairwiseEnergy, RefusesWrongTermsAndStaysAsItWas) {
  PairwiseEnergy energy({2, 3});
  energy.AddUnary(0, Costs{1e290, 0});
  const int potts = energy.AddPotential(Potts{});
  const int hard = energy.AddPotential(LabelTable(2, 3, {0, 1, 2, 3, 4, kInfinity}));
  const PairwiseEnergy before = energy;
  const auto unary = [&](int v, Costs costs) { return MessageOf([&] { energy.AddUnary(v, costs); }); };
  EXPECT_EQ(unary(2, {0, 0}), "unary: expected a variable from 0 to 1, found 2");
  EXPECT_EQ(unary(1, {0, 0}), "unary of variable 1: expected 3 costs, found 2");
  EXPECT_EQ(
      unary(1, {0, 0, -kInfinity}),
      "unary of variable 1, label 2: expected an energy of at most 1e290 in magnitude, or plus infinity, "
      "found -inf");
  EXPECT_EQ(
      unary(0, {1e290, 0}),
      "unary of variable 0, label 0: expected an energy of at most 1e290 in magnitude, or plus infinity, "
      "found 2e+290");
  const auto edge = [&](int p, int q, int potential, double weight) {
    return MessageOf([&] { energy.AddEdge(p, q, potential, weight); });
  };
  EXPECT_EQ(edge(0, 2, potts, 1), "edge 0: expected a variable from 0 to 1, found 2");
  EXPECT_EQ(edge(-1, 1, potts, 1), "edge 0: expected a variable from 0 to 1, found -1");
  EXPECT_EQ(edge(1, 1, potts, 1), "edge 0: expected two variables, found variable 1 twice");
  EXPECT_EQ(edge(0, 1, 2, 1), "edge 0: expected a potential from 0 to 1, found 2");
  EXPECT_EQ(edge(1, 0, hard, 1), "edge 0: expected a table of 3 x 2 labels, found 2 x 3");
  EXPECT_EQ(edge(0, 1, hard, -1),
            "weight of edge 0: expected a weight above 0 for a potential that holds +infinity, found -1");
  EXPECT_EQ(edge(0, 1, potts, kInfinity),
            "weight of edge 0: expected a finite energy of at most 1e290 in magnitude, found inf");
  EXPECT_EQ(MessageOf([&] { energy.AddConstant(std::numeric_limits<double>::quiet_NaN()); }),
            "constant: expected an energy of at most 1e290 in magnitude, or plus infinity, found nan");
  EXPECT_EQ(MessageOf([&] {
              energy.Energy(Labeling{2, 0});
            }),
            "labeling: expected a label from 0 to 1 for variable 0, found 2");
  EXPECT_EQ(energy, before);
}

}  // namespace
}  // namespace structlab::graphical_models
