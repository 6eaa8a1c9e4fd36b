#include "experiments/datasets/mrf_generator.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "common/random_stream.h"

namespace structlab::datasets {
namespace {

using common::RandomStream;
using graphical_models::FactorGraph;

constexpr uint64_t kCosts = 100;

void AddCoupling(int a, int b, double coupling, FactorGraph& graph) {
  const std::array<double, 4> table = {-coupling, coupling, coupling, -coupling};
  graph.AddFactor(std::array{a, b}, table);
}

FactorGraph GenerateGrid(const MrfInstance& grid, RandomStream stream) {
  FactorGraph graph(std::vector<int>(grid.side * grid.side, 2));
  for (int v = 0; v < graph.num_variables(); ++v) {
    const double field = stream.Uniform(-1, 1);
    graph.AddFactor(std::array{v}, std::array{field, -field});
  }
  const auto variable = [&](int x, int y) { return y % grid.side * grid.side + x % grid.side; };
  for (int y = 0; y < grid.side; ++y) {
    for (int x = 0; x < grid.side; ++x) {
      for (const auto& [to_x, to_y] : {std::pair(x + 1, y), std::pair(x, y + 1)}) {
        if (!grid.wraps && std::max(to_x, to_y) == grid.side) continue;
        AddCoupling(variable(x, y), variable(to_x, to_y), stream.Uniform(-grid.strength, grid.strength),
                    graph);
      }
    }
  }
  return graph;
}

// Between the least and the most, both of which occur.
std::vector<int> DrawLabelCounts(const MrfSizes& sizes, RandomStream& stream) {
  std::vector<int> counts(sizes.variables);
  const auto range = static_cast<uint64_t>(sizes.max_labels) - static_cast<uint64_t>(sizes.min_labels) + 1;
  for (int& count : counts) count = sizes.min_labels + static_cast<int>(stream.UniformIndex(range));
  counts.front() = sizes.min_labels;
  counts.back() = sizes.max_labels;
  return counts;
}

FactorGraph GenerateRandom(const MrfSizes& sizes, RandomStream stream) {
  FactorGraph graph(DrawLabelCounts(sizes, stream));
  for (size_t larger = 0; larger < sizes.factors.size(); ++larger) {
    for (int i = 0; i < sizes.factors[larger]; ++i) {
      std::vector<int> scope = stream.SampleWithoutReplacement(sizes.variables, static_cast<int>(larger) + 1);
      std::ranges::sort(scope);
      std::vector<double> table(
          static_cast<size_t>(graphical_models::TableSize(scope, graph.label_counts())));
      for (double& cost : table) cost = static_cast<double>(stream.UniformIndex(kCosts));
      graph.AddFactor(scope, table);
    }
  }
  return graph;
}

}  // namespace

FactorGraph GenerateMrfInstance(const MrfInstance& instance, uint64_t seed) {
  RandomStream stream(seed, std::string("mrf-benchmarks/").append(instance.name));
  return instance.side > 0 ? GenerateGrid(instance, stream) : GenerateRandom(instance.sizes, stream);
}

}  // namespace structlab::datasets
