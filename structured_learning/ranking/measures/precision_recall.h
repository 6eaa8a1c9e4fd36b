// Precision and recall at each score, and precision at a rank.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_PRECISION_RECALL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_PRECISION_RECALL_H_

#include <cstdint>
#include <span>
#include <vector>

#include "structured_learning/ranking/measures/average_precision.h"

namespace structlab::structured_learning {

// All samples with at least this score are taken as found.
struct PrecisionRecallPoint {
  double score;
  int64_t found;     // number of samples
  int64_t relevant;  // number of relevant ones among them
  double precision;  // relevant / found
  double recall;     // relevant / all relevant
};

// A point for each different score, by falling score. Throws as ComputeAveragePrecision. O(n log n).
//
//     for (const PrecisionRecallPoint& point : PrecisionRecallCurve(scores, is_relevant)) ...
std::vector<PrecisionRecallPoint> PrecisionRecallCurve(std::span<const double> scores, Relevance is_relevant);

// The share of relevant samples among the first k, in the mean over all orders of samples with equal scores.
// With fewer than k samples the missing ones count as not relevant, as in trec_eval. Throws as
// ComputeAveragePrecision, except that no sample needs to be relevant, and common::Error (usage) unless k
// >= 1. O(n log n).
double PrecisionAt(int64_t k, std::span<const double> scores, Relevance is_relevant);

// Average precision of samples with grades of relevance (graded average precision; Robertson, Kanoulas,
// Yilmaz 2010), in the mean over all orders of samples with equal scores. Grades are 0 (not relevant) to c. A
// user takes the samples of at least grade j as relevant with probability thresholds[j - 1], j = 1..c. Then
//   GAP = sum_n (1/n) sum_{m <= n} delta_mn / sum_i G(grade_i),
// where G(grade) is the sum of the first `grade` thresholds and delta_mn = G(min(grade_m, grade_n)). With one
// threshold of 1 it is AP. It is a measure only: no learner here optimises it.
//
// Throws common::Error (usage) for spans of different lengths, a score that is NaN, a grade below 0 or above
// c, thresholds that are negative or do not sum to 1 (within 1e-9), and if no sample has a grade above 0 with
// a positive G. O(n (log n + c^2)).
double GradedAveragePrecision(std::span<const double> scores, std::span<const int> grades,
                              std::span<const double> thresholds);
// c equal thresholds.
std::vector<double> EqualThresholds(int num_grades);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_PRECISION_RECALL_H_
