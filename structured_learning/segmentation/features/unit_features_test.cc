#include "structured_learning/segmentation/features/unit_features.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/testing/random_images.h"
#include "structured_learning/segmentation/features/lab_color.h"
#include "structured_learning/segmentation/features/pixel_planes.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;
using graphical_models::Image;

Image Random(int width, int height, uint64_t seed) {
  common::RandomStream random(seed, "features");
  return graphical_models::RandomImage(width, height, 3, random);
}

// Turned by 90 degrees to the right: the pixel (x, y) moves to (height - 1 - y, x).
Image Turned(const Image& image) {
  Image turned = graphical_models::UniformImage(image.height, image.width, image.channels);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      for (int c = 0; c < image.channels; ++c) turned(image.height - 1 - y, x, c) = image(x, y, c);
    }
  }
  return turned;
}

// Values of Bruce Lindbloom's calculator for sRGB and D65.
TEST(LabColors, AreThoseOfKnownColors) {
  const Image image = {.width = 5,
                       .height = 1,
                       .channels = 3,
                       .values = {255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 119, 119, 119}};
  const DenseRows colors = LabColors(image);
  const DenseRows expected{
      {100, 0, 0}, {0, 0, 0}, {53.2408, 80.0925, 67.2032}, {32.2970, 79.1875, -107.8602}, {50.034, 0, 0}};
  for (Eigen::Index i = 0; i < expected.rows(); ++i) {
    EXPECT_LT((colors.row(i) - expected.row(i)).norm(), 0.02) << i << ": " << colors.row(i);
  }
}

// A ramp that rises towards an angle has its gradient in the bin of this angle.
TEST(ColorsAndGradients, HaveTheDirectionOfARamp) {
  for (int bin = 0; bin < kGradientBins; ++bin) {
    const double angle = bin * M_PI / kGradientBins;
    Image image = graphical_models::UniformImage(9, 9, 1);
    for (int y = 0; y < 9; ++y) {
      for (int x = 0; x < 9; ++x) {
        // Grey values around 128, where L* is nearly linear.
        image(x, y) = static_cast<uint8_t>(
            std::lround(128 + 10 * ((x - 4) * std::cos(angle) + (y - 4) * std::sin(angle))));
      }
    }
    const Eigen::RowVectorXd middle = ColorsAndGradients(image).rows.row(4 * 9 + 4);
    const Eigen::RowVectorXd bins = middle.segment(kFirstGradient, kGradientBins);
    EXPECT_GT(bins[bin], 0.85 * bins.sum()) << bin << ": " << bins;
    EXPECT_NEAR(bins.sum(), 10 * 0.39 / 100, 0.004) << bin;  // L* rises by about 0.39 for each grey value
  }
}

TEST(SquareMeans, AreThoseOfAPlainLoop) {
  const PixelPlanes planes = ColorsAndGradients(Random(7, 5, 1));
  const SquareMeans squares(planes);
  for (const int radius : {0, 1, 2, 9}) {
    const DenseRows around = MeansAroundPixels(planes, radius);
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 7; ++x) {
        Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(planes.rows.cols());
        int count = 0;
        for (int v = 0; v < 5; ++v) {
          for (int u = 0; u < 7; ++u) {
            if (std::abs(u - x) > radius || std::abs(v - y) > radius) continue;
            sum += planes.rows.row(v * 7 + u);
            ++count;
          }
        }
        EXPECT_LT((squares.Around(x, y, radius) - sum / count).norm(), 1e-12);
        EXPECT_EQ(around.row(y * 7 + x), squares.Around(x, y, radius));
      }
    }
  }
}

// If an image is turned, its features move with the pixels; a quarter turn moves directions by three bins.
TEST(UnitFeatures, OfATurnedImageMoveWithItsPixels) {
  const int width = 7, height = 5;
  const Image image = Random(width, height, 2), turned = Turned(image);
  const FeatureGroups groups = {FeatureGroup::kBias, FeatureGroup::kColor, FeatureGroup::kTexture,
                                FeatureGroup::kPosition, FeatureGroup::kContext};
  const DenseRows before = UnitFeatures(PixelUnits(image, 0, 4), groups, nullptr);
  const DenseRows after = UnitFeatures(PixelUnits(turned, 0, 4), groups, nullptr);
  ASSERT_EQ(before.cols(), 32);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Eigen::RowVectorXd old_row = before.row(y * width + x);
      const Eigen::RowVectorXd new_row = after.row(x * height + height - 1 - y);
      const auto turn = [](const Eigen::RowVectorXd& bins) {
        Eigen::RowVectorXd result = bins;
        result << bins.tail(3), bins.head(3);
        return result;
      };
      EXPECT_LT((old_row.head(7) - new_row.head(7)).norm(), 1e-9);                    // bias, color
      EXPECT_LT((turn(old_row.segment(7, 6)) - new_row.segment(7, 6)).norm(), 1e-9);  // texture
      EXPECT_NEAR(old_row[13], new_row[13], 1e-9);                                    // its share
      EXPECT_NEAR(old_row[14], new_row[15], 1e-12);                                   // x becomes y
      EXPECT_NEAR(old_row[15], -new_row[14], 1e-12);                                  // y becomes -x
      EXPECT_NEAR(old_row[17], -new_row[17], 1e-12);                                  // x y
      EXPECT_LT((old_row.segment(19, 6) - new_row.segment(19, 6)).norm(), 1e-6);      // context
      EXPECT_LT((turn(old_row.segment(25, 6)) - new_row.segment(25, 6)).norm(), 1e-9);
    }
  }
}

