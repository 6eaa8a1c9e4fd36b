#include "experiments/datasets/rcv1_small.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

constexpr const char kText[] = "-1 |f 9:6.25e-02 14:0.5\n1 |f 0:1 47236:2\n";

TEST(Rcv1Small, KeysAreTheNumbersOfTheWords) {
  for (const std::string& content : {std::string(kText), Gzip(kText)}) {
    const structured_learning::ExampleBatch articles = ReadRcv1Articles(WriteTestFile(content));
    ASSERT_EQ(articles.size(), 2u);
    const structured_learning::ExampleView first = articles[0], second = articles[1];
    EXPECT_EQ(std::vector<uint32_t>(first.keys.begin(), first.keys.end()), (std::vector<uint32_t>{9, 14}));
    EXPECT_EQ(std::vector<float>(first.values.begin(), first.values.end()),
              (std::vector<float>{0.0625f, 0.5f}));
    EXPECT_EQ(first.labels[0], 1u);
    EXPECT_EQ(second.labels[0], 0u);
    EXPECT_EQ(std::vector<uint32_t>(second.keys.begin(), second.keys.end()),
              (std::vector<uint32_t>{0, 47236}));
  }
}

TEST(Rcv1Small, RefusesDamage) {
  const struct {
    const char* text;
    const char* where;
    const char* expected;
  } damages[] = {{"1 |f 3:1\n2 |f 4:1\n", ":2:1", "one of the 2 labels '1', '-1'"},
                 {"1 |f 47237:1\n", ":1:6", "rising numbers below 47237"},
                 {"1 |f 4294967297:1\n", ":1:6", "rising numbers below 47237"},
                 {"1 |f 07:1\n", ":1:6", "rising numbers below 47237"},
                 {"1 |f word:1\n", ":1:6", "rising numbers below 47237"},
                 {"1 |f :1\n", ":1:6", "rising numbers below 47237"},
                 {"1 |f 4:1 3:1\n", ":1:10", "rising numbers below 47237"},
                 {"1 |f 4:1 4:1\n", ":1:10", "rising numbers below 47237"},
                 {"1 |g 4:1\n", ":1:4", "the namespace f"},
                 {"1 | 4:1\n", ":1:4", "the namespace f"},
                 // Empty lines are lines, too.
                 {"\n\n1 |f 4:1\n1 |f 5:1|g 3:1\n", ":4:10", "the namespace f"},
                 {"1 4:1\n", ":1:6", "'|' before the features"},
                 {"", "", "at least one article"}};
  for (const auto& damage : damages) {
    SCOPED_TRACE(damage.text);
    const std::string path = WriteTestFile(damage.text);
    const common::Error error = ErrorOf([&] { ReadRcv1Articles(path); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, path + damage.where);
    EXPECT_EQ(error.parts().expected, damage.expected);
  }
  const std::string path = WriteTestFile("1 |f 3:x\n");
  EXPECT_TRUE(ErrorOf([&] { ReadRcv1Articles(path); }).parts().where.starts_with(path + ":1:"));
}

}  // namespace
}  // namespace structlab::datasets
