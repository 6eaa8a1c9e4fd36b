#include "experiments/datasets/news_groups.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

std::string Record(const NewsPost& post) {
  return "#DOC\t" + post.group + "\t" + post.article + "\t" + std::to_string(post.text.size()) + "\n" +
         post.text + "\n";
}

const std::vector<NewsPost>& TinyPosts() {
  // The second has a line that looks like a record, the third is empty.
  static const std::vector<NewsPost> posts = {{"sci.med", "7", "From: a\n\nbody\n"},
                                              {"alt.atheism", "12", "#DOC\tx\ty\t3\nabc"},
                                              {"sci.med", "9", ""}};
  return posts;
}

std::string Format(const std::vector<NewsPost>& posts) {
  std::string text;
  for (const NewsPost& post : posts) text += Record(post);
  return text;
}

TEST(NewsGroups, ReadsBackWhatWasWritten) {
  EXPECT_EQ(ReadNewsPosts(WriteTestFile(Format(TinyPosts()))), TinyPosts());
  EXPECT_EQ(ReadNewsPosts(WriteTestFile(Gzip(Format(TinyPosts())))), TinyPosts());
}

TEST(NewsGroups, HeadersEndAtTheFirstEmptyLine) {
  EXPECT_EQ(WithoutHeaders("From: a\nSubject: b\n\nfirst\n\nsecond"), "first\n\nsecond");
  EXPECT_EQ(WithoutHeaders("no empty line\nat all"), "no empty line\nat all");
  EXPECT_EQ(WithoutHeaders("\nbody\n\nrest"), "body\n\nrest");
  EXPECT_EQ(WithoutHeaders("\n\nbody"), "\nbody");
  EXPECT_EQ(WithoutHeaders("From: a\n\n"), "");
  EXPECT_EQ(WithoutHeaders("\n"), "");
  EXPECT_EQ(WithoutHeaders(""), "");
}

struct Damage {
  std::string replace, by;
  int line;  // of the file, where the message points
  std::string expected;
};

class DamagedNewsGroups : public testing::TestWithParam<Damage> {};

constexpr const char kRecord[] = "a line of #DOC, group, article and number of bytes, with tabs between them";

TEST_P(DamagedNewsGroups, IsRefusedWithTheLineOfTheRecord) {
  const Damage& damage = GetParam();
  std::string text = Format(TinyPosts());
  const size_t at = text.find(damage.replace);
  ASSERT_NE(at, text.npos);
  text.replace(at, damage.replace.size(), damage.by);
  const std::string path = WriteTestFile(text);
  const common::Error error = ErrorOf([&] { ReadNewsPosts(path); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, path + ":" + std::to_string(damage.line)) << error.what();
  if (!damage.expected.empty()) {
    EXPECT_EQ(error.parts().expected, damage.expected);
  }
}

// The records begin in lines 1, 6 and 9.
INSTANTIATE_TEST_SUITE_P(
    NewsGroups, DamagedNewsGroups,
    testing::Values(Damage{"#DOC\tsci.med", "DOC\tsci.med", 1, kRecord},
                    Damage{"#DOC\talt.atheism", "#DOC\t", 6, kRecord}, Damage{"\t12\t", "\t\t", 6, kRecord},
                    Damage{"\t12\t", " 12\t", 6, kRecord}, Damage{"\t14\n", "\tmany\n", 1, ""},
                    Damage{"\t14\n", "\t-1\n", 1, "-1 bytes of a post"},
                    Damage{"\t14\n", "\t15\n", 1, "a line break behind the post"},
                    Damage{"\t14\n", "\t13\n", 5, kRecord},
                    Damage{"\t9\t0\n", "\t9\t2\n", 9, "2 bytes of a post"},
                    Damage{"\t9\t0\n\n", "\t9\t0", 9, kRecord},
                    Damage{"\t9\t0\n\n", "\t9\t0\n", 9, "a line break behind the post"},
                    Damage{"body", std::string("bo\0y", 4), 1, "a post without zero bytes"}));

TEST(NewsGroups, RefusesAnEmptyFile) {
  const std::string path = WriteTestFile("");
  EXPECT_EQ(ErrorOf([&] { ReadNewsPosts(path); }).parts().expected, "at least one post");
}

std::string FolderOf(const std::vector<NewsPost>& train, const std::vector<NewsPost>& test) {
  const std::string folder = EmptyFolder("20newsgroups");
  std::ofstream(folder + "/20news-bydate-train.txt.gz") << Format(train);
  std::ofstream(folder + "/20news-bydate-test.txt.gz") << Format(test);
  return folder;
}

TEST(NewsGroups, ClassesAreTheGroupsInAlphabeticalOrder) {
  const TextCollection news = ReadNewsGroups(FolderOf(TinyPosts(), {{"sci.med", "1", "x"}}));
  EXPECT_EQ(news.classes, (std::vector<std::string>{"alt.atheism", "sci.med"}));
  ASSERT_EQ(news.train.size(), 3u);
  EXPECT_EQ(news.train[0], (TextDocument{1, TinyPosts()[0].text}));
  EXPECT_EQ(news.train[1].label, 0u);
  EXPECT_EQ(news.test, (std::vector<TextDocument>{{1, "x"}}));
}

TEST(NewsGroups, RefusesTestPostsOfOtherGroups) {
  const std::string folder = FolderOf(TinyPosts(), {{"rec.autos", "1", "x"}});
  EXPECT_EQ(ErrorOf([&] { ReadNewsGroups(folder); }).parts().found, "'rec.autos'");
}

}  // namespace
}  // namespace structlab::datasets
