#include "kernels/sparse/hashed_measurements.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

using common::ErrorKind;
using common::MessageOf;

Eigen::MatrixXd RandomImages(int pixels, int images, uint64_t seed) {
  common::RandomStream stream(seed, "images");
  Eigen::MatrixXd random(pixels, images);
  for (double& entry : random.reshaped()) entry = stream.Normal();
  return random;
}

// Two functions on five pixels and three bins, computed by hand: one column cancels, and one entry is -2.
TEST(HashedMeasurements, AddsUpAllHashFunctions) {
  const int bins[2][5] = {{0, 2, 1, 0, 2}, {1, 2, 0, 0, 1}};
  const bool negative[2][5] = {{false, true, false, true, false}, {false, false, true, true, false}};
  std::vector<HashEntry> entries;
  for (int s = 0; s < 2; ++s) {
    for (int j = 0; j < 5; ++j) entries.push_back({j, bins[s][j], negative[s][j]});
  }
  const HashedMeasurements hash(5, 3, entries);
  Eigen::MatrixXd expected(3, 5);
  expected << 1, 0, -1, -2, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1;
  EXPECT_EQ(hash.Matrix(), expected);
  Eigen::VectorXd x(5), measured(3);
  x << 1, 2, 3, 4, 5;
  measured << -10, 9, 5;
  EXPECT_EQ(hash.Apply(x), measured);
}

