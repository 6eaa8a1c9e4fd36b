#include "graphical_models/exact/testing/random_forest.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

std::vector<double> RandomTable(int64_t size, double infinite_probability, common::RandomStream& random) {
  std::vector<double> table;
  for (int64_t i = 0; i < size; ++i) {
    const double cost = static_cast<double>(random.UniformIndex(41)) - 20;
    table.push_back(random.Uniform() < infinite_probability ? kInfinity : cost);
  }
  return table;
}

}  // namespace

FactorGraph RandomForest(double infinite_probability, common::RandomStream& random) {
  const int num_variables = 1 + static_cast<int>(random.UniformIndex(6));
  std::vector<int> label_counts;
  for (int v = 0; v < num_variables; ++v) {
    label_counts.push_back(1 + static_cast<int>(random.UniformIndex(3)));
  }
  FactorGraph graph(label_counts);
  graph.AddConstant(static_cast<double>(random.UniformIndex(9)) - 4);
  std::vector<int> component(num_variables);
  std::iota(component.begin(), component.end(), 0);
  for (int f = 0; f < 8; ++f) {
    const int arity = 1 + static_cast<int>(random.UniformIndex(3));
    std::vector<int> scope, joined;
    for (const int variable : random.Permutation(num_variables)) {
      const int of_variable = component[variable];
      if (std::find(joined.begin(), joined.end(), of_variable) != joined.end()) continue;
      if (static_cast<int>(scope.size()) == arity) break;
      scope.push_back(variable);
      joined.push_back(of_variable);
    }
    graph.AddFactor(scope, RandomTable(TableSize(scope, label_counts), infinite_probability, random));
    for (int& c : component) {
      if (std::find(joined.begin(), joined.end(), c) != joined.end()) c = joined[0];
    }
  }
  return graph;
}

}  // namespace structlab::graphical_models
