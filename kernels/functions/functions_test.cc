// Kernels are compared with plain loops in double precision, and their Gram matrices with each other.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <map>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/gram_blocks.h"
#include "kernels/functions/hashed_substrings.h"
#include "kernels/functions/kernel_methods.h"
#include "kernels/functions/kernel_width.h"
#include "kernels/functions/pivoted_cholesky.h"
#include "kernels/functions/spectrum_kernel.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;
using Vector = Eigen::VectorXd;

// Rows of random numbers from 0 to 1, with a share of zeros.
DenseRows<double> RandomRows(int n, int columns, common::RandomStream& random, double zeros = 0.4) {
  DenseRows<double> rows(n, columns);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < columns; ++j) rows(i, j) = random.Uniform() < zeros ? 0 : random.Uniform();
  }
  return rows;
}

template <class T>
SparseRowsOf<T> ToSparse(const DenseRows<T>& rows) {
  SparseRowsOf<T> sparse = rows.sparseView();
  sparse.makeCompressed();
  return sparse;
}

double ChiSquareSum(const Vector& x, const Vector& y) {
  double sum = 0;
  for (int c = 0; c < x.size(); ++c) {
    if (x[c] + y[c] > 0) sum += (x[c] - y[c]) * (x[c] - y[c]) / (x[c] + y[c]);
  }
  return sum;
}

// The kernel by its name, and its definition.
const std::map<std::string, std::function<double(const Vector&, const Vector&)>> kKernels = {
    {"linear", [](const Vector& x, const Vector& y) { return x.dot(y); }},
    {"polynomial:degree=3,offset=0.5,scale=2",
     [](const Vector& x, const Vector& y) { return std::pow(2 * x.dot(y) + 0.5, 3); }},
    {"gaussian:gamma=0.7",
     [](const Vector& x, const Vector& y) { return std::exp(-0.7 * (x - y).squaredNorm()); }},
    {"chi-square:width=1.5",
     [](const Vector& x, const Vector& y) { return std::exp(-ChiSquareSum(x, y) / 1.5); }},
};

template <class T>
VectorKernelPointer<T> Make(const std::string& text, const RowBlock<T>& rows, uint64_t seed = 1) {
  const KernelText kernel = ParseKernel(text);
  const VectorKernelMethod& method = FindVectorKernel(kernel.name);
  if constexpr (std::is_same_v<T, double>)
    return method.make(kernel.values, rows, seed).kernel;
  else
    return method.make_float(kernel.values, rows, seed).kernel;
}

template <class T>
void ExpectKernelsAreTheirDefinitions(double tolerance) {
  common::ThreadPool one(1), two(2);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream random(seed, "kernels");
    const int n = seed == 0 ? 300 : 7, m = seed == 0 ? 280 : 5;
    const DenseRows<double> a = RandomRows(n, 9, random), b = RandomRows(m, 9, random);
    const DenseRows<T> dense_a = a.cast<T>(), dense_b = b.cast<T>();
    const SparseRowsOf<T> sparse_a = ToSparse(dense_a), sparse_b = ToSparse(dense_b);
    for (const auto& [text, definition] : kKernels) {
      SCOPED_TRACE(text);
      const VectorKernelPointer<T> kernel = Make<T>(text, dense_a);
      const DenseRows<T> gram = GramMatrix<T>(*kernel, dense_a, one);
      const DenseRows<T> cross = CrossGram<T>(*kernel, dense_a, dense_b, one);
      EXPECT_EQ((gram - GramMatrix<T>(*kernel, dense_a, two)).norm(), 0);
      EXPECT_EQ((cross - CrossGram<T>(*kernel, dense_a, dense_b, two)).norm(), 0);
      EXPECT_EQ((gram - gram.transpose()).norm(), 0);
      const VectorOf<T> diagonal = kernel->Diagonal(dense_a);
      EXPECT_LE((gram.diagonal() - diagonal).cwiseAbs().maxCoeff(), tolerance * diagonal.maxCoeff());
      const DenseRows<T> sparse_gram = GramMatrix<T>(*kernel, sparse_a, two);
      const DenseRows<T> sparse_cross = CrossGram<T>(*kernel, sparse_a, sparse_b, two);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < std::max(n, m); ++j) {
          if (j < n) {
            const double expected = definition(a.row(i), a.row(j));
            ASSERT_NEAR(gram(i, j), expected, tolerance * std::max(1.0, expected));
            ASSERT_NEAR(sparse_gram(i, j), expected, tolerance * std::max(1.0, expected));
          }
          if (j >= m) continue;
          const double expected = definition(a.row(i), b.row(j));
          ASSERT_NEAR(cross(i, j), expected, tolerance * std::max(1.0, expected));
          ASSERT_NEAR(sparse_cross(i, j), expected, tolerance * std::max(1.0, expected));
        }
      }
    }
  }
}

