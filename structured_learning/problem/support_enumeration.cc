#include "structured_learning/problem/support_enumeration.h"

#include <Eigen/LU>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace structlab::structured_learning {
namespace {

constexpr double kRounding = 1e-10;  // rounding error of a multiplier that is zero

// The pieces of a support, ordered by sample.
struct Support {
  Eigen::MatrixXd planes;  // in columns
  Eigen::VectorXd losses;
  std::vector<int> sample;  // sample of each piece
};

// Bit k of sets[i] is set if piece k of sample i is in the support.
Support Choose(const std::vector<SamplePieces>& samples, const std::vector<uint32_t>& sets) {
  Support support;
  std::vector<std::pair<int, int>> chosen;
  for (int i = 0; i < static_cast<int>(samples.size()); ++i) {
    for (int k = 0; k < samples[i].losses.size(); ++k) {
      if (sets[i] >> k & 1) chosen.emplace_back(i, k);
    }
  }
  support.planes.resize(samples.front().planes.rows(), static_cast<Eigen::Index>(chosen.size()));
  support.losses.resize(static_cast<Eigen::Index>(chosen.size()));
  for (int c = 0; c < support.losses.size(); ++c) {
    const auto& [i, k] = chosen[c];
    support.planes.col(c) = samples[i].planes.col(k);
    support.losses[c] = samples[i].losses[k];
    support.sample.push_back(i);
  }
  return support;
}

// Solves for alpha with  losses - planes'w = level of the sample,  w = planes alpha / (lambda n),  and sum 1
// for each sample. Corrects infeasibility by rounding. Returns nothing if some entry is negative.
std::optional<Eigen::VectorXd> Multipliers(const Support& support, int n, double lambda) {
  const Eigen::Index size = support.losses.size();
  Eigen::MatrixXd system = Eigen::MatrixXd::Zero(size + n, size + n);
  Eigen::VectorXd right(size + n);
  system.topLeftCorner(size, size) = support.planes.transpose() * support.planes / (lambda * n);
  right << support.losses, Eigen::VectorXd::Ones(n);
  for (Eigen::Index c = 0; c < size; ++c) {
    system(c, size + support.sample[c]) = system(size + support.sample[c], c) = 1;
  }
  Eigen::VectorXd alpha = system.fullPivLu().solve(right).head(size);
  if (!(alpha.minCoeff() >= -kRounding)) return std::nullopt;
  alpha = alpha.cwiseMax(0);
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(n);
  for (Eigen::Index c = 0; c < size; ++c) sums[support.sample[c]] += alpha[c];
  if (!(sums.minCoeff() > 0)) return std::nullopt;
  for (Eigen::Index c = 0; c < size; ++c) alpha[c] /= sums[support.sample[c]];
  return alpha;
}

ExactOptimum PointOf(const std::vector<SamplePieces>& samples, const Support& support,
                     const Eigen::VectorXd& alpha, double lambda) {
  const double n = static_cast<double>(samples.size());
  ExactOptimum point;
  point.weights = support.planes * alpha / (lambda * n);
  const double regularizer = lambda / 2 * point.weights.squaredNorm();
  point.dual = alpha.dot(support.losses) / n - regularizer;
  point.primal = regularizer;
  for (const SamplePieces& pieces : samples) {
    point.primal += (pieces.losses - pieces.planes.transpose() * point.weights).maxCoeff() / n;
  }
  return point;
}

// Goes to the next choice of a nonempty set for each sample; returns false after the last one.
bool Advance(const std::vector<SamplePieces>& samples, std::vector<uint32_t>* sets) {
  for (size_t i = 0; i < sets->size(); ++i) {
    if (++(*sets)[i] < uint32_t{1} << samples[i].losses.size()) return true;
    (*sets)[i] = 1;
  }
  return false;
}

}  // namespace

ExactOptimum MinimiseBySupports(const std::vector<SamplePieces>& samples, double lambda) {
  ExactOptimum best;
  double smallest_gap = std::numeric_limits<double>::infinity();
  std::vector<uint32_t> sets(samples.size(), 1);
  do {
    const Support support = Choose(samples, sets);
    const auto alpha = Multipliers(support, static_cast<int>(samples.size()), lambda);
    if (!alpha) continue;
    const ExactOptimum point = PointOf(samples, support, *alpha, lambda);
    const double gap = point.primal - point.dual;
    if (gap < smallest_gap) smallest_gap = gap, best = point;
  } while (Advance(samples, &sets));
  return best;
}

}  // namespace structlab::structured_learning
