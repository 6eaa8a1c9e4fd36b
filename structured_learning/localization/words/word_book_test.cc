#include "structured_learning/localization/words/word_book.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using graphical_models::Image;

// Stripes of a period of 6 pixels, with a little noise.
Image Stripes(uint64_t seed, bool are_vertical) {
  common::RandomStream random(seed, "stripes");
  Image image = graphical_models::UniformImage(48, 40, 1);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      image(x, y) =
          static_cast<uint8_t>(((are_vertical ? x : y) % 6 < 3 ? 60 : 160) + random.UniformIndex(10));
    }
  }
  return image;
}

WordBookOptions Options(int words) {
  WordBookOptions options = {.num_words = words, .max_descriptors = 300};
  options.descriptors.cell_sides = {3};
  return options;
}

PlainImageSource SourceOf(const std::vector<Image>& images, std::vector<int>* calls = nullptr) {
  return [&images, calls](int i) {
    if (calls != nullptr) calls->push_back(i);
    return images[i];
  };
}

TEST(WordBook, SeparatesTextures) {
  std::vector<Image> images;
  for (uint64_t seed = 1; seed <= 6; ++seed) images.push_back(Stripes(seed, seed % 2 == 0));
  const WordBook book = LearnWordBook(6, SourceOf(images), Options(2));
  ASSERT_EQ(book.num_words(), 2);
  std::array<std::set<int>, 2> words;
  for (uint64_t seed = 7; seed <= 8; ++seed) {
    const Image image = Stripes(seed, seed % 2 == 0);
    const WordImage found = WordsOf(image, book);
    EXPECT_EQ(found.width, 48);
    EXPECT_EQ(found.height, 40);
    EXPECT_EQ(found.points.size(), 8u * 7u);
    for (const WordPoint& point : found.points) words[seed % 2].insert(point.word);
  }
  EXPECT_EQ(words[0].size(), 1u);
  EXPECT_EQ(words[1].size(), 1u);
  EXPECT_NE(words[0], words[1]);
}

TEST(WordBook, AssignsTheNearestCenter) {
  const std::vector<Image> images = {Stripes(1, true), Stripes(2, false)};
  const WordBook book = LearnWordBook(2, SourceOf(images), Options(20));
  ASSERT_EQ(book.num_words(), 20);
  const WordImage words = WordsOf(images[1], book);
  const DenseDescriptors descriptors(images[1], book.descriptors);
  ASSERT_EQ(std::ssize(words.points), descriptors.size());
  for (int k = 0; k < descriptors.size(); ++k) {
    Eigen::Matrix<float, 1, kDescriptorNumbers> row;
    descriptors.Describe(k, std::span<float, kDescriptorNumbers>(row.data(), kDescriptorNumbers));
    const Eigen::VectorXd distances = (book.centers.rowwise() - row).cast<double>().rowwise().squaredNorm();
    EXPECT_LT(distances[words.points[k].word] - distances.minCoeff(), 1e-5);
    EXPECT_EQ(words.points[k].x, descriptors.position(k).x);
  }
}

TEST(WordBook, DependsOnTheSeedOnly) {
  const std::vector<Image> images = {Stripes(1, true), Stripes(2, false)};
  WordBookOptions options = Options(10);
  const WordBook book = LearnWordBook(2, SourceOf(images), options);
  EXPECT_EQ(LearnWordBook(2, SourceOf(images), options).centers, book.centers);
  options.seed = 2;
  EXPECT_NE(LearnWordBook(2, SourceOf(images), options).centers, book.centers);
}

TEST(WordBook, ReadsImagesAtEqualDistancesAndLeavesOut) {
  std::vector<Image> images;
  for (uint64_t seed = 0; seed < 9; ++seed) images.push_back(Stripes(seed, false));
  std::vector<int> calls;
  WordBookOptions options = Options(3);
  options.max_images = 3;
  LearnWordBook(9, SourceOf(images, &calls), options);
  EXPECT_EQ(calls, (std::vector<int>{0, 3, 6}));
  EXPECT_EQ(CountImagesOfWordBook(9, options), 3);
  const auto none = [](int) -> std::optional<Image> { return std::nullopt; };
  EXPECT_EQ(MessageOf(ErrorKind::kData, [&] { LearnWordBook(4, none, options); }),
            "images: expected at least one that can be read, found none");
}

TEST(WordBook, HasNoMoreWordsThanDifferentDescriptors) {
  const std::vector<Image> flat = {graphical_models::UniformImage(40, 30, 3, 77)};
  const WordBook book = LearnWordBook(1, SourceOf(flat), Options(50));
  EXPECT_EQ(book.num_words(), 1);
  EXPECT_EQ(NumWords(WordsOf(flat[0], book)), 1);
}

TEST(WordBook, RefusesOptionsOutOfRange) {
  const std::vector<Image> images = {Stripes(1, true)};
  const auto error = [&](const WordBookOptions& options) {
    return MessageOf(ErrorKind::kUsage, [&] { LearnWordBook(1, SourceOf(images), options); });
  };
  EXPECT_EQ(error({.num_words = 0}), "words: expected 1 to 65536, found 0");
  EXPECT_EQ(error({.max_descriptors = 0}), "descriptors: expected 1 to 10000000, found 0");
  EXPECT_EQ(error({.max_images = 0}), "images of the words: expected 1 to 10000000, found 0");
  EXPECT_EQ(error({.iterations = 0}), "iterations of k-means: expected 1 to 1000000, found 0");
  EXPECT_EQ(error({.descriptors = {.step = 0}}), "step of descriptors: expected 1 to 256, found 0");
  const WordBook book = LearnWordBook(1, SourceOf(images), Options(2));
  EXPECT_EQ(MessageOf(ErrorKind::kData,
                      [&] { WordsOf(graphical_models::UniformImage(40'000, 1, 1), book, "a.png"); }),
            "a.png: expected sides of at most 32767 pixels, found 40000 x 1");
}

}  // namespace
}  // namespace structlab::structured_learning