TEST(VectorKernel, IsItsDefinitionInDoubles) { ExpectKernelsAreTheirDefinitions<double>(1e-13); }
TEST(VectorKernel, IsItsDefinitionInFloats) { ExpectKernelsAreTheirDefinitions<float>(1e-5); }

// Rows 10^6 from the origin: |x|^2 + |y|^2 - 2 x.y in floats has no correct digit of the distance.
TEST(VectorKernel, GaussianHasItsDigitsFarFromTheOrigin) {
  common::RandomStream random(1, "far");
  common::ThreadPool pool(1);
  const DenseRows<double> near = RandomRows(50, 6, random);
  const double far = 1 << 20;
  const DenseRows<double> shifted = near.array() + far;
  const VectorKernelPointer<double> kernel = GaussianKernel<double>(1);
  const double error = (GramMatrix<double>(*kernel, near, pool) - GramMatrix<double>(*kernel, shifted, pool))
                           .cwiseAbs()
                           .maxCoeff();
  // The shift itself rounds the entries by 2^-33; a difference has two of these errors.
  EXPECT_LE(error, 4 * 6 * std::ldexp(1, -32));
  EXPECT_LE(GramMatrix<double>(*kernel, shifted, pool).maxCoeff(), 1);
}

TEST(VectorKernel, SumsProductsAndNormalisation) {
  common::RandomStream random(2, "sums");
  common::ThreadPool pool(1);
  const DenseRows<double> rows = RandomRows(8, 5, random);
  const auto linear = LinearKernel<double>(), gaussian = GaussianKernel<double>(0.5);
  const auto polynomial = PolynomialKernel<double>(2, 1);
  const auto gram = [&](const VectorKernelPointer<double>& kernel) -> Eigen::MatrixXd {
    return GramMatrix<double>(*kernel, rows, pool);
  };
  const auto sum = SumOfKernels<double>({{2, linear}, {0.5, gaussian}});
  EXPECT_LE((gram(sum) - (2 * gram(linear) + 0.5 * gram(gaussian))).norm(), 1e-13);
  const auto product = ProductOfKernels<double>({linear, gaussian});
  EXPECT_LE((gram(product) - gram(linear).cwiseProduct(gram(gaussian))).norm(), 1e-13);
  const Eigen::MatrixXd plain = gram(polynomial), normalized = gram(NormalizedKernel<double>(polynomial));
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      EXPECT_NEAR(normalized(i, j), plain(i, j) / std::sqrt(plain(i, i) * plain(j, j)), 1e-14);
    }
  }
  for (const auto& kernel : {sum, product, NormalizedKernel<double>(polynomial)}) {
    EXPECT_LE((gram(kernel).diagonal() - kernel->Diagonal(rows)).norm(), 1e-13);
  }
  DenseRows<double> empty = rows;
  empty.row(3).setZero();
  const auto lengths = NormalizedKernel<double>(linear);
  EXPECT_EQ((GramMatrix<double>(*lengths, empty, pool).row(3).norm()), 0);
}

