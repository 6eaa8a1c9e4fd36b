// MW: all metrics with weights for each structure that are learned from the training pairs.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/thread_clock.h"
#include "experiments/deformable_registration/methods.h"
#include "experiments/deformable_registration/test_pairs.h"
#include "experiments/harness/package.h"
#include "registration/deformable/registration.h"
#include "registration/metric_learning/learn_metrics.h"
#include "registration/volumes/overlap.h"
#include "registration/volumes/resample.h"

namespace structlab::deformable_registration {
namespace {

using datasets::Structure;
using datasets::Subject;
using harness::Case;
using harness::Planner;
using harness::Recorder;
using registration::LearnedMetrics;
using registration::RegistrationOptions;
using registration::TrainingPair;

struct LearningSettings {
  std::vector<double> costs, proximities;  // C and alpha, of which cross-validation chooses
  int folds = 2;
  double eta = 50;
  size_t max_classes = 3;  // with weights of their own, where subjects differ in their labels
};

// The structures of the set; where it has none, the labels with the most voxels in the training pairs.
std::vector<Structure> ClassesOf(const Split& split, size_t max_classes, Subjects& subjects) {
  if (!subjects.set().structures.empty()) return subjects.set().structures;
  std::map<int32_t, int64_t> voxels;
  for (const SubjectPair& pair : split.train) {
    for (const int subject : {pair.fixed, pair.moving}) {
      for (const auto& count : datasets::CountLabels(subjects.Get(subject).labels)) {
        voxels[count.label] += count.voxels;
      }
    }
  }
  std::vector<std::pair<int64_t, int32_t>> order;
  for (const auto& [label, count] : voxels) order.emplace_back(-count, label);
  std::ranges::sort(order);
  std::vector<Structure> classes;
  for (size_t i = 0; i < std::min(max_classes, order.size()); ++i) {
    classes.push_back({NameOfLabel(subjects.set(), order[i].second), order[i].second});
  }
  return classes;
}

std::vector<TrainingPair> MeasurePairs(const Split& split, const std::vector<Structure>& classes,
                                       const RegistrationOptions& options, Subjects& subjects,
                                       common::ThreadPool& pool) {
  std::vector<int32_t> labels;
  for (const Structure& structure : classes) labels.push_back(structure.label);
  std::vector<TrainingPair> pairs;
  for (const SubjectPair& pair : split.train) {
    const Subject &fixed = subjects.Get(pair.fixed), &moving = subjects.Get(pair.moving);
    registration::TrainingImages images = {fixed.image, moving.image, fixed.labels, moving.labels};
    images.start = StartOfFinestLevel(images, options, pool).field;
    pairs.push_back(MeasurePair(images, options, labels, pool));
  }
  return pairs;
}

// 1 - mean Dice after a registration with weights of classes.
double LossAfterRegistration(const Subject& fixed, const Subject& moving, RegistrationOptions options,
                             const std::vector<registration::ClassWeights>& columns, const Subjects& subjects,
                             common::ThreadPool& pool) {
  options.classes = columns;
  const registration::RegistrationResult result = Register(
      {.fixed = fixed.image, .moving = moving.image, .moving_labels = &moving.labels}, options, pool);
  const std::vector<int32_t> labels = LabelsToCompare(subjects.set(), fixed.labels, moving.labels);
  if (labels.empty()) return 0;
  const registration::LabelMap warped = WarpLabels(moving.labels, result.field, pool);
  return 1 - CompareLabels(fixed.labels, warped, pool, {.distances = false, .labels = labels}).mean_dice;
}

// Columns of the weight matrix, one a class that occurs in the training pairs.
std::vector<registration::ClassWeights> LearnColumns(const Split& split, size_t index,
                                                     const LearningSettings& settings,
                                                     const RegistrationOptions& options, Subjects& subjects,
                                                     Recorder& record) {
  common::ThreadPool pool(record.threads());
  common::Stopwatch measuring, choosing, watch;
  measuring.Start();
  const std::vector<Structure> structures = ClassesOf(split, settings.max_classes, subjects);
  const std::vector<TrainingPair> pairs = MeasurePairs(split, structures, options, subjects, pool);
  measuring.Stop();
  const std::string fold = std::to_string(index);
  registration::MetricLearningOptions learning = {.eta = settings.eta};
  for (const registration::WeightedMetric& metric : options.metrics)
    learning.initial.push_back(metric.weight);
  learning.initial_smoothness = options.smoothness;
  learning.c = settings.costs.front();
  learning.alpha = settings.proximities.front();
  std::vector<registration::StructureClass> classes;
  for (const Structure& structure : structures) {
    classes.push_back({structure.name, structure.label, classes.size()});
  }
  if (settings.costs.size() * settings.proximities.size() > 1) {
    const common::ScopedTimer timed(choosing);
    const auto loss = [&](size_t pair, const std::vector<registration::ClassWeights>& columns) {
      return LossAfterRegistration(subjects.Get(split.train[pair].fixed),
                                   subjects.Get(split.train[pair].moving), options, columns, subjects, pool);
    };
    const auto choice = ChooseRegularization(pairs, classes, settings.costs, settings.proximities,
                                             settings.folds, learning, loss);
    learning.c = choice.c;
    learning.alpha = choice.alpha;
  }
  record.Value(kOurWeights, "chosen_c", learning.c, {.setting = harness::Setting{{"split", fold}}});
  record.Value(kOurWeights, "chosen_alpha", learning.alpha, {.setting = harness::Setting{{"split", fold}}});

  std::vector<registration::ClassWeights> columns;
  for (const registration::StructureClass& one : classes) {
    const bool is_there = std::ranges::any_of(
        pairs, [&](const TrainingPair& pair) { return pair.points_of_class[one.index] > 0; });
    if (!is_there) {
      record.Note(fmt::format("{} has weights w_0 in split {}: no training pair has it", one.name, fold));
      continue;
    }
    const common::ScopedTimer timed(watch);
    const LearnedMetrics learned = LearnMetrics(pairs, one.index, learning);
    const harness::Setting setting = {{"structure", one.name}, {"split", fold}};
    record.Value(kOurWeights, "training_loss_of_w_0", learned.initial_loss, {.setting = setting});
    record.Value(kOurWeights, "training_loss", learned.loss, {.setting = setting});
    record.Value(kOurWeights, "smoothness", learned.smoothness, {.setting = setting});
    columns.push_back(ColumnOf(one.name, one.label, learned, options.smoothness));
  }
  const harness::Setting of_split = {{"split", fold}};
  record.Value(kOurWeights, "seconds_of_measuring_pairs", measuring.seconds(), {.setting = of_split});
  record.Value(kOurWeights, "seconds_of_choosing_c_and_alpha", choosing.seconds(), {.setting = of_split});
  record.Value(kOurWeights, "seconds_of_learning", watch.seconds(), {.setting = of_split});
  return columns;
}

// Weights relative to w_0 of each structure and metric; items are splits.
void RecordColumns(const std::vector<std::vector<registration::ClassWeights>>& splits, Recorder& record) {
  std::vector<std::string> names;
  for (const auto& columns : splits) {
    for (const auto& column : columns) {
      if (std::ranges::count(names, column.name) == 0) names.push_back(column.name);
    }
  }
  for (const std::string& name : names) {
    size_t m = 0;
    for (const InitialWeight& initial : kInitialWeights) {
      harness::Items items;
      std::vector<double> weights;
      for (size_t s = 0; s < splits.size(); ++s) {
        const auto column = std::ranges::find(splits[s], name, &registration::ClassWeights::name);
        if (column == splits[s].end()) continue;
        items.ids.push_back("split " + std::to_string(s));
        weights.push_back(column->weights[m] / initial.weight);
      }
      record.Items(kOurWeights, "weight_over_w_0", items, {weights},
                   {.method = initial.method, .setting = harness::Setting{{"structure", name}}});
      ++m;
    }
  }
}

void RunLearned(const SetPlan& set, const RunSettings& settings, const LearningSettings& learning,
                uint64_t seed, Recorder& record) {
  const RegistrationOptions options = OptionsOf(kLearned, set, settings);
  std::vector<std::vector<registration::ClassWeights>> splits;
  const auto prepare = [&](const Split& split, size_t index, Subjects& subjects) -> RegisterPair {
    splits.push_back(LearnColumns(split, index, learning, options, subjects, record));
    RegistrationOptions with_classes = options;
    with_classes.classes = splits.back();
    return [with_classes](const Subject& fixed, const Subject& moving) -> Registered {
      common::ThreadPool one_thread(1);
      common::Stopwatch watch;
      watch.Start();
      registration::RegistrationResult result =
          Register({.fixed = fixed.image, .moving = moving.image, .moving_labels = &moving.labels},
                   with_classes, one_thread);
      watch.Stop();
      return {std::move(result.field), watch.seconds()};
    };
  };
  RunTestPairs(set, settings, seed, prepare, record);
  RecordColumns(splits, record);
}

}  // namespace

void Learned(harness::Package& package) {
  package.Plan([](Planner& planner) {
    for (const SetPlan& set : Sets()) {
      Case& c = AddCase(planner, set, kLearned);
      const RunSettings settings = ReadSettings(c);
      // The source has three runs a fold of the brains; of the other sets it draws nothing.
      c.deterministic = !set.draws_training;
      if (set.draws_training) c.repeats = set.dice_table != nullptr ? static_cast<int>(c.Int("runs")) : 1;
      LearningSettings learning = {.costs = c.Numbers("costs"),
                                   .proximities = c.Numbers("proximities"),
                                   .folds = static_cast<int>(c.Int("folds")),
                                   .eta = c.Number("eta")};
      learning.max_classes = static_cast<size_t>(c.Int("slice_classes"));
      c.run = [&set, settings, learning](uint64_t seed, Recorder& record) {
        RunLearned(set, settings, learning, seed, record);
      };
    }
  });
}

}  // namespace structlab::deformable_registration
