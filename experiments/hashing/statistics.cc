// Tables 2.1 and 2.5, Figure 2.2 top of Shi 2011: what a collection has, counted in all of its documents.
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <unordered_set>

#include "experiments/harness/package.h"
#include "experiments/hashing/text_runs.h"
#include "kernels/hashing/distinct_count.h"
#include "kernels/hashing/feature_hash.h"

namespace structlab::hashing {
namespace {

using datasets::TextPart;
using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::ExampleBatch;

constexpr double kGibibyte = 1024.0 * 1024 * 1024;
// The words of Table 2.5, by which its row is called.
constexpr const char* kPrintedWords = "1832704";

// The bins that pairs of a word and a topic meet in the tables of joint hashing.
class PairCounts {
 public:
  PairCounts(const std::vector<int64_t>& bits, uint64_t seed)
      : salt_(kernels::SaltOf(static_cast<uint32_t>(seed))) {
    for (const int64_t exponent : bits) tables_.emplace_back(static_cast<int>(exponent));
  }

  void Add(std::span<const uint32_t> keys, uint32_t label) {
    for (const uint32_t key : keys) {
      for (kernels::BinSet& table : tables_) {
        table.Add(kernels::JointBin(key, label, salt_, kernels::MaskOf(table.bits())));
      }
      different_.Add(uint64_t{label} << 32 | key);
    }
  }

  const std::vector<kernels::BinSet>& tables() const { return tables_; }
  double different() const { return different_.Estimate(); }

 private:
  uint64_t salt_;
  std::vector<kernels::BinSet> tables_;
  kernels::DistinctCount different_;
};

// What is counted of a collection; of topics with the exponents of tables.
struct Counting {
  Corpus corpus;
  TextLimits limits;
  std::vector<int64_t> joint_bits, word_bits;
};

// How full tables of words are, and those of pairs of a word and a topic.
void RecordCollisions(const Counting& counting, const std::unordered_set<uint32_t>& words,
                      const PairCounts& pairs, Recorder& record) {
  const auto record_one = [&](const char* of, int bits, int64_t bins, double different) {
    const Setting key = {{"dim", Power(bits)}, {"of", of}};
    record.Value(kOurWords, "n_unique_hashes", static_cast<double>(bins), {.setting = key});
    record.Value(kOurWords, "collision_rate", 100 * (1 - static_cast<double>(bins) / different),
                 {.setting = key});
  };
  for (const int64_t bits : std::set<int64_t>(counting.word_bits.begin(), counting.word_bits.end())) {
    kernels::BinSet table(static_cast<int>(bits));
    for (const uint32_t word : words) table.Add(word & kernels::MaskOf(table.bits()));
    record_one("words", table.bits(), table.size(), static_cast<double>(words.size()));
  }
  for (const kernels::BinSet& table : pairs.tables()) {
    record_one("pairs", table.bits(), table.size(), pairs.different());
  }
  record.Value(kOurWords, "different_pairs", pairs.different());
}

void Count(const Counting& counting, uint64_t seed, Recorder& record) {
  const bool is_rcv1 = counting.corpus.data == kRcv1Data;
  const CorpusTexts texts = TextsOf(counting.corpus, Classes::kTopics, counting.limits, record);
  std::unordered_set<uint32_t> words;
  std::optional<PairCounts> pairs;  // two classes have no such tables
  if (!is_rcv1) pairs.emplace(counting.joint_bits, seed);
  // Sizes of the topics are counted in the training documents, as in the figure; labels of the test documents
  // are met too.
  std::vector<double> sizes(texts.num_classes()), documents_met, words_met;
  std::vector<bool> is_met(texts.num_classes());
  double documents[2] = {};
  common::Stopwatch unused;
  for (const TextPart part : {TextPart::kTrain, TextPart::kTest}) {
    double& count = documents[part == TextPart::kTrain ? 0 : 1];
    ForEachBatch(texts, part, seed, unused, [&](ExampleBatch& batch) {
      words.insert(batch.arrays().keys.begin(), batch.arrays().keys.end());
      count += static_cast<double>(batch.size());
      for (size_t i = 0; i < batch.size(); ++i) {
        const uint32_t label = batch[i].labels[0];
        is_met[label] = true;
        if (pairs) pairs->Add(batch[i].keys, label);
        if (part == TextPart::kTrain) sizes[label] += 1;
      }
      documents_met.push_back(documents[0] + documents[1]);
      words_met.push_back(static_cast<double>(words.size()));
    });
  }
  const auto classes = static_cast<double>(std::ranges::count(is_met, true));
  const auto different = static_cast<double>(words.size());
  record.Value("Table 2.1", "n_train", documents[0]);
  record.Value("Table 2.1", "n_test", documents[1]);
  record.Value("Table 2.1", "n_labels", classes);
  record.Value(kOurWords, "different_words", different);
  record.Curve(kOurWords, "words_by_documents", documents_met, words_met);
  if (is_rcv1) return;
  RecordCollisions(counting, words, *pairs, record);
  record.Value(kProse262, "n_labels", classes);
  std::ranges::sort(sizes, std::greater());
  std::vector<double> places(sizes.size());
  std::iota(places.begin(), places.end(), 1.0);
  record.Curve("Figure 2.2 top", "topic_counts", places, sizes,
               {.method = "topic frequencies", .setting = Setting{{"split", "train"}}});
  // A weight of 8 bytes for each word and class.
  const double memory = different * classes * 8 / kGibibyte;
  record.Value("Table 2.5", "memory", memory,
               {.method = "no hash", .setting = Setting{{"n_unique_words", kPrintedWords}}});
  if (counting.corpus.name != "DMOZ L3") return;
  record.Value(kCaption25, "n_unique_words", different, {.dataset = "DMOZ", .method = "no hash"});
  record.Value(kProse11, "memory", memory, {.method = "multi-class SVM (no hash)"});
  record.Value(kProse11, "n_labels", classes, {.dataset = "DMOZ (website topic categorisation)"});
}

}  // namespace

// Everything of a collection is counted, also where less is learned.
void Statistics(harness::Package& package) {
  package.Plan([](Planner& plan) {
    for (const Corpus& corpus : {TwoClassCorpora()[0], TopicCorpora()[0], TopicCorpora()[1]}) {
      Case& c = AddTextCase(plan, "text", corpus, "statistics", "dataset statistics");
      c.deterministic = true;
      Counting counting = {corpus, {}, {}, {}};
      if (corpus.data == kRcv1Data) {
        counting.limits = ReadLimits(corpus, "rcv1_documents", "rcv1_test_documents", c);
      } else {
        counting.limits = ReadLimits(corpus, "dmoz_counted", "dmoz_counted", c);
        counting.joint_bits = JointBits(plan, corpus);
        counting.word_bits = counting.joint_bits;
        counting.word_bits.push_back(FeatureBits(plan, corpus));
        for (const char* setting : {"joint_bits", "feature_bits_l2", "feature_bits_l3"}) c.Read(setting);
      }
      c.run = [=](uint64_t seed, Recorder& record) { Count(counting, seed, record); };
    }
  });
}

}  // namespace structlab::hashing
