// Times of methods against each other, in one process.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/check.h"
#include "experiments/face_recognition/case_faces.h"
#include "experiments/face_recognition/feature_maps.h"
#include "experiments/face_recognition/runs.h"

namespace structlab::face_recognition {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;

// One of those that are timed side by side, and where it is recorded.
struct Timed {
  const char* method;
  Setting key;
  Contestant contestant;
};

// All of one dimension. Maps of hashed features stand in `maps` in the order of kTimedPercents, then random
// numbers and eigenfaces.
std::vector<Timed> TimedAt(int dimension, const std::vector<FeatureMap>& maps, const CodeOptions& options) {
  CodeOptions equal = options;
  equal.exact_atoms = kEqualAtoms;
  std::vector<Timed> all;
  size_t at = 0;
  for (const int percent : kTimedPercents) {
    const FeatureMap* map = &maps[at++];
    all.push_back({kHashOmp, TimedKey(dimension, percent, false), {map, Classifier::kPursuit, options}});
    all.push_back({kHashOmp, TimedKey(dimension, percent, true), {map, Classifier::kPursuit, equal}});
  }
  const FeatureMap *random = &maps[at], *eigen = &maps[at + 1];
  const Setting key = TimedKey(dimension, std::nullopt, false);
  all.push_back({kRandomOmp, key, {random, Classifier::kPursuit, options}});
  all.push_back({kRandomOmp, TimedKey(dimension, std::nullopt, true), {random, Classifier::kPursuit, equal}});
  all.push_back({kEigenOmp, key, {eigen, Classifier::kPursuit, options}});
  all.push_back({kRandomL1, key, {random, Classifier::kL1, options}});
  return all;
}

void RecordTimed(const Timed& timed, const CodeQuality& quality, Recorder& record) {
  const auto value = [&](const char* metric, double number, const char* unit) {
    record.Value(kOurTimed, metric, number, {.method = timed.method, .setting = timed.key, .unit = unit});
  };
  value("running_time", quality.running_time(), "ms");
  value("feature_time", quality.feature_time, "ms");
  value("code_time", quality.code_time, "ms");
  value("atoms", quality.atoms, "");
}

// `maps` as TimedAt has them.
void RecordFeatureTimes(int dimension, const std::vector<FeatureMap>& maps, const ImageSet& queries,
                        Recorder& record) {
  const std::vector<double> times = FeatureTimesInTurn(maps, queries);
  size_t at = 0;
  const auto next = [&](const char* method, std::optional<int> percent) {
    record.Value(kOurTimed, kFeaturesAlone, times[at++],
                 {.method = method, .setting = TimedFeaturesKey(dimension, percent), .unit = "ms"});
  };
  for (const int percent : kTimedPercents) next(kHashOmp, percent);
  next(kRandomOmp, std::nullopt);
  next(kEigenOmp, std::nullopt);
}

// One of those that are compared at equal times, with its own dimension.
struct Rival {
  const Method* method;
  int dimension;
  int level;  // of Table 3.3; 0 if it has none
  FeatureMap map;
};

void RecordRival(const Rival& rival, const CodeQuality& quality, Recorder& record) {
  const auto value = [&](const char* table, const Setting& key) {
    record.Value(table, "running_time", quality.running_time(),
                 {.method = rival.method->name, .setting = key, .unit = "ms"});
    record.Value(table, "accuracy", quality.accuracy, {.method = rival.method->name, .setting = key});
  };
  value(kOurEqualTimes, OurKey(rival.dimension));
  if (rival.level == 0) return;
  const Setting key = LevelKey(rival.level);
  value(kTable33, key);
  record.Value(kTable33, "dimension", rival.dimension, {.method = rival.method->name, .setting = key});
}

}  // namespace

