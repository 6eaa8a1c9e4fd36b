#include "experiments/datasets/ocr_letters.h"

#include <gtest/gtest.h>

#include <string>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

TEST(OcrLetters, ReadsBackWhatWasWritten) {
  const OcrLetters letters = TinyOcrLetters();
  const std::string text = FormatOcrLetters(letters);
  EXPECT_EQ(ReadOcrLetters(WriteTestFile(text)), letters);
  EXPECT_EQ(ReadOcrLetters(WriteTestFile(Gzip(text))), letters);
  EXPECT_EQ(ReadOcrLetters(WriteTestFile(text.substr(0, text.size() - 1))), letters)
      << "no line break at the end";
}

TEST(OcrLetters, WordsShowTheirLetters) {
  const OcrLetters letters = TinyOcrLetters();
  EXPECT_EQ(letters.Labels(letters.words[0]).size(), 3U);
  EXPECT_EQ(letters.Labels(letters.words[1])[0], 25);
  EXPECT_EQ(letters.Pixels(letters.words[1]).data(), letters.pixels.data() + 3 * kOcrPixels);
  EXPECT_EQ(letters.Pixels(letters.words[0]).size(), 3U * kOcrPixels);
}

// Damage, and what the message must say; `where` is the end of the place.
struct Damage {
  std::string replace, by;
  std::string where, expected, found;
};

class DamagedOcrLetters : public testing::TestWithParam<Damage> {};

TEST_P(DamagedOcrLetters, IsRefusedWithLineAndColumn) {
  const Damage& damage = GetParam();
  std::string text = FormatOcrLetters(TinyOcrLetters());
  const size_t at = text.find(damage.replace);
  ASSERT_NE(at, text.npos);
  text.replace(at, damage.replace.size(), damage.by);
  const std::string path = WriteTestFile(text);
  const common::Error error = ErrorOf([&] { ReadOcrLetters(path); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, path + damage.where);
  EXPECT_EQ(error.parts().expected, damage.expected);
  EXPECT_EQ(error.parts().found, damage.found);
}

// The lines begin "1\tc\t2\t1\t1\t3\t1\t0\t", "2\ta\t3\t1\t2\t3\t", "3\tb\t-1\t1\t3\t3\t",
// "4\tz\t-1\t2\t1\t0\t".
constexpr const char kLine[] = "134 fields, each followed by a tab";
INSTANTIATE_TEST_SUITE_P(
    OcrLetters, DamagedOcrLetters,
    testing::Values(
        Damage{"2\ta\t", "7\ta\t", ":2:1", "id 2", "'7'"},
        Damage{"2\ta\t", "02\ta\t", ":2:1", "id 2", "'02'"},
        Damage{"1\tc\t", "1\tC\t", ":1:3", "a letter, a to z", "'C'"},
        Damage{"1\tc\t", "1\tcc\t", ":1:3", "a letter, a to z", "'cc'"},
        Damage{"1\tc\t2", "1\tc\t3", ":1:5", "next_id 2, or -1 at the end of a word", "'3'"},
        Damage{"\t3\t1\t2\t3\t", "\t3\t2\t2\t3\t", ":2:7", "word_id 1", "'2'"},
        Damage{"4\tz\t-1\t2\t", "4\tz\t-1\t3\t", ":4:8", "word_id 2", "'3'"},
        Damage{"\t3\t1\t2\t3\t", "\t3\t1\t1\t3\t", ":2:9", "position 2", "'1'"},
        Damage{"\t3\t1\t2\t3\t", "\t3\t1\t2\t4\t", ":2:11", "fold 3 as in the rest of the word", "'4'"},
        Damage{"\t2\t1\t1\t3\t", "\t2\t1\t1\tx\t", ":1:11", "a fold, 0 to 9", "'x'"},
        Damage{"\t2\t1\t1\t3\t", "\t2\t1\t1\t10\t", ":1:11", "a fold, 0 to 9", "'10'"},
        Damage{"\t1\t1\t3\t1\t0\t", "\t1\t1\t3\t1\t2\t", ":1:15", "pixel 1, 0 or 1, and a tab", "'2'"},
        Damage{"\t1\t1\t3\t1\t0\t", "\t1\t1\t3\t1\tNaN\t", ":1:15", "pixel 1, 0 or 1, and a tab", "'NaN'"},
        Damage{"\t1\t1\t3\t1\t0\t", "\t1\t1\t3\t1\t01\t", ":1:15", "pixel 1, 0 or 1, and a tab", "'01'"},
        Damage{"\t\n2\t", "\t1\t\n2\t", ":1:269", kLine, "'1\t'"},
        Damage{"\t\n2\t", "\n2\t", ":1:267", "pixel 127, 0 or 1, and a tab", "'0'"},
        Damage{"\t\n4\t", "\t\n\n4\t", ":4:1", "id 4", "''"}));

TEST(OcrLetters, RefusesALineThatEndsEarly) {
  const std::string text = FormatOcrLetters(TinyOcrLetters());
  // Wherever the second line is cut, the place is on that line.
  const size_t begin = text.find('\n') + 1;
  const size_t end = text.find('\n', begin);
  for (size_t cut = begin; cut < end; ++cut) {
    SCOPED_TRACE(cut);
    const std::string path = WriteTestFile(text.substr(0, cut) + text.substr(end));
    EXPECT_TRUE(ErrorOf([&] { ReadOcrLetters(path); }).parts().where.starts_with(path + ":2:"));
  }
}

TEST(OcrLetters, RefusesAFileThatEndsInsideAWord) {
  const std::string text = FormatOcrLetters(TinyOcrLetters());
  const std::string path = WriteTestFile(text.substr(0, text.find('\n') + 1));
  const common::Error error = ErrorOf([&] { ReadOcrLetters(path); });
  EXPECT_EQ(error.parts().where, path + ":1");
  EXPECT_EQ(error.parts().expected, "the rest of word 1");
  EXPECT_EQ(error.parts().found, "the end of the file");
}

TEST(OcrLetters, RefusesAnEmptyFile) {
  const std::string path = WriteTestFile("");
  EXPECT_EQ(ErrorOf([&] { ReadOcrLetters(path); }).parts().expected, "at least one letter");
}

TEST(OcrLetters, RefusesDamagedCompression) {
  const std::string compressed = Gzip(FormatOcrLetters(TinyOcrLetters()));
  for (size_t keep = 1; keep < compressed.size(); ++keep) {
    SCOPED_TRACE(keep);
    const std::string path = WriteTestFile(compressed.substr(0, keep));
    EXPECT_TRUE(ErrorOf([&] { ReadOcrLetters(path); }).parts().where.starts_with(path));
  }
  // A flipped bit may stand where nobody looks (in the header); what is read is then still right.
  int refused = 0;
  for (size_t bit = 0; bit < 8 * compressed.size(); ++bit) {
    SCOPED_TRACE(bit);
    std::string damaged = compressed;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const std::string path = WriteTestFile(damaged);
    try {
      EXPECT_EQ(ReadOcrLetters(path), TinyOcrLetters());
    } catch (const common::Error& error) {
      ++refused;
      EXPECT_TRUE(error.parts().where.starts_with(path)) << error.what();
    }
  }
  EXPECT_GT(refused, static_cast<int>(7 * compressed.size()));
}

TEST(OcrLetters, RefusesAMissingFile) {
  EXPECT_EQ(ErrorOf([] { ReadOcrLetters("/no/such/file"); }).exit_status(), 3);
}

}  // namespace
}  // namespace structlab::datasets
