#include "graphical_models/exact/submodular_pairwise.h"

#include <array>
#include <cmath>
#include <span>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/exact/binary_pair.h"

namespace structlab::graphical_models {
namespace {

template <class Name>
void CheckFinite(std::span<const double> costs, const Name& name) {
  for (const double cost : costs) {
    if (std::isfinite(cost)) continue;
    common::ThrowUsageError(name(), "finite costs", common::FormatDouble(cost),
                            "take out what is forbidden by conditioning, or use another method");
  }
}

}  // namespace

SubmodularEnergy<double> ToSubmodular(const PairwiseEnergy& energy) {
  SubmodularEnergy<double> cut(energy.num_variables(), energy.num_edges());
  for (int v = 0; v < energy.num_variables(); ++v) {
    const auto name = [v] { return "variable " + std::to_string(v); };
    const std::span<const double> unary = energy.unary(v);
    if (unary.size() != 2) common::ThrowUsageError(name(), "2 labels", std::to_string(unary.size()));
    CheckFinite(unary, name);
    cut.AddUnary(v, unary[0], unary[1]);
  }
  for (int e = 0; e < energy.num_edges(); ++e) {
    const PairwiseEdge& edge = energy.edges()[static_cast<size_t>(e)];
    const auto name = [e, &edge] {
      std::string text = "edge " + std::to_string(e);
      return text.append(" of variables ").append(std::to_string(edge.p)).append(" and ") +
             std::to_string(edge.q);
    };
    // Adding 0 makes 0 of -0, which would look odd in a message.
    const auto cost = [&](Label a, Label b) { return energy.EdgeEnergy(edge, a, b) + 0.0; };
    const std::array<double, 4> costs = {cost(0, 0), cost(0, 1), cost(1, 0), cost(1, 1)};
    CheckFinite(costs, name);
    SubmodularTermsOf(BinaryPair<double>{costs[0], costs[1], costs[2], costs[3]}, name);
    cut.AddPairwise(edge.p, edge.q, costs[0], costs[1], costs[2], costs[3]);
  }
  return cut;
}

}  // namespace structlab::graphical_models
