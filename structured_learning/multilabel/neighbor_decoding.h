// From how well each training row's tags fit a new row, to its tags.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_DECODING_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_DECODING_H_

#include <Eigen/Core>
#include <span>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/tag_coding.h"

namespace structlab::structured_learning {

struct NeighborDecoding {
  int neighbors = 10;  // >= 1
};

// The tags of the rows j of largest fits[j] are averaged (Xiong 2015, paper III, (15), (16)): as many rows as
// are asked for, the first of equals; their indicators have these values as weights, those below 0 as 0, all
// alike if none is above 0. Shares from 0 to 1 in `shares`, an entry a tag; the paper's tags are those of at
// least 0.5. O(rows log neighbors).
void DecodeFits(std::span<const double> fits, std::span<const TagList> training_tags,
                const NeighborDecoding& decoding, Eigen::Ref<Eigen::RowVectorXd> shares);

// The same for each row of `scores`, rows x tags, where fits[j] = <psi_j, scores>. O(tags of all training
// rows) a row.
Eigen::MatrixXd DecodeTagScores(const Eigen::Ref<const Eigen::MatrixXd>& scores,
                                std::span<const TagList> training_tags, const TagVectors& vectors,
                                const NeighborDecoding& decoding);

// What is a tag among shares: at least 0.5, but for rounding.
inline constexpr double kHalfShare = 0.5 - 1e-12;

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_DECODING_H_
