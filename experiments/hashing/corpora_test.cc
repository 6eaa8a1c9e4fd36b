#include "experiments/hashing/corpora.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::hashing {
namespace {

using datasets::TextDocument;
using datasets::TextPart;

std::vector<TextDocument> All(const CorpusTexts& texts, TextPart part) {
  std::vector<TextDocument> documents;
  const auto stream = texts.Open(part);
  for (TextDocument document; stream->Next(document);) documents.push_back(document);
  return documents;
}

const Corpus& FindCorpus(const std::vector<Corpus>& corpora, const std::string& name) {
  return *std::ranges::find(corpora, name, &Corpus::name);
}

CorpusTexts StandIn(const std::vector<Corpus>& corpora, const std::string& name, Classes classes,
                    TextLimits limits, uint64_t seed = 1) {
  return CorpusTexts(FindCorpus(corpora, name), classes, "", limits, seed);
}

TEST(CorpusTexts, AreCutAndCanBeReadAgain) {
  for (const Corpus& corpus : TopicCorpora()) {
    SCOPED_TRACE(corpus.name);
    const CorpusTexts texts(corpus, Classes::kTopics, "", {120, 30}, 1);
    const std::vector<TextDocument> train = All(texts, TextPart::kTrain);
    EXPECT_EQ(train.size(), 120u);
    EXPECT_EQ(texts.num_training(), 120);
    size_t first = 0;
    const auto some = texts.Open(TextPart::kTrain, 50);
    for (TextDocument document; some->Next(document); ++first) EXPECT_EQ(document, train[first]);
    EXPECT_EQ(first, 50u);
    EXPECT_EQ(All(texts, TextPart::kTest).size(), 30u);
    EXPECT_EQ(All(texts, TextPart::kTrain), train);
    for (const TextDocument& document : train) EXPECT_LT(document.label, texts.num_classes());
  }
}

TEST(CorpusTexts, HaveAsManyClassesAsTheSource) {
  EXPECT_EQ(StandIn(TopicCorpora(), "DMOZ L2", Classes::kTopics, {1, 1}).num_classes(), 575u);
  EXPECT_EQ(StandIn(TopicCorpora(), "DMOZ L3", Classes::kTopics, {1, 1}).num_classes(), 7100u);
  EXPECT_EQ(StandIn(TopicCorpora(), "20newsgroups", Classes::kTopics, {1, 1}).num_classes(), 20u);
  EXPECT_EQ(StandIn(TopicCorpora(), "reuters-r8", Classes::kTopics, {1, 1}).num_classes(), 8u);
}

TEST(CorpusTexts, OfAllLanguagesAreReadAsUtf8) {
  using structured_learning::TextEncoding;
  EXPECT_EQ(StandIn(TopicCorpora(), "DMOZ L2", Classes::kTopics, {1, 1}).encoding(), TextEncoding::kUtf8);
  EXPECT_EQ(StandIn(TopicCorpora(), "20newsgroups", Classes::kTopics, {1, 1}).encoding(),
            TextEncoding::kLatin1);
}

TEST(CorpusTexts, TwoClassesAreHalvesOfTheGroups) {
  const std::vector<TextDocument> topics =
      All(StandIn(TopicCorpora(), "20newsgroups", Classes::kTopics, {500, 1}), TextPart::kTrain);
  const CorpusTexts texts = StandIn(TwoClassCorpora(), "20newsgroups", Classes::kTwo, {500, 1});
  EXPECT_EQ(texts.num_classes(), 2u);
  const std::vector<TextDocument> halves = All(texts, TextPart::kTrain);
  ASSERT_EQ(halves.size(), topics.size());
  for (size_t i = 0; i < halves.size(); ++i) {
    EXPECT_EQ(halves[i].text, topics[i].text);
    EXPECT_EQ(halves[i].label, topics[i].label < 10 ? 0u : 1u);
  }
}

TEST(CorpusTexts, TheSeedChangesTheOrderOfCollectionsAlone) {
  const auto texts = [](const char* name, uint64_t seed) {
    return All(StandIn(TwoClassCorpora(), name, Classes::kTwo, {300, 1}, seed), TextPart::kTrain);
  };
  EXPECT_EQ(texts("RCV1", 1), texts("RCV1", 2));
  EXPECT_EQ(texts("reuters-r8", 1), texts("reuters-r8", 1));
  EXPECT_NE(texts("reuters-r8", 1), texts("reuters-r8", 2));
}

// Also where they are cut: the first of a collection in its own order would be of one class.
TEST(CorpusTexts, HaveTheSameTestDocumentsAtEverySeed) {
  const auto tests = [](uint64_t seed) {
    return All(StandIn(TopicCorpora(), "reuters-r8", Classes::kTopics, {10, 100}, seed), TextPart::kTest);
  };
  EXPECT_EQ(tests(1), tests(2));
  std::set<uint32_t> labels;
  for (const TextDocument& document : tests(1)) labels.insert(document.label);
  EXPECT_GT(labels.size(), 2u);
}

harness::DatasetSource SourceNamed(const std::string& name) {
  for (const harness::DatasetSource& source : DatasetSources()) {
    if (source.name == name) return source;
  }
  ADD_FAILURE() << name;
  return {};
}

std::string EmptyFolder() {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "corpora";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder.string();
}

TEST(DatasetSources, AreStandInsWhereNothingIs) {
  const std::string folder = EmptyFolder();
  for (const harness::DatasetSource& source : DatasetSources()) {
    const harness::Dataset found = source.resolve(folder);
    EXPECT_EQ(found.name, source.name);
    EXPECT_TRUE(found.path.empty()) << source.name;
    // Drawn vectors are none of the source, whatever data there are.
    EXPECT_EQ(found.origin,
              source.name == kDrawnVectorsData ? harness::DataOrigin::kDrawn : harness::DataOrigin::kStandIn)
        << source.name;
  }
}

std::string DmozPage(const std::string& address, const std::string& topic) {
  return "<ExternalPage about=\"" + address + "\">\n<topic>Top/" + topic + "</topic>\n</ExternalPage>\n";
}

// A dump of these pages, in the folder for the user's own.
void WriteDmoz(const std::string& folder, const std::string& pages) {
  std::filesystem::create_directories(folder + "/dmoz");
  std::ofstream(folder + "/dmoz/content.rdf.u8") << pages;
}

common::Error RefusalOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const common::Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing is refused";
  return common::Error(common::ErrorKind::kUsage, {});
}

