// What section A.5 says of the data sets, counted from the sets that are used; Figure A.1.
#include <algorithm>
#include <set>

#include "experiments/deformable_registration/pictures.h"
#include "experiments/deformable_registration/test_pairs.h"
#include "experiments/harness/package.h"

namespace structlab::deformable_registration {
namespace {

using datasets::RegistrationSet;
using harness::Case;
using harness::Planner;
using harness::Recorder;

constexpr int kShownSubjects = 3;

// The axes of a volume that the source calls x, y and z. In the files of IBSR the axis of 3 mm is the second.
struct NamedAxis {
  const char* name;
  int axis;
};
std::vector<NamedAxis> AxesOf(const SetPlan& plan) {
  if (plan.name == std::string("ibsr")) return {{"x", 0}, {"y", 2}, {"z", 1}};
  return {{"x", 0}, {"y", 1}, {"z", 2}};
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

class StatisticsOf {
 public:
  StatisticsOf(const SetPlan& plan, const RunSettings& settings, Recorder& record)
      : plan_(plan),
        record_(record),
        pool_(record.threads()),
        subjects_(Open(plan, settings, record), pool_),
        splits_(plan.splits(subjects_.set(), settings.sizes, 1)) {}

  // The grids of the first volumes are measured; 0: of all volumes.
  void RecordVolumes(int64_t measured) {
    const RegistrationSet& set = subjects_.set();
    std::set<int> patients, folds;
    for (const datasets::SubjectInfo& subject : set.subjects) {
      patients.insert(subject.patient);
      folds.insert(subject.fold);
    }
    const auto volumes = static_cast<double>(set.size());
    Count("n_volumes", volumes);
    if (plan_.draws_training) {
      Count("n_folds", static_cast<double>(folds.size()));
      Count("volumes_per_fold", volumes / static_cast<double>(folds.size()));
    } else {
      Count("n_patients", static_cast<double>(patients.size()));
    }
    for (const NamedAxis& axis : AxesOf(plan_)) {
      std::vector<double> sizes, spacings;
      const int64_t count = measured == 0 ? set.size() : std::min<int64_t>(set.size(), measured);
      for (int i = 0; i < count; ++i) {
        const registration::Geometry& grid = subjects_.Get(i).image.geometry;
        sizes.push_back(static_cast<double>(grid.size[axis.axis]));
        spacings.push_back(grid.spacing[axis.axis]);
      }
      const harness::Setting setting = {{"axis", axis.name}};
      record_.Value(kProse, "volume_dimension", Median(sizes), {.setting = setting});
      record_.Value(kProse, "voxel_spacing", Median(spacings), {.setting = setting});
    }
  }

  void RecordPairs(int64_t runs) {
    double test = 0;
    for (const Split& split : splits_) test += static_cast<double>(split.test.size());
    const auto num_splits = static_cast<double>(splits_.size());
    const auto train = static_cast<double>(splits_.front().train.size());
    if (plan_.draws_training) {
      Count("pairs_per_fold", test / num_splits);
      Count("train_pairs_sampled", train);
      Count("runs_per_fold", static_cast<double>(runs));
      Count("n_experiments", static_cast<double>(runs) * num_splits);
    } else if (splits_.size() == 1) {
      Count("n_train_pairs", train);
      Count("n_test_pairs", test);
    } else {
      Count("n_pairs", test);
    }
  }

  void RecordSlices() {
    std::vector<const datasets::Subject*> shown;
    for (int i = 0; i < std::min(kShownSubjects, subjects_.set().size()); ++i) {
      shown.push_back(&subjects_.Get(i));
    }
    record_.Picture(kOurSlices, "slices", SampleSlices(shown));
  }

 private:
  void Count(const char* metric, double value) { record_.Value(kProse, metric, value); }

  const SetPlan& plan_;
  Recorder& record_;
  common::ThreadPool pool_;
  Subjects subjects_;
  std::vector<Split> splits_;
};

}  // namespace

void Statistics(harness::Package& package) {
  package.Plan([](Planner& planner) {
    for (const SetPlan& set : Sets()) {
      if (set.dice_table == nullptr) continue;
      Case& c = planner.Add(Case());
      c.name = std::string("statistics/") + set.name;
      c.dataset = set.dataset;
      c.method = kStatistics;
      c.data = {set.data};
      c.deterministic = true;
      const RunSettings settings = ReadSettings(c);
      const int64_t runs = set.draws_training ? c.Int("runs") : 0, volumes = c.Int("measured_volumes");
      c.run = [&set, settings, runs, volumes](uint64_t, Recorder& record) {
        StatisticsOf statistics(set, settings, record);
        statistics.RecordVolumes(volumes);
        statistics.RecordPairs(runs);
        statistics.RecordSlices();
      };
    }
  });
}

}  // namespace structlab::deformable_registration
