#include "kernels/graphs/random_walk_kernel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

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

// A X, for rows of X.
Matrix Multiply(const Graph& graph, const Matrix& x) {
  Matrix product = Matrix::Zero(x.rows(), x.cols());
  for (int node = 0; node < graph.num_nodes(); ++node) {
    for (const int neighbor : graph.neighbors(node)) product.row(node) += x.row(neighbor);
  }
  return product;
}

// Nearer to 1 the sums take ever more terms and steps.
constexpr double kMostRatio = 0.999;  // of each term to the one before

void CheckLambda(double lambda, double radius_product) {
  if (lambda >= 0 && std::isfinite(lambda) && lambda * radius_product <= kMostRatio) return;
  const double largest = radius_product > 0 ? kMostRatio / radius_product : INFINITY;
  common::ThrowUsageError("lambda", "0 or more, and no more than " + common::FormatDouble(largest),
                          common::FormatDouble(lambda));
}

void CheckNodes(const Graph& graph) {
  if (graph.num_nodes() == 0) common::ThrowUsageError("graph", "at least one node", "none");
}

// p^T A^l p lambda^(l / 2) for l = 0, 1, ...; two for each product, as A is symmetric.
Eigen::VectorXd WalkMoments(const Graph& graph, const RandomWalk& walk, Eigen::Index count) {
  const double root = std::sqrt(walk.lambda);
  Eigen::VectorXd moments(count);
  Eigen::VectorXd x = Eigen::VectorXd::Constant(
      graph.num_nodes(), walk.start == RandomWalk::Start::kOnes ? 1.0 : 1.0 / graph.num_nodes());
  for (Eigen::Index l = 0; l < count; l += 2) {
    moments[l] = x.squaredNorm();
    const Eigen::VectorXd next = root * Multiply(graph, x);
    if (l + 1 < count) moments[l + 1] = x.dot(next);
    x = next;
  }
  return moments;
}

// The terms from the l-th on are at most ratio^l / (1 - ratio) of the first one.
Eigen::Index NumMoments(double ratio) {
  if (ratio == 0) return 1;
  return 1 + static_cast<Eigen::Index>(std::ceil(std::log(1e-16 * (1 - ratio)) / std::log(ratio)));
}

// The steps of both walks: I - lambda A x A', on pairs of nodes that may meet.
class WalkOperator {
 public:
  WalkOperator(const Graph& a, const Graph& b, double lambda, GraphletLabels labels)
      : a_(a), b_(b), lambda_(lambda), mask_(Matrix::Ones(a.num_nodes(), b.num_nodes())) {
    if (labels == GraphletLabels::kIgnore) return;
    for (int i = 0; i < a.num_nodes(); ++i) {
      for (int j = 0; j < b.num_nodes(); ++j) {
        mask_(i, j) = a.node_labels()[static_cast<size_t>(i)] == b.node_labels()[static_cast<size_t>(j)];
      }
    }
  }

  const Matrix& mask() const { return mask_; }

  Matrix operator()(const Matrix& x) const {
    const Matrix half = Multiply(a_, x);
    const Matrix walked = Multiply(b_, Matrix(half.transpose()));
    return x - lambda_ * mask_.cwiseProduct(walked.transpose());
  }

 private:
  const Graph& a_;
  const Graph& b_;
  double lambda_;
  Matrix mask_;
};

// x with M x = right, for symmetric positive definite M (Hestenes, Stiefel 1952).
Matrix SolveByConjugateGradients(const WalkOperator& m, const Matrix& right) {
  Matrix x = Matrix::Zero(right.rows(), right.cols()), residual = right, direction = right;
  double norm = residual.squaredNorm();
  const double enough = 1e-24 * norm;
  // The eigenvalues of M lie between 1 - kMostRatio and 1 + kMostRatio: some 700 steps at most, and fewer
  // than unknowns, if numbers were exact.
  constexpr int kMostSteps = 10000;
  for (int step = 0; norm > enough; ++step) {
    STRUCTLAB_CHECK(step < kMostSteps);
    const Matrix image = m(direction);
    const double length = norm / direction.cwiseProduct(image).sum();
    x += length * direction;
    residual -= length * image;
    const double next = residual.squaredNorm();
    direction = residual + next / norm * direction;
    norm = next;
  }
  return x;
}

}  // namespace

