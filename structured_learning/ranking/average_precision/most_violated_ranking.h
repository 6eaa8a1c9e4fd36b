// The ranking that violates the margin of average precision most: the oracle of AP-SVM and HOAP-SVM (Yue,
// Finley, Radlinski, Joachims 2007; Dokania 2016, 4.2.2 and Proposition 6).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_MOST_VIOLATED_RANKING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_MOST_VIOLATED_RANKING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "structured_learning/ranking/measures/average_precision.h"

namespace structlab::structured_learning {

// How the slots of the negatives are found; both give the same ranking, up to rounding.
enum class SlotScan {
  kDivideAndConquer,  // O(n log n)
  kGreedy,            // the source's scan, O(|P| |N|); for comparison
};

// A ranking of all samples in a form that is cheap to use: positives and negatives by falling score, and
// between them the slots.
struct ViolatedRanking {
  std::vector<int> positives, negatives;  // sample numbers, by falling score, equal scores by index
  // slots[j]: the number of positives above negatives[j], 0..|P|; never falls with j.
  std::vector<int> slots;
};

// The maximum over all rankings R of  Delta(R) + S(R)  with
//   Delta(R) = 1 - AP(R),   S(R) = (1 / (|P| |N|)) sum_{i in P, j in N} R_ij (s_i - s_j),
// where R_ij = 1 if i is above j, else -1. Positives and negatives each keep their order by score. Negative j
// goes to the slot that maximises its own contribution; of slots with equal contributions, to the lowest
// place in the ranking. The sum over positives of the loss that the j-th negative adds is
//   sum_{k > slot} [ j / (j + k) - (j - 1) / (j + k - 1) ] / |P|,
// which harmonic sums give in O(1). The best slot does not fall with j, so that dividing the negatives at
// their middle finds all slots in O((|P| + |N|) log |N|) steps. (The source claims O(n log n) for its scan,
// which compares each negative with all positives.)
//
// Throws common::Error (usage) for spans of different lengths, scores that are not finite, labels other than
// 0 and 1, and unless there are samples of both kinds. Memory: O(n). Deterministic, thread-safe.
ViolatedRanking MostViolatedRanking(std::span<const double> scores, Relevance is_relevant,
                                    SlotScan scan = SlotScan::kDivideAndConquer);

// Only the slots, from scores that fall: |N| numbers, each 0..|P|. Unchecked.
std::vector<int> FindSlots(std::span<const double> positives, std::span<const double> negatives,
                           SlotScan scan = SlotScan::kDivideAndConquer);

// Any ranking in this form. `order` has the numbers of all samples, the best first. O(n).
ViolatedRanking SplitByLabel(std::span<const int> order, Relevance is_relevant);

// The samples of the ranking, the best first.
std::vector<int> OrderOf(const ViolatedRanking& ranking);

// 1 - AP of the ranking. O(n).
double ApLossOf(const ViolatedRanking& ranking);

// For each sample, (1 / (|P| |N|)) times the sum over the samples of the other kind of |R*_ij - R_ij|, where
// R* ranks all positives above all negatives: twice the share of pairs that the ranking inverts. Then
//   S(R*) - S(R) = sum_{i in P} c_i s_i - sum_{j in N} c_j s_j.
// `num_samples` numbers, all >= 0. O(n).
std::vector<double> InversionWeights(const ViolatedRanking& ranking);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_MOST_VIOLATED_RANKING_H_
