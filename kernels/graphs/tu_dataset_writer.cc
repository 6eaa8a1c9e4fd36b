#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "kernels/graphs/tu_dataset.h"

namespace structlab::kernels {
namespace {

// A graph without edges has no edge labels, even if the other graphs have them.
bool HaveEdgeLabels(const GraphDataset& dataset) {
  for (const Graph& graph : dataset.graphs) {
    if (graph.has_edge_labels()) return true;
  }
  return false;
}

void CheckDataset(const GraphDataset& dataset) {
  if (dataset.graphs.empty()) common::ThrowUsageError("dataset", "at least one graph", "none");
  if (dataset.graphs.size() != dataset.labels.size()) {
    common::ThrowUsageError("dataset.labels", std::to_string(dataset.graphs.size()) + ", one per graph",
                            std::to_string(dataset.labels.size()));
  }
  const bool node_labels = dataset.graphs[0].has_node_labels(), edge_labels = HaveEdgeLabels(dataset);
  for (size_t g = 0; g < dataset.graphs.size(); ++g) {
    const Graph& graph = dataset.graphs[g];
    const std::string where = "graph " + std::to_string(g);
    if (graph.num_nodes() == 0) common::ThrowUsageError(where, "at least one node", "none");
    if (graph.has_node_labels() != node_labels) {
      common::ThrowUsageError(where, "node labels in all graphs or in none", "them only in some graphs");
    }
    if (graph.num_edges() > 0 && graph.has_edge_labels() != edge_labels) {
      common::ThrowUsageError(where, "edge labels in all graphs or in none", "them only in some graphs");
    }
  }
}

// Throws if the folder has other files that would be read together with those that are written.
void CheckOtherFiles(const std::string& stem, const std::vector<std::string>& endings) {
  for (const std::string ending :
       {"_A.txt", "_graph_indicator.txt", "_graph_labels.txt", "_node_labels.txt", "_edge_labels.txt"}) {
    const bool written = std::find(endings.begin(), endings.end(), ending) != endings.end();
    for (const std::string& path : {stem + ending, stem + ending + ".gz"}) {
      if (written && path.back() != 'z') continue;  // will be replaced
      std::error_code ignored;
      if (std::filesystem::symlink_status(path, ignored).type() == std::filesystem::file_type::not_found) {
        continue;
      }
      common::ThrowEnvironmentError(path, "exists and would be read with the new files", "remove it");
    }
  }
}

void AppendLine(std::string& text, int value) { text.append(std::to_string(value)).append("\n"); }

}  // namespace

void WriteTuDataset(const GraphDataset& dataset, const std::string& folder, const std::string& name) {
  CheckDataset(dataset);
  std::string arcs, indicator, graph_labels, node_labels, edge_labels;
  int64_t first = 1;  // number of the graph's first node
  for (size_t g = 0; g < dataset.graphs.size(); ++g) {
    const Graph& graph = dataset.graphs[g];
    AppendLine(graph_labels, dataset.labels[g]);
    for (const int label : graph.node_labels()) AppendLine(node_labels, label);
    for (int u = 0; u < graph.num_nodes(); ++u) {
      AppendLine(indicator, static_cast<int>(g) + 1);
      for (const int label : graph.edge_labels(u)) AppendLine(edge_labels, label);
      for (const int v : graph.neighbors(u)) {
        arcs.append(std::to_string(first + u)).append(", ").append(std::to_string(first + v)).append("\n");
      }
    }
    first += graph.num_nodes();
  }
  std::vector<std::pair<std::string, std::string_view>> files = {
      {"_A.txt", arcs}, {"_graph_indicator.txt", indicator}, {"_graph_labels.txt", graph_labels}};
  if (dataset.graphs[0].has_node_labels()) files.emplace_back("_node_labels.txt", node_labels);
  if (HaveEdgeLabels(dataset)) files.emplace_back("_edge_labels.txt", edge_labels);
  const std::string stem = (std::filesystem::path(folder) / name).string();
  std::vector<std::string> endings;
  for (const auto& [ending, text] : files) endings.push_back(ending);
  CheckOtherFiles(stem, endings);
  for (const auto& [ending, text] : files) common::WriteFileAtomically(stem + ending, text);
}

}  // namespace structlab::kernels