double SpectralRadius(const Graph& graph) {
  constexpr int kMostSteps = 1000;
  constexpr double kLeastEntry = 1e-290;
  const std::vector<int> component = ConnectedComponents(graph);
  const size_t num_components =
      component.empty() ? 0 : static_cast<size_t>(1 + *std::max_element(component.begin(), component.end()));
  std::vector<double> bounds(num_components), sums(num_components), products(num_components);
  double radius = 0;
  // The component's own factor keeps x from vanishing where another one grows faster. A + I, as the least
  // eigenvalue of a bipartite graph is as large as the largest.
  Eigen::VectorXd x = Eigen::VectorXd::Ones(graph.num_nodes());
  for (int step = 0; step < kMostSteps; ++step) {
    Eigen::VectorXd next = x + Multiply(graph, x);
    std::fill(bounds.begin(), bounds.end(), 0.0);
    std::fill(sums.begin(), sums.end(), 0.0);
    std::fill(products.begin(), products.end(), 0.0);
    for (int node = 0; node < graph.num_nodes(); ++node) {
      const size_t c = static_cast<size_t>(component[static_cast<size_t>(node)]);
      bounds[c] = std::max(bounds[c], next[node] / x[node]);
      sums[c] += x[node] * x[node];
      products[c] += x[node] * next[node];
    }
    radius = 0;
    bool close = true;
    for (size_t c = 0; c < num_components; ++c) {
      radius = std::max(radius, bounds[c] - 1);
      close = close && bounds[c] - products[c] / sums[c] <= 1e-6 * (bounds[c] - 1);
    }
    if (close) break;
    for (int node = 0; node < graph.num_nodes(); ++node) {
      const size_t c = static_cast<size_t>(component[static_cast<size_t>(node)]);
      x[node] = next[node] / bounds[c];
    }
    // Far from where it is largest; the bound needs positive numbers.
    if (x.size() > 0 && x.minCoeff() < kLeastEntry) break;
  }
  return radius;
}

double DefaultRandomWalkLambda(std::span<const Graph> graphs) {
  double radius = 0;
  for (const Graph& graph : graphs) radius = std::max(radius, SpectralRadius(graph));
  return radius > 0 ? 0.9 / (radius * radius) : 0.9;
}

Eigen::MatrixXd RandomWalkGram(std::span<const Graph> graphs, const RandomWalk& walk,
                               common::ThreadPool& pool) {
  double radius = 0;
  for (const Graph& graph : graphs) {
    CheckNodes(graph);
    radius = std::max(radius, SpectralRadius(graph));
  }
  CheckLambda(walk.lambda, radius * radius);
  const Eigen::Index count = NumMoments(walk.lambda * radius * radius);
  Eigen::MatrixXd moments(count, static_cast<Eigen::Index>(graphs.size()));
  common::ParallelFor(pool, static_cast<int64_t>(graphs.size()), [&](int64_t g) {
    moments.col(g) = WalkMoments(graphs[static_cast<size_t>(g)], walk, count);
  });
  return moments.transpose() * moments;
}

double RandomWalkKernel(const Graph& a, const Graph& b, const RandomWalk& walk, GraphletLabels labels) {
  for (const Graph* graph : {&a, &b}) {
    CheckNodes(*graph);
    if (labels == GraphletLabels::kUse && !graph->has_node_labels()) {
      common::ThrowUsageError("labels", "graphs with labels of their nodes", "one without");
    }
  }
  CheckLambda(walk.lambda, SpectralRadius(a) * SpectralRadius(b));
  const WalkOperator steps(a, b, walk.lambda, labels);
  const double start = walk.start == RandomWalk::Start::kOnes
                           ? 1.0
                           : 1.0 / (static_cast<double>(a.num_nodes()) * b.num_nodes());
  const Matrix right = start * steps.mask();
  return right.cwiseProduct(SolveByConjugateGradients(steps, right)).sum();
}

}  // namespace structlab::kernels