void RunEqualTimes(const Case& c, Recorder& record) {
  const CaseFaces faces(FindFaceTask(c.dataset), c);
  FeatureMaps makes(faces.split().training, c.seed);
  std::vector<Rival> rivals;
  for (const auto& [name, of_these] : {std::pair(kHashOmp, "hash_of_these"), {kRandomL1, "l1_of_these"}}) {
    const Method& method = FindMethod(name);
    bool is_first = true;
    for (const int64_t of_case : c.parameters.Integers(of_these)) {
      const int dimension = static_cast<int>(of_case);
      rivals.push_back({&method, dimension, LevelOf(method, dimension, is_first),
                        method.features == Features::kHash
                            ? makes.Hashed(dimension, faces.ChooseHash(dimension, method.classifier).percent)
                            : makes.Linear(method.features, dimension)});
      is_first = false;
    }
  }
  std::vector<Contestant> contestants;
  for (const Rival& rival : rivals) {
    contestants.push_back({&rival.map, rival.method->classifier, CodeOptionsOf(c)});
  }
  const std::vector<CodeQuality> qualities =
      MeasureInTurn(contestants, faces.split().training, faces.split().test);
  for (size_t i = 0; i < rivals.size(); ++i) RecordRival(rivals[i], qualities[i], record);
}

void RunTimes(const Case& c, Recorder& record) {
  const FaceTask& task = FindFaceTask(c.dataset);
  const datasets::Faces faces = LoadTask(task, c.Data(task.data).path, c.parameters.Integer("subjects"));
  const Split split = DrawSplit(faces, task.split, c.parameters.Integer("timed_queries"), c.seed);
  FeatureMaps makes(split.training, c.seed);
  double most = 0;  // times faster with as many hash functions as bins
  for (const int64_t of_case : c.parameters.Integers("of_these")) {
    const int dimension = static_cast<int>(of_case);
    std::vector<FeatureMap> maps;
    for (const int percent : kTimedPercents) maps.push_back(makes.Hashed(dimension, percent));
    maps.push_back(makes.Linear(Features::kRandom, dimension));
    maps.push_back(makes.Linear(Features::kEigen, dimension));
    const std::vector<Timed> all = TimedAt(dimension, maps, CodeOptionsOf(c));
    std::vector<Contestant> contestants;
    for (const Timed& timed : all) contestants.push_back(timed.contestant);
    const std::vector<CodeQuality> qualities = MeasureInTurn(contestants, split.training, split.test);
    for (size_t i = 0; i < all.size(); ++i) RecordTimed(all[i], qualities[i], record);
    RecordFeatureTimes(dimension, maps, split.test, record);
    const auto time_of = [&](const char* method, const Setting& key) {
      const auto timed = std::ranges::find_if(
          all, [&](const Timed& one) { return one.method == std::string(method) && one.key == key; });
      STRUCTLAB_CHECK(timed != all.end());
      return qualities[static_cast<size_t>(timed - all.begin())].running_time();
    };
    most = std::max(most, time_of(kRandomL1, TimedKey(dimension, std::nullopt, false)) /
                              time_of(kHashOmp, TimedKey(dimension, kSpeedupPercent, false)));
  }
  if (task.name != "YaleB") return;
  record.Value(kProseEnds, "speedup_high", most,
               {.setting = Setting{{"versus", "Wright et al. (2008)"}}, .unit = "x"});
}

void RunSpeedup(const Case& c, Recorder& record) {
  double low = 0, high = 0;
  for (const char* name : {"AR", "YaleB"}) {
    const FaceTask& task = FindFaceTask(name);
    const bool is_ar = task.data == kArData;
    const datasets::Faces faces =
        LoadTask(task, c.Data(is_ar ? kArData : kTimedFacesData).path, c.parameters.Integer("subjects"));
    const Split split = DrawSplit(faces, task.split, c.parameters.Integer("timed_queries"), c.seed);
    FeatureMaps maps(split.training, c.seed);
    for (const int64_t of_case : c.parameters.Integers("of_these")) {
      const int dimension = static_cast<int>(of_case);
      const CodeOptions options = CodeOptionsOf(c);
      const FeatureMap hash = maps.Hashed(dimension, kSpeedupPercent),
                       random = maps.Linear(Features::kRandom, dimension);
      const std::vector<Contestant> two = {{&hash, Classifier::kPursuit, options},
                                           {&random, Classifier::kL1, options}};
      const std::vector<CodeQuality> measured = MeasureInTurn(two, split.training, split.test);
      const double speedup = measured[1].running_time() / measured[0].running_time();
      low = low == 0 ? speedup : std::min(low, speedup);
      high = std::max(high, speedup);
    }
  }
  const Setting versus = {{"versus", kRandomL1}};
  record.Value(kProse341, "speedup_low", low, {.setting = versus, .unit = "x"});
  record.Value(kProse341, "speedup_high", high, {.setting = versus, .unit = "x"});
}

}  // namespace structlab::face_recognition
