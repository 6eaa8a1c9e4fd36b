#include "kernels/statistics/independence_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/gram_checks.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/permuted_products.h"
#include "kernels/statistics/stoppable_product.h"

namespace structlab::kernels {
namespace {

using Matrix = Eigen::Ref<const Eigen::MatrixXd>;

constexpr Eigen::Index kMaxRowsOfExhaustiveTest = 7;

void CheckPermutations(int permutations) {
  if (permutations >= 1) return;
  common::ThrowUsageError("permutation test", "1 permutation or more", std::to_string(permutations));
}

// P(Gamma(mean^2 / variance, variance / mean) > statistic).
double GammaTail(double statistic, double mean, double variance) {
  if (!(mean > 0) || !(variance > 0)) return 1;
  if (!(statistic > 0)) return 1;
  return boost::math::gamma_q(mean * mean / variance, statistic * mean / variance);
}

std::vector<int> Identity(Eigen::Index n) {
  std::vector<int> identity(n);
  std::iota(identity.begin(), identity.end(), 0);
  return identity;
}

// The observed value of each statistic, and its values for permutations: all permutations for few rows;
// otherwise drawn ones, without the observed order.
struct PermutedValues {
  std::vector<double> observed;
  std::vector<std::vector<double>> values;  // [permutation][statistic]
  bool is_exhaustive = false;
};

// Returns the values of all statistics for each permutation: [permutation][statistic].
using Statistics = std::function<std::vector<std::vector<double>>(std::span<const std::vector<int>>)>;

// The number of permutations in one task. It is constant, so that the bits do not depend on the number of
// threads.
constexpr int64_t kBatch = 8;

PermutedValues Permute(Eigen::Index n, const Statistics& statistics, const PermutationOptions& options,
                       common::ThreadPool& pool) {
  PermutedValues result;
  const std::vector<std::vector<int>> identity = {Identity(n)};
  result.observed = statistics(identity)[0];
  result.is_exhaustive = n <= kMaxRowsOfExhaustiveTest;
  std::vector<std::vector<int>> all;
  if (result.is_exhaustive) {
    std::vector<int> permutation = Identity(n);
    do all.push_back(permutation);
    while (std::next_permutation(permutation.begin(), permutation.end()));
  }
  result.values.resize(result.is_exhaustive ? all.size() : static_cast<size_t>(options.permutations));
  const auto count = static_cast<int64_t>(result.values.size());
  common::ParallelFor(pool, (count + kBatch - 1) / kBatch, [&](int64_t batch) {
    const int64_t begin = batch * kBatch, end = std::min(count, begin + kBatch);
    std::vector<std::vector<int>> permutations;
    for (int64_t i = begin; i < end; ++i) {
      common::RandomStream random(options.seed, "permutation test", static_cast<uint64_t>(i));
      permutations.push_back(result.is_exhaustive ? all[i] : random.Permutation(static_cast<int>(n)));
    }
    std::ranges::move(statistics(permutations), result.values.begin() + begin);
  });
  return result;
}

// Throws common::Error(kUsage) unless all are finite: products of kernel values may be too large for a
// double.
template <class... Numbers>
void CheckFinite(Numbers... numbers) {
  if ((std::isfinite(numbers) && ...)) return;
  common::ThrowUsageError("test of independence", "kernel values whose products are finite", "larger ones",
                          "scale the data, or take another kernel");
}

// The test of one statistic. Values that differ by no more than `rounding` count as equal.
IndependenceTest TestOf(Eigen::Index n, const Statistics& statistic, double rounding,
                        const PermutationOptions& options, common::ThreadPool& pool) {
  CheckPermutations(options.permutations);
  const PermutedValues values = Permute(n, statistic, options, pool);
  CheckFinite(values.observed[0], rounding);
  int64_t at_least = 0;
  for (const std::vector<double>& value : values.values) {
    at_least += value[0] >= values.observed[0] - rounding ? 1 : 0;
  }
  IndependenceTest test;
  test.statistic = values.observed[0];
  test.permutations = static_cast<int64_t>(values.values.size());
  test.is_exhaustive = values.is_exhaustive;
  const int64_t itself = values.is_exhaustive ? 0 : 1;
  test.p_value = static_cast<double>(at_least + itself) / static_cast<double>(test.permutations + itself);
  return test;
}

IndependenceTest TestOf(const PermutedProducts& products, const PermutationOptions& options,
                        common::ThreadPool& pool) {
  const auto values = [&](std::span<const std::vector<int>> permutations) {
    std::vector<std::vector<double>> all;
    for (const double product : products.Products(permutations)) all.push_back({product});
    return all;
  };
  return TestOf(products.rows(), values, products.rounding(), options, pool);
}

// For sums that the statistic divides by n^2.
IndependenceTest Scaled(IndependenceTest test, Eigen::Index n) {
  test.statistic /= static_cast<double>(n) * static_cast<double>(n);
  return test;
}

// A factor F with F F' = the centred matrix, up to rounding.
Eigen::MatrixXd FactorOf(const Matrix& gram) {
  const Eigenpairs pairs = AllEigenpairs(Centered(gram));
  const double least = std::max(1e-14 * pairs.values[0], RoundingOf(gram));
  Eigen::Index rank = 0;
  while (rank < pairs.values.size() && pairs.values[rank] > least) ++rank;
  return pairs.vectors.leftCols(rank) * pairs.values.head(rank).cwiseSqrt().asDiagonal();
}

}  // namespace

IndependenceTest HsicPermutationTest(const Matrix& x, const Matrix& y, const PermutationOptions& options,
                                     common::ThreadPool& pool) {
  CheckGramPair(x, y, 2, "HSIC test");
  return Scaled(TestOf(PermutedProducts(Centered(x), Centered(y)), options, pool), x.rows());
}

IndependenceTest NormalizedHsicPermutationTest(const Matrix& x, const Matrix& y, double eps,
                                               const PermutationOptions& options, common::ThreadPool& pool) {
  CheckGramPair(x, y, 2, "HSNIC test");
  return TestOf(PermutedProducts(RegularizedGram(x, eps), RegularizedGram(y, eps)), options, pool);
}

IndependenceTest CovariancePermutationTest(const Matrix& x, const Matrix& y,
                                           const PermutationOptions& options, common::ThreadPool& pool) {
  CheckGramPair(x, y, 2, "COCO test");
  const Eigen::Index n = x.rows();
  const Eigen::MatrixXd a = FactorOf(x), b = FactorOf(y);
  const Eigen::MatrixXd a_transposed = a.transpose();
  const auto coco_of = [&](std::span<const int> permutation) -> double {
    if (a.cols() == 0 || b.cols() == 0) return 0;
    Eigen::MatrixXd permuted(n, b.cols());
    for (Eigen::Index i = 0; i < n; ++i) permuted.row(i) = b.row(permutation[i]);
    const Eigen::MatrixXd product = StoppableProduct(a_transposed, permuted);
    const Eigen::MatrixXd square = product.rows() < product.cols()
                                       ? StoppableProduct(product, product.transpose())
                                       : StoppableProduct(product.transpose(), product);
    const common::SymmetricEigenvalues eigen = common::EigenvaluesOfSymmetric(square);
    const double largest = eigen.has_converged ? eigen.values.maxCoeff() : AllEigenpairs(square).values[0];
    return std::sqrt(std::max(0.0, largest)) / static_cast<double>(n);
  };
  const auto coco = [&](std::span<const std::vector<int>> permutations) {
    std::vector<std::vector<double>> values;
    for (const std::vector<int>& permutation : permutations) values.push_back({coco_of(permutation)});
    return values;
  };
  const double rounding = 1e-12 * a.norm() * b.norm() / static_cast<double>(n);
  return TestOf(n, coco, rounding, options, pool);
}

IndependenceTest LowRankHsicPermutationTest(const Matrix& x_factor, const Matrix& y_factor,
                                            const PermutationOptions& options, common::ThreadPool& pool) {
  if (x_factor.rows() != y_factor.rows() || x_factor.rows() < 2) {
    common::ThrowUsageError("HSIC test", "as many rows of x as of y, at least 2",
                            fmt::format("{} and {}", x_factor.rows(), y_factor.rows()));
  }
  const auto centered = [](const Matrix& factor) -> Eigen::MatrixXd {
    return factor.rowwise() - factor.colwise().mean();
  };
  const PermutedProducts products = PermutedProducts::FromFactors(centered(x_factor), centered(y_factor));
  return Scaled(TestOf(products, options, pool), x_factor.rows());
}

IndependenceTest HsicGammaTest(const Matrix& x, const Matrix& y) {
  CheckGramPair(x, y, 6, "HSIC gamma test");
  const double n = static_cast<double>(x.rows());
  const Eigen::MatrixXd a = Centered(x), b = Centered(y);
  IndependenceTest test;
  const double product = a.cwiseProduct(b).sum();
  test.statistic = product / (n * n);
  const auto off_diagonal_mean = [n](const Matrix& gram) {
    return (gram.sum() - gram.trace()) / (n * (n - 1));
  };
  const double mean_x = x.trace() / n - off_diagonal_mean(x), mean_y = y.trace() / n - off_diagonal_mean(y);
  const Eigen::ArrayXXd squares = (a.array() * b.array() / 6).square();
  const double variance = 72 * (n - 4) * (n - 5) / (n * (n - 1) * (n - 2) * (n - 3)) *
                          (squares.sum() - squares.matrix().trace()) / (n * (n - 1));
  const double mean = mean_x * mean_y / n;
  CheckFinite(test.statistic, mean, variance);
  // Computed for HSIC itself: n HSIC has n times the mean and n^2 times the variance, which gives the same
  // p-value.
  test.p_value = GammaTail(test.statistic, mean, variance);
  return test;
}

IndependenceTest AggregatedHsicTest(std::span<const Eigen::MatrixXd> x, std::span<const Eigen::MatrixXd> y,
                                    const PermutationOptions& options, common::ThreadPool& pool) {
  CheckPermutations(options.permutations);
  if (x.size() != y.size() || x.empty()) {
    common::ThrowUsageError("aggregated test", "as many kernels of x as of y, at least one",
                            fmt::format("{} and {}", x.size(), y.size()));
  }
  std::vector<PermutedProducts> statistics;
  for (size_t k = 0; k < x.size(); ++k) {
    CheckGramPair(x[k], y[k], 2, "aggregated test");
    if (x[k].rows() != x[0].rows()) {
      common::ThrowUsageError("aggregated test", fmt::format("{} rows in all kernels", x[0].rows()),
                              std::to_string(x[k].rows()));
    }
    statistics.emplace_back(Centered(x[k]), Centered(y[k]));
  }
  const auto all = [&](std::span<const std::vector<int>> permutations) {
    std::vector<std::vector<double>> values(permutations.size());
    for (const PermutedProducts& statistic : statistics) {
      const std::vector<double> products = statistic.Products(permutations);
      for (size_t i = 0; i < products.size(); ++i) values[i].push_back(products[i]);
    }
    return values;
  };
  PermutedValues values = Permute(x[0].rows(), all, options, pool);
  for (size_t k = 0; k < statistics.size(); ++k) CheckFinite(values.observed[k], statistics[k].rounding());
  if (!values.is_exhaustive)
    values.values.push_back(values.observed);  // the observed order counts as a permutation
  const size_t count = values.values.size();
  // The p-value of each permutation for each statistic, and the smallest one of each permutation.
  std::vector<int64_t> least(count, std::numeric_limits<int64_t>::max());
  int64_t observed = std::numeric_limits<int64_t>::max();
  for (size_t k = 0; k < statistics.size(); ++k) {
    std::vector<double> sorted;
    for (const std::vector<double>& value : values.values) sorted.push_back(value[k]);
    std::sort(sorted.begin(), sorted.end());
    const auto at_least = [&](double value) {
      const auto from = std::lower_bound(sorted.begin(), sorted.end(), value - statistics[k].rounding());
      return static_cast<int64_t>(sorted.end() - from);
    };
    for (size_t i = 0; i < count; ++i) least[i] = std::min(least[i], at_least(values.values[i][k]));
    observed = std::min(observed, at_least(values.observed[k]));
  }
  IndependenceTest test;
  test.statistic = static_cast<double>(observed) / static_cast<double>(count);
  test.permutations = static_cast<int64_t>(count) - (values.is_exhaustive ? 0 : 1);
  test.is_exhaustive = values.is_exhaustive;
  const auto as_small = std::count_if(least.begin(), least.end(), [&](int64_t p) { return p <= observed; });
  test.p_value = static_cast<double>(as_small) / static_cast<double>(count);
  return test;
}

namespace {

// shift (K + shift I)^-1 for the centred matrix K; eigenvalues that are 0 up to rounding count as 0.
Eigen::MatrixXd Residuals(const Matrix& gram, double shift) {
  const Eigenpairs pairs = AllEigenpairs(Centered(gram));
  const Eigen::ArrayXd values = (pairs.values.array() > RoundingOf(gram)).select(pairs.values.array(), 0);
  const Eigen::VectorXd shrunk = shift / (values + shift);
  return StoppableProduct(pairs.vectors * shrunk.asDiagonal(), pairs.vectors.transpose());
}

// The part of the kernel matrix K that z does not explain: R K R for R = `residuals`.
Eigen::MatrixXd Residual(const Eigen::MatrixXd& residuals, const Matrix& gram) {
  const Eigen::MatrixXd half = StoppableProduct(residuals, Centered(gram));
  const Eigen::MatrixXd both = StoppableProduct(half, residuals);
  return 0.5 * (both + both.transpose());
}

// A permutation that moves entries only between rows with similar z: takes rows in random order, and shuffles
// each with its nearest rows that were not moved yet.
std::vector<int> LocalPermutation(const Matrix& z, int neighbors, common::RandomStream& random) {
  const Eigen::Index n = z.rows();
  std::vector<int> permutation = Identity(n);
  std::vector<bool> is_free(n, true);
  for (const int center : random.Permutation(static_cast<int>(n))) {
    if (!is_free[center]) continue;
    std::vector<int> near;
    for (int i = 0; i < n; ++i) {
      if (is_free[i]) near.push_back(i);
    }
    const size_t size = std::min(near.size(), static_cast<size_t>(neighbors));
    // The squared distance in the feature space of the kernel, up to a constant.
    const auto distance = [&](int i) { return z(i, i) - 2 * z(i, center); };
    std::nth_element(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(size) - 1, near.end(),
                     [&](int a, int b) { return distance(a) < distance(b); });
    near.resize(size);
    const std::vector<int> order = random.Permutation(static_cast<int>(size));
    for (size_t i = 0; i < size; ++i) {
      permutation[near[i]] = near[order[i]];
      is_free[near[i]] = false;
    }
  }
  return permutation;
}

}  // namespace

IndependenceTest ConditionalIndependenceTest(const Matrix& xz, const Matrix& y, const Matrix& z,
                                             const ConditionalOptions& options, common::ThreadPool& pool) {
  CheckGramPair(xz, y, 4, "conditional test");
  CheckGramPair(xz, z, 4, "conditional test");
  if (!(options.eps > 0) || options.permutations < 0 || options.neighbors < 2) {
    common::ThrowUsageError("conditional test", "eps above 0, and 2 neighbors or more",
                            fmt::format("{}, {}", common::FormatShort(options.eps), options.neighbors));
  }
  const Eigen::Index n = y.rows();
  const double shift = static_cast<double>(n) * options.eps;
  const Eigen::MatrixXd residuals = Residuals(z, shift);
  const Eigen::MatrixXd a = Residual(residuals, xz), b = Residual(residuals, y);
  const double observed = a.cwiseProduct(b).sum();
  IndependenceTest test;
  test.statistic = observed / static_cast<double>(n);
  const Eigen::MatrixXd both = a.cwiseProduct(b);
  CheckFinite(observed, both.squaredNorm(), a.norm() * b.norm());
  if (options.permutations == 0) {
    test.p_value = GammaTail(observed, both.trace(), 2 * both.squaredNorm());
    return test;
  }
  const double rounding = 1e-12 * a.norm() * b.norm();
  std::vector<double> values(options.permutations);
  common::ParallelFor(pool, options.permutations, [&](int64_t i) {
    common::RandomStream random(options.seed, "conditional test", static_cast<uint64_t>(i));
    const std::vector<int> permutation = LocalPermutation(z, options.neighbors, random);
    Eigen::MatrixXd permuted(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index k = 0; k < n; ++k) {
        permuted(k, j) = y(permutation[k], permutation[j]);
      }
    }
    values[i] = a.cwiseProduct(Residual(residuals, permuted)).sum();
  });
  const auto at_least =
      std::count_if(values.begin(), values.end(), [&](double value) { return value >= observed - rounding; });
  test.permutations = options.permutations;
  test.p_value = static_cast<double>(at_least + 1) / static_cast<double>(options.permutations + 1);
  return test;
}

}  // namespace structlab::kernels
