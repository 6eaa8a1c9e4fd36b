#include "kernels/graphs/random_walk_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"

namespace structlab::kernels {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double kMaxMoment = 1e150;
constexpr int64_t kMaxPairs = int64_t{1} << 26;  // of nodes of two graphs

// A x.
Eigen::VectorXd Multiply(const Graph& graph, const Eigen::VectorXd& x) {
  Eigen::VectorXd product = Eigen::VectorXd::Zero(x.size());
  for (int node = 0; node < graph.num_nodes(); ++node) {
    double sum = 0;
    for (const int neighbor : graph.neighbors(node)) sum += x[neighbor];
    product[node] = sum;
  }
  return product;
}

// Closer to 1, the sums need ever more terms and steps.
constexpr double kMaxRatio = 0.999;  // of each term to the term before

void CheckLambda(double lambda, double radius_product) {
  const double largest = radius_product > 0 ? kMaxRatio / radius_product : INFINITY;
  if (lambda >= 0 && std::isfinite(lambda) && lambda <= largest) return;
  common::ThrowUsageError("lambda", "0 or more, and no more than " + common::FormatDouble(largest),
                          common::FormatDouble(lambda));
}

void CheckNodes(std::span<const Graph> graphs) {
  for (size_t g = 0; g < graphs.size(); ++g) {
    if (graphs[g].num_nodes() > 0) continue;
    common::ThrowUsageError(fmt::format("graph {}", g), "at least one node", "none");
  }
}

void CheckPairs(int64_t nodes, int64_t other_nodes) {
  if (nodes * other_nodes <= kMaxPairs) return;
  common::ThrowUsageError("graphs", "at most 2^26 pairs of nodes of two graphs",
                          fmt::format("{} x {}", nodes, other_nodes));
}

double WeightOfStart(RandomWalk::Start start, int nodes) {
  return start == RandomWalk::Start::kOnes ? 1.0 : 1.0 / nodes;
}

// p^T A^l p lambda^(l / 2) for l = 0, 1, ... Each product with A gives two of them, because A is symmetric.
Eigen::VectorXd WalkMoments(const Graph& graph, double lambda, RandomWalk::Start start, Eigen::Index count) {
  const double root = std::sqrt(lambda);
  Eigen::VectorXd moments(count);
  Eigen::VectorXd x = Eigen::VectorXd::Constant(graph.num_nodes(), WeightOfStart(start, graph.num_nodes()));
  for (Eigen::Index l = 0; l < count; l += 2) {
    moments[l] = x.squaredNorm();
    const Eigen::VectorXd next = root * Multiply(graph, x);
    if (l + 1 < count) moments[l + 1] = x.dot(next);
    x = next;
  }
  return moments;
}

Eigen::MatrixXd AllMoments(std::span<const Graph> graphs, double lambda, RandomWalk::Start start,
                           Eigen::Index count, common::ThreadPool& pool) {
  Eigen::MatrixXd moments(static_cast<Eigen::Index>(graphs.size()), count);
  common::ParallelFor(pool, static_cast<int64_t>(graphs.size()),
                      [&](int64_t g) { moments.row(g) = WalkMoments(graphs[g], lambda, start, count); });
  return moments;
}

// The terms from number l on are at most ratio^l / (1 - ratio) of the first one.
Eigen::Index NumMoments(double ratio) {
  if (ratio == 0) return 1;
  return 1 + static_cast<Eigen::Index>(std::ceil(std::log(1e-16 * (1 - ratio)) / std::log(ratio)));
}

// The operator of both walks: I - lambda A x A', restricted to pairs of nodes with equal labels if labels are
// used.
class WalkOperator {
 public:
  WalkOperator(const Graph& a, const Graph& b, double lambda, NodeLabels labels)
      : a_(a), b_(b), lambda_(lambda), labelled_(labels == NodeLabels::kUse), half_(b.num_nodes()) {}

  bool MayMeet(int i, int j) const { return !labelled_ || a_.node_labels()[i] == b_.node_labels()[j]; }

  // Row i of A X A' needs only row i of A X.
  void Apply(const Matrix& x, Matrix& image) {
    for (int i = 0; i < a_.num_nodes(); ++i) {
      half_.setZero();
      for (const int neighbor : a_.neighbors(i)) half_ += x.row(neighbor);
      for (int j = 0; j < b_.num_nodes(); ++j) {
        if (!MayMeet(i, j)) {
          image(i, j) = 0;
          continue;
        }
        double sum = 0;
        for (const int neighbor : b_.neighbors(j)) sum += half_[neighbor];
        image(i, j) = x(i, j) - lambda_ * sum;
      }
    }
  }

