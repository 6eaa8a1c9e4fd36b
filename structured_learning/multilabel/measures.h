// How good predicted tags are.
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
  // All tags pooled: hits / predicted, hits / present, 2 P R / (P + R). 0 where the divisor is 0.
  PrecisionRecall micro;
  // Means over the tags that are present in the truth at least once (those that never are would count as
  // nothing to recall): of a tag that is never predicted the precision is 0. f1 is the mean of the F1 of the
  // tags; f1_of_means that of the two means, as tables of image annotation print it.
  PrecisionRecall macro;
  double f1_of_means = 0;
  int num_recalled = 0;  // tags of recall above 0 (N+)
  double hamming = 0;    // wrong tags / (rows * tags)
  double exact = 0;      // rows without a wrong tag / rows
};

// Of predicted tag lists. Throws common::Error(kUsage) for other numbers of rows, and tags that are not below
// num_tags. O(tags of all rows).
TagMeasures MeasureTags(std::span<const TagList> truth, std::span<const TagList> predicted, int num_tags);

struct RankingMeasures {
  // Rows without any tag, or with all, are left out of the ranking loss; rows without any out of the others.
  double ranking_loss = 0;        // pairs of a present and an absent tag in the wrong order, ties half
  std::vector<double> precision;  // at 1, ..., count: present tags among the k of highest score / k
  std::vector<double> ndcg;       // at 1, ..., count: sum 1 / log2(place + 1) over those / its largest value
};

// Of scores, a row a row and a column a tag; among equal scores the first tag comes first. Errors as above,
// and for scores that are not finite. O(rows tags log tags).
RankingMeasures MeasureRanking(std::span<const TagList> truth,
                               const Eigen::Ref<const Eigen::MatrixXd>& scores, int count);

// The tags whose score is above the threshold, and the `count` tags of highest score, the first of equals.
std::vector<TagList> TagsAbove(const Eigen::Ref<const Eigen::MatrixXd>& scores, double threshold);
std::vector<TagList> TopTags(const Eigen::Ref<const Eigen::MatrixXd>& scores, int count);

// A fold for each row such that each tag is spread over the folds as evenly as may be (iterative
// stratification: Sechidis, Tsoumakas, Vlahavas 2011): rows of the rarest tag that is left go to the fold
// that lacks it most, of those the one that lacks rows most, then at random. Rows without tags fill up.
// Throws common::Error(kUsage) unless 2 <= folds <= rows.
std::vector<int> StratifiedTagFolds(std::span<const TagList> tags, int num_tags, int folds, uint64_t seed);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_MEASURES_H_
