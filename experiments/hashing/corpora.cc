#include "experiments/hashing/corpora.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/rcv1_tokens.h"
#include "experiments/datasets/resolve.h"
#include "experiments/datasets/text_collection.h"
#include "experiments/datasets/text_streams.h"

namespace structlab::hashing {
namespace {

using datasets::CollectionStream;
using datasets::FirstDocuments;
using datasets::TextDocument;
using datasets::TextPart;
using datasets::TextStream;

const char* kPackage = "hashing";
constexpr const char kStandInTexts[] =
    "words by Zipf's law with topics, in as many documents and classes and nearly as many different words";
// Test documents are the same at every seed, also where they are cut.
constexpr uint64_t kTestOrderSeed = 1;
constexpr const char kTrainOrder[] = "hashing/order/train";

std::string TwoParts(int64_t train, int64_t test) {
  return fmt::format("{} training and {} test documents", train, test);
}

// Rows on it are those of the whole collection, so it has to be that.
void CheckRcv1(const std::string& folder) {
  const SourceSize source = SourceSizeOf(TwoClassCorpora()[0]);
  datasets::Rcv1Tokens train(folder, TextPart::kTrain), test(folder, TextPart::kTest);
  const int64_t num_train = datasets::CountDocuments(train), num_test = datasets::CountDocuments(test);
  if (num_train == source.train && num_test == source.test) return;
  common::ThrowDataError(folder, TwoParts(source.train, source.test), TwoParts(num_train, num_test),
                         "complete the collection, or take the folder away: a stand-in is generated then");
}

// Sets of graphs that the source does not have, in the same folder.
harness::DatasetSource OtherGraphsSource() {
  return {.name = kOtherGraphsData, .resolve = [](const std::string& data_folder) {
            harness::Dataset found = datasets::SourceOf(kGraphsData, kPackage).resolve(data_folder);
            found.name = kOtherGraphsData;
            if (found.origin == harness::DataOrigin::kReal) found.origin = harness::DataOrigin::kSubstitute;
            return found;
          }};
}

// Puts the documents into the order of a seed.
void Shuffle(std::vector<TextDocument>& documents, uint64_t seed, std::string_view stream) {
  common::RandomStream random(seed, stream);
  datasets::ShuffleDocuments(documents, random);
}

const datasets::TextShape& ShapeOf(const Corpus& corpus) {
  if (corpus.name == "RCV1") return datasets::Rcv1Shape();
  return corpus.name == "DMOZ L2" ? datasets::DmozLevel2Shape() : datasets::DmozLevel3Shape();
}

datasets::TextCollection CollectionOf(const Corpus& corpus, const std::string& path,
                                      const TextLimits& limits) {
  const datasets::DocumentLimits generated = {limits.train, limits.test};
  return corpus.data == kNewsData ? datasets::LoadNewsGroups(path, generated)
                                  : datasets::LoadReutersR8(path, generated);
}

int LevelOf(const Corpus& corpus) { return corpus.name == "DMOZ L2" ? 2 : 3; }

}  // namespace

std::vector<harness::DatasetSource> DatasetSources() {
  return {
      datasets::SuppliedSource({.name = kRcv1Data,
                                .files = datasets::Rcv1TokenFiles(),
                                .origin = harness::DataOrigin::kReal,
                                .note = "the tokens of RCV1-v2 (Lewis et al. 2004), as supplied by the user",
                                .stand_in = kStandInTexts,
                                .check = CheckRcv1}),
      // Dumps differ from day to day, so that no numbers are known; one of too few pages is refused by
      // CorpusTexts.
      datasets::SuppliedSource(
          {.name = kDmozData,
           .files = {datasets::kDmozContentFile},
           .origin = harness::DataOrigin::kSubstitute,
           .note = "a dump of the Open Directory as supplied by the user, of another day than the source's",
           .stand_in = kStandInTexts}),
      datasets::SourceOf(kNewsData, kPackage),
      datasets::SourceOf(kReutersData, kPackage),
      datasets::SourceOf(kRcv1SmallData, kPackage),
      datasets::SourceOf(kGraphsData, kPackage),
      OtherGraphsSource(),
      {.name = kDrawnVectorsData, .resolve = [](const std::string&) {
         return harness::Dataset{
             .name = kDrawnVectorsData,
             .origin = harness::DataOrigin::kDrawn,
             .checksums = {{"generator", "the seed of each case"}},
             .note = "random sparse vectors of a recipe of ours, for Theorem 3, which is about any",
             .supply = harness::Supply::kNone};
       }}};
}

CorpusTexts::CorpusTexts(const Corpus& corpus, Classes classes, const std::string& path,
                         const TextLimits& limits, uint64_t seed)
    : corpus_(corpus), path_(path), limits_(limits) {
  STRUCTLAB_CHECK(corpus.has_words);
  if (corpus.data == kRcv1Data) {
    class_names_ = {"CCAT", "others"};
  } else if (corpus.data == kDmozData) {
    if (!path.empty()) {
      dmoz_ = datasets::SelectDmozPages(path, LevelOf(corpus), limits.train, limits.test);
      class_names_ = dmoz_->names;
      if (limits.train <= kMostMixed) mixed_ = MixedTraining(seed);
    }
  } else {
    collection_ = CollectionOf(corpus, path, limits);
    Shuffle(collection_->train, seed, kTrainOrder);
    Shuffle(collection_->test, kTestOrderSeed, "hashing/order/test");
    if (classes == Classes::kTwo && collection_->classes.size() >= 2) {
      datasets::MakeTwoClasses(*collection_, corpus.data == kReutersData ? datasets::FirstClass::kLargest
                                                                         : datasets::FirstClass::kFirstHalf);
    }
    class_names_ = collection_->classes;
  }
  const bool is_generated = path.empty() && corpus.data == kDmozData;
  num_classes_ = static_cast<uint32_t>(is_generated ? static_cast<size_t>(ShapeOf(corpus).classes)
                                                    : class_names_.size());
  CheckThatThereIsSomething();
}

structured_learning::TextEncoding CorpusTexts::encoding() const {
  return corpus_.data == kDmozData ? structured_learning::TextEncoding::kUtf8
                                   : structured_learning::TextEncoding::kLatin1;
}

std::vector<TextDocument> CorpusTexts::MixedTraining(uint64_t seed) const {
  std::vector<TextDocument> documents;
  int64_t bytes = 0;
  const auto pages = Open(TextPart::kTrain);
  for (TextDocument document; pages->Next(document);) {
    bytes += static_cast<int64_t>(document.text.size());
    if (bytes > limits_.max_bytes) {
      common::ThrowDataError(
          path_, fmt::format("texts of the chosen pages of together at most {} bytes", limits_.max_bytes),
          "more", "learn fewer training documents");
    }
    documents.push_back(std::move(document));
  }
  Shuffle(documents, seed, kTrainOrder);
  return documents;
}

void CorpusTexts::CheckThatThereIsSomething() const {
  const std::string where = path_.empty() ? corpus_.name : path_;
  if (num_classes_ < 2) {
    common::ThrowDataError(where, "documents of at least two classes",
                           fmt::format("{}{}", num_classes_, num_classes_ == 1 ? " class" : " classes"));
  }
  for (const TextPart part : {TextPart::kTrain, TextPart::kTest}) {
    TextDocument document;
    if (Open(part)->Next(document)) continue;
    common::ThrowDataError(where, "training and test documents",
                           part == TextPart::kTrain ? "no training documents" : "no test documents");
  }
}

std::unique_ptr<TextStream> CorpusTexts::OpenAll(TextPart part) const {
  if (collection_) {
    return std::make_unique<CollectionStream>(part == TextPart::kTrain ? collection_->train
                                                                       : collection_->test);
  }
  if (path_.empty()) {
    return std::make_unique<datasets::GeneratedTexts>(ShapeOf(corpus_), part, datasets::kStandInSeed);
  }
  if (corpus_.data == kRcv1Data) return std::make_unique<datasets::Rcv1Tokens>(path_, part);
  if (part == TextPart::kTrain && mixed_) return std::make_unique<CollectionStream>(*mixed_);
  return std::make_unique<datasets::DmozTopics>(path_, part, *dmoz_);
}

int64_t CorpusTexts::num_training() const {
  const int64_t all = collection_ ? static_cast<int64_t>(collection_->train.size())
                      : mixed_    ? static_cast<int64_t>(mixed_->size())
                                  : SourceSizeOf(corpus_).train;
  return std::min(all, limits_.train);
}

std::unique_ptr<TextStream> CorpusTexts::Open(TextPart part, int64_t max_documents) const {
  const int64_t limit = part == TextPart::kTrain ? limits_.train : limits_.test;
  return std::make_unique<FirstDocuments>(OpenAll(part), std::min(limit, max_documents));
}

}  // namespace structlab::hashing
