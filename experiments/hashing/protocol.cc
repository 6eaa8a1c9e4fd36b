#include "experiments/hashing/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "common/error.h"
#include "common/nearest_names.h"
#include "experiments/datasets/text_generator.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Planner;
using harness::Setting;

template <class Item>
const Item& FindByName(const std::vector<Item>& items, std::string_view name, const char* what) {
  std::vector<std::string> known;
  for (const Item& item : items) {
    if (item.name == name) return item;
    known.push_back(item.name);
  }
  common::ThrowUsageError(what, "one of " + common::ListNearest(name, known), common::Quote(name));
}

}  // namespace

const std::vector<Corpus>& TwoClassCorpora() {
  static const std::vector<Corpus> corpora = {{"RCV1", "rcv1", kRcv1Data, true},
                                              // 168,460 words, 23,585 and 11,670.
                                              {"20newsgroups", "20newsgroups", kNewsData, false, true, 1},
                                              {"reuters-r8", "reuters-r8", kReutersData, false, true, 4},
                                              {"rcv1-small", "rcv1-small", kRcv1SmallData, false, false, 5}};
  return corpora;
}

const std::vector<Corpus>& TopicCorpora() {
  static const std::vector<Corpus> corpora = {{"DMOZ L2", "dmoz-l2", kDmozData, true},
                                              {"DMOZ L3", "dmoz-l3", kDmozData, true},
                                              {"20newsgroups", "20newsgroups", kNewsData, false},
                                              {"reuters-r8", "reuters-r8", kReutersData, false}};
  return corpora;
}

const Corpus& FindTopics(std::string_view name) {
  return FindByName(TopicCorpora(), name, "collection of topics");
}

std::vector<Corpus> PrintedFor(const Corpus& corpus, const std::vector<Corpus>& among) {
  if (corpus.is_printed) return {corpus};
  std::vector<Corpus> printed = among;
  std::erase_if(printed, [](const Corpus& other) { return !other.is_printed; });
  return printed;
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

TextLimits ReadLimits(const Corpus& corpus, const char* train, const char* test, Case& c) {
  if (!corpus.is_printed) {
    const int64_t documents = c.Int("substitute_documents");
    return {documents, documents};
  }
  const TextLimits limits = {c.Int(train), c.Int(test)};
  const SourceSize source = SourceSizeOf(corpus);
  if (limits.train >= source.train && limits.test >= source.test) return limits;
  c.protocol = harness::Protocol::kCut;
  c.departures.push_back(fmt::format(
      "{} training and {} test documents instead of {} and {}{}, to fit the time of the profile",
      std::min(limits.train, source.train), std::min(limits.test, source.test), source.train, source.test,
      corpus.data == kDmozData ? "; of a dump those of least hashes, else the first" : ""));
  return limits;
}

Case& AddTextCase(Planner& plan, const char* section, const Corpus& corpus, const std::string& name,
                  const char* method) {
  Case c;
  c.name = fmt::format("{}/{}/{}", section, corpus.part, name);
  c.dataset = corpus.name;
  c.method = method;
  c.data = {corpus.data};
  return plan.Add(std::move(c));
}

void Repeat(const Corpus& corpus, int64_t seeds, Case& c) {
  c.repeats = static_cast<int>(seeds);
  c.deterministic = corpus.is_printed && seeds == 1;
}

std::vector<int64_t> JointBits(const Planner& plan, const Corpus& corpus) {
  const char* const setting = corpus.is_printed          ? "joint_bits"
                              : corpus.data == kNewsData ? "joint_bits_20newsgroups"
                                                         : "joint_bits_reuters";
  std::vector<int64_t> bits = plan.Ints(setting);
  std::ranges::sort(bits, std::greater());
  return bits;
}

int64_t FeatureBits(const Planner& plan, const Corpus& corpus) {
  if (corpus.name == "DMOZ L2") return plan.Int("feature_bits_l2");
  if (corpus.name == "DMOZ L3") return plan.Int("feature_bits_l3");
  const double topics = corpus.name == "20newsgroups" ? 20 : 8;
  const auto joint = static_cast<double>(JointBits(plan, corpus).front());
  return std::max<int64_t>(1, std::llround(joint - std::log2(topics)));
}

const std::vector<GraphTask>& GraphTasks() {
  static const std::vector<GraphTask> tasks = {
      {"MUTAG", "MUTAG", true},      {"PTC", "PTC_MR", true},        {"DD", "DD", true},
      {"PTC_FM", "PTC_FM", false},   {"PTC_FR", "PTC_FR", false},    {"PTC_MM", "PTC_MM", false},
      {"ENZYMES", "ENZYMES", false}, {"PROTEINS", "PROTEINS", false}};
  return tasks;
}

const GraphTask& FindGraphTask(std::string_view name) {
  return FindByName(GraphTasks(), name, "set of graphs");
}

std::string Power(int64_t bits) { return fmt::format("2^{}", bits); }

Setting DimensionKey(int64_t bits) { return {{"dim", Power(bits)}}; }

Setting CollisionKey(int64_t bits) { return {{"dim", Power(bits)}, {"collisions_over", "train+test"}}; }

Setting CoresKey(int64_t bits) { return {{"dim", Power(bits)}, {"cores", "4"}}; }

Setting ChoiceKey(const std::string& cost_by, const std::string& variant) {
  return {{"C_by", cost_by}, {"variant", variant}};
}

}  // namespace structlab::hashing