// Far from the border, features other than the position move with the image.
TEST(UnitFeatures, OfAShiftedImageMoveWithItsBlocks) {
  const Image image = Random(24, 16, 3);
  Image shifted = graphical_models::UniformImage(24, 16, 3);
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 24; ++x) {
      for (int c = 0; c < 3; ++c) shifted((x + 4) % 24, y, c) = image(x, y, c);
    }
  }
  const DenseRows before = UnitFeatures(BlockUnits(image, 0, 4, 4), BlockFeatures(), nullptr);
  const DenseRows after = UnitFeatures(BlockUnits(shifted, 0, 4, 4), BlockFeatures(), nullptr);
  ASSERT_EQ(before.cols(), 14);
  int compared = 0;
  for (int row = 0; row < 4; ++row) {
    for (int column = 1; column < 4; ++column, ++compared) {
      EXPECT_LT((before.row(row * 6 + column) - after.row(row * 6 + column + 1)).norm(), 1e-12);
    }
  }
  EXPECT_EQ(compared, 12);
  EXPECT_GT((before.row(1) - after.row(1)).norm(), 1e-3);
}

// A block has the mean and deviation of its pixels, and a grey image those of its RGB form.
TEST(UnitFeatures, AreMeansAndDeviationsOfBlocks) {
  const Image image = Random(8, 4, 4);
  const DenseRows colors = LabColors(image) / 100;
  const DenseRows features = UnitFeatures(BlockUnits(image, 0, 4, 4), {FeatureGroup::kColor}, nullptr);
  for (int block = 0; block < 2; ++block) {
    Eigen::MatrixXd inside(16, 3);
    for (int i = 0; i < 16; ++i) inside.row(i) = colors.row(i / 4 * 8 + block * 4 + i % 4);
    const Eigen::RowVectorXd mean = inside.colwise().mean();
    const Eigen::RowVectorXd deviation = ((inside.rowwise() - mean).colwise().squaredNorm() / 16).cwiseSqrt();
    EXPECT_LT((features.row(block).head(3) - mean).norm(), 1e-12);
    EXPECT_LT((features.row(block).tail(3) - deviation).norm(), 1e-7);
  }
  common::RandomStream random(5, "gray");
  const Image gray = graphical_models::RandomImage(6, 5, 1, random);
  Image rgb = graphical_models::UniformImage(6, 5, 3);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 6; ++x) {
      for (int c = 0; c < 3; ++c) rgb(x, y, c) = gray(x, y);
    }
  }
  EXPECT_EQ(UnitFeatures(PixelUnits(gray, 0, 4), BlockFeatures(), nullptr),
            UnitFeatures(PixelUnits(rgb, 0, 4), BlockFeatures(), nullptr));
}

// In an image of 20 pixels the context of a pixel is the square in which its texture is measured.
TEST(UnitFeatures, OfTheContextAreThoseOfItsSquare) {
  const ImageUnits units = PixelUnits(Random(20, 9, 6), 0, 4);
  const DenseRows context = UnitFeatures(units, {FeatureGroup::kContext}, nullptr);
  const DenseRows color = UnitFeatures(units, {FeatureGroup::kColor}, nullptr);
  const DenseRows means = MeansAroundPixels(ColorsAndGradients(units.image), 2);
  ASSERT_EQ(context.cols(), 13);
  EXPECT_EQ(context.leftCols(3), means.leftCols(3));
  EXPECT_EQ(context.middleCols(3, 3), color.rightCols(3));
  EXPECT_EQ(context.rightCols(7), UnitFeatures(units, {FeatureGroup::kTexture}, nullptr));
  EXPECT_GT((context.middleCols(3, 3) - context.leftCols(3)).norm(), 0.1);
}

TEST(UnitFeatures, OfEdgesAreContrastAndOne) {
  // Two black pixels and a white one: the mean squared difference of the two edges is half of 100^2.
  const Image image = {.width = 3, .height = 1, .channels = 1, .values = {0, 0, 255}};
  const DenseRows features = UnitEdgeFeatures(PixelUnits(image, 0, 4));
  ASSERT_EQ(features.rows(), 2);
  EXPECT_NEAR(features(0, 0), 1, 1e-12);
  EXPECT_NEAR(features(1, 0), std::exp(-1.0), 1e-6);
  EXPECT_EQ(features(0, 1), 1);
  EXPECT_EQ(features(1, 1), 1);
}