// Blocks have the bits of the whole matrix for any memory, also in the last block.
template <class T>
void ExpectBlocksAreTheMatrix() {
  common::RandomStream random(4, "blocks");
  common::ThreadPool one(1), two(2);
  const int n = 700;
  const DenseRows<T> rows = RandomRows(n, 6, random).template cast<T>();
  const SparseRowsOf<T> sparse = ToSparse(rows);
  const int64_t block = 256 * n * static_cast<int64_t>(sizeof(T));
  for (const auto& kernel : {GaussianKernel<T>(0.3), PolynomialKernel<T>(2, 1)}) {
    for (const RowBlock<T> source : {RowBlock<T>(rows), RowBlock<T>(sparse)}) {
      const DenseRows<T> gram = GramMatrix<T>(*kernel, source, one);
      for (const int64_t memory : {10 * block, 2 * block, block}) {
        GramBlocks<T> plain(kernel, source, memory, one);
        GramBlocks<T> finished(kernel, source, memory, two, [](int64_t i, std::span<T> row) {
          for (T& value : row) value *= static_cast<T>(i + 1);
        });
        for (const int64_t b : {1, 0, 2, 2, 1, 0}) {
          EXPECT_EQ((plain.Block(b) - gram.middleRows(plain.begin(b), plain.rows(b))).norm(), 0);
          const DenseRows<T> values = finished.Block(b);
          for (int64_t i = 0; i < values.rows(); ++i) {
            const int64_t row = finished.begin(b) + i;
            for (int j = 0; j < n; ++j) {
              const T expected = gram(row, j) * static_cast<T>(row + 1);
              ASSERT_EQ(values(i, j), expected);
            }
          }
        }
      }
      GramBlocks<T> given(gram, one);
      EXPECT_EQ((given.Block(2) - gram.bottomRows(188)).norm(), 0);
    }
  }
}

TEST(GramBlocks, AreTheMatrixInFloats) { ExpectBlocksAreTheMatrix<float>(); }
TEST(GramBlocks, AreTheMatrixInDoubles) { ExpectBlocksAreTheMatrix<double>(); }

TEST(GramBlocks, MistakesAreTold) {
  common::ThreadPool pool(1);
  const DenseRows<double> rows = DenseRows<double>::Ones(10, 2);
  EXPECT_EQ(MessageOf([&] { GramBlocks<double>(LinearKernel<double>(), rows, 700, pool); }),
            "rows: expected memory for a block of the Gram matrix, 800 bytes, found 700");
  EXPECT_EQ(MessageOf([&] { GramBlocks<double>(rows, pool); }),
            "Gram matrix: expected as many rows as columns, found 10 x 2");
  DenseRows<double> skew = DenseRows<double>::Identity(3, 3);
  skew(2, 0) = 0.5;
  EXPECT_EQ(
      MessageOf([&] { GramBlocks<double>(skew, pool); }),
      "Gram matrix: expected a symmetric matrix, found 0.5 in row 3, column 1 and 0 in row 1, column 3");
}

TEST(VectorKernel, CenteringIsThatOfTheFeatureSpace) {
  common::RandomStream random(3, "centering");
  common::ThreadPool pool(1);
  DenseRows<double> rows = RandomRows(9, 4, random), others = RandomRows(5, 4, random);
  const auto linear = LinearKernel<double>();
  Eigen::MatrixXd gram = GramMatrix<double>(*linear, rows, pool);
  Eigen::MatrixXd cross = CrossGram<double>(*linear, others, rows, pool);
  const GramCentering centering(gram);
  centering.Center(gram);
  centering.Center(cross);
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  rows.rowwise() -= mean;
  others.rowwise() -= mean;
  EXPECT_LE((gram - rows * rows.transpose()).norm(), 1e-14);
  EXPECT_LE((cross - others * rows.transpose()).norm(), 1e-14);
}

