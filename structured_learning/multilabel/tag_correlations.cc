#include "structured_learning/multilabel/tag_correlations.h"

#include <Eigen/Core>
#include <cmath>

namespace structlab::structured_learning {

std::vector<double> TagCorrelations(std::span<const TagList> rows, int num_tags) {
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(num_tags, num_tags);  // r <= s
  for (const TagList& tags : rows) {
    for (size_t a = 0; a < tags.size(); ++a) {
      for (size_t b = a; b < tags.size(); ++b) both(tags[a], tags[b]) += 1;
    }
  }
  const auto n = static_cast<double>(rows.size());
  std::vector<double> correlations;
  for (int r = 0; r < num_tags; ++r) {
    for (int s = r + 1; s < num_tags; ++s) {
      const double p = both(r, r) / n, q = both(s, s) / n;
      const double variances = p * (1 - p) * q * (1 - q);
      if (variances > 0) correlations.push_back((both(r, s) / n - p * q) / std::sqrt(variances));
    }
  }
  return correlations;
}

}  // namespace structlab::structured_learning
