#include "structured_learning/linear/benchmarks/news_examples.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"

namespace structlab::structured_learning {
namespace {

class NewsExamplesTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::string(testing::TempDir()).append("/news/20newsgroups/");
    std::filesystem::create_directories(folder_);
    setenv("STRUCTLAB_DATA", std::string(testing::TempDir()).append("/news").c_str(), 1);
    Put("20news-bydate-train.txt.gz", Post("b.two", 7, "From: you\n\nApple pie, pie pie.\n") +
                                          Post("a.one", 3, "apple\r\n\r\nThe\tsky") +
                                          Post("b.two", 9, "pie sky") + Post("c.three", 1, "none"));
    Put("20news-bydate-test.txt.gz", Post("c.three", 2, "PIE? Sky! apple-tree"));
    Put("peers_order.txt", "a.one/3\nb.two/9\nc.three/1\nb.two/7\n");
  }
  void TearDown() override { std::filesystem::remove_all(std::string(testing::TempDir()).append("/news")); }

  static std::string Post(const std::string& group, int number, const std::string& text) {
    std::string record = "#DOC\t";
    record.append(group).append("\t").append(std::to_string(number)).append("\t");
    return record.append(std::to_string(text.size())).append("\n").append(text).append("\n");
  }
  void Put(const std::string& name, const std::string& content) const {
    common::WriteFileAtomically(std::string(folder_).append(name), content, common::Durability::kNothing);
  }

  std::string folder_;
};

using Lines = std::vector<std::string>;

// Two of the four posts have "apple" (feature 1), two "pie" (2), two "sky" (3). All weigh ln 2, and "pie"
// three times weighs (1 + ln 3) ln 2.
TEST_F(NewsExamplesTest, AreWordsOfTwoPostsByTheirWeights) {
  const NewsExamples news = MakeNewsExamples();
  EXPECT_FALSE(news.is_stand_in);
  EXPECT_EQ(news.train,
            (Lines{"1 1:0.70711 3:0.70711", "1 2:0.70711 3:0.70711", "-1", "1 1:0.43017 2:0.90275"}));
  EXPECT_EQ(news.test, Lines{"-1 1:0.57735 2:0.57735 3:0.57735"});
  EXPECT_EQ(MakeNewsExamples(NewsLabels::kGroups).train,
            (Lines{"1 1:0.70711 3:0.70711", "2 2:0.70711 3:0.70711", "3", "2 1:0.43017 2:0.90275"}));
}

TEST_F(NewsExamplesTest, AreTextsWithHeadersOrWithout) {
  EXPECT_EQ(MakeNewsTexts(NewsHeaders::kIn).train,
            (Lines{"a.one\tapple  The sky", "b.two\tpie sky", "c.three\tnone",
                   "b.two\tFrom: you  Apple pie, pie pie. "}));
  EXPECT_EQ(MakeNewsTexts(NewsHeaders::kOut).train,
            (Lines{"a.one\t  The sky", "b.two\t", "c.three\t", "b.two\t  Apple pie, pie pie. "}));
}

TEST_F(NewsExamplesTest, DamagedFilesAreErrors) {
  Put("peers_order.txt", "a.one/3\nb.two/8\n");
  EXPECT_THROW(MakeNewsExamples(), common::Error);
  Put("peers_order.txt", "a.one/3\n");
  EXPECT_THROW(MakeNewsExamples(), common::Error);  // the test post's group is not known
  for (const std::string damaged : {"#DOC\ta\t1\t100\nshort\n", "#DOC\ta\t1\n", "no post"}) {
    Put("20news-bydate-train.txt.gz", damaged);
    EXPECT_THROW(MakeNewsTexts(NewsHeaders::kIn), common::Error) << damaged;
  }
}

TEST_F(NewsExamplesTest, AreMadeWhereTheDataIsAbsent) {
  setenv("STRUCTLAB_DATA", "/nonexistent", 1);
  const NewsExamples news = MakeNewsTexts(NewsHeaders::kOut);
  EXPECT_TRUE(news.is_stand_in);
  EXPECT_EQ(news.train.size(), 11'314u);
  EXPECT_EQ(news.test.size(), 7'532u);
  std::set<std::string> groups;
  for (const std::string& line : news.test) {
    groups.insert(line.substr(0, line.find('\t')));
    EXPECT_EQ(line.find("Subject"), std::string::npos);
  }
  EXPECT_EQ(groups.size(), 20u);
}

}  // namespace
}  // namespace structlab::structured_learning
