#include "kernels/graphs/form_counter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "common/error.h"

namespace structlab::kernels {

void CheckGraphletNodes(const Graph& graph, int nodes, int lowest, NodeLabels labels) {
  if (nodes < lowest || nodes > kMaxGraphletNodes) {
    common::ThrowUsageError("nodes", fmt::format("{} to {}", lowest, kMaxGraphletNodes),
                            std::to_string(nodes));
  }
  CheckLabels(std::span(&graph, 1), labels);
}

FormCounter::FormCounter(int nodes, NodeLabels labels, const CanonicalForms& forms)
    : nodes_(nodes), labelled_(labels == NodeLabels::kUse), forms_(forms) {
  if (!labelled_ && nodes <= 7) small_.resize(SmallForms(nodes).size());
}

void FormCounter::Add(const SubgraphWalker& walker) {
  const GraphletRows rows = walker.Rows(nodes_);
  if (!small_.empty()) {
    ++small_[SmallFormIndex(GraphletOf(rows, nodes_), nodes_)];
  } else if (!labelled_) {
    ++large_[forms_.OfRows(rows, nodes_)];
  } else {
    std::array<int, kMaxGraphletNodes> labels{};
    for (int slot = 0; slot < nodes_; ++slot) {
      labels[slot] = walker.graph().node_labels()[walker.node(slot)];
    }
    ++large_[CanonicalForms::DigestOfLabelled(rows, std::span(labels).first(nodes_))];
  }
}

GraphletCounts FormCounter::Take() const {
  GraphletCounts counts;
  for (size_t i = 0; i < small_.size(); ++i) {
    if (small_[i] > 0) counts.push_back({SmallForms(nodes_)[i], small_[i]});
  }
  for (const auto& [form, count] : large_) counts.push_back({form, count});
  std::sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.form < b.form; });
  return counts;
}

}  // namespace structlab::kernels
