#include "graphical_models/model/conversion.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// The potentials of a graph's tables of two variables: each different table is stored once.
class TablePotentials {
 public:
  explicit TablePotentials(const FactorGraph& graph) : graph_(graph), of_table_(graph.num_tables(), -1) {}

  // Index of the potential in `energy`; adds it if it is missing.
  int Of(int factor, PairwiseEnergy& energy) {
    int& potential = of_table_[graph_.table_index(factor)];
    if (potential >= 0) return potential;
    const std::span<const double> values = graph_.table(factor);
    const int columns = graph_.num_labels(graph_.scope(factor)[1]);
    const auto [known, is_new] =
        of_values_.emplace(std::pair(columns, std::vector<double>(values.begin(), values.end())), -1);
    if (is_new) {
      const int rows = graph_.num_labels(graph_.scope(factor)[0]);
      known->second = energy.AddPotential(LabelTable(rows, columns, known->first.second));
    }
    potential = known->second;
    return potential;
  }

 private:
  const FactorGraph& graph_;
  std::vector<int> of_table_;
  std::map<std::pair<int, std::vector<double>>, int> of_values_;
};

std::vector<double> WeightedTable(const PairwiseEnergy& energy, const PairwiseEdge& edge) {
  std::vector<double> table;
  for (Label a = 0; a < energy.num_labels(edge.p); ++a) {
    for (Label b = 0; b < energy.num_labels(edge.q); ++b) table.push_back(energy.EdgeEnergy(edge, a, b));
  }
  return table;
}

}  // namespace

template <class Cost>
PairwiseEnergy ToPairwise(const GridEnergy<Cost>& grid) {
  const GridShape& shape = grid.shape();
  PairwiseEnergy energy(std::vector<int>(shape.num_pixels(), shape.labels));
  std::vector<double> costs(shape.labels);
  for (int pixel = 0; pixel < shape.num_pixels(); ++pixel) {
    const std::span<const Cost> unary = grid.unary(pixel);
    std::transform(unary.begin(), unary.end(), costs.begin(),
                   [](Cost cost) { return static_cast<double>(cost); });
    energy.AddUnary(pixel, costs);
  }
  const int potential = energy.AddPotential(grid.potential());
  for (int y = 0, pixel = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x, ++pixel) {
      for (int step = 0; step < shape.num_steps(); ++step) {
        if (!shape.HasEdge(x, y, step)) continue;
        energy.AddEdge(pixel, pixel + shape.Offset(step), potential,
                       static_cast<double>(grid.weights()(step, pixel)));
      }
    }
  }
  return energy;
}

PairwiseEnergy ToPairwise(const FactorGraph& graph) {
  PairwiseEnergy energy(std::vector<int>(graph.label_counts().begin(), graph.label_counts().end()));
  energy.AddConstant(graph.constant());
  TablePotentials potentials(graph);
  for (int f = 0; f < graph.num_factors(); ++f) {
    const std::span<const int> scope = graph.scope(f);
    if (scope.size() > 2) {
      common::ThrowUsageError("factor " + std::to_string(f), "at most 2 variables for a pairwise energy",
                              std::to_string(scope.size()), "use a method for factor graphs");
    }
    if (scope.size() == 1) {
      energy.AddUnary(scope[0], graph.table(f));
    } else {
      energy.AddEdge(scope[0], scope[1], potentials.Of(f, energy));
    }
  }
  return energy;
}

FactorGraph ToFactorGraph(const PairwiseEnergy& energy) {
  FactorGraph graph(std::vector<int>(energy.label_counts().begin(), energy.label_counts().end()));
  graph.AddConstant(energy.constant());
  for (int v = 0; v < energy.num_variables(); ++v) {
    const std::span<const double> unary = energy.unary(v);
    const bool is_zero = std::all_of(unary.begin(), unary.end(), [](double cost) { return cost == 0; });
    if (!is_zero) graph.AddFactor(std::span(&v, 1), unary);
  }
  std::map<std::tuple<int, double, int, int>, int> factor_of;  // the first factor with this table
  for (const PairwiseEdge& edge : energy.edges()) {
    const int scope[] = {edge.p, edge.q};
    const auto [known, is_new] = factor_of.emplace(
        std::tuple(edge.potential, edge.weight, energy.num_labels(edge.p), energy.num_labels(edge.q)),
        graph.num_factors());
    if (is_new) {
      graph.AddFactor(scope, WeightedTable(energy, edge));
    } else {
      graph.AddFactorSharing(scope, known->second);
    }
  }
  return graph;
}

template PairwiseEnergy ToPairwise(const GridEnergy<int32_t>&);
template PairwiseEnergy ToPairwise(const GridEnergy<float>&);
template PairwiseEnergy ToPairwise(const GridEnergy<double>&);

}  // namespace structlab::graphical_models
