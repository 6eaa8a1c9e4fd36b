#include "experiments/datasets/reuters_r8.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

constexpr const char kText[] = "earn\tprofits rose\nmoney-fx\tthe dollar\tfell\nacq\tone\n";

TEST(ReutersR8, ReadsClassesAndWords) {
  const std::vector<TextDocument> expected = {{2, "profits rose"}, {5, "the dollar\tfell"}, {0, "one"}};
  EXPECT_EQ(ReadReutersDocuments(WriteTestFile(kText)), expected);
  EXPECT_EQ(ReadReutersDocuments(WriteTestFile(Gzip(kText))), expected);
}

TEST(ReutersR8, ReadsBothFilesOfAFolder) {
  const std::string folder = EmptyFolder("reuters-r8");
  std::ofstream(folder + "/r8-train.txt.gz") << kText;
  std::ofstream(folder + "/r8-test.txt.gz") << "trade\ttariffs\n";
  const TextCollection reuters = ReadReutersR8(folder);
  EXPECT_EQ(reuters.classes.size(), 8u);
  EXPECT_EQ(reuters.classes[5], "money-fx");
  EXPECT_EQ(reuters.train.size(), 3u);
  EXPECT_EQ(reuters.test, (std::vector<TextDocument>{{7, "tariffs"}}));
}

TEST(ReutersR8, RefusesDamageWithLineAndColumn) {
  const struct {
    const char* text;
    const char* where;
    const char* expected;
  } damages[] = {{"earn\tx\nsport\ty\n", ":2:1", "one of the eight classes, acq to trade"},
                 {"earn\tx\n\n", ":2:1", "one of the eight classes, acq to trade"},
                 {"earn x\n", ":1:1", "one of the eight classes, acq to trade"},
                 {"earn\tx\nacq\n", ":2:4", "a tab and words"},
                 {"earn\tx\nacq\t  \n", ":2:5", "a tab and words"}};
  for (const auto& damage : damages) {
    SCOPED_TRACE(damage.text);
    const std::string path = WriteTestFile(damage.text);
    const common::Error error = ErrorOf([&] { ReadReutersDocuments(path); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, path + damage.where);
    EXPECT_EQ(error.parts().expected, damage.expected);
  }
}

TEST(ReutersR8, RefusesAnEmptyFile) {
  const std::string path = WriteTestFile("");
  EXPECT_EQ(ErrorOf([&] { ReadReutersDocuments(path); }).parts().expected, "at least one document");
}

}  // namespace
}  // namespace structlab::datasets
