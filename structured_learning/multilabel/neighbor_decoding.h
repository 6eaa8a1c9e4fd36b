// Predicts tags of a new row from how well the tags of each training row fit it.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_DECODING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_DECODING_H_

#include <Eigen/Core>
#include <span>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/tag_coding.h"

namespace structlab::structured_learning {

struct NeighborDecoding {
  int neighbors = 10;  // number of training rows that are averaged, >= 1; more: smoother shares
};

// Averages the tags of the `neighbors` rows j with the largest fits[j] (Xiong 2015, paper III, (15), (16));
// of equal fits the first. The weights of the rows are their fits, with negative ones set to 0; if no fit is
// positive, all weights are equal. Writes shares from 0 to 1, one for each tag, to `shares`. The paper
// predicts the tags with a share of at least 0.5. O(rows log neighbors).
void DecodeFits(std::span<const double> fits, std::span<const TagList> training_tags,
                const NeighborDecoding& decoding, Eigen::Ref<Eigen::RowVectorXd> shares);

// The same for each row of `scores` (rows x tags), with fits[j] = <psi_j, scores>. O(tags of all training
// rows) for each row.
Eigen::MatrixXd DecodeTagScores(const Eigen::Ref<const Eigen::MatrixXd>& scores,
                                std::span<const TagList> training_tags, const TagVectors& vectors,
                                const NeighborDecoding& decoding);

// A tag is predicted if its share is at least this: 0.5, except for rounding.
inline constexpr double kHalfShare = 0.5 - 1e-12;

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_DECODING_H_