 private:
  const Graph& a_;
  const Graph& b_;
  double lambda_;
  bool labelled_;
  Eigen::RowVectorXd half_;
};

// p^T x for the solution of M x = p, M symmetric and positive definite, by conjugate gradients (Hestenes,
// Stiefel 1952). x itself is not stored.
double SolveByConjugateGradients(const Graph& a, const Graph& b, double lambda, RandomWalk::Start start,
                                 NodeLabels labels) {
  WalkOperator m(a, b, lambda, labels);
  const double p = WeightOfStart(start, a.num_nodes()) * WeightOfStart(start, b.num_nodes());
  Matrix residual(a.num_nodes(), b.num_nodes());
  for (int i = 0; i < a.num_nodes(); ++i) {
    for (int j = 0; j < b.num_nodes(); ++j) residual(i, j) = m.MayMeet(i, j) ? p : 0;
  }
  Matrix direction = residual, image(residual.rows(), residual.cols());
  double norm = residual.squaredNorm(), value = 0;
  const double enough = 1e-24 * norm;
  // The eigenvalues of M are between 1 - kMaxRatio and 1 + kMaxRatio, which bounds the steps by some 700.
  // In exact arithmetic there would also be at most one step per unknown.
  constexpr int kMaxSteps = 10000;
  for (int step = 0; norm > enough; ++step) {
    common::StopPoint();
    STRUCTLAB_CHECK(step < kMaxSteps);
    m.Apply(direction, image);
    const double length = norm / direction.cwiseProduct(image).sum();
    value += length * p * direction.sum();  // entries of pairs that are not allowed are 0
    residual -= length * image;
    const double next = residual.squaredNorm();
    direction = residual + next / norm * direction;
    norm = next;
  }
  return value;
}

}  // namespace

double SpectralRadius(const Graph& graph) {
  constexpr int kMaxSteps = 1000;
  constexpr double kMinEntry = 1e-290;
  const std::vector<int> component = ConnectedComponents(graph);
  const auto component_of = [&](int node) { return static_cast<size_t>(component[node]); };
  const size_t num_components =
      component.empty() ? 0 : static_cast<size_t>(1 + *std::max_element(component.begin(), component.end()));
  struct Sums {
    double bound, squares, products, shift, largest;
  };
  std::vector<Sums> sums(num_components);
  double radius = 0;
  // Starts from the square roots of the degrees, which are the eigenvector of a star.
  Eigen::VectorXd x(graph.num_nodes());
  for (int node = 0; node < graph.num_nodes(); ++node) x[node] = std::sqrt(std::max(1, graph.degree(node)));
  for (int step = 0; step < kMaxSteps; ++step) {
    common::StopPoint();
    Eigen::VectorXd next = Multiply(graph, x);
    std::fill(sums.begin(), sums.end(), Sums{});
    for (int node = 0; node < graph.num_nodes(); ++node) {
      Sums& of = sums[component_of(node)];
      of.bound = std::max(of.bound, next[node] / x[node]);
      of.squares += x[node] * x[node];
      of.products += x[node] * next[node];
    }
    radius = 0;
    bool close = true;
    for (Sums& of : sums) {
      const double from_below = of.products / of.squares;  // Rayleigh quotient
      radius = std::max(radius, of.bound);
      close = close && of.bound - from_below <= 1e-6 * of.bound;
      // In a bipartite graph, the smallest eigenvalue is as large in magnitude as the largest. The
      // shift makes it three fifths of it.
      of.shift = std::max(1.0, from_below / 4);
    }
    if (close) break;
    for (int node = 0; node < graph.num_nodes(); ++node) {
      Sums& of = sums[component_of(node)];
      next[node] += of.shift * x[node];
      of.largest = std::max(of.largest, next[node]);
    }
    // Scales each component separately to a largest entry of 1, so that no component vanishes beside one
    // that grows faster.
    for (int node = 0; node < graph.num_nodes(); ++node)
      x[node] = next[node] / sums[component_of(node)].largest;
    // The entries far from the largest one become tiny, but the bound needs positive numbers.
    if (x.size() > 0 && x.minCoeff() < kMinEntry) break;
  }
  return radius;
}

