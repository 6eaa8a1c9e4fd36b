// Random energies of a few binary variables, and their minima.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_BINARY_INSTANCES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_BINARY_INSTANCES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/exact/flow_capacity.h"

namespace structlab::graphical_models {

template <FlowCapacity C>
struct InstancePair {
  int p, q;
  std::array<C, 4> costs;  // of 00, 01, 10, 11
};

// Bit v of a labeling is the label of variable v.
template <FlowCapacity C>
struct BinaryInstance {
  std::vector<std::array<C, 2>> unaries;
  std::vector<InstancePair<C>> pairs;

  int num_variables() const { return static_cast<int>(unaries.size()); }
  uint32_t num_labelings() const { return uint32_t{1} << unaries.size(); }

  FlowValue<C> Energy(uint32_t labeling) const {
    FlowValue<C> energy = 0;
    const auto label = [labeling](int v) { return labeling >> v & 1; };
    for (int v = 0; v < num_variables(); ++v) energy += unaries[v][label(v)];
    for (const InstancePair<C>& pair : pairs) energy += pair.costs[2 * label(pair.p) + label(pair.q)];
    return energy;
  }

  FlowValue<C> MinEnergy() const {
    FlowValue<C> least = Energy(0);
    for (uint32_t labeling = 1; labeling < num_labelings(); ++labeling) {
      least = std::min(least, Energy(labeling));
    }
    return least;
  }
};

// Up to 7 variables and 11 pairs, some of the same variables. Costs are integers from -8 to 8, so that sums
// are exact. If `submodular`, pairs that are not submodular are made so.
template <FlowCapacity C>
BinaryInstance<C> RandomBinaryInstance(bool submodular, common::RandomStream& random) {
  const auto cost = [&random] { return static_cast<C>(static_cast<int>(random.UniformIndex(17)) - 8); };
  BinaryInstance<C> instance;
  const int variables = static_cast<int>(random.UniformIndex(8));
  for (int v = 0; v < variables; ++v) instance.unaries.push_back({cost(), cost()});
  for (uint64_t pairs = random.UniformIndex(12); variables > 1 && pairs > 0; --pairs) {
    const std::vector<int> ends = random.SampleWithoutReplacement(variables, 2);
    InstancePair<C> pair = {ends[0], ends[1], {cost(), cost(), cost(), cost()}};
    if (submodular && pair.costs[0] + pair.costs[3] > pair.costs[1] + pair.costs[2]) {
      std::swap(pair.costs[0], pair.costs[1]);
      std::swap(pair.costs[2], pair.costs[3]);
    }
    instance.pairs.push_back(pair);
  }
  return instance;
}

// Adds all terms to a SubmodularEnergy or RoofDual with as many variables.
template <FlowCapacity C, class Energy>
void AddTerms(const BinaryInstance<C>& instance, Energy& energy) {
  for (int v = 0; v < instance.num_variables(); ++v) {
    energy.AddUnary(v, instance.unaries[v][0], instance.unaries[v][1]);
  }
  for (const InstancePair<C>& pair : instance.pairs) {
    energy.AddPairwise(pair.p, pair.q, pair.costs[0], pair.costs[1], pair.costs[2], pair.costs[3]);
  }
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_BINARY_INSTANCES_H_
