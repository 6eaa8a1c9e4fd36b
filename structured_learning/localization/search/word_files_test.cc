#include "structured_learning/localization/search/word_files.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "structured_learning/localization/search/random_word_images.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

class WordFiles : public testing::Test {
 protected:
  std::string Put(const std::string& content) {
    const std::string path = scratch_.path() + "/words";
    common::WriteFileAtomically(path, content);
    return path;
  }
  template <class Read>
  std::string ErrorOf(ErrorKind kind, const Read& read) {
    const std::string message = MessageOf(kind, read);
    return message.starts_with(scratch_.path()) ? message.substr(scratch_.path().size() + 1) : message;
  }
  std::string PointsError(const std::string& content, std::optional<ImageSize> size = std::nullopt) {
    const std::string path = Put(content);
    return ErrorOf(ErrorKind::kData, [&] { ReadWordPoints(path, size); });
  }
  std::string WeightsError(const std::string& content) {
    const std::string path = Put(content);
    return ErrorOf(ErrorKind::kData, [&] { ReadWordWeights(path); });
  }

  common::ScratchFolder scratch_{"word_files"};
};

TEST_F(WordFiles, Points) {
  const std::string path = Put("# x y word\n3 4 7\r\n\n 0,2,0\n1.75\t0\t2.0");
  const WordImage expected{4, 5, {{3, 4, 7}, {0, 2, 0}, {1, 0, 2}}};
  EXPECT_EQ(ReadWordPoints(path), expected);
  const WordImage larger = ReadWordPoints(path, ImageSize{10, 20});
  EXPECT_EQ(larger.points, expected.points);
  EXPECT_EQ(larger.Frame(), (PixelBox{0, 0, 9, 19}));
  EXPECT_EQ(NumWords(expected), 8);
}

TEST_F(WordFiles, PointsReadBackAsWritten) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const WordImage image = RandomWordImage(seed, {.max_side = 30});
    if (image.points.empty()) continue;
    std::string text;
    for (const WordPoint& point : image.points) {
      text +=
          std::to_string(point.x) + " " + std::to_string(point.y) + " " + std::to_string(point.word) + "\n";
    }
    EXPECT_EQ(ReadWordPoints(Put(text), ImageSize{image.width, image.height}), image);
  }
}

TEST_F(WordFiles, Weights) {
  EXPECT_EQ(ReadWordWeights(Put("0.\n-1.\n# next\n 1e-3\t+2 \n\n5")),
            (std::vector<double>{0, -1, 0.001, 2, 5}));
}

TEST_F(WordFiles, RefusesDamagedPointsWithTheirLine) {
  EXPECT_EQ(PointsError("1 2 3\n1 2\n"), "words:2: expected three numbers: x y word, found '1 2'");
  EXPECT_EQ(PointsError("1 2 3 4\n"), "words:1: expected three numbers: x y word, found '1 2 3 4'");
  EXPECT_EQ(PointsError("1 -2 3\n"), "words:1: expected y from 0 to 32766, found '-2'");
  EXPECT_EQ(PointsError("40000 2 3\n"), "words:1: expected x from 0 to 32766, found '40000'");
  EXPECT_EQ(PointsError("nan 2 3\n"), "words:1: expected x from 0 to 32766, found 'nan'");
  EXPECT_EQ(PointsError("1 2 0.5\n"), "words:1: expected a word: an integer from 0 to 16777215, found '0.5'");
  EXPECT_EQ(PointsError("1 2 1e30\n"),
            "words:1: expected a word: an integer from 0 to 16777215, found '1e30'");
  EXPECT_EQ(PointsError("1 2 3\n\n4 1 0\n", ImageSize{4, 4}), "words:3: expected x from 0 to 3, found '4'");
  EXPECT_EQ(PointsError("# none\n"), "words: expected lines: x y word, found a file without points");
  const std::string path = Put("1 1 1\n");
  EXPECT_EQ(ErrorOf(ErrorKind::kUsage,
                    [&] {
                      ReadWordPoints(path, ImageSize{0, 4});
                    }),
            "words: expected an image of 1 to 32767 pixels on each side, found 0 x 4");
  EXPECT_NE(ErrorOf(ErrorKind::kEnvironment, [&] { ReadWordPoints(path + ".none"); }), "no error");
}

TEST_F(WordFiles, RefusesDamagedWeightsWithTheirLine) {
  EXPECT_EQ(WeightsError("1\n2\nnan\n"), "words:3: expected a finite weight, found 'nan'");
  EXPECT_EQ(WeightsError("1 2x\n"), "words:1: expected a finite weight, found '2x'");
  EXPECT_EQ(WeightsError("\n"), "words: expected a weight for each word, found a file without numbers");
}

}  // namespace
}  // namespace structlab::structured_learning
