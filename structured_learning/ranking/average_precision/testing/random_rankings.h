// Small random ranking problems, and the list of all rankings; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_TESTING_RANDOM_RANKINGS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_TESTING_RANDOM_RANKINGS_H_

#include <memory>
#include <vector>

#include "structured_learning/problem/brute_force.h"
#include "structured_learning/ranking/average_precision/average_precision_problem.h"

namespace structlab::structured_learning {

struct RandomRankingOptions {
  int queries = 3;
  int max_size = 4;  // of a query; at least 2
  int features = 3;
  bool weighted = false;
};

// Normal features, of which the first one tells the label. Each query has samples of both kinds.
std::shared_ptr<const RankingData> RandomRankings(uint64_t seed, const RandomRankingOptions& options = {});

// All permutations of the samples of each query, in lexicographic order.
OutputsOf<AveragePrecisionProblem> ListRankings(const AveragePrecisionProblem& problem);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_TESTING_RANDOM_RANKINGS_H_
