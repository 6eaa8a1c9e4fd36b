#include "kernels/statistics/retrieval.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "common/error.h"

namespace structlab::kernels {

Ranking RankByCosine(const Eigen::Ref<const Eigen::MatrixXd>& queries,
                     const Eigen::Ref<const Eigen::MatrixXd>& items) {
  if (queries.cols() != items.cols()) {
    common::ThrowUsageError("ranking", fmt::format("{} columns as the items have", items.cols()),
                            std::to_string(queries.cols()));
  }
  if (!queries.allFinite() || !items.allFinite()) {
    common::ThrowUsageError("ranking", "finite coordinates", "one that is not");
  }
  const Eigen::VectorXd lengths = items.rowwise().norm();
  Ranking ranked;
  for (Eigen::Index q = 0; q < queries.rows(); ++q) {
    Eigen::VectorXd cosines = items * queries.row(q).transpose();
    for (Eigen::Index i = 0; i < cosines.size(); ++i) {
      cosines[i] = lengths[i] > 0 ? cosines[i] / lengths[i] : -std::numeric_limits<double>::infinity();
    }
    std::vector<int>& order = ranked.emplace_back(static_cast<size_t>(items.rows()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cosines[a] > cosines[b]; });
  }
  return ranked;
}

RetrievalQuality QualityOfRanking(const Ranking& ranking) {
  if (ranking.empty()) common::ThrowUsageError("ranking", "one query or more", "none");
  RetrievalQuality sum;
  for (size_t query = 0; query < ranking.size(); ++query) {
    const auto found = std::ranges::find(ranking[query], static_cast<int>(query));
    if (found == ranking[query].end()) {
      common::ThrowUsageError(fmt::format("ranking of query {}", query),
                              fmt::format("item {}, which belongs to this query", query),
                              fmt::format("{} other items", ranking[query].size()));
    }
    const auto rank = found - ranking[query].begin() + 1;
    sum.mean_reciprocal_rank += 1 / static_cast<double>(rank);
    sum.found_first += rank == 1 ? 1 : 0;
  }
  const auto count = static_cast<double>(ranking.size());
  return {.mean_reciprocal_rank = sum.mean_reciprocal_rank / count, .found_first = sum.found_first / count};
}

RetrievalQuality QualityOfRandomRanking(int64_t items) {
  if (items < 1) common::ThrowUsageError("number of items", "1 or more", std::to_string(items));
  const auto count = static_cast<double>(items);
  RetrievalQuality chance = {.found_first = 1 / count};
  for (int64_t rank = 1; rank <= items; ++rank) {
    chance.mean_reciprocal_rank += 1 / static_cast<double>(rank) / count;
  }
  return chance;
}

}  // namespace structlab::kernels
