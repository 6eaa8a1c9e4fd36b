// Average precision (AP) of a ranking, with ties.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_AVERAGE_PRECISION_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_AVERAGE_PRECISION_H_

#include <cstdint>
#include <span>
#include <vector>

namespace structlab::structured_learning {

// One entry for each sample: 1 if it is relevant (a positive), 0 if not (a negative).
using Relevance = std::span<const uint8_t>;

// The average precision of a ranking is the mean, over the relevant samples, of the precision down to the
// rank of the sample: (1/|P|) sum_{i in P} (relevant samples among the first rank_i) / rank_i (Dokania 2016,
// 4.2.1). It is in (0, 1] and maximised. Samples with equal scores have no order of their own:
struct AveragePrecision {
  double mean;             // over all orders of samples with equal scores (McSherry and Najork 2008)
  double lowest, highest;  // of these orders
  double stable;           // in the order of their indices, as in the tables of Dokania's thesis
};

// The AP of samples ranked by falling score. Throws common::Error (usage) for spans of different lengths, a
// score that is NaN, labels other than 0 and 1, and if no sample is relevant. O(n log n).
//
//     const double ap = ComputeAveragePrecision(scores, is_relevant).mean;
AveragePrecision ComputeAveragePrecision(std::span<const double> scores, Relevance is_relevant);

// Of samples that are given in their order, the best first. Throws as above. O(n).
double AveragePrecisionOfOrder(Relevance is_relevant);

// The lowest AP that any ranking has: all relevant samples come last, (1/|P|) sum_k k / (|N| + k). It is
// above 0, unlike stated in section 4.2.2 of the thesis; for 2 relevant samples below 3 others it is 0.325.
// Throws common::Error (usage) unless relevant >= 1 and others >= 0. O(relevant).
double WorstAveragePrecision(int64_t relevant, int64_t others);

// Samples with equal scores, and how many of them are relevant. The groups of a ranking, the best first, are
// all that measures of rankings depend on.
struct TieGroup {
  double score;
  int64_t size;
  int64_t relevant;
};
// Throws as ComputeAveragePrecision, but takes samples without a relevant one. O(n log n).
std::vector<TieGroup> TieGroupsOf(std::span<const double> scores, Relevance is_relevant);

// The mean of AveragePrecision, from the groups; NaN if there is no relevant sample. O(n).
double MeanAveragePrecisionOfTies(std::span<const TieGroup> groups);

// Indices by falling score, equal scores by index. Throws common::Error (usage) for a score that is NaN. O(n
// log n).
std::vector<int> OrderByFallingScore(std::span<const double> scores);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_AVERAGE_PRECISION_H_
