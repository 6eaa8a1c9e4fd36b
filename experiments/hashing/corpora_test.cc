#include "experiments/hashing/corpora.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
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
    EXPECT_EQ(found.origin,
              source.name == kDrawnData ? harness::DataOrigin::kReal : harness::DataOrigin::kStandIn);
  }
}

TEST(DatasetSources, TakeWhatTheUserHas) {
  const std::string folder = EmptyFolder();
  std::filesystem::create_directories(folder + "/dmoz");
  std::ofstream(folder + "/dmoz/content.rdf.u8")
      << "<ExternalPage about=\"a\">\n<topic>Top/A/b</topic>\n</ExternalPage>\n"
         "<ExternalPage about=\"b\">\n<topic>Top/A/c</topic>\n</ExternalPage>\n";
  const harness::Dataset found = SourceNamed(kDmozData).resolve(folder);
  EXPECT_EQ(found.origin, harness::DataOrigin::kSubstitute);
  ASSERT_EQ(found.checksums.size(), 1u);
  EXPECT_EQ(found.checksums[0].value.size(), 64u);
  const CorpusTexts texts(FindCorpus(TopicCorpora(), "DMOZ L2"), Classes::kTopics, found.path, {10, 10}, 1);
  EXPECT_EQ(texts.class_names(), (std::vector<std::string>{"A/b", "A/c"}));
  EXPECT_EQ(All(texts, TextPart::kTrain).size() + All(texts, TextPart::kTest).size(), 2u);
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
