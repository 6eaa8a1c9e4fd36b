// Measures of predicted tags: precision, recall, F1, Hamming, ranking; and stratified folds.
//
//     const TagMeasures measures = MeasureTags(test.tags, TagsAbove(scores, 0), test.num_tags);
//     std::printf("micro F1 %.3f, Hamming %.3f\n", measures.micro.f1, measures.hamming);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MEASURES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MEASURES_H_

#include <Eigen/Core>
#include <span>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

struct PrecisionRecall {
  double precision = 0, recall = 0, f1 = 0;
};

struct TagMeasures {
  // All tags pooled: hits / predicted, hits / present, 2 P R / (P + R). 0 if the divisor is 0.
  PrecisionRecall micro;
  // Means over the tags that occur at least once in the truth (the others have no recall). The precision of a
  // tag that is never predicted is 0. f1 is the mean of the F1 of the tags; f1_of_means is the F1 of the two
  // means, as papers on image annotation print it.
  PrecisionRecall macro;
  double f1_of_means = 0;
  int num_recalled = 0;  // number of tags with a recall above 0 (N+)
  double hamming = 0;    // wrong tags / (rows * tags)
  double exact = 0;      // share of rows without a wrong tag
};

// Measures predicted tag lists. Throws common::Error(kUsage) if the numbers of rows differ or a tag is not
// below num_tags. O(tags of all rows).
TagMeasures MeasureTags(std::span<const TagList> truth, std::span<const TagList> predicted, int num_tags);

struct RankingMeasures {
  // The ranking loss omits rows without tags and rows with all tags; the other measures omit rows without
  // tags.
  double ranking_loss =
      0;  // share of pairs of a present and an absent tag in the wrong order; ties count half
  std::vector<double>
      precision;             // at k = 1, ..., count: present tags among the k with the highest scores / k
  std::vector<double> ndcg;  // at k = 1, ..., count: sum of 1 / log2(place + 1) over those / its maximum
};

// Measures scores (rows x tags); among equal scores the first tag comes first. Throws as above, and for
// scores that are not finite. O(rows tags log tags).
RankingMeasures MeasureRanking(std::span<const TagList> truth,
                               const Eigen::Ref<const Eigen::MatrixXd>& scores, int count);

// The tags with a score above the threshold; and the `count` tags with the highest scores, the first of equal
// ones.
std::vector<TagList> TagsAbove(const Eigen::Ref<const Eigen::MatrixXd>& scores, double threshold);
std::vector<TagList> TopTags(const Eigen::Ref<const Eigen::MatrixXd>& scores, int count);

// The tags that, predicted for every row, have the highest micro-averaged F1: the most frequent tags, most
// frequent first. Features that say anything allow more than that. Empty if no row has a tag. Throws as
// MeasureTags. O(tags of all rows + num_tags log num_tags).
TagList BestConstantTags(std::span<const TagList> truth, int num_tags);

// Assigns a fold to each row so that each tag is spread over the folds as evenly as possible, by iterative
// stratification (Sechidis, Tsoumakas, Vlahavas 2011). Again and again, the rows of the rarest remaining tag
// go to the fold that lacks this tag most; of equal folds to the one that lacks most rows, then to a random
// one. Rows without tags fill the folds. Deterministic for a seed. Throws common::Error(kUsage) unless 2 <=
// folds <= rows.
std::vector<int> StratifiedTagFolds(std::span<const TagList> tags, int num_tags, int folds, uint64_t seed);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MEASURES_H_