TEST(VectorKernel, WidthsAreTypicalDistances) {
  // Squared distances 1, 1, 4, 4, 9, 16 and one pair of equal points that does not count.
  DenseRows<double> rows(4, 1);
  rows << 0, 1, 0, 4;  // 1 0 16, 1 9, 16
  EXPECT_EQ(TypicalSquaredDistance<double>(rows, TypicalDistance::kMedian, 1), 9);
  EXPECT_EQ(TypicalSquaredDistance<double>(rows, TypicalDistance::kMean, 1), (1 + 16 + 1 + 9 + 16) / 5.0);
  const SparseRowsOf<double> sparse = ToSparse(rows);
  EXPECT_EQ(TypicalSquaredDistance<double>(sparse, TypicalDistance::kMedian, 1), 9);
  EXPECT_EQ(TypicalChiSquareDistance<double>(rows, TypicalDistance::kMean, 1),
            (1 + 4 + 1 + 9 / 5.0 + 4) / 5.0);
  const KernelText text = ParseKernel("gaussian:gamma=median");
  const NamedKernel<double> kernel = FindVectorKernel("gaussian").make(text.values, rows, 1);
  EXPECT_EQ(FormatKernel(kernel.name, kernel.values), "gaussian:gamma=0.1111111111111111");
  EXPECT_EQ(MessageOf([] {
              const DenseRows<double> equal = DenseRows<double>::Ones(5, 2);
              TypicalSquaredDistance<double>(equal, TypicalDistance::kMedian, 1);
            }),
            "kernel width: expected rows that differ, found 5 equal ones; give the width as a number, or "
            "leave out constant columns");
}

TEST(VectorKernel, MistakesAreTold) {
  common::ThreadPool pool(1);
  DenseRows<double> rows = DenseRows<double>::Ones(3, 2);
  EXPECT_EQ(MessageOf([] { ParseKernel("gaussian:gamma"); }).substr(0, 6), "option");
  EXPECT_NE(MessageOf([] { ParseKernel("gausian"); }).find("one of gaussian"), std::string::npos);
  EXPECT_EQ(MessageOf([&] { Make<double>("gaussian:gamma=-1", rows); }),
            "gamma: expected a finite number above 0, found -1");
  rows(2, 1) = -0.5;
  EXPECT_EQ(
      MessageOf([&] { GramMatrix<double>(*ChiSquareKernel<double>(1), rows, pool); }),
      "chi-square kernel: expected entries of 0 or more, such as those of histograms, found one below 0 "
      "in row 2");
  rows(1, 0) = std::nan("");
  EXPECT_EQ(MessageOf([&] { GramMatrix<double>(*LinearKernel<double>(), rows, pool, "x"); }),
            "x: expected finite entries, found nan in row 1, column 0");
  EXPECT_EQ(MessageOf([&] {
              const DenseRows<double> three = DenseRows<double>::Ones(2, 3),
                                      two = DenseRows<double>::Ones(2, 2);
              CrossGram<double>(*LinearKernel<double>(), three, two, pool);
            }),
            "rows: expected rows of 3 columns, found 2");
}

TEST(PivotedCholesky, ResidualIsTheTraceThatIsLeft) {
  common::ThreadPool pool(1);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream random(seed, "low rank");
    const DenseRows<double> rows = RandomRows(60, 5, random);
    const auto kernel = GaussianKernel<double>(0.3);
    const Eigen::MatrixXd gram = GramMatrix<double>(*kernel, rows, pool);
    for (const double tolerance : {0.3, 1e-2, 1e-6}) {
      const LowRank low = PivotedCholesky(*kernel, rows, {.tolerance = tolerance});
      const Eigen::MatrixXd left = gram - low.factor * low.factor.transpose();
      EXPECT_LE(low.residual, tolerance);
      EXPECT_NEAR(left.trace() / gram.trace(), low.residual, 1e-12);
      EXPECT_GE(common::EigenvaluesOfSymmetric(left).values.minCoeff(), -1e-12);
      const auto rank = static_cast<Eigen::Index>(low.pivots.size());
      EXPECT_EQ(low.factor.cols(), rank);
      // The training points as new points.
      Eigen::MatrixXd at_pivots(rank, rank), values(60, rank);
      for (Eigen::Index k = 0; k < rank; ++k) {
        at_pivots.row(k) = low.factor.row(low.pivots[k]);
        values.col(k) = gram.col(low.pivots[k]);
      }
      EXPECT_LE((LowRankRows(at_pivots, values) - low.factor).norm(), 1e-7);
    }
  }
}

TEST(PivotedCholesky, LinearKernelsEndAtTheirRank) {
  common::RandomStream random(5, "rank");
  const DenseRows<double> rows = RandomRows(40, 4, random);
  EXPECT_EQ(PivotedCholesky(*LinearKernel<double>(), rows, {.tolerance = 1e-12}).pivots.size(), 4u);
  const DenseRows<double> none = DenseRows<double>::Zero(5, 2);
  EXPECT_EQ(PivotedCholesky(*LinearKernel<double>(), none, {}).factor.cols(), 0);
}

