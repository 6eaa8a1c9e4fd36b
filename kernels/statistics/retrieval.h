// Retrieval between two views: which item of one view belongs to a query in the other one.
#ifndef STRUCTLAB_KERNELS_STATISTICS_RETRIEVAL_H_
#define STRUCTLAB_KERNELS_STATISTICS_RETRIEVAL_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace structlab::kernels {

// For each query, all items, the best first.
using Ranking = std::vector<std::vector<int>>;

// Ranks all items by falling cosine of their coordinates, such as those of CorrelationModel
// (fitted_models.h). Of equal cosines the first item comes first; rows of length 0 come last.
// O(queries items columns). Throws common::Error(kUsage) for different numbers of columns and for coordinates
// that are not finite.
//
//     const Ranking ranking = RankByCosine(model.ProjectX(new_x, pool), model.ProjectY(new_y, pool));
//     const RetrievalQuality quality = QualityOfRanking(ranking);
Ranking RankByCosine(const Eigen::Ref<const Eigen::MatrixXd>& queries,
                     const Eigen::Ref<const Eigen::MatrixXd>& items);

struct RetrievalQuality {
  double mean_reciprocal_rank = 0;  // mean over queries of 1 / rank of the item that belongs to the query
  double found_first = 0;           // share of queries for which this item comes first
};

// For item i belonging to query i. Both are higher for better rankings, at most 1. Throws
// common::Error(kUsage) if there is no query, or if a query does not rank the item that belongs to it.
RetrievalQuality QualityOfRanking(const Ranking& ranking);

// Expectation for a random order of n >= 1 items: H_n / n (H_n = 1 + 1/2 + ... + 1/n) and 1 / n.
RetrievalQuality QualityOfRandomRanking(int64_t items);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_RETRIEVAL_H_
