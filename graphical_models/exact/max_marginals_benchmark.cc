// All min-marginals of grids with two labels, beside a new cut for each variable by OpenCV's GCGraph. One
// thread, processor time, building included.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc/detail/gcgraph.hpp>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "graphical_models/exact/submodular_energy.h"

namespace structlab::graphical_models {
namespace {

constexpr int kWidth = 16, kHeight = 24, kGrids = 8;

struct Edge {
  int p, q;
  double weight;
};

// unary[v] is the cost of label 1; an edge costs its weight if its labels differ.
struct Grid {
  std::vector<double> unary;
  std::vector<Edge> edges;
};

// Normal unaries; edges lambda (1/2 + exp(-(u - u')^2)) with normal u.
Grid DrawGrid(double lambda, uint64_t seed) {
  common::RandomStream random(seed, "max marginals benchmark");
  Grid grid;
  std::vector<double> feature;
  for (int v = 0; v < kWidth * kHeight; ++v) {
    grid.unary.push_back(random.Normal());
    feature.push_back(random.Normal());
  }
  const auto add = [&](int p, int q) {
    grid.edges.push_back({p, q, lambda * (0.5 + std::exp(-std::pow(feature[p] - feature[q], 2)))});
  };
  for (int y = 0, v = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x, ++v) {
      if (x + 1 < kWidth) add(v, v + 1);
      if (y + 1 < kHeight) add(v, v + kWidth);
    }
  }
  return grid;
}

using Marginals = std::vector<std::array<double, 2>>;

Marginals Ours(const Grid& grid) {
  const int n = static_cast<int>(grid.unary.size());
  SubmodularEnergy<double> energy(n, std::ssize(grid.edges));
  for (int v = 0; v < n; ++v) energy.AddUnary(v, 0, grid.unary[v]);
  for (const Edge& edge : grid.edges) energy.AddPairwise(edge.p, edge.q, 0, edge.weight, edge.weight, 0);
  return energy.MinMarginals();
}

// The minimum with label `label` at node v, or of all labelings if v is -1. Fills `labels`.
double OpenCvCut(const Grid& grid, int v, int label, std::vector<int>* labels) {
  const int n = static_cast<int>(grid.unary.size());
  cv::detail::GCGraph<double> graph(n, 2 * static_cast<int>(grid.edges.size()));
  double constant = 0;
  for (int u = 0; u < n; ++u) {
    graph.addVtx();
    const double cost = grid.unary[u];  // of label 1, the sink side
    constant += std::min(cost, 0.0);
    double from_source = std::max(cost, 0.0), to_sink = std::max(-cost, 0.0);
    if (u == v) (label == 0 ? from_source : to_sink) += 1e6;
    graph.addTermWeights(u, from_source, to_sink);
  }
  for (const Edge& edge : grid.edges) graph.addEdges(edge.p, edge.q, edge.weight, edge.weight);
  const double flow = graph.maxFlow();
  if (labels != nullptr) {
    for (int u = 0; u < n; ++u) labels->push_back(graph.inSourceSegment(u) ? 0 : 1);
  }
  return constant + flow;
}

Marginals NewCuts(const Grid& grid) {
  std::vector<int> labels;
  const double least = OpenCvCut(grid, -1, 0, &labels);
  Marginals marginals(grid.unary.size());
  for (int v = 0; v < static_cast<int>(labels.size()); ++v) {
    marginals[v][labels[v]] = least;
    marginals[v][1 - labels[v]] = OpenCvCut(grid, v, 1 - labels[v], nullptr);
  }
  return marginals;
}

void MeasureCoupling(const common::BenchmarkSelection& selection, const std::string& name, double lambda) {
  if (!selection.Contains(name)) return;
  std::vector<Grid> grids;
  for (uint64_t seed = 1; seed <= kGrids; ++seed) grids.push_back(DrawGrid(lambda, seed));
  std::vector<Marginals> ours(kGrids), theirs(kGrids);
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] {
        for (int k = 0; k < kGrids; ++k) ours[k] = Ours(grids[k]);
      },
      [&] {
        for (int k = 0; k < kGrids; ++k) theirs[k] = NewCuts(grids[k]);
      },
      5);
  double difference = 0;
  for (int k = 0; k < kGrids; ++k) {
    for (size_t v = 0; v < ours[k].size(); ++v) {
      for (const int label : {0, 1}) {
        difference = std::max(difference, std::abs(ours[k][v][label] - theirs[k][v][label]));
      }
    }
  }
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = 1e3 * seconds.ours / kGrids,
       .unit = "ms",
       .yardstick = "a new cut for each variable by OpenCV's GCGraph",
       .yardstick_value = 1e3 * seconds.yardstick / kGrids,
       .note = fmt::format("{} drawn grids of {} x {}, edges {} (1/2 + exp(-d^2)), largest "
                           "difference {:.1e}, CPU time",
                           kGrids, kWidth, kHeight, lambda, difference)});
  if (difference > 1e-9) common::ThrowDataError(name, "equal min-marginals", common::FormatShort(difference));
}

void Run(const common::BenchmarkSelection& selection) {
  MeasureCoupling(selection, "max_marginals/weak", 0.1);
  MeasureCoupling(selection, "max_marginals/medium", 0.5);
  MeasureCoupling(selection, "max_marginals/strong", 2);
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::graphical_models