TEST(PivotedCholesky, RefusesWhatIsNoKernel) {
  Eigen::MatrixXd matrix(2, 2);
  matrix << 1, 2, 2, 1;
  EXPECT_EQ(MessageOf([&] {
              PivotedCholesky(matrix.diagonal(), [&](int64_t i) -> Vector { return matrix.col(i); }, {});
            }),
            "kernel: expected a positive semidefinite matrix, found one that is not: row 1 and 1 others show "
            "it; use another kernel, or add a multiple of the identity");
}

TEST(SpectrumKernel, CountsCommonSubstrings) {
  common::RandomStream random(6, "texts");
  for (const int length : {1, 2, 3}) {
    std::vector<std::string> texts, others;
    for (int i = 0; i < 12; ++i) {
      std::string& text = (i < 8 ? texts : others).emplace_back();
      for (uint64_t left = random.UniformIndex(20); left > 0; --left) {
        text += static_cast<char>('a' + random.UniformIndex(3));
      }
    }
    SpectrumFeatures features(length);
    const SparseRowsOf<double> rows = features.Learn(texts), new_rows = features.Apply(others);
    const auto count = [length](const std::string& x, const std::string& y) {
      double equal = 0;
      for (size_t i = 0; i + static_cast<size_t>(length) <= x.size(); ++i) {
        for (size_t j = 0; j + static_cast<size_t>(length) <= y.size(); ++j) {
          equal += x.compare(i, static_cast<size_t>(length), y, j, static_cast<size_t>(length)) == 0 ? 1 : 0;
        }
      }
      return equal;
    };
    common::ThreadPool pool(1);
    const DenseRows<double> gram = GramMatrix<double>(*LinearKernel<double>(), rows, pool);
    const DenseRows<double> cross = CrossGram<double>(*LinearKernel<double>(), new_rows, rows, pool);
    for (size_t i = 0; i < texts.size(); ++i) {
      for (size_t j = 0; j < texts.size(); ++j) EXPECT_EQ(gram(i, j), count(texts[i], texts[j]));
      for (size_t j = 0; j < others.size(); ++j) EXPECT_EQ(cross(j, i), count(others[j], texts[i]));
    }
  }
}

// Without collisions the exact counts; with them at least these, since no value is negative.
TEST(HashedSubstrings, CountAsSpectrumFeaturesDo) {
  const std::vector<std::string> texts = {"abracadabra", "cadaver", "ab", "", "bar"};
  common::ThreadPool pool(1);
  for (const int length : {1, 2, 3}) {
    const SparseRowsOf<double> exact = SpectrumFeatures(length).Learn(texts);
    const SparseRowsOf<double> wide = HashedSubstrings(texts, length, {.bits = 24});
    const SparseRowsOf<double> narrow = HashedSubstrings(texts, length, {.bits = 3});
    EXPECT_EQ(wide.nonZeros(), exact.nonZeros()) << "a collision; take another seed";
    const auto gram = [&](const SparseRowsOf<double>& rows) {
      return GramMatrix<double>(*LinearKernel<double>(), rows, pool);
    };
    EXPECT_EQ(gram(wide), gram(exact));
    EXPECT_GE((gram(narrow) - gram(exact)).minCoeff(), 0);
    for (Eigen::Index i = 0; i < narrow.rows(); ++i) EXPECT_EQ(narrow.row(i).sum(), exact.row(i).sum());
  }
  EXPECT_EQ(HashedSubstrings(texts, 1, {.bits = 3}).cols(), 8);
}

TEST(HashedSubstrings, RefuseOptionsOutOfRange) {
  const std::vector<std::string> texts = {"a"};
  EXPECT_EQ(MessageOf([&] { HashedSubstrings(texts, 0, {}); }),
            "length of the substrings: expected a whole number >= 1, found 0");
  EXPECT_EQ(MessageOf([&] { HashedSubstrings(texts, 1, {.bits = 31}); }),
            "bits: expected 3..30 for hashed substrings, found 31");
}

}  // namespace
}  // namespace structlab::kernels
