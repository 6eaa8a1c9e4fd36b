#include "experiments/datasets/uci_small.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

constexpr const char kAbalone[] =
    "M,0.455,0.365,0.095,0.514,0.2245,0.101,0.15,15\n"
    "I,0.33,0.255,0.08,0.205,0.0895,0.0395,0.055,7\n";
constexpr const char kHousing[] = "0.006,18,2.31,0,0.538,6.575,65.2,4.09,1,296,15.3,396.9,4.98,24\n";

TEST(UciSmall, ReadsBothTables) {
  const NumberTable abalone = ReadUciTable(WriteTestFile(kAbalone), UciTable::kAbalone);
  EXPECT_EQ(abalone.columns, 10);
  EXPECT_EQ(abalone.targets, (std::vector<double>{15, 7}));
  const auto second = abalone.Row(1);
  EXPECT_EQ(std::vector<double>(second.begin(), second.begin() + 4), (std::vector<double>{0, 0, 1, 0.33}));
  const NumberTable housing = ReadUciTable(WriteTestFile(kHousing), UciTable::kHousing);
  EXPECT_EQ(housing.columns, 13);
  EXPECT_EQ(housing.inputs.back(), 4.98);
  EXPECT_EQ(housing.targets, (std::vector<double>{24}));
}

// Damage of the table of abalone, and what the message must say.
struct Damage {
  std::string replace, by;
  std::string where, expected, found;
};

class DamagedUciTable : public testing::TestWithParam<Damage> {};

TEST_P(DamagedUciTable, IsRefusedWithLineAndColumn) {
  const Damage& damage = GetParam();
  std::string text = kAbalone;
  const size_t at = text.find(damage.replace);
  ASSERT_NE(at, text.npos);
  text.replace(at, damage.replace.size(), damage.by);
  const std::string path = WriteTestFile(text);
  const common::Error error = ErrorOf([&] { ReadUciTable(path, UciTable::kAbalone); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, path + damage.where);
  EXPECT_EQ(error.parts().expected, damage.expected);
  EXPECT_EQ(error.parts().found, damage.found);
}

constexpr const char kLine[] = "9 fields, separated by commas";
INSTANTIATE_TEST_SUITE_P(UciSmall, DamagedUciTable,
                         testing::Values(Damage{"I,", "X,", ":2:1", "M, F or I", "'X'"},
                                         Damage{"0.455", "?", ":1:3", "a number", "'?'"},
                                         Damage{"0.455", "nan", ":1:3", "a number", "'nan'"},
                                         Damage{"0.455", "inf", ":1:3", "a number", "'inf'"},
                                         Damage{"0.455", "", ":1:3", "a number", "''"},
                                         Damage{",15\n", ",15,1\n", ":1:48", kLine, "'1'"}));

TEST(UciSmall, RefusesALineThatEndsEarlyAndAnEmptyFile) {
  const std::string cut = WriteTestFile("M,0.455,0.365\n");
  EXPECT_EQ(ErrorOf([&] { ReadUciTable(cut, UciTable::kAbalone); }).parts().expected, kLine);
  EXPECT_EQ(ErrorOf([&] { ReadUciTable(WriteTestFile("1,2,3\n"), UciTable::kHousing); }).parts().expected,
            "14 columns, the last of which is the target");
  const std::string empty = WriteTestFile("");
  EXPECT_EQ(ErrorOf([&] { ReadUciTable(empty, UciTable::kAbalone); }).parts().expected, "at least one row");
}

TEST(UciSmall, StandInsHaveTheSizesOfTheRealTables) {
  const NumberTable housing = GenerateUciTable(UciTable::kHousing, 7);
  EXPECT_EQ(housing.size(), 506);
  EXPECT_EQ(housing.columns, 13);
  EXPECT_EQ(housing, GenerateUciTable(UciTable::kHousing, 7));
  EXPECT_NE(housing, GenerateUciTable(UciTable::kHousing, 8));
  const NumberTable abalone = GenerateUciTable(UciTable::kAbalone, 7);
  EXPECT_EQ(abalone.size(), 4177);
  EXPECT_EQ(abalone.columns, 10);
  EXPECT_LT(std::ranges::min(abalone.targets), std::ranges::max(abalone.targets));
}

}  // namespace
}  // namespace structlab::datasets
