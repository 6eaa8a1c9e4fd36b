#include "experiments/deformable_registration/test_pairs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "common/statistics.h"
#include "experiments/deformable_registration/pictures.h"
#include "registration/volumes/displacement_field.h"
#include "registration/volumes/overlap.h"
#include "registration/volumes/resample.h"

namespace structlab::deformable_registration {

using datasets::RegistrationSet;
using datasets::Subject;
using harness::Case;
using harness::Recorder;
using harness::Setting;
using registration::DisplacementField;

namespace {

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

// Mean distance from the true field over the voxels that have a label.
double TrueError(const DisplacementField& field, const DisplacementField& truth,
                 const registration::LabelMap& labels) {
  double sum = 0;
  int64_t count = 0;
  for (size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] == 0) continue;
    sum += double{(field.values[i] - truth.values[i]).norm()};
    ++count;
  }
  return count == 0 ? kNotKnown : sum / static_cast<double>(count);
}

std::vector<double> Finite(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  return values;
}

// 0 keeps all.
void KeepFirst(int64_t count, std::vector<SubjectPair>& pairs) {
  if (count > 0) pairs.resize(std::min(pairs.size(), static_cast<size_t>(count)));
}

// A pair belongs to its two volumes and to their patients.
harness::Items ItemsOf(const std::vector<PairMeasures>& pairs) {
  harness::Items items = {.ids = harness::NumberedItems(pairs.size())};
  items.groups.resize(4);
  for (const PairMeasures& pair : pairs) {
    items.groups[0].push_back("volume " + std::to_string(pair.volumes.fixed));
    items.groups[1].push_back("volume " + std::to_string(pair.volumes.moving));
    items.groups[2].push_back("patient " + std::to_string(pair.fixed_patient));
    items.groups[3].push_back("patient " + std::to_string(pair.moving_patient));
  }
  return items;
}

class PairRecorder {
 public:
  PairRecorder(const SetPlan& plan, const std::vector<PairMeasures>& pairs, Recorder& record)
      : plan_(plan), pairs_(pairs), items_(ItemsOf(pairs)), record_(record) {}

  void Dice(const std::string& structure, const std::function<double(const PairMeasures&)>& dice_of) {
    const Setting setting = {{"structure", structure}};
    const std::vector<double> dice = All(dice_of), found = Finite(dice);
    record_.Items(kOurPairs, "dice", items_, {dice}, {.setting = setting});
    if (found.empty()) return;
    const double mean = common::Mean(found);
    record_.Value(kOurMeans, "dice", mean, {.setting = setting});
    const bool is_reported =
        plan_.dice_table != nullptr && IsOfSource(record_.this_case().method) && structure != kAllStructures;
    if (is_reported) record_.Value(plan_.dice_table, "dice", mean, {.setting = setting});
  }

  void Mean(const char* metric, const std::function<double(const PairMeasures&)>& value_of) {
    const std::vector<double> found = Finite(All(value_of));
    if (!found.empty()) record_.Value(kOurMeans, metric, common::Mean(found));
  }

  void TrueError() {
    const std::vector<double> errors = All([](const auto& pair) { return pair.true_error; });
    if (Finite(errors).size() == pairs_.size()) record_.Items(kOurPairs, "true_error", items_, {errors});
  }

  std::vector<double> All(const std::function<double(const PairMeasures&)>& value_of) const {
    std::vector<double> values;
    for (const PairMeasures& pair : pairs_) values.push_back(value_of(pair));
    return values;
  }

 private:
  const SetPlan& plan_;
  const std::vector<PairMeasures>& pairs_;
  const harness::Items items_;
  Recorder& record_;
};

