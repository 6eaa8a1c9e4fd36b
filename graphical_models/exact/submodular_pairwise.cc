#include "graphical_models/exact/submodular_pairwise.h"

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/exact/binary_pair.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

void CheckLabels(const PairwiseEnergy& energy) {
  for (int v = 0; v < energy.num_variables(); ++v) {
    if (energy.num_labels(v) <= 2) continue;
    common::ThrowUsageError("variable " + std::to_string(v), "at most 2 labels",
                            std::to_string(energy.num_labels(v)));
  }
}

// Also checks variables with one label.
void CheckFinite(const PairwiseEnergy& energy, const PairwiseEdge& edge, const std::string& name) {
  for (Label a = 0; a < energy.num_labels(edge.p); ++a) {
    for (Label b = 0; b < energy.num_labels(edge.q); ++b) {
      const double cost = energy.EdgeEnergy(edge, a, b);
      if (std::isfinite(cost)) continue;
      common::ThrowUsageError(name, "finite costs", common::FormatDouble(cost),
                              "remove forbidden labels by conditioning, or use another method");
    }
  }
}

// Checked even if a label is forbidden, so that acceptance of an energy does not depend on its unaries.
void CheckEdges(const PairwiseEnergy& energy) {
  for (int e = 0; e < energy.num_edges(); ++e) {
    const PairwiseEdge& edge = energy.edges()[e];
    std::string name = "edge " + std::to_string(e);
    name.append(" of variables ").append(std::to_string(edge.p)).append(" and ");
    name.append(std::to_string(edge.q));
    CheckFinite(energy, edge, name);
    if (energy.num_labels(edge.p) < 2 || energy.num_labels(edge.q) < 2) continue;
    // Adding 0 turns -0 into 0, for the message.
    const auto cost = [&](Label a, Label b) { return energy.EdgeEnergy(edge, a, b) + 0.0; };
    SubmodularTermsOf(BinaryPair<double>{cost(0, 0), cost(0, 1), cost(1, 0), cost(1, 1)},
                      [&] { return name; });
  }
}

const PairwiseEnergy& Checked(const PairwiseEnergy& energy) {
  CheckLabels(energy);
  CheckEdges(energy);
  return energy;
}

}  // namespace

SubmodularPairwise::SubmodularPairwise(const PairwiseEnergy& energy)
    : known_(ForcedLabels(Checked(energy))),
      free_(known_),
      cut_(free_.size(), energy.num_edges()),
      constant_(AddConditioned(energy, known_, free_, cut_)) {}

Labeling SubmodularPairwise::labeling() const {
  Labeling labeling = known_;
  for (int i = 0; i < free_.size(); ++i) {
    labeling[free_.variables[i]] = cut_.Label(i);
  }
  return labeling;
}

std::vector<std::array<double, 2>> SubmodularPairwise::MinMarginals() {
  const auto of_free = cut_.MinMarginals();
  const double least = Minimize();
  std::vector<std::array<double, 2>> marginals(known_.size(), {kInfinity, kInfinity});
  for (size_t v = 0; v < known_.size(); ++v) {
    if (known_[v] != kUnlabeled) {
      marginals[v][known_[v]] = least;
      continue;
    }
    for (size_t label = 0; label < 2; ++label) {
      marginals[v][label] = constant_ + of_free[free_.index[v]][label];
    }
  }
  return marginals;
}

MapResult MinimizeSubmodular(const PairwiseEnergy& energy, const common::RunControl& run) {
  TraceRecorder trace(run);
  SubmodularPairwise cut(energy);
  cut.Minimize();
  MapResult result;
  result.labeling = cut.labeling();
  result.energy = result.lower_bound = energy.Energy(result.labeling);
  result.ending = trace.Record(1, result.energy, result.lower_bound).value_or(common::Ending::kOptimal);
  result.trace = trace.Take();
  return result;
}

}  // namespace structlab::graphical_models
