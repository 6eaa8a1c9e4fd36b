// Kernels of distances are compared with exact differences, for rows on which fast formulas lose all digits.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/kernel_width.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

// Rows of mixed scales: shifts, single outliers, clusters far away, fill values of other programs.
DenseRows<double> MixedRows(uint64_t seed, common::RandomStream& random) {
  const int n = 6 + static_cast<int>(random.UniformIndex(10)), columns = 1 + static_cast<int>(seed % 9);
  const double fills[] = {1e20, 9.96921e36, 1e30, -9999, 1e15, 1.7e308};
  DenseRows<double> rows(n, columns);
  const double scale = seed % 3 == 0 ? std::pow(10, random.Uniform(-200, 200)) : 1;
  const double shift = seed % 2 == 0 ? std::pow(10, random.Uniform(0, 15)) : 0;
  for (int i = 0; i < n; ++i) {
    const double cluster = seed % 5 == 1 && i % 2 == 0 ? std::pow(10, random.Uniform(3, 12)) : 0;
    for (int j = 0; j < columns; ++j) rows(i, j) = scale * (shift + cluster + random.Normal());
    if (seed % 4 != 3 || random.Uniform() < 0.7) continue;
    rows(i, static_cast<Eigen::Index>(random.UniformIndex(columns))) = fills[random.UniformIndex(6)];
  }
  return rows;
}

// The exponent by differences, in the long doubles of this processor, which have a wider range, too.
long double GaussianExponent(const DenseRows<double>& rows, int i, int j, double gamma) {
  long double sum = 0;
  for (int c = 0; c < rows.cols(); ++c) {
    const long double difference = static_cast<long double>(rows(i, c)) - rows(j, c);
    sum += difference * difference;
  }
  return gamma * sum;
}

long double ChiSquareExponent(const DenseRows<double>& rows, int i, int j, double width) {
  long double sum = 0;
  for (int c = 0; c < rows.cols(); ++c) {
    const long double x = rows(i, c), y = rows(j, c);
    if (x != y) sum += (x - y) * (x - y) / (x + y);
  }
  return sum / width;
}

template <class T, class Exponent>
void ExpectExact(const VectorKernel<T>& kernel, const DenseRows<T>& rows, double tolerance,
                 const Exponent& exponent) {
  common::ThreadPool pool(1);
  SparseRowsOf<T> sparse = rows.sparseView();
  sparse.makeCompressed();
  const DenseRows<T> gram = GramMatrix<T>(kernel, rows, pool),
                     by_entries = GramMatrix<T>(kernel, sparse, pool);
  const DenseRows<T> cross = CrossGram<T>(kernel, RowBlock<T>(rows).Part(0, 3), rows, pool);
  for (int i = 0; i < rows.rows(); ++i) {
    for (int j = 0; j < rows.rows(); ++j) {
      const auto expected = static_cast<double>(std::exp(-exponent(i, j)));
      ASSERT_LE(std::abs(static_cast<double>(gram(i, j)) - expected), tolerance) << i << " " << j << "\n"
                                                                                 << rows;
      ASSERT_LE(std::abs(static_cast<double>(by_entries(i, j)) - expected), tolerance) << i << " " << j;
      if (i >= 3) continue;
      ASSERT_LE(std::abs(static_cast<double>(cross(i, j)) - expected), tolerance) << i << " " << j;
    }
  }
}

TEST(DistanceKernels, DistancesAreThoseOfDifferencesForAnyMixtureOfScales) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "mixed scales");
    const DenseRows<double> rows = MixedRows(seed, random);
    // A width between rows, or between the least and the largest entry, that doubles hold.
    const double length = std::clamp(
        seed % 7 < 4 ? (rows.row(0) - rows.row(1)).norm() : std::abs(rows(0, 0)) + 1, 1e-150, 1e150);
    const double gamma = std::pow(10, random.Uniform(-2, 1)) / (length * length);
    ExpectExact<double>(*GaussianKernel<double>(gamma), rows, 1e-6,
                        [&](int i, int j) { return GaussianExponent(rows, i, j, gamma); });
    const DenseRows<double> histograms = rows.cwiseAbs();
    const double width = std::clamp(length * std::pow(10, random.Uniform(-1, 2)), 1e-300, 1e300);
    ExpectExact<double>(*ChiSquareKernel<double>(width), histograms, 1e-6,
                        [&](int i, int j) { return ChiSquareExponent(histograms, i, j, width); });
    // Floats hold less; what they hold is the data.
    if (!(rows.cwiseAbs().maxCoeff() < 1e38) || !(gamma < 1e38 && gamma > 1e-37) || !(width > 1e-30))
      continue;
    const DenseRows<float> floats = rows.cast<float>();
    const DenseRows<double> held = floats.cast<double>();
    ExpectExact<float>(*GaussianKernel<float>(gamma), floats, 1e-3, [&](int i, int j) {
      return GaussianExponent(held, i, j, static_cast<double>(static_cast<float>(gamma)));
    });
  }
}

// Widths of rows beside fill values are those of the other rows, and what a double cannot hold is said.
TEST(DistanceKernels, WidthsOfExtremeRows) {
  DenseRows<double> rows(6, 1);
  rows << 0, 1, 3, 7, 12, 1e200;
  EXPECT_EQ(TypicalSquaredDistance<double>(rows, TypicalDistance::kMedian, 1), 81);
  EXPECT_NE(MessageOf([&] {
              TypicalSquaredDistance<double>(rows, TypicalDistance::kMean, 1);
            }).find("found a larger one: some entries are too large"),
            std::string::npos);
  const DenseRows<double> tiny = 1e-200 * rows.topRows(5), huge = 1e200 * rows.topRows(5);
  EXPECT_NE(MessageOf([&] {
              TypicalSquaredDistance<double>(tiny, TypicalDistance::kMedian, 1);
            }).find("found a smaller one: the entries differ by too little"),
            std::string::npos);
  // Distances of the chi-square kernel are as large as the entries.
  const double one =
      TypicalChiSquareDistance<double>(DenseRows<double>(rows.topRows(5)), TypicalDistance::kMean, 1);
  EXPECT_NEAR(TypicalChiSquareDistance<double>(tiny, TypicalDistance::kMean, 1) / 1e-200, one, 1e-12 * one);
  EXPECT_NEAR(TypicalChiSquareDistance<double>(huge, TypicalDistance::kMean, 1) / 1e200, one, 1e-12 * one);
}

}  // namespace
}  // namespace structlab::kernels