TEST(CodeBook, FindsTheWordsOfAnImage) {
  // Three colours in wide stripes; far from their borders there are just three different descriptors.
  Image image = graphical_models::UniformImage(45, 8, 3);
  const uint8_t kColors[3][3] = {{200, 30, 30}, {30, 200, 30}, {40, 40, 220}};
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 45; ++x) {
      for (int c = 0; c < 3; ++c) image(x, y, c) = kColors[x / 15][c];
    }
  }
  const DenseRows all = WordDescriptors(image);
  std::vector<int> inner;
  for (int x = 0; x < 45; ++x) {
    if (x % 15 > 3 && x % 15 < 11) inner.push_back(x);
  }
  // More words than different descriptors are asked for.
  const CodeBook book = LearnCodeBook(all(inner, Eigen::all), 8, 1);
  ASSERT_EQ(book.num_words(), 3);
  const std::vector<int> words = book.WordsOf(image);
  for (int x = 0; x < 45; ++x) {
    if (x % 15 <= 3 || x % 15 >= 11) continue;
    EXPECT_EQ(words[x], words[x / 15 * 15 + 5]) << x;
  }
  EXPECT_NE(words[5], words[20]);
  EXPECT_NE(words[20], words[35]);
  EXPECT_NE(words[5], words[35]);
  // Histograms of blocks, and of the squares around pixels, are those of a plain loop.
  for (const ImageUnits& units : {BlockUnits(image, 0, 4, 4), PixelUnits(image, 0, 4)}) {
    const DenseRows histograms = WordHistograms(units, book);
    DenseRows expected = DenseRows::Zero(units.count, 3);
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 45; ++x) {
        if (!units.are_pixels) {
          expected(units.of_pixel[y * 45 + x], words[y * 45 + x]) += 1;
          continue;
        }
        for (int v = 0; v < 8; ++v) {
          for (int u = 0; u < 45; ++u) {
            if (std::abs(u - x) <= 2 && std::abs(v - y) <= 2) expected(y * 45 + x, words[v * 45 + u]) += 1;
          }
        }
      }
    }
    const Eigen::VectorXd sizes = expected.rowwise().sum();
    expected.array().colwise() /= sizes.array();
    EXPECT_LT((histograms - expected).norm(), 1e-12);
  }
}

TEST(CodeBook, RefusesNothingToLearnFrom) {
  EXPECT_NE(MessageOf([] { LearnCodeBook(DenseRows(0, kDescriptorSize), 3, 1); }), "no error");
  EXPECT_NE(MessageOf([] { LearnCodeBook(DenseRows::Zero(3, kDescriptorSize), 0, 1); }), "no error");
}

TEST(Standardization, GivesMeanZeroAndDeviationOne) {
  common::RandomStream random(1, "standardization");
  std::vector<DenseRows> parts;
  StandardizationBuilder builder;
  Eigen::Index rows = 0;
  for (const int count : {1, 0, 30, 7}) {
    DenseRows part(count, 4);
    for (int i = 0; i < count; ++i) {
      part.row(i) << 1, 100 + 1e-3 * random.Normal(), 50 * random.Normal(), random.Uniform();
    }
    builder.Add(part);
    rows += count;
    parts.push_back(part);
  }
  const Standardization standardization = builder.Build();
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(4), squares = sum;
  for (DenseRows& part : parts) {
    standardization.Apply(part);
    sum += part.colwise().sum();
    squares += part.colwise().squaredNorm();
  }
  const auto count = static_cast<double>(rows);
  EXPECT_EQ(sum[0], count);  // the bias stays 1
  for (int j = 1; j < 4; ++j) {
    EXPECT_NEAR(sum[j] / count, 0, 1e-5) << j;
    EXPECT_NEAR(squares[j] / count, 1, 1e-5) << j;
  }
  EXPECT_NE(MessageOf([&] { builder.Add(DenseRows::Zero(1, 3)); }), "no error");
}

TEST(FeatureGroups, AreReadByName) {
  EXPECT_EQ(FormatFeatureGroups(AllFeatures()), "bias,color,texture,position,context,words");
  EXPECT_EQ(ParseFeatureGroups("bias, color,texture", "x"), BlockFeatures());
  EXPECT_EQ(CountFeatures(BlockFeatures(), 0), 14);
  EXPECT_EQ(CountFeatures(AllFeatures(), 32), 64);
  EXPECT_EQ(MessageOf([] { ParseFeatureGroups("colour", "--features"); }),
            "--features: expected one of color, texture, context, words, bias, position, found 'colour'");
  EXPECT_EQ(MessageOf([] { ParseFeatureGroups("bias,bias", "--features"); }),
            "--features: expected each name once, found 'bias' twice");
}

}  // namespace
}  // namespace structlab::structured_learning
