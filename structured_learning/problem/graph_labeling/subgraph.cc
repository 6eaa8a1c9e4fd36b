#include "structured_learning/problem/graph_labeling/subgraph.h"

#include <algorithm>

#include "common/check.h"

namespace structlab::structured_learning {
namespace {

DenseRows RowsOf(const DenseRows& rows, const std::vector<int>& chosen) { return rows(chosen, Eigen::all); }

SparseRows RowsOf(const SparseRows& rows, const std::vector<int>& chosen) {
  SparseRows result(static_cast<Eigen::Index>(chosen.size()), rows.cols());
  for (size_t row = 0; row < chosen.size(); ++row) {
    result.startVec(static_cast<Eigen::Index>(row));
    for (SparseRows::InnerIterator it(rows, chosen[row]); it; ++it) {
      result.insertBack(static_cast<Eigen::Index>(row), it.col()) = it.value();
    }
  }
  result.finalize();
  return result;
}

}  // namespace

GraphSample Subgraph(const GraphSample& sample, const std::vector<bool>& is_kept) {
  STRUCTLAB_CHECK(std::ssize(is_kept) == sample.num_nodes());
  if (std::ranges::find(is_kept, false) == is_kept.end()) return sample;
  GraphSample result;
  std::vector<int> chosen, place(is_kept.size(), -1);
  for (size_t node = 0; node < is_kept.size(); ++node) {
    if (!is_kept[node]) continue;
    place[node] = static_cast<int>(chosen.size());
    chosen.push_back(static_cast<int>(node));
    result.labels.push_back(sample.labels[node]);
    result.loss_weights.push_back(sample.loss_weights[node]);
  }
  std::visit([&](const auto& rows) { result.features = RowsOf(rows, chosen); }, sample.features);
  std::vector<int> edges;
  for (size_t edge = 0; edge < sample.edges.size(); ++edge) {
    const int u = place[sample.edges[edge][0]], v = place[sample.edges[edge][1]];
    if (u < 0 || v < 0) continue;
    edges.push_back(static_cast<int>(edge));
    result.edges.push_back({u, v});
  }
  result.edge_features = RowsOf(sample.edge_features, edges);
  return result;
}

}  // namespace structlab::structured_learning
