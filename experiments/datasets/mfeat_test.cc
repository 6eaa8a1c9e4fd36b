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

// What is said of the table behind the path, without what to do.
std::string FaultOf(const std::string& text) {
  const std::string path = WriteTestFile(text);
  const common::Error error = ErrorOf([&] { ReadMfeatTable(path, FindMfeatView("mor")); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_TRUE(error.parts().where.starts_with(path));
  return error.parts().where.substr(path.size()) + " " + error.parts().expected + ", " + error.parts().found;
}
std::string FaultWith(const std::string& replace, const std::string& by) {
  std::string text = kMor;
  const size_t at = text.find(replace);
  EXPECT_NE(at, text.npos);
  return FaultOf(text.replace(at, replace.size(), by));
}

TEST(Mfeat, RefusesDamageAndSaysWhere) {
  EXPECT_EQ(FaultWith("133.15", "nan"), ":2:7 a finite number, 'nan'");
  EXPECT_EQ(FaultWith("133.15", ""), ":2:7 a finite number, an empty cell");
  EXPECT_EQ(FaultWith("3808,9", "3808,x"), ":3:27 a finite number, 'x'");
  EXPECT_EQ(FaultWith("3808,9", "3808,10"), " a digit, 0 to 9, in the last column of row 2, 10");
  EXPECT_EQ(FaultWith("3808,9", "3808,0.5"), " a digit, 0 to 9, in the last column of row 2, 0.5");
  EXPECT_EQ(FaultWith("3808,9", "3808,9,4"), ":3 7 cells as in the first line, 8");
  EXPECT_EQ(FaultWith("5,0\n", "5,0,1\n"), ":2 8 cells as in the first line, 7");
  EXPECT_EQ(ErrorOf([] { FindMfeatView("mfeat"); }).parts().expected, "one of fac, fou, kar, mor, pix, zer");
}

TEST(Mfeat, RefusesOtherColumnsAndTablesWithoutRows) {
  EXPECT_EQ(FaultOf("0,1,0\n1,2,3\n"), " 7 columns, the last of which is the target, 3");
  EXPECT_EQ(FaultOf("0,1,2,3,4,5,0\n"), " at least one row of numbers, none");
  EXPECT_EQ(FaultOf(""), " at least one row of numbers, none");
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
