#include "experiments/hashing/protocol.h"

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "experiments/datasets/text_generator.h"

namespace structlab::hashing {

using harness::Setting;

const std::vector<Corpus>& TwoClassCorpora() {
  static const std::vector<Corpus> corpora = {{"RCV1", "rcv1", kRcv1Data, true},
                                              // 168,460 words, 23,585 and 11,670.
                                              {"20newsgroups", "20newsgroups", kNewsData, false, true, 1},
                                              {"reuters-r8", "reuters-r8", kReutersData, false, true, 4},
                                              {"rcv1-small", "rcv1-small", kRcv1SmallData, false, false, 5}};
  return corpora;
}

int64_t EquallyFull(const Corpus& corpus, int64_t bits) { return bits - corpus.smaller_by; }

const std::vector<Corpus>& TopicCorpora() {
  static const std::vector<Corpus> corpora = {{"DMOZ L2", "dmoz-l2", kDmozData, true},
                                              {"DMOZ L3", "dmoz-l3", kDmozData, true},
                                              {"20newsgroups", "20newsgroups", kNewsData, false},
                                              {"reuters-r8", "reuters-r8", kReutersData, false}};
  return corpora;
}

const Corpus& FindCorpus(const std::vector<Corpus>& corpora, std::string_view name) {
  std::vector<std::string> known;
  for (const Corpus& corpus : corpora) {
    if (corpus.name == name) return corpus;
    known.push_back(corpus.name);
  }
  common::ThrowUsageError("collection of texts", "one of " + common::ListNearest(name, known),
                          common::Quote(name));
}

const char* JointBitsSetting(const Corpus& corpus) {
  if (corpus.is_printed) return "joint_bits";
  return corpus.data == kNewsData ? "joint_bits_20newsgroups" : "joint_bits_reuters";
}

SourceSize SourceSizeOf(const Corpus& corpus) {
  const auto of = [](const datasets::TextShape& shape) {
    return SourceSize{shape.train_documents, shape.test_documents, shape.classes};
  };
  if (corpus.name == "RCV1") return of(datasets::Rcv1Shape());
  if (corpus.name == "DMOZ L2") return of(datasets::DmozLevel2Shape());
  if (corpus.name == "DMOZ L3") return of(datasets::DmozLevel3Shape());
  return {0, 0, 0};
}

const std::vector<GraphTask>& GraphTasks() {
  static const std::vector<GraphTask> tasks = {
      {"MUTAG", "MUTAG", true},      {"PTC", "PTC_MR", true},        {"DD", "DD", true},
      {"PTC_FM", "PTC_FM", false},   {"PTC_FR", "PTC_FR", false},    {"PTC_MM", "PTC_MM", false},
      {"ENZYMES", "ENZYMES", false}, {"PROTEINS", "PROTEINS", false}};
  return tasks;
}

const GraphTask& FindGraphTask(std::string_view name) {
  std::vector<std::string> known;
  for (const GraphTask& task : GraphTasks()) {
    if (task.name == name) return task;
    known.push_back(task.name);
  }
  common::ThrowUsageError("set of graphs", "one of " + common::ListNearest(name, known), common::Quote(name));
}

std::string Power(int64_t bits) { return "2^" + std::to_string(bits); }

Setting DimensionKey(int64_t bits) { return {{"dim", Power(bits)}}; }

Setting CollisionKey(int64_t bits) { return {{"dim", Power(bits)}, {"collisions_over", "train+test"}}; }

Setting CoresKey(int64_t bits) { return {{"dim", Power(bits)}, {"cores", "4"}}; }

Setting LabelBinsKey(int64_t bits, const std::string& hash_of) {
  return {{"dim", Power(bits)}, {"hash_of", hash_of}};
}

Setting ChoiceKey(const std::string& cost_by, const std::string& variant) {
  return {{"C_by", cost_by}, {"variant", variant}};
}

Setting MistakesKey(const std::string& table, const Setting& setting) {
  Setting key = setting;
  key.Set("table", table);
  return key;
}

std::string OneSize(int nodes) {
  return std::string("graphlets of ").append(std::to_string(nodes)).append(" nodes alone");
}

std::vector<std::string> FurtherVariants(bool selects) {
  std::vector<std::string> features = {kPresence, kGaussian};
  for (int nodes = 4; nodes <= 9; ++nodes) features.push_back(OneSize(nodes));
  features.push_back(kLabelled);
  if (!selects) {
    features.insert(features.begin(), {kScaledByAll, kCosines});
    return features;
  }
  std::vector<std::string> variants;
  for (const std::string& variant : features) {
    for (const char* by : {kSelectedByTraining, kSelectedByAll}) variants.push_back(variant + ", " + by);
  }
  return variants;
}

std::string Text(double number) { return common::FormatDouble(number); }

}  // namespace structlab::hashing
