// Tables 2.1 and 2.5, Figure 2.2 top: what a collection has, counted in all of its documents.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "experiments/hashing/bin_set.h"
#include "experiments/hashing/case_texts.h"
#include "experiments/hashing/hashed_batches.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "kernels/hashing/feature_hash.h"

namespace structlab::hashing {
namespace {

using datasets::TextPart;
using harness::Case;
using harness::Recorder;
using harness::Setting;
using structured_learning::ExampleBatch;

constexpr double kGibibyte = 1024.0 * 1024 * 1024;
// The words of Table 2.5, by which its row is called.
constexpr const char* kPrintedWords = "1832704";

// The bins that pairs of a word and a topic meet in the tables of joint hashing.
class PairCounts {
 public:
  explicit PairCounts(const Case& c) : salt_(kernels::SaltOf(static_cast<uint32_t>(c.seed))) {
    for (const int64_t bits : c.parameters.Integers("joint_bits"))
      tables_.emplace_back(static_cast<int>(bits));
  }

  void Add(std::span<const uint32_t> keys, uint32_t label) {
    for (const uint32_t key : keys) {
      for (BinSet& table : tables_) {
        table.Add(kernels::JointBin(key, label, salt_, kernels::MaskOf(table.bits())));
      }
      different_.Add(uint64_t{label} << 32 | key);
    }
  }

  const std::vector<BinSet>& tables() const { return tables_; }
  double different() const { return different_.Estimate(); }

 private:
  uint64_t salt_;
  std::vector<BinSet> tables_;
  DistinctCount different_;
};

// How full tables of words are, and those of pairs of a word and a topic.
void RecordCollisions(const Case& c, const std::unordered_set<uint32_t>& words, const PairCounts& pairs,
                      Recorder& record) {
  const auto record_one = [&](const char* of, int bits, double bins, double different) {
    const Setting key = {{"dim", Power(bits)}, {"of", of}};
    record.Value(kOurWords, "n_unique_hashes", bins, {.setting = key});
    record.Value(kOurWords, "collision_rate", 100 * (1 - bins / different), {.setting = key, .unit = "%"});
  };
  const std::vector<int64_t> word_bits = c.parameters.Integers("word_bits");
  for (const int64_t bits : std::set<int64_t>(word_bits.begin(), word_bits.end())) {
    BinSet table(static_cast<int>(bits));
    for (const uint32_t word : words) table.Add(word & kernels::MaskOf(table.bits()));
    record_one("words", table.bits(), static_cast<double>(table.size()), static_cast<double>(words.size()));
  }
  for (const BinSet& table : pairs.tables()) {
    record_one("pairs", table.bits(), static_cast<double>(table.size()), pairs.different());
  }
  record.Value(kOurWords, "different_pairs", pairs.different());
}

}  // namespace

void RunStatistics(const Case& c, Recorder& record) {
  const bool is_rcv1 = c.dataset == "RCV1";
  const Corpus& corpus = FindCorpus(is_rcv1 ? TwoClassCorpora() : TopicCorpora(), c.dataset);
  const CorpusTexts texts = TopicsOf(corpus, c);
  std::unordered_set<uint32_t> words;
  std::optional<PairCounts> pairs;  // two classes have no such tables
  if (!is_rcv1) pairs.emplace(c);
  // Of the topics in the training documents, as the figure has them; labels of the test documents are met
  // too.
  std::vector<double> sizes(texts.num_classes()), documents_met, words_met;
  std::vector<bool> is_met(texts.num_classes());
  double documents[2] = {};
  Stopwatch unused;
  for (const TextPart part : {TextPart::kTrain, TextPart::kTest}) {
    double& count = documents[part == TextPart::kTrain ? 0 : 1];
    ForEachBatch(texts, part, c.seed, unused, [&](ExampleBatch& batch) {
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
  const auto classes = static_cast<double>(std::count(is_met.begin(), is_met.end(), true));
  const auto different = static_cast<double>(words.size());
  record.Value(kTable21, "n_train", documents[0]);
  record.Value(kTable21, "n_test", documents[1]);
  record.Value(kTable21, "n_labels", classes);
  record.Value(kOurWords, "different_words", different);
  record.Curve(kOurWords, "words_by_documents", documents_met, words_met);
  if (is_rcv1) return;
  RecordCollisions(c, words, *pairs, record);
  record.Value(kProse262, "n_labels", classes);
  std::ranges::sort(sizes, std::greater());
  std::vector<double> places(sizes.size());
  std::iota(places.begin(), places.end(), 1.0);
  record.Curve(kFigure22Top, "topic_counts", places, sizes,
               {.method = kTopicFrequencies, .setting = Setting{{"split", "train"}}});
  // A weight of 8 bytes for each word and class.
  const double memory = different * classes * 8 / kGibibyte;
  record.Value(kTable25, "memory", memory,
               {.method = kNoHash, .setting = Setting{{"n_unique_words", kPrintedWords}}, .unit = "G"});
  if (corpus.name != "DMOZ L3") return;
  record.Value("Table 2.5 caption", "n_unique_words", different, {.dataset = "DMOZ", .method = kNoHash});
  record.Value(kProse11, "memory", memory, {.method = "multi-class SVM (no hash)", .unit = "G"});
  record.Value(kProse11, "n_labels", classes, {.dataset = "DMOZ (website topic categorisation)"});
}

}  // namespace structlab::hashing
