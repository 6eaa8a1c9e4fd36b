#include "graphical_models/model/cliques/testing/random_cliques.h"

#include <cmath>
#include <utility>

#include "common/check.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::RandomStream;

int UniformInteger(int low, int high, RandomStream& random) {
  return low + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(high - low + 1)));
}

std::vector<double> RandomCosts(int count, int largest, RandomStream& random) {
  std::vector<double> costs;
  for (int i = 0; i < count; ++i) costs.push_back(UniformInteger(0, largest, random));
  return costs;
}

}  // namespace

LabelTree RandomLabelTree(int labels, int r, RandomStream& random) {
  constexpr int kLeafDepth = 3;
  struct Cluster {
    int node;
    std::vector<Label> labels;
  };
  std::vector<LabelTreeNode> nodes = {{-1, 0}};
  std::vector<Cluster> level = {{0, random.Permutation(labels)}};
  for (int depth = 1; depth < kLeafDepth; ++depth) {
    std::vector<Cluster> next;
    for (const auto& [parent, members] : level) {
      // Splits into one part or two.
      const auto cut = members.begin() + UniformInteger(1, static_cast<int>(members.size()), random);
      for (const auto& [begin, end] : {std::pair(members.begin(), cut), std::pair(cut, members.end())}) {
        if (begin == end) continue;
        next.push_back({static_cast<int>(nodes.size()), std::vector<Label>(begin, end)});
        nodes.push_back({parent, std::pow(r, kLeafDepth - depth)});
      }
    }
    level = std::move(next);
  }
  for (const auto& [parent, members] : level) {
    for (const Label label : members) nodes.push_back({parent, 1, label});
  }
  return LabelTree(std::move(nodes));
}

CliquePotential RandomCliquePotential(CliqueKind kind, int labels, int max_cost, RandomStream& random) {
  switch (kind) {
    case CliqueKind::kPnPotts: {
      const int largest = UniformInteger(0, max_cost, random);
      return PnPotts{RandomCosts(labels, largest, random), static_cast<double>(largest)};
    }
    case CliqueKind::kRobustPnPotts: {
      const int largest = UniformInteger(0, max_cost, random);
      return RobustPnPotts{RandomCosts(labels, largest, random), static_cast<double>(largest),
                           UniformInteger(1, 4, random) / 8.0};
    }
    case CliqueKind::kDiameter:
      return DiameterDiversity{RandomPotential(PotentialClass::kMetric, labels, max_cost, random)};
    case CliqueKind::kHierarchical:
      return HierarchicalPnPotts(RandomLabelTree(labels, 2, random));
    case CliqueKind::kCoOccurrence: {
      const std::vector<double> pairs = RandomCosts(labels * labels, max_cost, random);
      return CoOccurrence{static_cast<double>(UniformInteger(0, max_cost, random)),
                          RandomCosts(labels, max_cost, random), LabelTable(labels, labels, pairs)};
    }
  }
  common::CheckFailed("a known kind of clique potential", __FILE__, __LINE__);
}

CliqueEnergy RandomCliqueEnergy(const RandomCliqueOptions& options, RandomStream& random) {
  const int variables = UniformInteger(1, options.max_variables, random);
  const int labels = UniformInteger(1, options.max_labels, random);
  return RandomCliqueEnergy(options, variables, labels, random);
}

CliqueEnergy RandomCliqueEnergy(const RandomCliqueOptions& options, int variables, int labels,
                                RandomStream& random) {
  CliqueEnergy energy(variables, labels);
  for (int i = 0; i < 2; ++i) {
    const CliqueKind kind = options.kinds[random.UniformIndex(options.kinds.size())];
    energy.AddPotential(RandomCliquePotential(kind, labels, options.max_cost, random));
  }
  for (int count = UniformInteger(0, options.max_cliques, random); count > 0; --count) {
    const int size = UniformInteger(1, variables, random);
    energy.AddClique(random.SampleWithoutReplacement(variables, size), UniformInteger(0, 1, random),
                     UniformInteger(0, options.max_weight, random));
  }
  return energy;
}

}  // namespace structlab::graphical_models