void RecordPairs(const SetPlan& plan, const RegistrationSet& set, const std::vector<PairMeasures>& pairs,
                 Recorder& record) {
  PairRecorder to(plan, pairs, record);
  for (size_t i = 0; i < set.structures.size(); ++i) {
    to.Dice(set.structures[i].name, [i](const PairMeasures& pair) { return pair.dice[i]; });
  }
  to.Dice(kAllStructures, [](const PairMeasures& pair) { return pair.mean_dice; });
  to.Mean("average_surface_distance", [](const auto& pair) { return pair.average_surface_distance; });
  to.Mean("hausdorff95", [](const auto& pair) { return pair.hausdorff95; });
  to.Mean("folded_voxels", [](const auto& pair) { return pair.folded; });
  to.Mean("true_error", [](const auto& pair) { return pair.true_error; });
  record.Value(kOurMeans, "test_pairs", static_cast<double>(pairs.size()));
  to.TrueError();
  if (record.this_case().method == kNone) return;
  record.Value(kOurMeans, "seconds_a_registration",
               common::Mean(to.All([](const auto& pair) { return pair.seconds; })));
}

}  // namespace

const Subject& Subjects::Get(int subject) {
  const auto found = loaded_.find(subject);
  if (found != loaded_.end()) return found->second;
  return loaded_.emplace(subject, set_.load(subject, pool_)).first->second;
}

PairMeasures MeasureRegistered(Subjects& subjects, const SubjectPair& pair, const Registered& registered,
                               common::ThreadPool& pool) {
  const RegistrationSet& set = subjects.set();
  const Subject &fixed = subjects.Get(pair.fixed), &moving = subjects.Get(pair.moving);
  DisplacementField field = registered.field;
  if (field.values.empty()) field = DisplacementField(fixed.image.geometry);
  const auto agreement =
      CompareLabels(fixed.labels, WarpLabels(moving.labels, field, pool), pool,
                    {.labels = datasets::LabelsToCompare(set, fixed.labels, moving.labels)});
  PairMeasures measures = {.volumes = pair,
                           .fixed_patient = set.subjects[pair.fixed].patient,
                           .moving_patient = set.subjects[pair.moving].patient,
                           .dice = {},
                           .mean_dice = agreement.mean_dice,
                           .average_surface_distance = agreement.mean_average_surface_distance,
                           .hausdorff95 = agreement.mean_hausdorff95,
                           .true_error = kNotKnown,
                           .seconds = registered.seconds};
  for (const datasets::Structure& structure : set.structures) {
    const auto found =
        std::ranges::find(agreement.labels, structure.label, &registration::LabelAgreement::label);
    measures.dice.push_back(found == agreement.labels.end() ? kNotKnown : found->dice);
  }
  const auto folding = MeasureFolding(JacobianDeterminant(field, pool));
  measures.folded = 100 * static_cast<double>(folding.num_folded) / static_cast<double>(folding.num_voxels);
  if (set.true_field) {
    measures.true_error = TrueError(field, set.true_field(pair.fixed, pair.moving, pool), fixed.labels);
  }
  return measures;
}

void RunTestPairs(const SetPlan& plan, const RunSettings& settings, uint64_t seed,
                  const PrepareSplit& prepare, Recorder& record) {
  common::ThreadPool pool(record.threads());
  Subjects subjects(Open(plan, settings, record), pool);
  std::vector<Split> splits = plan.splits(subjects.set(), settings.sizes, seed);
  std::vector<PairMeasures> measures;
  for (size_t s = 0; s < splits.size(); ++s) {
    KeepFirst(settings.train_pairs, splits[s].train);
    KeepFirst(settings.test_pairs, splits[s].test);
    const RegisterPair register_pair = prepare(splits[s], s, subjects);
    for (const SubjectPair& pair : splits[s].test) {
      const Subject &fixed = subjects.Get(pair.fixed), &moving = subjects.Get(pair.moving);
      const Registered registered = register_pair(fixed, moving);
      measures.push_back(MeasureRegistered(subjects, pair, registered, pool));
      if (measures.size() == 1) RecordPictures(fixed, moving, registered.field, pool, record);
    }
  }
  RecordPairs(plan, subjects.set(), measures, record);
}

Case& AddCase(harness::Planner& planner, const SetPlan& plan, const std::string& method) {
  Case c;
  c.name = std::string("registrations/") + plan.name + "/" + harness::NamePart(method);
  c.dataset = plan.dataset;
  c.method = method;
  c.data = {plan.data};
  if (plan.name == std::string("ibsr")) {
    c.protocol = harness::Protocol::kCut;
    c.departures = {"15 of the 18 volumes are public"};
  }
  c.deterministic = true;
  return planner.Add(std::move(c));
}

}  // namespace structlab::deformable_registration
