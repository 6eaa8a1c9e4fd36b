#include "experiments/datasets/dmoz_content.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

std::string Page(const std::string& address, const std::string& topic) {
  return "<ExternalPage about=\"" + address + "\">\n  <d:Title>Title of " + address +
         "</d:Title>\n  <d:Description>Words &amp; more</d:Description>\n  <priority>1</priority>\n  "
         "<topic>" +
         topic + "</topic>\n</ExternalPage>\n";
}

std::string WriteDump(const std::string& content) {
  const std::string folder = EmptyFolder("dmoz");
  std::ofstream(folder + "/content.rdf.u8.gz") << Gzip(content);
  return folder;
}

const char* const kHead = "<?xml version=\"1.0\"?>\n<RDF>\n<Topic r:id=\"Top/World\">\n</Topic>\n";

TEST(DmozContent, ReadsPages) {
  DmozPages pages(WriteDump(kHead + Page("http://a/?x=1&amp;y=2", "Top/World/Italiano/Affari") + "</RDF>\n") +
                  "/content.rdf.u8.gz");
  DmozPage page;
  ASSERT_TRUE(pages.Next(page));
  EXPECT_EQ(page.address, "http://a/?x=1&y=2");
  EXPECT_EQ(page.topic, "Top/World/Italiano/Affari");
  EXPECT_EQ(page.text, "Title of http://a/?x=1&y=2 Words & more");
  EXPECT_FALSE(pages.Next(page));
}

TEST(DmozContent, CutsTopicsAtTheirLevel) {
  EXPECT_EQ(TopicAtLevel("Top/World/Italiano/Affari", 2), "World/Italiano");
  EXPECT_EQ(TopicAtLevel("Top/World/Italiano/Affari", 3), "World/Italiano/Affari");
  EXPECT_EQ(TopicAtLevel("Top/World/Italiano/Affari", 4), "");
  EXPECT_EQ(TopicAtLevel("Top/World", 1), "World");
  EXPECT_EQ(TopicAtLevel("Top/World", 2), "");
}

TEST(DmozContent, EveryPageDeepEnoughIsInOneOfTheParts) {
  std::string content = kHead;
  for (int i = 0; i < 2000; ++i) {
    content += Page("http://site" + std::to_string(i), i % 4 == 0   ? "Top/Arts"
                                                       : i % 2 == 0 ? "Top/B/x"
                                                                    : "Top/A/y/z");
  }
  const std::string folder = WriteDump(content);
  const DmozSelection all = SelectDmozPages(folder, 2, 1500, 1500);
  EXPECT_EQ(all.names, (std::vector<std::string>{"A/y", "B/x"}));
  std::multiset<std::string> texts;
  size_t sizes[2] = {};
  for (const TextPart part : {TextPart::kTrain, TextPart::kTest}) {
    DmozTopics topics(folder, part, all);
    for (TextDocument document; topics.Next(document);) {
      texts.insert(document.text);
      ++sizes[part == TextPart::kTest ? 1 : 0];
      EXPECT_LT(document.label, 2u);
    }
  }
  EXPECT_EQ(texts.size(), 1500u);
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), 1500u);
  EXPECT_NEAR(static_cast<double>(sizes[1]), 45, 4 * 6.6);  // 3% of 1500
}

// Documents of a part in the order of the file.
std::vector<TextDocument> Selected(const std::string& folder, TextPart part, const DmozSelection& selection) {
  DmozTopics topics(folder, part, selection);
  std::vector<TextDocument> documents;
  for (TextDocument document; topics.Next(document);) documents.push_back(document);
  return documents;
}

