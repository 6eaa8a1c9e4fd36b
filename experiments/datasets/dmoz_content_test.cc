#include "experiments/datasets/dmoz_content.h"

#include <gtest/gtest.h>

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
  const std::vector<std::string> names = DmozTopicNames(folder, 2);
  EXPECT_EQ(names, (std::vector<std::string>{"A/y", "B/x"}));
  std::multiset<std::string> texts;
  size_t sizes[2] = {};
  for (const TextPart part : {TextPart::kTrain, TextPart::kTest}) {
    DmozTopics topics(folder, 2, part, names);
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
                 {"</d:Title>", "", 2}};
  for (const auto& damage : damages) {
    SCOPED_TRACE(damage.by);
    std::string content = page;
    content.replace(content.find(damage.replace), damage.replace.size(), damage.by);
    const std::string folder = WriteDump(content);
    const common::Error error = ErrorOf([&] { DmozTopicNames(folder, 2); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, folder + "/content.rdf.u8.gz:" + std::to_string(damage.line));
  }
}

}  // namespace
}  // namespace structlab::datasets