CorpusTexts Dmoz(const std::string& path) {
  return CorpusTexts(FindCorpus(TopicCorpora(), "DMOZ L2"), Classes::kTopics, path, {1000, 1000}, 1);
}

TEST(DatasetSources, TakeWhatTheUserHas) {
  const std::string folder = EmptyFolder();
  std::string pages;
  for (int i = 0; i < 500; ++i) {
    pages += DmozPage(std::string("page ").append(std::to_string(i)), i % 2 == 0 ? "A/b" : "A/c");
  }
  WriteDmoz(folder, pages);
  const harness::Dataset found = SourceNamed(kDmozData).resolve(folder);
  EXPECT_EQ(found.origin, harness::DataOrigin::kSubstitute);
  ASSERT_EQ(found.checksums.size(), 1u);
  EXPECT_EQ(found.checksums[0].value.size(), 64u);
  const CorpusTexts texts = Dmoz(found.path);
  EXPECT_EQ(texts.class_names(), (std::vector<std::string>{"A/b", "A/c"}));
  EXPECT_EQ(All(texts, TextPart::kTrain).size() + All(texts, TextPart::kTest).size(), 500u);
}

// A dump is written topic by topic: its first pages are all of one.
TEST(CorpusTexts, OfADumpAllTopicsAreLearnedInMixedOrder) {
  const std::string folder = EmptyFolder();
  std::string pages;
  for (const char* topic : {"A/b", "A/c", "A/d", "A/e"}) {
    for (int i = 0; i < 500; ++i) {
      std::string page = DmozPage(std::string(topic).append(std::to_string(i)), topic);
      page.insert(page.find('\n') + 1,
                  std::string("<d:Title>").append(std::to_string(i)).append("</d:Title>\n"));
      pages += page;
    }
  }
  WriteDmoz(folder, pages);
  const auto texts = [&](uint64_t seed) {
    return CorpusTexts(FindCorpus(TopicCorpora(), "DMOZ L2"), Classes::kTopics, folder + "/dmoz", {200, 30},
                       seed);
  };
  std::vector<TextDocument> train = All(texts(1), TextPart::kTrain), other = All(texts(2), TextPart::kTrain);
  ASSERT_EQ(train.size(), 200u);
  EXPECT_EQ(texts(1).num_training(), 200);
  EXPECT_EQ(All(texts(1), TextPart::kTest).size(), 30u);
  EXPECT_EQ(All(texts(1), TextPart::kTrain), train);
  // 50 of each but for 5 standard deviations, and 12 of each among the first 50.
  std::vector<int> of_topic(4), of_first(4);
  for (size_t i = 0; i < train.size(); ++i) {
    ++of_topic[train[i].label];
    if (i < 50) ++of_first[train[i].label];
  }
  for (const int count : of_topic) EXPECT_NEAR(count, 50, 5 * 6.1);
  for (const int count : of_first) EXPECT_GT(count, 0);
  // The same pages for each seed, in another order.
  EXPECT_NE(train, other);
  const auto key = [](const TextDocument& document) { return std::pair(document.label, document.text); };
  std::ranges::sort(train, {}, key);
  std::ranges::sort(other, {}, key);
  EXPECT_EQ(train, other);
}

