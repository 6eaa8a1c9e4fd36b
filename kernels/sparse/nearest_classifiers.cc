#include "kernels/sparse/nearest_classifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "kernels/sparse/class_labels.h"

namespace structlab::kernels {
namespace {

constexpr double kNoExtent = 1e-10;  // of the largest singular value

void CheckTraining(const char* where, const Eigen::Ref<const Eigen::MatrixXd>& training,
                   std::span<const int> labels) {
  if (training.cols() < 1 || training.rows() < 1) {
    common::ThrowUsageError(where, "at least one example with features",
                            fmt::format("{} of {} features", training.cols(), training.rows()));
  }
  if (static_cast<Eigen::Index>(labels.size()) != training.cols()) {
    common::ThrowUsageError(where, fmt::format("{} labels, one per example", training.cols()),
                            std::to_string(labels.size()));
  }
  if (!AreModerate(training)) common::ThrowUsageError(where, kModerate, "others");
}

void CheckQueries(const char* where, const Eigen::Ref<const Eigen::MatrixXd>& queries,
                  Eigen::Index dimension) {
  if (queries.rows() != dimension) {
    common::ThrowUsageError(where, fmt::format("queries of {} features", dimension),
                            std::to_string(queries.rows()));
  }
  if (!AreBounded(queries)) common::ThrowUsageError(where, kBounded, "others");
}

// `nearest` has the labels of the nearest examples, the nearest first.
int MostFrequent(std::span<const int> nearest) {
  std::map<int, int> votes;
  int most = 0;
  for (const int label : nearest) most = std::max(most, ++votes[label]);
  return *std::find_if(nearest.begin(), nearest.end(), [&](int label) { return votes[label] == most; });
}

}  // namespace

std::vector<int> NearestNeighborLabels(const Eigen::Ref<const Eigen::MatrixXd>& training,
                                       std::span<const int> labels,
                                       const Eigen::Ref<const Eigen::MatrixXd>& queries, int neighbors) {
  CheckTraining("NearestNeighborLabels", training, labels);
  CheckQueries("NearestNeighborLabels", queries, training.rows());
  if (neighbors < 1 || neighbors > training.cols()) {
    common::ThrowUsageError("NearestNeighborLabels::neighbors", fmt::format("1 to {}", training.cols()),
                            std::to_string(neighbors));
  }
  std::vector<int> found, order(labels.size()), nearest(static_cast<size_t>(neighbors));
  for (Eigen::Index q = 0; q < queries.cols(); ++q) {
    const Eigen::VectorXd distances =
        (training.colwise() - queries.col(q)).colwise().squaredNorm().transpose();
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + neighbors, order.end(), [&](int a, int b) {
      return distances[a] != distances[b] ? distances[a] < distances[b] : a < b;
    });
    for (size_t k = 0; k < nearest.size(); ++k) nearest[k] = labels[order[k]];
    found.push_back(MostFrequent(nearest));
  }
  return found;
}

NearestSubspaces::NearestSubspaces(const Eigen::Ref<const Eigen::MatrixXd>& training,
                                   std::span<const int> labels, int max_dimensions)
    : classes_(ClassesOf(labels)) {
  CheckTraining("NearestSubspaces", training, labels);
  if (max_dimensions < 0) {
    common::ThrowUsageError("NearestSubspaces::max_dimensions", "0 or more", std::to_string(max_dimensions));
  }
  for (const int label : classes_) {
    const Eigen::MatrixXd examples = training(Eigen::all, MembersOf(labels, label));
    const common::LeftSingularVectors singular = common::FindLeftSingularVectors(examples);
    const Eigen::VectorXd& extents = singular.values;
    Eigen::Index dimensions = 0;
    while (dimensions < extents.size() && extents[dimensions] > kNoExtent * extents[0]) ++dimensions;
    if (max_dimensions > 0) dimensions = std::min<Eigen::Index>(dimensions, max_dimensions);
    bases_.push_back(singular.vectors.leftCols(dimensions));
  }
}

Eigen::MatrixXd NearestSubspaces::Distances(const Eigen::Ref<const Eigen::MatrixXd>& queries) const {
  CheckQueries("NearestSubspaces", queries, bases_.front().rows());
  Eigen::MatrixXd distances(static_cast<Eigen::Index>(bases_.size()), queries.cols());
  for (Eigen::Index k = 0; k < distances.rows(); ++k) {
    const Eigen::MatrixXd& basis = bases_[k];
    const Eigen::MatrixXd apart = queries - basis * (basis.transpose() * queries);
    // The squares of a short query may underflow to 0; it may still be near a span.
    for (Eigen::Index q = 0; q < apart.cols(); ++q) distances(k, q) = apart.col(q).stableNorm();
  }
  return distances;
}

std::vector<int> NearestSubspaces::Labels(const Eigen::Ref<const Eigen::MatrixXd>& queries) const {
  const Eigen::MatrixXd distances = Distances(queries);
  std::vector<int> found;
  for (Eigen::Index q = 0; q < distances.cols(); ++q) {
    Eigen::Index nearest;
    distances.col(q).minCoeff(&nearest);
    found.push_back(classes_[nearest]);
  }
  return found;
}

}  // namespace structlab::kernels
