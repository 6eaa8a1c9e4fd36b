#include "structured_learning/problem/graph_labeling/own_graph_inference.h"

#include <algorithm>
#include <cstdint>

#include "common/error.h"
#include "common/number.h"
#include "fmt/format.h"
#include "graphical_models/approximate/icm.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/exact/max_flow_grid.h"
#include "graphical_models/exact/qpbo.h"
#include "graphical_models/model/conversion.h"
#include "structured_learning/problem/graph_labeling/binary_belief_propagation.h"

namespace structlab::structured_learning {
namespace {

using common::OptionValues;
using graphical_models::CutChoice;
using graphical_models::Labeling;

// The source side has label 0 and pays the capacity to the sink.
double FromSource(double cost_of_one) { return std::max(0.0, cost_of_one); }
double ToSink(double cost_of_one) { return std::max(0.0, -cost_of_one); }

BinaryLabels CutGraph(const BinaryGraphEnergy& energy) {
  const int nodes = static_cast<int>(energy.cost_of_one.size());
  graphical_models::MaxFlowGraph<double> flow(nodes, std::ssize(energy.disagreement));
  for (int node = 0; node < nodes; ++node) {
    flow.ChangeTerminal(node, FromSource(energy.cost_of_one[node]), ToSink(energy.cost_of_one[node]));
  }
  for (size_t e = 0; e < energy.disagreement.size(); ++e) {
    const auto [p, q] = energy.graph->edges[e];
    if (energy.disagreement[e] > 0) flow.AddEdge(p, q, energy.disagreement[e], energy.disagreement[e]);
  }
  flow.Solve(CutChoice::kSmallestSinkSide);
  BinaryLabels labels(nodes);
  for (int node = 0; node < nodes; ++node) labels[node] = flow.OnSourceSide(node) ? 0 : 1;
  return labels;
}

BinaryLabels CutGrid(const BinaryGraphEnergy& energy) {
  const int width = energy.graph->grid_width, height = energy.graph->grid_height;
  size_t edge = 0;  // GridEdges lists them pixel by pixel, right before down
  graphical_models::MaxFlowGrid<double> flow(
      width, height, [&](int y, const graphical_models::GridRow<double>& row) {
        for (int x = 0; x < width; ++x) {
          const double cost = energy.cost_of_one[static_cast<size_t>(y) * width + x];
          row.from_source[x] = FromSource(cost);
          row.to_sink[x] = ToSink(cost);
          row.right[x] = row.left[x] = x + 1 < width ? energy.disagreement[edge++] : 0;
          row.down[x] = row.up[x] = y + 1 < height ? energy.disagreement[edge++] : 0;
        }
      });
  flow.Solve(CutChoice::kSmallestSinkSide);
  BinaryLabels labels;
  labels.reserve(energy.cost_of_one.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) labels.push_back(flow.OnSourceSide(x, y) ? 0 : 1);
  }
  return labels;
}

GraphMinimum Cut(const BinaryGraphEnergy& energy, const OptionValues&) {
  if (const int edge = energy.FirstNotSubmodular(); edge >= 0) {
    common::ThrowUsageError(
        "inference cut", "an energy without negative edge costs",
        fmt::format("the cost {} of edge {}", common::FormatDouble(energy.disagreement[edge]), edge),
        "keep the weights within WeightBounds() of the problem, or take qpbo, trws, loopy-bp or icm");
  }
  BinaryLabels labels = energy.graph->grid_width > 0 ? CutGrid(energy) : CutGraph(energy);
  const double minimum = energy.Energy(labels);
  return {.labels = std::move(labels), .lower_bound = minimum};
}

BinaryLabels ToBinary(const Labeling& labeling) { return {labeling.begin(), labeling.end()}; }

GraphMinimum Trws(const BinaryGraphEnergy& energy, const OptionValues& options) {
  graphical_models::TrwsOptions trws;
  trws.run.stop.iterations = static_cast<double>(options.Integer("iterations"));
  trws.tolerance = options.Number("tolerance");
  const auto found = graphical_models::MinimizeTrws(ToPairwise(energy), trws);
  return {.labels = ToBinary(found.labeling), .lower_bound = found.lower_bound};
}

GraphMinimum LoopyBeliefPropagation(const BinaryGraphEnergy& energy, const OptionValues& options) {
  return {.labels = BinaryLoopyMaxProduct(
              energy, {.rounds = options.Integer("rounds"), .damping = options.Number("damping")})};
}

GraphMinimum Icm(const BinaryGraphEnergy& energy, const OptionValues&) {
  const auto found = graphical_models::IteratedConditionalModes(ToFactorGraph(ToPairwise(energy)));
  return {.labels = ToBinary(found.labeling)};
}

GraphMinimum Qpbo(const BinaryGraphEnergy& energy, const OptionValues&) {
  const auto found = graphical_models::FindPersistentLabels(ToPairwise(energy));
  BinaryLabels labels(found.labels.size());
  for (size_t node = 0; node < labels.size(); ++node) {
    const int unary = energy.cost_of_one[node] < 0 ? 1 : 0;
    const int label = found.labels[node] == graphical_models::kUnlabeled ? unary : found.labels[node];
    labels[node] = static_cast<uint8_t>(label);
  }
  return {.labels = std::move(labels), .lower_bound = found.lower_bound};
}

}  // namespace

std::vector<GraphInference> OwnGraphInferences() {
  return {
      {.name = "cut",
       .summary = "minimum cut: exact if no edge rewards different labels",
       .certificate = OracleCertificate::kExact,
       .needs_submodular = true,
       .minimize = Cut},
      {.name = "trws",
       .summary = "sequential tree-reweighted message passing, with a bound",
       .options = {common::IntegerOption("iterations", 100, {1, 1'000'000}, "maximum number of iterations"),
                   common::NumberOption(
                       "tolerance", 1e-8, {0, 1},
                       "stop when the bound rises by less, relative to it, in ten iterations")},
       .certificate = OracleCertificate::kUpperBound,
       .minimize = Trws},
      {.name = "loopy-bp",
       .summary = "loopy max-product belief propagation, without a bound",
       .options = {common::IntegerOption("rounds", 50, {1, 1'000'000}, "maximum number of rounds"),
                   common::NumberOption("damping", 0.5, {.min = 0, .max = 1, .excludes_max = true},
                                        "share of the old message in the new one")},
       .certificate = OracleCertificate::kNone,
       .minimize = LoopyBeliefPropagation},
      {.name = "icm",
       .summary = "iterated conditional modes, a local minimum without a bound",
       .certificate = OracleCertificate::kNone,
       .minimize = Icm},
      {.name = "qpbo",
       .summary = "roof dual, with a bound; undecided nodes take their better unary label",
       .certificate = OracleCertificate::kUpperBound,
       .minimize = Qpbo},
  };
}

}  // namespace structlab::structured_learning