TEST(CorpusTexts, RefuseMoreTextThanIsHeld) {
  const std::string folder = EmptyFolder();
  std::string pages;
  for (int i = 0; i < 300; ++i) {
    std::string page = DmozPage(std::to_string(i), i % 2 == 0 ? "A/b" : "A/c");
    page.insert(page.find('\n') + 1, "<d:Title>0123456789</d:Title>\n");
    pages += page;
  }
  WriteDmoz(folder, pages);
  const auto open = [&](int64_t max_bytes) {
    CorpusTexts(FindCorpus(TopicCorpora(), "DMOZ L2"), Classes::kTopics, folder + "/dmoz",
                {100, 10, max_bytes}, 1);
  };
  open(1000);
  const common::Error error = RefusalOf([&] { open(999); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, folder + "/dmoz");
  EXPECT_EQ(error.parts().expected, "texts of the chosen pages of together at most 999 bytes");
}

// 3% of the pages are test documents, by a hash of their addresses: few pages may have none.
TEST(CorpusTexts, RefuseACollectionWithAnEmptyPart) {
  const std::string folder = EmptyFolder();
  const struct {
    std::string pages, found;
  } dumps[] = {{"", "0 classes"},
               {DmozPage("a", "A"), "0 classes"},
               {DmozPage("a", "A/b"), "1 class"},
               {DmozPage("a", "A/b") + DmozPage("b", "A/c"), "no test documents"}};
  for (const auto& [pages, what] : dumps) {
    WriteDmoz(folder, pages);
    const common::Error error = RefusalOf([&] { Dmoz(folder + "/dmoz"); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, folder + "/dmoz");
    EXPECT_EQ(error.parts().found, what);
  }
}

// `count` articles from this number on, with a word each.
std::string Articles(int64_t first, int64_t count) {
  std::string text;
  for (int64_t i = first; i < first + count; ++i)
    text.append(".I ").append(std::to_string(i)).append("\n.W\nw\n\n");
  return text;
}

// A folder that is called RCV1-v2 and has so many articles.
std::string WriteRcv1(int64_t train, int64_t test) {
  const std::string folder = EmptyFolder(), rcv1 = folder + "/rcv1-v2";
  std::filesystem::create_directories(rcv1);
  // What the collection calls its test part is the training part here.
  std::ofstream(rcv1 + "/lyrl2004_tokens_test_pt0.dat") << Articles(1, train);
  for (const char* part : {"1", "2", "3"}) {
    std::ofstream(rcv1 + "/lyrl2004_tokens_test_pt" + part + ".dat") << "";
  }
  std::ofstream(rcv1 + "/lyrl2004_tokens_train.dat") << Articles(train + 1, test);
  std::ofstream(rcv1 + "/rcv1-v2.topics.qrels") << "CCAT 1 1\n";
  return folder;
}

TEST(DatasetSources, OnlyTheWholeCollectionIsRcv1) {
  EXPECT_EQ(SourceNamed(kRcv1Data).resolve(WriteRcv1(781'265, 23'149)).origin, harness::DataOrigin::kReal);
  for (const auto& [train, test] : {std::pair<int64_t, int64_t>{4, 2}, {0, 0}, {23'149, 1}}) {
    const std::string folder = WriteRcv1(train, test);
    const common::Error error = RefusalOf([&] { SourceNamed(kRcv1Data).resolve(folder); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, folder + "/rcv1-v2");
    EXPECT_EQ(error.parts().expected, "781265 training and 23149 test documents");
    EXPECT_EQ(error.parts().found,
              std::to_string(train) + " training and " + std::to_string(test) + " test documents");
  }
}

TEST(CorpusTexts, RefuseRcv1WithoutArticles) {
  for (const auto& [train, test, found] :
       {std::tuple(0, 3, "no training documents"), std::tuple(3, 0, "no test documents")}) {
    const std::string path = WriteRcv1(train, test) + "/rcv1-v2";
    const common::Error error = RefusalOf([&] {
      CorpusTexts(FindCorpus(TwoClassCorpora(), "RCV1"), Classes::kTwo, path, {10, 10}, 1);
    });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().found, found);
  }
}

TEST(DatasetSources, RefuseAFolderThatIsNotComplete) {
  const std::string folder = EmptyFolder();
  std::filesystem::create_directories(folder + "/rcv1-v2");
  try {
    SourceNamed(kRcv1Data).resolve(folder);
    ADD_FAILURE();
  } catch (const common::Error& error) {
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, folder + "/rcv1-v2/lyrl2004_tokens_test_pt0.dat");
  }
}

}  // namespace
}  // namespace structlab::hashing