double MaxSpectralRadius(std::span<const Graph> graphs, common::ThreadPool& pool) {
  std::vector<double> radii(graphs.size());
  common::ParallelFor(pool, static_cast<int64_t>(graphs.size()),
                      [&](int64_t g) { radii[g] = SpectralRadius(graphs[g]); });
  return radii.empty() ? 0 : *std::max_element(radii.begin(), radii.end());
}

double DefaultRandomWalkLambda(double max_radius) {
  return max_radius > 0 ? 0.9 / (max_radius * max_radius) : 0.9;
}

RandomWalkFeatures ComputeRandomWalkFeatures(std::span<const Graph> graphs, const RandomWalk& walk,
                                             common::ThreadPool& pool) {
  CheckNodes(graphs);
  const double radius = MaxSpectralRadius(graphs, pool);
  const double lambda = walk.lambda.value_or(DefaultRandomWalkLambda(radius));
  CheckLambda(lambda, radius * radius);
  return {lambda, AllMoments(graphs, lambda, walk.start, NumMoments(lambda * radius * radius), pool)};
}

Eigen::MatrixXd RandomWalkMoments(std::span<const Graph> graphs, const RandomWalk& walk, int count,
                                  common::ThreadPool& pool) {
  CheckNodes(graphs);
  if (count < 1) common::ThrowUsageError("count", "1 or more", std::to_string(count));
  if (!walk.lambda) common::ThrowUsageError("lambda", "the lambda of the other graphs", "none");
  CheckLambda(*walk.lambda, 0);
  Eigen::MatrixXd moments = AllMoments(graphs, *walk.lambda, walk.start, count, pool);
  for (Eigen::Index g = 0; g < moments.rows(); ++g) {
    if (moments.row(g).maxCoeff() <= kMaxMoment && moments.row(g).allFinite()) continue;
    common::ThrowUsageError(fmt::format("graph {}", g),
                            fmt::format("sums over walks of up to {} steps below 1e150", count - 1),
                            "larger ones with lambda " + common::FormatDouble(*walk.lambda),
                            "leave the graph out, or take a smaller lambda for all graphs");
  }
  return moments;
}

Eigen::MatrixXd RandomWalkGram(std::span<const Graph> graphs, const RandomWalk& walk,
                               common::ThreadPool& pool) {
  const Eigen::MatrixXd moments = ComputeRandomWalkFeatures(graphs, walk, pool).moments;
  return moments * moments.transpose();
}

double RandomWalkKernel(const Graph& a, const Graph& b, const RandomWalk& walk, NodeLabels labels) {
  for (const Graph* graph : {&a, &b}) {
    CheckNodes(std::span(graph, 1));
    CheckLabels(std::span(graph, 1), labels);
  }
  CheckPairs(a.num_nodes(), b.num_nodes());
  const double of_a = SpectralRadius(a), of_b = SpectralRadius(b);
  const double lambda = walk.lambda.value_or(DefaultRandomWalkLambda(std::max(of_a, of_b)));
  CheckLambda(lambda, of_a * of_b);
  return SolveByConjugateGradients(a, b, lambda, walk.start, labels);
}

Eigen::MatrixXd PairwiseRandomWalkGram(std::span<const Graph> graphs, const RandomWalk& walk,
                                       NodeLabels labels, common::ThreadPool& pool) {
  CheckNodes(graphs);
  CheckLabels(graphs, labels);
  int64_t max_nodes = 0;
  for (const Graph& graph : graphs) max_nodes = std::max<int64_t>(max_nodes, graph.num_nodes());
  CheckPairs(max_nodes, max_nodes);
  const double radius = MaxSpectralRadius(graphs, pool);
  const double lambda = walk.lambda.value_or(DefaultRandomWalkLambda(radius));
  CheckLambda(lambda, radius * radius);
  const Eigen::Index n = static_cast<Eigen::Index>(graphs.size());
  std::vector<std::pair<Eigen::Index, Eigen::Index>> pairs;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) pairs.emplace_back(i, j);
  }
  Eigen::MatrixXd gram(n, n);
  common::ParallelFor(pool, static_cast<int64_t>(pairs.size()), [&](int64_t pair) {
    const auto [i, j] = pairs[pair];
    gram(i, j) = gram(j, i) = SolveByConjugateGradients(graphs[i], graphs[j], lambda, walk.start, labels);
  });
  return gram;
}

}  // namespace structlab::kernels
