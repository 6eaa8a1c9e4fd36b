#include "experiments/face_recognition/protocol.h"

#include <algorithm>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "experiments/old_experiment/setting_check.h"

namespace structlab::face_recognition {

using harness::IntegerWithin;
using harness::ListOf;
using harness::NumberWithin;
using harness::OldSetting;
using harness::OneOf;
using harness::Setting;

const std::vector<Method>& Methods() {
  static const std::vector<Method> methods = {
      {kHashOmp, Features::kHash, Classifier::kPursuit},
      {kRandomOmp, Features::kRandom, Classifier::kPursuit},
      {kEigenOmp, Features::kEigen, Classifier::kPursuit},
      {kHashL1, Features::kHash, Classifier::kL1},
      {kRandomL1, Features::kRandom, Classifier::kL1},
      {kEigenL1, Features::kEigen, Classifier::kL1},
      {kEigenKnn, Features::kEigen, Classifier::kNearest},
      {kFisherKnn, Features::kFisher, Classifier::kNearest},
      {kEigenSvm, Features::kEigen, Classifier::kSvm},
      {kFisherSvm, Features::kFisher, Classifier::kSvm},
      {kFisherKnnWithin, Features::kFisherWithin, Classifier::kNearest},
      {kFisherSvmWithin, Features::kFisherWithin, Classifier::kSvm}};
  return methods;
}

const Method& FindMethod(std::string_view name) {
  std::vector<std::string> known;
  for (const Method& method : Methods()) {
    if (method.name == name) return method;
    known.emplace_back(method.name);
  }
  common::ThrowUsageError("method", "one of " + common::ListNearest(name, known), common::Quote(name));
}

const std::vector<FaceTask>& FaceTasks() {
  static const std::vector<FaceTask> tasks = {
      {"AR", "ar", kArData, true, {13, 7, 6}, 100, true},
      {"YaleB", "yaleb", kFacesData, true, {32, 15, 15}, 38, true, "YaleB"},
      {"YaleB with occluders",
       "yaleb-occluders",
       kFacesData,
       false,
       {13, 7, 6},
       38,
       true,
       "AR (YaleB with drawn occluders)"},
      {"ORL", "orl", kFacesData, false, {5, 2, 3}, 40},
      {"Yale", "yale", kFacesData, false, {6, 2, 3}, 15}};
  return tasks;
}

const FaceTask& FindFaceTask(std::string_view name) {
  std::vector<std::string> known;
  for (const FaceTask& task : FaceTasks()) {
    if (task.name == name) return task;
    known.push_back(task.name);
  }
  common::ThrowUsageError("set of faces", "one of " + common::ListNearest(name, known), common::Quote(name));
}

namespace {

int Classes(const FaceTask& task, int64_t subjects) {
  return subjects == 0 ? task.subjects : static_cast<int>(std::min<int64_t>(subjects, task.subjects));
}

}  // namespace

int TrainingImages(const FaceTask& task, int64_t subjects) {
  return Classes(task, subjects) * task.split.training;
}

std::optional<int> MostFeatures(const FaceTask& task, Features features, int64_t subjects) {
  const int classes = Classes(task, subjects), images = TrainingImages(task, subjects);
  const int rank = std::min(images - 1, kPixels);
  switch (features) {
    case Features::kHash:
    case Features::kRandom:
      return std::nullopt;
    case Features::kEigen:
      return rank;
    case Features::kFisher:
      return std::min(classes - 1, rank);
    case Features::kFisherWithin:
      return std::min(images - classes, rank);
  }
  return std::nullopt;
}

std::optional<int> MostFeatures(const FaceTask& task, const Method& method, int64_t subjects) {
  const std::optional<int> most = MostFeatures(task, method.features, subjects);
  if (method.classifier != Classifier::kL1) return most;
  const int images = TrainingImages(task, subjects);
  return std::min(most.value_or(images), images);
}

namespace {

// 0 or at least two: one subject is nothing to recognise.
void CheckSubjects(std::string_view text, const std::string& where) {
  IntegerWithin(0, 100)(text, where);
  if (common::ParseInteger(text, where) == 1) {
    common::ThrowUsageError(where, "0 for all subjects, or at least 2", "1");
  }
}

}  // namespace

std::vector<OldSetting> Settings() {
  std::vector<OldSetting> settings;
  settings.push_back({.name = "sets",
                      .documentation = "of faces, by their names in cases",
                      .paper = "ar,yaleb,yaleb-occluders,orl,yale",
                      .smoke = "ar,yaleb",
                      .check = ListOf(OneOf({"ar", "yaleb", "yaleb-occluders", "orl", "yale"}))});
  settings.push_back({.name = "trials",
                      .documentation = "random splits",
                      .paper = "10",
                      .quick = "3",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "dimensions",
                      .documentation = "numbers of features of Tables 3.1, 3.2 and 3.4, rising",
                      .paper = "50,100,200,300",
                      .smoke = "50,100",
                      .check = ListOf(IntegerWithin(2, kPixels))});
  settings.push_back({.name = "subjects",
                      .documentation = "subjects of each set, the first ones; 0 for all",
                      .paper = "0",
                      .quick = "20",
                      .smoke = "4",
                      .check = CheckSubjects});
  settings.push_back({.name = "queries",
                      .documentation = "test images of a trial, and validation images; 0 for all",
                      .paper = "0",
                      .quick = "48",
                      .smoke = "8",
                      .check = IntegerWithin(0, 100'000)});
  settings.push_back({.name = "hash_values",
                      .documentation =
                          "values of u that are tried, of the source's twenty, where the number of hash "
                          "functions is u times the dimension",
                      .paper = "20",
                      .quick = "4",
                      .smoke = "2",
                      .check = IntegerWithin(1, 20)});
  settings.push_back({.name = "tolerance",
                      .documentation = "of the residual, as part of the length of the query (0.05 for "
                                       "RANDOM-l1 in the source, not given for others)",
                      .paper = "0.05",
                      .check = NumberWithin(1e-6, 1)});
  settings.push_back({.name = "most_atoms",
                      .documentation = "of a pursuit, and no more than half of the dimension; not given",
                      .paper = "50",
                      .check = IntegerWithin(1, 100'000)});
  settings.push_back(
      {.name = "costs",
       .documentation = "C of support vector machines, of which the validation images choose; not given",
       .paper = "0.1,1,10,100,1000",
       .quick = "1,100",
       .smoke = "10",
       .check = ListOf(NumberWithin(1e-9, 1e9))});
  settings.push_back({.name = "folds",
                      .documentation = "of Table 3.4: all but two train, one validates, one tests",
                      .paper = "10",
                      .smoke = "3",
                      .check = IntegerWithin(3, 100)});
  settings.push_back({.name = "hash_dimensions",
                      .documentation = "dimensions of HASH-OMP at equal running times (Table 3.3)",
                      .paper = "50,85,180,1000",
                      .smoke = "50,85",
                      .check = ListOf(IntegerWithin(2, kPixels))});
  settings.push_back({.name = "l1_dimensions",
                      .documentation =
                          "dimensions of RANDOM-l1 at equal running times (Table 3.3), the first of them the "
                          "fastest",
                      .paper = "2,5,10,15,25,35,50,70,100,150,200,300",
                      .smoke = "2,5",
                      .check = ListOf(IntegerWithin(2, kPixels))});
  settings.push_back({.name = "timed_queries",
                      .documentation = "test images of which times side by side are means",
                      .paper = "50",
                      .quick = "20",
                      .smoke = "2",
                      .check = IntegerWithin(1, 1000)});
  return settings;
}

std::vector<int> HashPercents(Classifier classifier, int64_t count) {
  constexpr int kValues = 20;
  const int step = classifier == Classifier::kL1 ? 2 : 5;
  std::vector<int> percents;
  for (int64_t i = 1; i <= count; ++i) percents.push_back(step * static_cast<int>(i * kValues / count));
  return percents;
}

int LevelOf(const Method& method, int dimension, bool is_first) {
  const bool is_hash = method.features == Features::kHash;
  for (int level = 1; level <= kLevels; ++level) {
    if ((is_hash ? kHashDimensions : kL1Dimensions)[level - 1] == dimension) return level;
  }
  return !is_hash && is_first ? 1 : 0;
}

Setting DimensionKey(int64_t dimension) { return {{"dim", std::to_string(dimension)}, {"trials", "10"}}; }
Setting AlphaKey(int64_t dimension) { return {{"dim", std::to_string(dimension)}, {"folds", "10"}}; }
Setting LevelKey(int level) { return {{"runtime_level", std::to_string(level)}}; }
Setting OurKey(int64_t dimension) { return {{"dim", std::to_string(dimension)}}; }

Setting TimedFeaturesKey(int64_t dimension, std::optional<int> percent) {
  Setting key = OurKey(dimension);
  if (percent) key.Set("u", common::FormatShort(*percent / 100.0));
  return key;
}

Setting TimedKey(int64_t dimension, std::optional<int> percent, bool at_equal_atoms) {
  Setting key = TimedFeaturesKey(dimension, percent);
  key.Set("ends", at_equal_atoms ? "at " + std::to_string(kEqualAtoms) + " atoms" : "by tolerance");
  return key;
}

}  // namespace structlab::face_recognition
