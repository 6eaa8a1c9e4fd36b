#include "graphical_models/model/testing/random_models.h"

#include <algorithm>
#include <utility>

#include "common/check.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

using common::RandomStream;

int UniformInteger(int low, int high, RandomStream& random) {
  return low + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(high - low + 1)));
}

std::vector<double> RandomCosts(int64_t count, int low, int high, double infinite_probability,
                                RandomStream& random) {
  std::vector<double> costs;
  for (int64_t i = 0; i < count; ++i) {
    const bool infinite = infinite_probability > 0 && random.Uniform() < infinite_probability;
    costs.push_back(infinite ? kInfinity : UniformInteger(low, high, random));
  }
  return costs;
}

// An earlier factor with the same label counts in the same order, or -1.
int FindSharable(const FactorGraph& graph, std::span<const int> scope) {
  for (int f = 0; f < graph.num_factors(); ++f) {
    const std::span<const int> other = graph.scope(f);
    if (std::equal(scope.begin(), scope.end(), other.begin(), other.end(),
                   [&graph](int a, int b) { return graph.num_labels(a) == graph.num_labels(b); })) {
      return f;
    }
  }
  return -1;
}

// A symmetric table with a diagonal of 0.
std::vector<double> SymmetricTable(int labels, int max_cost, RandomStream& random) {
  const size_t n = labels;
  std::vector<double> table(n * n, 0.0);
  for (size_t a = 0; a < n; ++a) {
    for (size_t b = 0; b < a; ++b) table[a * n + b] = table[b * n + a] = UniformInteger(0, max_cost, random);
  }
  return table;
}

// Floyd-Warshall: shortest paths obey the triangle inequality.
void CloseUnderPaths(int labels, std::vector<double>& table) {
  const size_t n = labels;
  for (size_t b = 0; b < n; ++b) {
    for (size_t a = 0; a < n; ++a) {
      for (size_t c = 0; c < n; ++c) {
        table[a * n + c] = std::min(table[a * n + c], table[a * n + b] + table[b * n + c]);
      }
    }
  }
}

// A random table in which every mixed difference of adjacent rows and columns is made <= 0.
std::vector<double> SubmodularTable(int labels, int max_cost, RandomStream& random) {
  const size_t n = labels;
  std::vector<double> table(n * n);
  for (size_t i = 0; i < n; ++i) {
    table[i] = UniformInteger(-max_cost, max_cost, random);
    if (i > 0) table[i * n] = UniformInteger(-max_cost, max_cost, random);
  }
  for (size_t a = 1; a < n; ++a) {
    for (size_t b = 1; b < n; ++b) {
      table[a * n + b] = table[a * n + b - 1] + table[(a - 1) * n + b] - table[(a - 1) * n + b - 1] -
                         UniformInteger(0, max_cost, random);
    }
  }
  return table;
}

PairwisePotential RandomFormula(int kinds, int labels, int max_cost, RandomStream& random) {
  const double cost = UniformInteger(0, max_cost, random);
  const double truncation = UniformInteger(0, labels, random);
  switch (UniformInteger(0, kinds - 1, random)) {
    case 0:
      return Potts{cost};
    case 1:
      return TruncatedLinear{cost, truncation};
    default:
      return TruncatedQuadratic{cost, truncation * truncation};
  }
}

// The edges of a tree in which every variable except the first is joined to an earlier one.
std::vector<std::pair<int, int>> RandomEdges(const RandomPairwiseOptions& options, int num_variables,
                                             RandomStream& random) {
  std::vector<std::pair<int, int>> edges;
  for (int q = 1; q < num_variables; ++q) {
    if (options.graph == GraphClass::kChain) edges.emplace_back(q - 1, q);
    if (options.graph == GraphClass::kTree) edges.emplace_back(UniformInteger(0, q - 1, random), q);
    if (options.graph != GraphClass::kAny) continue;
    for (int p = 0; p < q; ++p) {
      if (random.Uniform() < options.edge_probability) edges.emplace_back(p, q);
    }
  }
  return edges;
}

int RandomWeight(const RandomPairwiseOptions& options, RandomStream& random) {
  const int weight = UniformInteger(1, options.max_weight, random);
  return options.potential == PotentialClass::kAny && random.Uniform() < 0.5 ? -weight : weight;
}

template <class Cost>
GridWeights<Cost> RandomGridWeights(const GridShape& shape, int max_weight, RandomStream& random) {
  const auto weights = [&](int count) {
    std::vector<Cost> result;
    for (int i = 0; i < count; ++i)
      result.push_back(static_cast<Cost>(UniformInteger(0, max_weight, random)));
    return result;
  };
  switch (UniformInteger(0, 2, random)) {
    case 0:
      return weights(1)[0];
    case 1:
      return GridWeights<Cost>::PerStep(weights(shape.num_steps()));
    default: {
      std::vector<std::vector<Cost>> planes;
      for (int step = 0; step < shape.num_steps(); ++step) planes.push_back(weights(shape.num_pixels()));
      return GridWeights<Cost>::PerEdge(std::move(planes));
    }
  }
}

}  // namespace

Labeling RandomLabeling(std::span<const int> label_counts, RandomStream& random) {
  Labeling labeling;
  for (const int count : label_counts) labeling.push_back(UniformInteger(0, count - 1, random));
  return labeling;
}

