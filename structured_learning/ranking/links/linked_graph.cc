#include "structured_learning/ranking/links/linked_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/problem/graph_labeling/max_marginals.h"

namespace structlab::structured_learning {
namespace {

template <class Rows>
constexpr bool kIsSparse = std::is_base_of_v<Eigen::SparseMatrixBase<Rows>, Rows>;

template <class Rows>
Eigen::RowVectorXd RowOf(const Rows& rows, int row) {
  if constexpr (kIsSparse<Rows>) {
    Eigen::RowVectorXd dense = Eigen::RowVectorXd::Zero(rows.cols());
    for (typename Rows::InnerIterator at(rows, row); at; ++at)
      dense[at.col()] = static_cast<double>(at.value());
    return dense;
  } else {
    return rows.row(row).template cast<double>();
  }
}

template <class Rows>
DenseRows LinkFeatures(const Rows& rows, const SampleLinks& links, double factor) {
  DenseRows features(std::ssize(links.pairs), rows.cols());
  for (size_t link = 0; link < links.size(); ++link) {
    const auto [p, q] = links.pairs[link];
    const Eigen::ArrayXd difference = (RowOf(rows, p) - RowOf(rows, q)).transpose().array();
    features.row(static_cast<Eigen::Index>(link)) =
        ((-difference.square()).exp() * (factor * links.weight(link))).matrix().transpose();
  }
  return features;
}

template <class Rows>
std::variant<DenseRows, SparseRows> NodeFeatures(const Rows& rows, double factor) {
  if constexpr (kIsSparse<Rows>) {
    return SparseRows(rows.template cast<double>() * factor);
  } else {
    return DenseRows(rows.template cast<double>() * factor);
  }
}

}  // namespace

GraphSample MakeLinkedGraph(const RankingRows& rows, const std::vector<uint8_t>& labels,
                            const SampleLinks& links, const LinkedGraphOptions& options) {
  if (!(options.eta > 0 && std::isfinite(options.eta))) {
    common::ThrowUsageError("eta", "a finite number above 0", common::FormatShort(options.eta));
  }
  const auto n = static_cast<int>(NumRows(rows));
  if (std::ssize(labels) != n) {
    common::ThrowDataError("labels", fmt::format("one for each of the {} samples", n),
                           std::to_string(labels.size()));
  }
  CheckSampleLinks(links, n, "links");
  const double numbers = static_cast<double>(links.size()) * static_cast<double>(NumColumns(rows));
  if (numbers > static_cast<double>(options.max_link_numbers)) {
    common::ThrowDataError("links",
                           fmt::format("at most {} numbers in their features", options.max_link_numbers),
                           fmt::format("{} links with {} features", links.size(), NumColumns(rows)),
                           "give fewer links or features");
  }
  const double of_samples = options.divides_by_counts ? 1.0 / std::max(n, 1) : 1;
  const double of_links =
      options.eta / (options.divides_by_counts ? static_cast<double>(std::max<size_t>(1, links.size())) : 1);
  GraphSample graph;
  graph.features = std::visit([&](const auto& matrix) { return NodeFeatures(matrix, of_samples); }, rows);
  graph.edges = links.pairs;
  graph.edge_features =
      std::visit([&](const auto& matrix) { return LinkFeatures(matrix, links, of_links); }, rows);
  graph.labels = labels;
  graph.loss_weights.assign(labels.size(), 1.0);
  return graph;
}

std::vector<double> LinkedScores(const GraphLabelingProblem& problem, int i, const WeightsView& weights) {
  std::vector<double> scores;
  for (const auto& [of_zero, of_one] : MinMarginalsOf(problem.EnergyOf(i, weights)))
    scores.push_back(of_zero - of_one);
  return scores;
}

}  // namespace structlab::structured_learning