TEST(HashedMeasurements, AreAMatrix) {
  const HashedMeasurements hash(101, 30, 7, 5);
  const Eigen::MatrixXd images = RandomImages(101, 4, 1);
  EXPECT_LT((hash.Apply(images) - hash.Matrix() * images).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(hash.Apply(images.col(2)), hash.Apply(images).col(2));
  EXPECT_EQ(hash.Apply(Eigen::MatrixXd(101, 0)).cols(), 0);
}

ByteImages BrightBytes(int pixels, int images) {
  ByteImages bytes(pixels, images);
  common::RandomStream stream(1, "bytes");
  for (uint8_t& pixel : bytes.reshaped()) pixel = static_cast<uint8_t>(200 + stream.UniformIndex(56));
  return bytes;
}

// Sparse and dense H; one image, and numbers of images and bins that are not multiples of a block.
TEST(HashedMeasurements, OfBytesAreThoseOfNumbers) {
  struct Shape {
    int pixels, bins, functions, images;
  };
  for (const auto& [pixels, bins, functions, images] :
       {Shape{101, 30, 7, 1}, {101, 30, 1, 70}, {101, 30, 7, 70}, {300, 200, 200, 130}}) {
    SCOPED_TRACE(pixels * bins + functions);
    const HashedMeasurements hash(pixels, bins, functions, 5);
    const ByteImages bytes = BrightBytes(pixels, images);
    EXPECT_EQ(hash.ApplyToBytes(bytes), hash.Apply(bytes.cast<double>()));
  }
}

// Sums that floats would round.
TEST(HashedMeasurements, OfManyBrightPixelsAreExact) {
  constexpr int kPixels = 1 << 18;
  std::vector<HashEntry> entries;
  for (int pixel = 0; pixel < kPixels; ++pixel) entries.push_back({pixel, pixel % 2, false});
  const HashedMeasurements hash(kPixels, 2, entries);
  const ByteImages bytes = BrightBytes(kPixels, 20);
  EXPECT_EQ(hash.ApplyToBytes(bytes), hash.Apply(bytes.cast<double>()));
}

TEST(HashedMeasurements, DependOnTheSeedAlone) {
  const Eigen::MatrixXd matrix = HashedMeasurements(50, 20, 3, 1).Matrix();
  EXPECT_EQ(matrix, HashedMeasurements(50, 20, 3, 1).Matrix());
  EXPECT_NE(matrix, HashedMeasurements(50, 20, 3, 2).Matrix());
  // More functions extend the first ones.
  const Eigen::MatrixXd more = HashedMeasurements(50, 20, 4, 1).Matrix() - matrix;
  EXPECT_TRUE(more.cwiseAbs().colwise().sum() == Eigen::RowVectorXd::Ones(50));
}

// The probability that an entry is 0: a sum over the number of functions that collide in it and cancel.
// Columns are independent; allows five standard errors of the mean over them.
TEST(HashedMeasurements, AreAsFullAsTheirDistributionSays) {
  const struct {
    int functions;
    double zero;
  } cases[] = {{1, 0.98}, {5, 0.9058034748}, {50, 0.4626580092}};
  for (const auto& [functions, zero] : cases) {
    SCOPED_TRACE(functions);
    const int pixels = 4000, bins = 50;
    const Eigen::MatrixXd matrix = HashedMeasurements(pixels, bins, functions, 9).Matrix();
    const Eigen::ArrayXd zeros = (matrix.array() == 0).cast<double>().colwise().mean();
    const double deviation = std::sqrt((zeros - zeros.mean()).square().mean() / pixels);
    EXPECT_NEAR(zeros.mean(), zero, 5 * deviation + 1e-12);
  }
}

// E |H x|^2 = S |x|^2. If signs depended on bins, an image of ones would give many times this value.
TEST(HashedMeasurements, KeepLengthsOnAverage) {
  for (const int functions : {1, 10}) {
    std::vector<double> ratios;
    const Eigen::VectorXd ones = Eigen::VectorXd::Ones(1024);
    for (uint32_t seed = 0; seed < 200; ++seed) {
      ratios.push_back(HashedMeasurements(1024, 50, functions, seed).Apply(ones).squaredNorm() /
                       (functions * 1024.0));
    }
    const Eigen::Map<const Eigen::ArrayXd> all(ratios.data(), 200);
    const double deviation = std::sqrt((all - all.mean()).square().mean() / 200);
    EXPECT_NEAR(all.mean(), 1, 5 * deviation);
    EXPECT_LT(deviation, 0.03);
  }
}

// Every row of H has both signs about equally often.
TEST(HashedMeasurements, HaveBothSignsInEveryBin) {
  const Eigen::MatrixXd matrix = HashedMeasurements(32256, 50, 1, 1).Matrix();
  const Eigen::ArrayXd sums = matrix.rowwise().sum(), counts = matrix.cwiseAbs().rowwise().sum();
  EXPECT_GT(counts.minCoeff(), 450);  // 645 on average, a standard deviation of 25
  EXPECT_LT(counts.maxCoeff(), 850);
  EXPECT_LT((sums.abs() / counts.sqrt()).maxCoeff(), 6);
}

TEST(HashFunctionCount, RoundsUpExactly) {
  EXPECT_EQ(HashFunctionCount(14, 50), 7);
  EXPECT_EQ(HashFunctionCount(30, 50), 15);
  EXPECT_EQ(HashFunctionCount(5, 50), 3);
  EXPECT_EQ(HashFunctionCount(100, 300), 300);
  for (int percent = 1; percent <= 100; ++percent) {
    for (const int bins : {50, 100, 200, 300}) {
      const int count = HashFunctionCount(percent, bins);
      EXPECT_GE(100 * count, percent * bins);
      EXPECT_LT(100 * (count - 1), percent * bins);
    }
  }
}

TEST(HashedMeasurements, RefuseOtherSizes) {
  const auto message = [](int pixels, int bins, int functions) {
    return MessageOf(ErrorKind::kUsage, [&] { HashedMeasurements(pixels, bins, functions, 1); });
  };
  EXPECT_EQ(message(0, 3, 1), "HashedMeasurements::pixels: expected 1 to 16777216, found 0");
  EXPECT_EQ(message(5, 0, 1), "HashedMeasurements::bins: expected 1 to 16777216, found 0");
  EXPECT_EQ(message(5, 1 << 25, 1), "HashedMeasurements::bins: expected 1 to 16777216, found 33554432");
  EXPECT_EQ(message(5, 3, 0), "HashedMeasurements::functions: expected 1 to 26843545, found 0");
  EXPECT_EQ(message(1 << 24, 3, 9), "HashedMeasurements::functions: expected 1 to 8, found 9");
  const auto of_entry = [](const HashEntry& entry) {
    return MessageOf(ErrorKind::kUsage, [&] { HashedMeasurements(5, 3, std::vector<HashEntry>{entry}); });
  };
  EXPECT_EQ(of_entry({5, 0, false}), "HashEntry::pixel: expected 0 to 4, found 5");
  EXPECT_EQ(of_entry({-1, 0, false}), "HashEntry::pixel: expected 0 to 4, found -1");
  EXPECT_EQ(of_entry({0, 3, false}), "HashEntry::bin: expected 0 to 2, found 3");
  EXPECT_EQ(of_entry({0, -1, false}), "HashEntry::bin: expected 0 to 2, found -1");
  const auto of_entries = [](const std::vector<HashEntry>& entries) {
    return MessageOf(ErrorKind::kUsage, [&] { HashedMeasurements(2, 3, entries); });
  };
  EXPECT_EQ(of_entries({}), "HashedMeasurements::entries: expected 1 to 134217728, found 0");
  EXPECT_EQ(of_entries({{0, 1, false}, {1, 2, false}, {0, 0, true}}),
            "HashedMeasurements::entries: expected the same number for each pixel, one per function, found 1 "
            "for pixel "
            "1, 2 for pixel 0");
  EXPECT_EQ(of_entries({{1, 1, false}, {0, 2, false}, {1, 2, true}, {0, 0, true}}), "no error");
  const HashedMeasurements hash(5, 3, 1, 1);
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { hash.Apply(Eigen::MatrixXd(4, 2)); }),
            "HashedMeasurements::Apply: expected 5 rows, one per pixel, found 4");
}

}  // namespace
}  // namespace structlab::kernels
