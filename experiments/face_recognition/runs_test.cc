#include "experiments/face_recognition/runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/face_recognition/code_trial.h"
#include "experiments/face_recognition/face_data.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/harness/run/case.h"

namespace structlab::face_recognition {
namespace {

using harness::Case;
using harness::Record;
using harness::Recorder;
using harness::Setting;

constexpr int64_t kSubjects = 4;

// A case on generated faces.
Case CaseOf(const std::string& part, const char* method, uint64_t seed, const std::string& of_these) {
  Case c;
  c.name = part;
  c.dataset = "AR";
  c.method = method;
  c.seed = seed;
  c.parameters = Setting{{"part", part},        {"subjects", std::to_string(kSubjects)},
                         {"queries", "0"},      {"timed_queries", "3"},
                         {"tolerance", "0.05"}, {"most_atoms", "50"},
                         {"hash_values", "4"},  {"of_these", of_these}};
  c.data = {kArData};
  c.resolved = {harness::Dataset{.name = kArData}};
  return c;
}

Record RecordOf(const Case& c) {
  Recorder recorder(c);
  Run(c, recorder);
  return recorder.record();
}

std::optional<double> ValueOf(const Record& record, const std::string& table, const std::string& method,
                              const std::string& metric, const Setting& setting) {
  for (const harness::RecordedValue& value : record.values) {
    if (value.key.table == table && value.key.method == method && value.key.metric == metric &&
        value.key.setting == setting) {
      return value.value;
    }
  }
  return std::nullopt;
}

// Not on those of the first trial.
TEST(Run, ChoosesTheNumberOfHashFunctionsOnTheTrialsOwnImages) {
  const FaceTask& task = FindFaceTask("AR");
  const datasets::Faces faces = LoadTask(task, "", kSubjects);
  const std::vector<int> percents = HashPercents(Classifier::kPursuit, 4);
  for (const uint64_t seed : {1, 2, 3}) {
    const Split split = DrawSplit(faces, task.split, 0, seed);
    const ChosenHash chosen = ChooseHash(split, 8, percents, Classifier::kPursuit, {}, seed);
    const Record record = RecordOf(CaseOf("recognition", kHashOmp, seed, "8"));
    EXPECT_EQ(ValueOf(record, kOurHashes, kHashOmp, "percent_of_dimension", OurKey(8)), chosen.percent)
        << seed;
    EXPECT_EQ(ValueOf(record, kOurHashes, kHashOmp, "validation_accuracy", OurKey(8)), chosen.accuracy)
        << seed;
    const FeatureMaps maps(split.training, seed);
    const CodeQuality quality =
        MeasureCodes(maps.Hashed(8, chosen.percent), split.training, split.test, Classifier::kPursuit, {});
    EXPECT_EQ(ValueOf(record, kTable31, kHashOmp, "accuracy", DimensionKey(8)), quality.accuracy) << seed;
    EXPECT_EQ(ValueOf(record, kOurCodes, kHashOmp, "share_of_heaviest", OurKey(8)), quality.heaviest_share);
    EXPECT_EQ(ValueOf(record, kOurCodes, kHashOmp, "share_within_tolerance", OurKey(8)), quality.reached);
  }
}

TEST(Run, EqualTimesHaveBothMethodsAtTheSourcesLevelsAndBetween) {
  Case c = CaseOf("equal-runtime", kHashOmp, 1, "");
  c.parameters.Set("hash_of_these", "8,50");
  c.parameters.Set("l1_of_these", "3,5,7,10");
  const Record record = RecordOf(c);
  EXPECT_EQ(ValueOf(record, kTable33, kHashOmp, "dimension", LevelKey(1)), 50);
  EXPECT_EQ(ValueOf(record, kTable33, kRandomL1, "dimension", LevelKey(1)), 3);
  EXPECT_EQ(ValueOf(record, kTable33, kRandomL1, "dimension", LevelKey(2)), 5);
  EXPECT_EQ(ValueOf(record, kTable33, kRandomL1, "dimension", LevelKey(3)), 10);
  for (const char* metric : {"running_time", "accuracy"}) {
    EXPECT_EQ(ValueOf(record, kTable33, kRandomL1, metric, LevelKey(2)),
              ValueOf(record, kOurEqualTimes, kRandomL1, metric, OurKey(5)));
    EXPECT_TRUE(ValueOf(record, kOurEqualTimes, kRandomL1, metric, OurKey(7)).has_value());
    EXPECT_TRUE(ValueOf(record, kOurEqualTimes, kHashOmp, metric, OurKey(8)).has_value());
  }
  // As accurate as each method is alone.
  const FaceTask& task = FindFaceTask("AR");
  const Split split = DrawSplit(LoadTask(task, "", kSubjects), task.split, 0, 1);
  FeatureMaps maps(split.training, 1);
  const ChosenHash chosen =
      ChooseHash(split, 50, HashPercents(Classifier::kPursuit, 4), Classifier::kPursuit, {}, 1);
  EXPECT_EQ(
      ValueOf(record, kTable33, kHashOmp, "accuracy", LevelKey(1)),
      MeasureCodes(maps.Hashed(50, chosen.percent), split.training, split.test, Classifier::kPursuit, {})
          .accuracy);
  EXPECT_EQ(ValueOf(record, kTable33, kRandomL1, "accuracy", LevelKey(2)),
            MeasureCodes(maps.Linear(Features::kRandom, 5), split.training, split.test, Classifier::kL1, {})
                .accuracy);
}

TEST(Run, TimesSideBySideAreOfEachMethodAndU) {
  const Record record = RecordOf(CaseOf("times", kHashOmp, 1, "40"));
  const auto has = [&](const char* method, const Setting& key) {
    for (const char* metric : {"running_time", "feature_time", "code_time", "atoms"}) {
      const std::optional<double> value = ValueOf(record, kOurTimed, method, metric, key);
      EXPECT_TRUE(value && *value > 0) << method << " " << metric << " " << key.Format();
    }
  };
  for (const int percent : kTimedPercents) {
    has(kHashOmp, TimedKey(40, percent, false));
    has(kHashOmp, TimedKey(40, percent, true));
    EXPECT_EQ(ValueOf(record, kOurTimed, kHashOmp, "atoms", TimedKey(40, percent, true)), kEqualAtoms);
  }
  has(kRandomOmp, TimedKey(40, std::nullopt, false));
  has(kRandomOmp, TimedKey(40, std::nullopt, true));
  has(kEigenOmp, TimedKey(40, std::nullopt, false));
  has(kRandomL1, TimedKey(40, std::nullopt, false));
}

// With fewer training images than features the codes are least squares, and the page says so.
TEST(Run, PicturesSayWhereCodesAreOutOfReach) {
  const Record record = RecordOf(CaseOf("pictures", kHashL1, 1, "300"));
  ASSERT_EQ(record.notes.size(), 1u);
  EXPECT_NE(record.notes[0].find("come within the tolerance"), std::string::npos);
}

}  // namespace
}  // namespace structlab::face_recognition