FactorGraph RandomFactorGraph(const RandomGraphOptions& options, RandomStream& random) {
  const int num_variables = UniformInteger(1, options.max_variables, random);
  std::vector<int> label_counts;
  for (int v = 0; v < num_variables; ++v)
    label_counts.push_back(UniformInteger(1, options.max_labels, random));
  FactorGraph graph(label_counts);
  graph.AddConstant(UniformInteger(-options.max_cost, options.max_cost, random));
  const int num_factors = UniformInteger(0, options.max_factors, random);
  for (int f = 0; f < num_factors; ++f) {
    const int arity = UniformInteger(1, std::min(options.max_arity, num_variables), random);
    const std::vector<int> scope = random.SampleWithoutReplacement(num_variables, arity);
    const int sharable = random.Uniform() < options.sharing_probability ? FindSharable(graph, scope) : -1;
    if (sharable >= 0) {
      graph.AddFactorSharing(scope, sharable);
    } else {
      graph.AddFactor(scope, RandomCosts(TableSize(scope, label_counts), -options.max_cost, options.max_cost,
                                         options.infinite_probability, random));
    }
  }
  return graph;
}

PairwisePotential RandomPotential(PotentialClass potential_class, int labels, int max_cost,
                                  RandomStream& random) {
  const bool formula = random.Uniform() < 0.5;
  const auto table = [labels](std::vector<double> values) {
    return LabelTable(labels, labels, std::move(values));
  };
  switch (potential_class) {
    case PotentialClass::kAny:
      if (formula) return RandomFormula(3, labels, max_cost, random);
      return table(RandomCosts(int64_t{labels} * labels, -max_cost, max_cost, 0.0, random));
    case PotentialClass::kSemiMetric:
      if (formula) return RandomFormula(3, labels, max_cost, random);
      return table(SymmetricTable(labels, max_cost, random));
    case PotentialClass::kMetric: {
      if (formula) return RandomFormula(2, labels, max_cost, random);
      std::vector<double> distances = SymmetricTable(labels, max_cost, random);
      CloseUnderPaths(labels, distances);
      return table(std::move(distances));
    }
    case PotentialClass::kSubmodular:
      if (formula && random.Uniform() < 0.5) {
        return TruncatedQuadratic{static_cast<double>(UniformInteger(0, max_cost, random))};
      }
      if (formula) return TruncatedLinear{static_cast<double>(UniformInteger(0, max_cost, random))};
      return table(SubmodularTable(labels, max_cost, random));
  }
  common::CheckFailed("a known class of potentials", __FILE__, __LINE__);
}

PairwiseEnergy RandomPairwiseEnergy(const RandomPairwiseOptions& options, RandomStream& random) {
  const int num_variables = UniformInteger(1, options.max_variables, random);
  const int labels = UniformInteger(std::min(2, options.max_labels), options.max_labels, random);
  PairwiseEnergy energy(std::vector<int>(num_variables, labels));
  energy.AddConstant(UniformInteger(-options.max_cost, options.max_cost, random));
  for (int v = 0; v < num_variables; ++v) {
    energy.AddUnary(
        v, RandomCosts(labels, -options.max_cost, options.max_cost, options.infinite_probability, random));
  }
  constexpr int kPotentials = 3;
  for (int i = 0; i < kPotentials; ++i) {
    energy.AddPotential(RandomPotential(options.potential, labels, options.max_cost, random));
  }
  for (auto [p, q] : RandomEdges(options, num_variables, random)) {
    if (random.Uniform() < 0.5) std::swap(p, q);
    energy.AddEdge(p, q, UniformInteger(0, kPotentials - 1, random), RandomWeight(options, random));
  }
  return energy;
}

PairwiseEnergy WithRealCosts(const PairwiseEnergy& energy, RandomStream& random) {
  PairwiseEnergy real(std::vector<int>(energy.label_counts().begin(), energy.label_counts().end()));
  for (int v = 0; v < energy.num_variables(); ++v) {
    std::vector<double> unary(energy.unary(v).begin(), energy.unary(v).end());
    for (double& cost : unary) cost *= random.Uniform(1, 2);
    real.AddUnary(v, unary);
  }
  for (int i = 0; i < energy.num_potentials(); ++i) real.AddPotential(energy.potential(i));
  for (const PairwiseEdge& edge : energy.edges()) {
    real.AddEdge(edge.p, edge.q, edge.potential, edge.weight * random.Uniform(1, 2));
  }
  return real;
}

template <class Cost>
GridEnergy<Cost> RandomGridEnergy(const RandomGridOptions& options, RandomStream& random) {
  GridShape shape;
  shape.width = UniformInteger(1, options.max_width, random);
  shape.height = UniformInteger(1, options.max_height, random);
  shape.labels = UniformInteger(1, options.max_labels, random);
  if (options.eight_connected && random.Uniform() < 0.5) shape.connectivity = Connectivity::kEight;
  std::vector<Cost> unaries;
  for (int i = 0; i < shape.num_pixels() * shape.labels; ++i) {
    unaries.push_back(static_cast<Cost>(UniformInteger(-options.max_cost, options.max_cost, random)));
  }
  PairwisePotential potential = RandomPotential(options.potential, shape.labels, options.max_cost, random);
  GridWeights<Cost> weights = RandomGridWeights<Cost>(shape, options.max_weight, random);
  return GridEnergy<Cost>(shape, std::move(unaries), std::move(potential), std::move(weights));
}

template GridEnergy<int32_t> RandomGridEnergy(const RandomGridOptions&, RandomStream&);
template GridEnergy<float> RandomGridEnergy(const RandomGridOptions&, RandomStream&);
template GridEnergy<double> RandomGridEnergy(const RandomGridOptions&, RandomStream&);

}  // namespace structlab::graphical_models
