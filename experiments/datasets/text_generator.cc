#include "experiments/datasets/text_generator.h"

#include <algorithm>
#include <memory>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/reproducible_math.h"
#include "experiments/datasets/text_streams.h"
#include "kernels/hashing/feature_hash.h"

namespace structlab::datasets {
namespace {

void CheckSize(const char* name, int64_t value, int64_t low, int64_t high) {
  if (value >= low && value <= high) return;
  common::ThrowUsageError(std::string("TextShape::").append(name),
                          std::to_string(low).append(" to ").append(std::to_string(high)),
                          std::to_string(value));
}

void CheckShare(const char* name, double value) {
  if (value >= 0 && value <= 1) return;
  common::ThrowUsageError(std::string("TextShape::").append(name), "0 to 1", common::FormatDouble(value));
}

constexpr int64_t kMost = int64_t{1} << 31;

const TextShape& Checked(const TextShape& shape) {
  CheckSize("train_documents", shape.train_documents, 0, kMost);
  CheckSize("test_documents", shape.test_documents, 0, kMost);
  CheckSize("classes", shape.classes, 1, 1 << 24);
  CheckSize("vocabulary", shape.vocabulary, 1, kMost);
  CheckSize("mean_words", shape.mean_words, 1, 1 << 20);
  CheckSize("topic_words", shape.topic_words, 1, 1 << 20);
  CheckShare("topic_share", shape.topic_share);
  CheckShare("noise", shape.noise);
  return shape;
}

// Any of the vocabulary, the same for the same class and place.
int64_t TopicWord(const TextShape& shape, uint64_t topic, uint64_t place) {
  const uint64_t mixed = kernels::MixBits((topic << 32 | place) + 0x9e3779b97f4a7c15u);
  return static_cast<int64_t>(mixed % static_cast<uint64_t>(shape.vocabulary));
}

}  // namespace

const TextShape& Rcv1Shape() {
  static const TextShape shape = {.name = "rcv1",
                                  .train_documents = 781'265,
                                  .test_documents = 23'149,
                                  .classes = 2,
                                  .class_exponent = 0.15,
                                  .vocabulary = 287'970,
                                  .mean_words = 120,
                                  .topic_words = 3000,
                                  .topic_share = 0.2,
                                  .noise = 0.1};
  return shape;
}

const TextShape& DmozLevel2Shape() {
  static const TextShape shape = {.name = "dmoz-l2",
                                  .train_documents = 4'466'703,
                                  .test_documents = 138'146,
                                  .classes = 575,
                                  .class_exponent = 1.01,
                                  .vocabulary = 1'832'704,
                                  .mean_words = 20,
                                  .topic_words = 200,
                                  .topic_share = 0.4,
                                  .noise = 0.3};
  return shape;
}

const TextShape& DmozLevel3Shape() {
  static const TextShape shape = {.name = "dmoz-l3",
                                  .train_documents = 4'460'273,
                                  .test_documents = 137'924,
                                  .classes = 7100,
                                  .class_exponent = 1.055,
                                  .vocabulary = 1'832'704,
                                  .mean_words = 20,
                                  .topic_words = 100,
                                  .topic_share = 0.4,
                                  .noise = 0.5};
  return shape;
}

const TextShape& NewsGroupsShape() {
  static const TextShape shape = {.name = "20newsgroups",
                                  .train_documents = 11'314,
                                  .test_documents = 7'532,
                                  .classes = 20,
                                  .class_exponent = 0,
                                  .vocabulary = 130'000,
                                  .mean_words = 230,
                                  .topic_words = 2000,
                                  .topic_share = 0.1,
                                  .noise = 0.1};
  return shape;
}

const TextShape& ReutersR8Shape() {
  static const TextShape shape = {.name = "reuters-r8",
                                  .train_documents = 5'485,
                                  .test_documents = 2'189,
                                  .classes = 8,
                                  .class_exponent = 1.4,
                                  .vocabulary = 23'000,
                                  .mean_words = 100,
                                  .topic_words = 500,
                                  .topic_share = 0.2,
                                  .noise = 0.03};
  return shape;
}

std::string WordOfRank(int64_t rank) {
  std::string reversed;
  for (int64_t rest = rank + 1; rest > 0; rest = (rest - 1) / 26) {
    reversed += static_cast<char>('a' + (rest - 1) % 26);
  }
  return {reversed.rbegin(), reversed.rend()};
}

GeneratedTexts::GeneratedTexts(const TextShape& shape, TextPart part, uint64_t seed)
    : shape_(Checked(shape)),
      stream_name_("texts/" + shape.name + (part == TextPart::kTrain ? "/train" : "/test")),
      seed_(seed),
      documents_(part == TextPart::kTrain ? shape.train_documents : shape.test_documents),
      log_vocabulary_(common::ReproducibleLog(static_cast<double>(shape.vocabulary))) {
  double sum = 0;
  for (int c = 1; c <= shape_.classes; ++c) {
    sum += common::ReproducibleExp(-shape_.class_exponent * common::ReproducibleLog(c));
    cumulative_.push_back(sum);
  }
}

bool GeneratedTexts::Next(TextDocument& document) {
  if (next_ == documents_) return false;
  common::RandomStream random(seed_, stream_name_, static_cast<uint64_t>(next_++));
  const auto draw_class = [&] {
    const auto above = std::ranges::upper_bound(cumulative_, random.Uniform() * cumulative_.back());
    return static_cast<uint32_t>(std::min(above, cumulative_.end() - 1) - cumulative_.begin());
  };
  const uint32_t topic = draw_class();
  document.label = random.Uniform() < shape_.noise ? draw_class() : topic;
  document.text.clear();
  const auto mean = static_cast<uint64_t>(shape_.mean_words);
  const uint64_t words = std::max<uint64_t>(1, mean / 2 + random.UniformIndex(mean + 1));
  for (uint64_t i = 0; i < words; ++i) {
    int64_t rank;
    if (random.Uniform() < shape_.topic_share) {
      rank = TopicWord(shape_, topic, random.UniformIndex(static_cast<uint64_t>(shape_.topic_words)));
    } else {
      // The density of exp(u log V) for uniform u is proportional to 1 / r.
      rank = static_cast<int64_t>(common::ReproducibleExp(random.Uniform() * log_vocabulary_)) - 1;
      rank = std::clamp<int64_t>(rank, 0, shape_.vocabulary - 1);
    }
    if (i > 0) document.text += ' ';
    document.text += WordOfRank(rank);
  }
  return true;
}

TextCollection GenerateCollection(const TextShape& shape, uint64_t seed, const DocumentLimits& limits) {
  const auto first = [&](TextPart part, int64_t max_documents) {
    FirstDocuments texts(std::make_unique<GeneratedTexts>(shape, part, seed), max_documents);
    return ReadDocuments(texts);
  };
  TextCollection collection = {.classes = {},
                               .train = first(TextPart::kTrain, limits.train),
                               .test = first(TextPart::kTest, limits.test)};
  for (int c = 0; c < shape.classes; ++c) {
    collection.classes.push_back(std::string("class ").append(std::to_string(c)));
  }
  return collection;
}

}  // namespace structlab::datasets