// Of a file that is written topic by topic, each topic keeps its share.
TEST(DmozContent, ASelectionIsOfAllTopics) {
  std::string content = kHead;
  constexpr int kTopics = 10, kPagesOfTopic = 400;
  for (int topic = 0; topic < kTopics; ++topic) {
    for (int i = 0; i < kPagesOfTopic; ++i) {
      content += Page("http://" + std::to_string(topic) + "/" + std::to_string(i),
                      "Top/A/" + std::string(1, static_cast<char>('a' + topic)));
    }
  }
  const std::string folder = WriteDump(content);
  std::set<std::string> smaller;
  for (const int most : {100, 500, 1000}) {
    const DmozSelection selection = SelectDmozPages(folder, 2, most, 20);
    EXPECT_EQ(selection.names.size(), static_cast<size_t>(kTopics));
    const std::vector<TextDocument> train = Selected(folder, TextPart::kTrain, selection);
    EXPECT_EQ(train.size(), static_cast<size_t>(most));  // no two of these addresses have the same hash
    EXPECT_EQ(Selected(folder, TextPart::kTest, selection).size(), 20u);
    std::vector<int> of_topic(kTopics);
    std::set<std::string> texts;
    for (const TextDocument& document : train) ++of_topic[document.label], texts.insert(document.text);
    // Within 5 standard deviations of a tenth.
    for (const int count : of_topic) EXPECT_NEAR(count, most / 10.0, 5 * std::sqrt(0.09 * most));
    for (const std::string& text : smaller) EXPECT_TRUE(texts.contains(text)) << text;
    smaller = texts;
  }
}

TEST(DmozContent, ReadsAllPagesWhereFewerAreThere) {
  const std::string folder = WriteDump(kHead + Page("http://a", "Top/A/b") + Page("http://b", "Top/A/c"));
  const DmozSelection selection = SelectDmozPages(folder, 2, 2, 2);
  EXPECT_EQ(Selected(folder, TextPart::kTrain, selection).size() +
                Selected(folder, TextPart::kTest, selection).size(),
            2u);
}

// However little of it is on the disk.
TEST(DmozContent, RefusesAPageWithoutEndAndNamesWithoutEnd) {
  const std::string half(kLongestDmozText / 2, 'a');
  std::string page = Page("http://a", "Top/A/b");
  page.insert(page.find("  <priority>"), "  <d:Description>" + half + "</d:Description>\n");
  EXPECT_EQ(SelectDmozPages(WriteDump(page), 2, 1, 1).names.size(), 1u);
  page.insert(page.find("  <priority>"), "  <d:Description>" + half + "</d:Description>\n");
  std::string folder = WriteDump(page);
  const common::Error error = ErrorOf([&] { SelectDmozPages(folder, 2, 1, 1); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, folder + "/content.rdf.u8.gz:5");
  EXPECT_EQ(error.parts().expected, "titles and descriptions of a page of together at most 1048576 bytes");

  std::string pages;
  for (size_t i = 0; i <= kMostDmozNames / half.size(); ++i) {
    pages += Page("http://a", "Top/A/" + std::to_string(100 + i) + half);
  }
  folder = WriteDump(pages);
  const common::Error of_names = ErrorOf([&] { SelectDmozPages(folder, 2, 1, 1); });
  EXPECT_EQ(of_names.kind(), common::ErrorKind::kData);
  EXPECT_EQ(of_names.parts().expected, "names of topics of together at most 16777216 bytes");
}

TEST(DmozContent, RefusesDamageWithItsLine) {
  const std::string page = Page("http://a", "Top/A/b");
  const struct {
    std::string replace, by;
    int line;
  } damages[] = {{"about=\"http://a\"", "about=http://a", 1},
                 {"</ExternalPage>\n", "", 5},
                 {"</ExternalPage>\n", "<ExternalPage about=\"http://b\">\n", 6},
                 {"  <topic>Top/A/b</topic>\n", "", 5},
                 {"</topic>", "", 5},
                 {"</d:Title>", "", 2},
                 {"</d:Title>", "caf\xe9</d:Title>", 2}};
  for (const auto& damage : damages) {
    SCOPED_TRACE(damage.by);
    std::string content = page;
    content.replace(content.find(damage.replace), damage.replace.size(), damage.by);
    const std::string folder = WriteDump(content);
    const common::Error error = ErrorOf([&] { SelectDmozPages(folder, 2, 9, 9); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, folder + "/content.rdf.u8.gz:" + std::to_string(damage.line));
  }
}

}  // namespace
}  // namespace structlab::datasets
