#include "structured_learning/ranking/average_precision/testing/random_rankings.h"

#include <algorithm>
#include <numeric>

#include "common/random_stream.h"

namespace structlab::structured_learning {

std::shared_ptr<const RankingData> RandomRankings(uint64_t seed, const RandomRankingOptions& options) {
  common::RandomStream random(seed, "random rankings");
  auto data = std::make_shared<RankingData>();
  data->query_begin.push_back(0);
  for (int query = 0; query < options.queries; ++query) {
    const int size = 2 + static_cast<int>(random.UniformIndex(options.max_size - 1));
    const int relevant = 1 + static_cast<int>(random.UniformIndex(size - 1));
    for (const int place : random.Permutation(size)) data->labels.push_back(place < relevant ? 1 : 0);
    data->query_begin.push_back(data->num_samples());
    if (options.weighted) data->query_weights.push_back(random.Uniform(0.2, 3));
  }
  kernels::DenseRows<double> rows(data->num_samples(), options.features);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index c = 0; c < rows.cols(); ++c) rows(i, c) = random.Normal();
    rows(i, 0) += data->labels[i];
  }
  data->rows = rows;
  return data;
}

OutputsOf<AveragePrecisionProblem> ListRankings(const AveragePrecisionProblem& problem) {
  OutputsOf<AveragePrecisionProblem> outputs;
  for (int query = 0; query < problem.size(); ++query) {
    std::vector<int> order(problem.data().query_size(query));
    std::iota(order.begin(), order.end(), 0);
    outputs.emplace_back();
    do {
      outputs.back().push_back(order);
    } while (std::ranges::next_permutation(order).found);
  }
  return outputs;
}

}  // namespace structlab::structured_learning
