// What the runs of topics record, counted again from the texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/regression.h"
#include "experiments/harness/run/case.h"
#include "experiments/hashing/case_texts.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"

namespace structlab::hashing {
namespace {

harness::Case TopicCase(const std::string& dataset, const std::string& data, int bits) {
  harness::Case c;
  c.dataset = dataset;
  c.method = kHlf;
  c.seed = 1;
  c.parameters = {{"train_documents", "400"}, {"test_documents", "400"}, {"bits", std::to_string(bits)},
                  {"topic_rate", "0.5"},      {"is_largest", "yes"},     {"compares_bins", "no"}};
  c.data = {data};
  c.resolved = {{.name = data, .origin = harness::DataOrigin::kStandIn}};
  return c;
}

std::map<std::string, double> ValuesIn(const harness::Recorder& record, const char* table) {
  std::map<std::string, double> values;
  for (const harness::RecordedValue& value : record.record().values) {
    if (value.key.table == table) values[value.key.metric] = value.value;
  }
  return values;
}

// Most of the 7100 topics have no training document here: nobody has learned them.
TEST(JointHashing, NearEmptyTopicsHaveTrainingDocuments) {
  const harness::Case c = TopicCase("DMOZ L3", kDmozData, 16);
  const CorpusTexts texts = TopicsOf(FindCorpus(TopicCorpora(), c.dataset), c);
  std::map<uint32_t, int> training;
  datasets::TextDocument document;
  for (const auto stream = texts.Open(datasets::TextPart::kTrain); stream->Next(document);) {
    ++training[document.label];
  }
  int near_empty = 0, unknown = 0;
  for (const auto stream = texts.Open(datasets::TextPart::kTest); stream->Next(document);) {
    const int count = training.contains(document.label) ? training.at(document.label) : 0;
    near_empty += count >= 1 && count <= 5;
    unknown += count == 0;
  }
  EXPECT_GT(unknown, 0);
  EXPECT_GT(near_empty, 0);
  harness::Recorder record(c);
  RunJointHashing(c, record);
  EXPECT_EQ(ValuesIn(record, kOurTopics).at("documents_of_near_empty_topics"), near_empty);
}

// The places of wrong documents are as many as the error says, in front of the number of all.
TEST(JointHashing, RecordsWhichDocumentsAreWrong) {
  const harness::Case c = TopicCase("reuters-r8", kReutersData, 12);
  harness::Recorder record(c);
  RunJointHashing(c, record);
  int curves = 0;
  for (const harness::RecordedCurve& curve : record.record().curves) {
    if (curve.key.table != kOurMistakes) continue;
    ++curves;
    EXPECT_EQ(curve.key.setting, (harness::Setting{{"table", kTable25}}));
    EXPECT_TRUE(std::ranges::is_sorted(curve.x));
    EXPECT_EQ(curve.x.back(), 400);
    EXPECT_EQ(curve.y.back(), 0);
    const double wrong = static_cast<double>(std::ranges::count(curve.y, 1.0));
    EXPECT_EQ(wrong, static_cast<double>(curve.y.size()) - 1);
    EXPECT_DOUBLE_EQ(100 * wrong / 400, ValuesIn(record, kTable25).at("error"));
  }
  EXPECT_EQ(curves, 1);
}

// From the places of the wrong documents, topic by topic.
TEST(JointHashing, RecordsHowErrorsGoWithTheSizesOfTopics) {
  const harness::Case c = TopicCase("DMOZ L2", kDmozData, 14);
  harness::Recorder record(c);
  RunJointHashing(c, record);
  std::set<double> wrong;
  for (const harness::RecordedCurve& curve : record.record().curves) {
    if (curve.key.table == kOurMistakes) wrong.insert(curve.x.begin(), curve.x.end() - 1);
  }
  struct Topic {
    double training = 0, tests = 0, mistakes = 0;
  };
  std::map<uint32_t, Topic> topics;
  const CorpusTexts texts = TopicsOf(FindCorpus(TopicCorpora(), c.dataset), c);
  datasets::TextDocument document;
  for (const auto stream = texts.Open(datasets::TextPart::kTrain); stream->Next(document);) {
    ++topics[document.label].training;
  }
  double place = 0;
  for (const auto stream = texts.Open(datasets::TextPart::kTest); stream->Next(document); ++place) {
    ++topics[document.label].tests;
    topics[document.label].mistakes += wrong.contains(place) ? 1 : 0;
  }
  std::vector<common::WeightedPoint> points;
  for (const auto& [label, topic] : topics) {
    if (topic.training <= 5 || topic.tests == 0) continue;  // unknown and near-empty ones
    points.push_back({std::log10(topic.training), 100 * topic.mistakes / topic.tests, topic.tests});
  }
  const auto slope = common::WeightedSlope(points);
  ASSERT_TRUE(slope);
  const std::map<std::string, double> values = ValuesIn(record, kOurTopics);
  EXPECT_EQ(values.at("topics_compared"), points.size());
  EXPECT_NEAR(values.at("error_by_tenfold_size"), slope->value, 1e-9);
  EXPECT_NEAR(values.at("deviation_of_error_by_tenfold_size"), slope->deviation, 1e-9);
}

// Both at once, from the same documents: the one is the row of the table, the other differs from it.
TEST(JointHashing, IsComparedWithAHashForEachLabel) {
  harness::Case c = TopicCase("20newsgroups", kNewsData, 8);
  c.parameters.Set("compares_bins", "yes");
  harness::Recorder record(c);
  RunJointHashing(c, record);
  std::map<std::string, double> errors;
  for (const harness::RecordedValue& value : record.record().values) {
    if (value.key.table != kOurLabelBins || value.key.metric != "error") continue;
    EXPECT_EQ(value.key.setting.Text("dim"), "2^8");
    errors[value.key.setting.Text("hash_of")] = value.value;
  }
  EXPECT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors.at(kHashOfEightLabels), ValuesIn(record, kTable25).at("error"));
  EXPECT_NE(errors.at(kHashOfEachLabel), errors.at(kHashOfEightLabels));
  EXPECT_LT(errors.at(kHashOfEachLabel), 95);  // one group in twenty by chance
  EXPECT_DOUBLE_EQ(ValuesIn(record, kOurLabelBins).at("error_by_blocks"),
                   errors.at(kHashOfEightLabels) - errors.at(kHashOfEachLabel));
}

// The same learner on the same documents, in a process whose memory holds the table: 8 bytes a bin.
TEST(WholeCollection, RecordsWhatItTook) {
  const harness::Case c = TopicCase("DMOZ L2", kDmozData, 22);
  harness::Recorder joint(c), whole(c);
  RunWholeCollection(c, whole);
  RunJointHashing(c, joint);
  const std::map<std::string, double> values = ValuesIn(whole, kOurWhole);
  EXPECT_EQ(values.at("training_documents"), 400);
  EXPECT_EQ(values.at("error"), ValuesIn(joint, kTable25).at("error"));
  EXPECT_GT(values.at("load_train_test_time"), 0);
  EXPECT_GT(values.at("peak_memory"), 8 * std::exp2(22) / 1e6);
  EXPECT_EQ(values.size(), whole.record().values.size());  // nothing in the source's own tables
}

// Against a set of words as blanks divide them, which the generated texts have no other characters than.
TEST(JointHashing, CountsThePairsThatOccur) {
  const harness::Case c = TopicCase("reuters-r8", kReutersData, 12);
  const CorpusTexts texts = TopicsOf(FindCorpus(TopicCorpora(), c.dataset), c);
  std::set<std::pair<uint32_t, std::string>> pairs;
  std::set<std::string> words;
  datasets::TextDocument document;
  for (const auto stream = texts.Open(datasets::TextPart::kTrain); stream->Next(document);) {
    std::istringstream text(document.text);
    for (std::string word; text >> word;) pairs.emplace(document.label, word), words.insert(word);
  }
  harness::Recorder record(c);
  RunJointHashing(c, record);
  EXPECT_EQ(ValuesIn(record, kOurTopics).at("different_pairs"), pairs.size());
  // Not every word occurs in every topic.
  EXPECT_LT(pairs.size(), words.size() * texts.num_classes());
}

}  // namespace
}  // namespace structlab::hashing
