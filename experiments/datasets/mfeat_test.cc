#include "experiments/datasets/mfeat.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

constexpr const char kMor[] =
    "0,1,2,3,4,5,0\n"
    "1,0,0,133.15,1.3117,1620.2,0\n"
    "2,1,-1,133.92,1.5646,3808,9\n";

TEST(Mfeat, ReadsAView) {
  const MfeatTable table = ReadMfeatTable(WriteTestFile(kMor), FindMfeatView("mor"));
  EXPECT_EQ(table.columns, 6);
  EXPECT_EQ(table.digits, (std::vector<uint8_t>{0, 9}));
  const auto row = table.Row(1);
  EXPECT_EQ(std::vector<double>(row.begin(), row.end()),
            (std::vector<double>{2, 1, -1, 133.92, 1.5646, 3808}));
}

// Damage of the file, and what the message must say.
struct Damage {
  std::string replace, by;
  std::string where, expected, found;
};

class DamagedMfeat : public testing::TestWithParam<Damage> {};

TEST_P(DamagedMfeat, IsRefusedWithLineAndColumn) {
  const Damage& damage = GetParam();
  std::string text = kMor;
  const size_t at = text.find(damage.replace);
  ASSERT_NE(at, text.npos);
  text.replace(at, damage.replace.size(), damage.by);
  const std::string path = WriteTestFile(text);
  const common::Error error = ErrorOf([&] { ReadMfeatTable(path, FindMfeatView("mor")); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, path + damage.where);
  EXPECT_EQ(error.parts().expected, damage.expected);
  EXPECT_EQ(error.parts().found, damage.found);
}

constexpr const char kLine[] = "7 fields, separated by commas";
INSTANTIATE_TEST_SUITE_P(Mfeat, DamagedMfeat,
                         testing::Values(Damage{"0,1,2", "0,2,2", ":1:3", "the column number 1", "'2'"},
                                         Damage{"5,0\n", "5,0,1\n", ":1:15", kLine, "'1'"},
                                         Damage{"133.15", "nan", ":2:7", "a number", "'nan'"},
                                         Damage{"133.15", "", ":2:7", "a number", "''"},
                                         Damage{"3808,9", "3808,10", ":3:27", "a digit, 0 to 9", "'10'"},
                                         Damage{"3808,9", "3808,x", ":3:27", "a digit, 0 to 9", "'x'"},
                                         Damage{"3808,9", "3808,9,4", ":3:29", kLine, "'4'"}));

TEST(Mfeat, RefusesRowsThatEndEarlyFilesWithoutRowsAndUnknownViews) {
  const std::string cut = WriteTestFile("0,1,2,3,4,5,0\n1,2,3\n");
  EXPECT_EQ(ErrorOf([&] { ReadMfeatTable(cut, FindMfeatView("mor")); }).parts().expected, kLine);
  const std::string without_rows = WriteTestFile("0,1,2,3,4,5,0\n");
  EXPECT_EQ(ErrorOf([&] { ReadMfeatTable(without_rows, FindMfeatView("mor")); }).parts().expected,
            "at least one row");
  EXPECT_EQ(ErrorOf([] { FindMfeatView("mfeat"); }).parts().expected, "one of fac, fou, kar, mor, pix, zer");
}

TEST(Mfeat, StandInsHaveTheSizesOfTheRealViews) {
  for (const MfeatView& view : kMfeatViews) {
    const MfeatTable table = GenerateMfeatTable(view, 7);
    EXPECT_EQ(table.size(), kMfeatRows);
    EXPECT_EQ(table.columns, view.columns);
    EXPECT_EQ(table.digits[199], 0);
    EXPECT_EQ(table.digits[200], 1);
    EXPECT_EQ(table, GenerateMfeatTable(view, 7));
    EXPECT_NE(table, GenerateMfeatTable(view, 8));
  }
}

}  // namespace
}  // namespace structlab::datasets
