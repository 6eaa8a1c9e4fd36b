#include "structured_learning/multilabel/neighbor_decoding.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {

void DecodeFits(std::span<const double> fits, std::span<const TagList> training_tags,
                const NeighborDecoding& decoding, Eigen::Ref<Eigen::RowVectorXd> shares) {
  if (decoding.neighbors < 1) {
    common::ThrowUsageError("joint SVM", "at least 1 neighbor", std::to_string(decoding.neighbors));
  }
  std::vector<size_t> order(fits.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t kept = std::min(order.size(), static_cast<size_t>(decoding.neighbors));
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    [&](size_t a, size_t b) { return fits[a] > fits[b] || (fits[a] == fits[b] && a < b); });
  shares.setZero();
  double total = 0;
  for (size_t k = 0; k < kept; ++k) total += std::max(0.0, fits[order[k]]);
  for (size_t k = 0; k < kept; ++k) {
    const double weight = total > 0 ? std::max(0.0, fits[order[k]]) / total : 1.0 / static_cast<double>(kept);
    for (const int tag : training_tags[order[k]]) shares[tag] += weight;
  }
}

Eigen::MatrixXd DecodeTagScores(const Eigen::Ref<const Eigen::MatrixXd>& scores,
                                std::span<const TagList> training_tags, const TagVectors& vectors,
                                const NeighborDecoding& decoding) {
  std::vector<double> scales;
  for (const TagList& tags : training_tags) scales.push_back(vectors.Scale(tags));
  Eigen::MatrixXd decoded(scores.rows(), scores.cols());
  std::vector<double> fits(training_tags.size());
  Eigen::RowVectorXd shares(scores.cols());
  for (Eigen::Index row = 0; row < scores.rows(); ++row) {
    common::StopPoint();
    const double shifted = scores.row(row).dot(vectors.shift());
    for (size_t j = 0; j < training_tags.size(); ++j) {
      double sum = -shifted;
      for (const int tag : training_tags[j]) sum += scores(row, tag);
      fits[j] = scales[j] * sum;
    }
    DecodeFits(fits, training_tags, decoding, shares);
    decoded.row(row) = shares;
  }
  return decoded;
}

}  // namespace structlab::structured_learning
