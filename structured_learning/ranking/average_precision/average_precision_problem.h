// AP-SVM: ranking by a linear score, with average precision as the loss, as a structured problem (Yue,
// Finley, Radlinski, Joachims 2007; Dokania 2016, 4.2.2).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_AVERAGE_PRECISION_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_AVERAGE_PRECISION_PROBLEM_H_

#include <memory>
#include <vector>

#include "structured_learning/problem/structured_problem.h"
#include "structured_learning/ranking/average_precision/most_violated_ranking.h"
#include "structured_learning/ranking/average_precision/ranking_data.h"

namespace structlab::structured_learning {

// A sample of the problem is a query, and its output a ranking R of the query's samples: their numbers within
// the query, the best first. With the relevant samples P and the others N,
//   Phi(x, R) = (1 / (|P| |N|)) sum_{i in P, j in N} R_ij (phi_i - phi_j),   R_ij = 1 if i is above j, else
//   -1, Delta(R) = 1 - AP(R).
// The true output ranks P above N, each in the order of their indices. A prediction sorts by w'phi. Query q
// of n has the factor n weight_q / (sum of the weights) in Phi and Delta, so that the mean hinge of the
// learners is the weighted mean. The learners minimise
//   lambda/2 |w|^2 + mean hinge,   lambda = 1/C  for the source's  (1/2) |w|^2 + C xi  (4.4, one query).
// A feature that is the same for all samples of a query, such as a constant, changes nothing.
//
//     const AveragePrecisionProblem problem(data);
//     const LearningResult result = LearnOneSlackCuttingPlane(problem, /*lambda=*/1e-2, LearningRun(1e-3));
//     const std::vector<int> ranking = problem.Predict(0, result.weights);
//
// Take cutting planes rather than BCFW if there are few queries: their small QP is exact. Time of an oracle
// call: O(non-zeros + m log m) for m samples. Of several rankings with equal values the oracle returns that
// with the negatives in their lowest places. Deterministic; const members are thread-safe.
class AveragePrecisionProblem {
 public:
  using Output = std::vector<int>;

  // Throws common::Error (data) as CheckRankingData, and for a query without samples of both kinds (named;
  // QueriesWithBothLabels finds the others).
  explicit AveragePrecisionProblem(std::shared_ptr<const RankingData> data,
                                   SlotScan scan = SlotScan::kDivideAndConquer);

  int size() const { return data_->num_queries(); }
  int dimension() const { return dimension_; }
  const RankingData& data() const { return *data_; }

  Output truth(int query) const;
  double Loss(int query, const Output& ranking) const;
  DenseVector JointFeature(int query, const Output& ranking) const;
  // Does not read the labels.
  Output Predict(int query, const WeightsView& weights) const;
  // Throws common::Error (usage) if a score is not finite.
  Output LossAugmentedInference(int query, const WeightsView& weights) const;
  // The piece of the hinge that a ranking adds, from one product of the features with a vector.
  Plane<DenseVector> PlaneOf(int query, const Output& ranking) const;

  // w'phi of the samples of a query.
  std::vector<double> Scores(int query, const WeightsView& weights) const;

 private:
  std::shared_ptr<const RankingData> data_;
  SlotScan scan_;
  int dimension_;
  std::vector<double> factors_;  // of each query
};

static_assert(StructuredProblem<AveragePrecisionProblem>);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_AVERAGE_PRECISION_PROBLEM_H_
