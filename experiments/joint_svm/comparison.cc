// Table 4 of paper III: one joint SVM and an SVM a tag, by the same solver; and their times by number of
// tags.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "common/thread_clock.h"
#include "experiments/harness/package.h"
#include "experiments/joint_svm/annotation.h"
#include "experiments/joint_svm/protocol.h"

namespace structlab::joint_svm {
namespace {

using harness::Case;
using harness::Overrides;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::TagTraining;

// A width between those that folds choose, for times.
constexpr double kWidthOfTimes = 0.5;

struct Pair {
  const TagData& data;
  std::string kernel;
  Rows rows;
  Method joint, apart;
  int64_t independent_tags;  // that machines of their own have, the first ones; 0: all
};

// Time of testing machine after machine, where each computes its kernel values anew.
double TestingSecondsTagByTag(const TagTask& task, const structured_learning::TagModel& model, int num_tags,
                              common::ThreadPool& pool) {
  common::Stopwatch watch;
  double sum = 0;
  for (int tag = 0; tag < num_tags; ++tag) {
    watch.Start();
    sum += model.ScoresOfTag(task.test.features, tag, pool).sum();
    watch.Stop();
  }
  return std::isfinite(sum) ? watch.seconds() : NAN;
}

// Each decoder has the kernel that folds choose for it; the first one is the learner's own, for the source's
// rows. Times are those of the learner's own.
void RunLearner(const Pair& comparison, const TagTask& task, const Method& method, const std::string& name,
                const std::vector<std::string>& decoders, Recorder& record) {
  common::ThreadPool pool(1);
  const Setting keys = KernelSetting(comparison.kernel, record.this_case());
  Setting all = keys;
  all.Set("coding", "0/1");
  const std::vector<Annotation> found = Annotate(task, method, decoders, pool);
  for (const Annotation& annotation : found) {
    RecordAnnotation(comparison.data.dataset, name, all, task.test, method, annotation, record);
  }
  const Annotation& own = found[0];
  const double training_seconds = own.training->gram_seconds + own.training->solver_seconds;
  const Overrides times = {.dataset = comparison.data.dataset, .method = name, .setting = keys};
  record.Value(kOurTimes, "gram_time", own.training->gram_seconds, times);
  record.Value(kOurTimes, "training_time", training_seconds, times);
  record.Value(kOurTimes, "testing_time", own.testing_seconds, times);
  if (name == kIndependentSvms) {
    record.Value(kOurTimes, "testing_time_tag_by_tag",
                 TestingSecondsTagByTag(task, *own.training->model, task.train.num_tags, pool), times);
  }
  record.Value(kOurTimes, "passes", static_cast<double>(own.training->passes), times);
  if (!IsPrinted(comparison.data, record)) return;
  RecordForSource(kTable4, name, record.this_case().setting, Average::kMicro, task.test, own.tags, record);
  const Overrides source = {.dataset = kCorel, .method = name};
  record.Value(kTable4, "training_time", training_seconds, source);
  record.Value(kTable4, "testing_time", own.testing_seconds, source);
  if (name == kJointSvm && comparison.kernel == kGaussian) {
    record.Value(kProse76, "training_time", training_seconds,
                 {.dataset = kCorel, .method = name, .setting = Setting{}});
  }
}

// Only the tags that have a new number, which `number_of` gives; -1: none.
void Renumber(const std::vector<int>& number_of, int num_tags, MultiLabelData& data) {
  data.num_tags = num_tags;
  for (TagList& tags : data.tags) {
    std::erase_if(tags, [&](int tag) { return number_of[tag] < 0; });
    for (int& tag : tags) tag = number_of[tag];
    std::ranges::sort(tags);
  }
}

// The `count` most frequent tags, numbered anew.
MultiLabelData WithTags(const MultiLabelData& data, int64_t count) {
  std::vector<int64_t> frequency(data.num_tags);
  for (const TagList& tags : data.tags) {
    for (const int tag : tags) ++frequency[tag];
  }
  std::vector<int> order(frequency.size()), number_of(frequency.size(), -1);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](int tag) { return frequency[tag]; });
  const int num_tags = static_cast<int>(std::min<int64_t>(count, data.num_tags));
  for (int i = 0; i < num_tags; ++i) number_of[order[i]] = i;
  MultiLabelData fewer = data;
  Renumber(number_of, num_tags, fewer);
  return fewer;
}

void Compare(const Pair& comparison, Recorder& record) {
  TagTask task = LoadTask(comparison.data, comparison.rows, "centred", record);
  RunLearner(comparison, task, comparison.joint, kJointSvm, {kBest, kSingle, kTop}, record);
  if (comparison.independent_tags > 0 && comparison.independent_tags < task.train.num_tags) {
    std::vector<int> number_of(task.train.num_tags, -1);
    std::iota(number_of.begin(), number_of.begin() + comparison.independent_tags, 0);
    Renumber(number_of, static_cast<int>(comparison.independent_tags), task.train);
  }
  RunLearner(comparison, task, comparison.apart, kIndependentSvms, {kSign, kBest, kTop}, record);
}

// With a Gaussian kernel of one width.
TagTraining Train(const MultiLabelData& data, Method method, common::ThreadPool& pool) {
  AddWidths({kWidthOfTimes}, method);
  return method.learner->train(data, method.choices[0].options, {.pool = pool});
}

void MeasureTimes(const std::vector<int64_t>& counts, const Rows& rows, const Method& joint,
                  const Method& signs, const Method& apart, Recorder& record) {
  common::ThreadPool pool(1);
  const TagTask task = LoadTask(FindTagData("corel5k"), rows, "centred", record);
  std::map<std::string, double> at_fewest;  // time by method
  for (const int64_t count : counts) {
    const MultiLabelData fewer = WithTags(task.train, count);
    const auto keys = [&](const char* name) {
      return Overrides{
          .dataset = kMulanCorel, .method = name, .setting = Setting{{"tags", std::to_string(count)}}};
    };
    const auto record_work = [&](const char* name, double seconds, double passes) {
      record.Value(kOurTagCounts, "training_time", seconds, keys(name));
      record.Value(kOurTagCounts, "passes", passes, keys(name));
    };
    const TagTraining all = Train(fewer, apart, pool);
    const double machines = fewer.num_tags, passes = static_cast<double>(all.passes);
    record_work(kIndependentSvms, all.gram_seconds + all.solver_seconds, passes);
    const double one = all.gram_seconds + all.solver_seconds / machines, passes_of_one = passes / machines;
    record_work(kOneSvm, one, passes_of_one);
    for (const auto& [name, method] : {std::pair(kJointSvm, joint), {kJointSigns, signs}}) {
      const TagTraining learned = Train(fewer, method, pool);
      const double seconds = learned.gram_seconds + learned.solver_seconds;
      const double fewest = at_fewest.try_emplace(name, seconds).first->second;
      record_work(name, seconds, static_cast<double>(learned.passes));
      record.Value(kOurTagCounts, "twice_the_time_of_one_svm", 2 * one, keys(name));
      record.Value(kOurTagCounts, "twice_the_time_of_the_fewest_tags", 2 * fewest, keys(name));
      record.Value(kOurTagCounts, "twice_the_passes_of_one_svm", 2 * passes_of_one, keys(name));
    }
  }
}

// `cost`, `degree`: in place of the protocol's; empty for that.
void PlanComparison(Planner& plan, const char* set, const std::string& kernel, const std::string& cost,
                    const std::string& degree) {
  const TagData& data = FindTagData(set);
  const bool is_gaussian = kernel == kGaussian;
  Case c;
  c.name = fmt::format("{}/{}/{}",
                       !cost.empty()     ? "other-costs/C=" + cost
                       : !degree.empty() ? "other-degrees/degree=" + degree + "/comparison"
                                         : "comparison",
                       set, kernel);
  c.data = {data.data};
  c.deterministic = true;
  c.setting = Setting{{"input_kernel", is_gaussian ? kGaussian : kPrintedPolynomial}};
  Case& added = plan.Add(std::move(c));
  if (!cost.empty()) added.Override("cost", cost);
  const auto read = [&](const char* learner) {
    return is_gaussian ? ReadGaussianMethod(added, learner) : ReadPolynomialMethod(added, learner, degree);
  };
  const Pair comparison = {.data = data,
                           .kernel = kernel,
                           .rows = ReadRows(added),
                           .joint = read("joint"),
                           .apart = read("kernel_one_vs_rest"),
                           .independent_tags = added.Int("independent_tags")};
  added.run = [=](uint64_t, Recorder& record) { Compare(comparison, record); };
}

}  // namespace

void Comparison(Package& package) {
  package.Plan([](Planner& plan) {
    for (const char* data : {"corel5k", "dense-hue", "scene"}) {
      PlanComparison(plan, data, kGaussian, "", "");
      PlanComparison(plan, data, kPolynomial, "", "");
      for (const int64_t degree : plan.Ints("other_degrees")) {
        PlanComparison(plan, data, kPolynomial, "", std::to_string(degree));
      }
    }
    for (const double cost : plan.Numbers("other_costs")) {
      PlanComparison(plan, "corel5k", kGaussian, common::FormatDouble(cost), "");
    }
    Case c;
    c.name = "comparison/number-of-tags";
    c.data = {kMulanData};
    c.deterministic = true;
    Case& added = plan.Add(std::move(c));
    const Method joint = ReadMethod(added, "joint"),
                 signs = ReadMethod(added, "joint", {CodingOption("-1/+1")}),
                 apart = ReadMethod(added, "kernel_one_vs_rest");
    const Rows rows = ReadRows(added);
    added.Read("tag_counts");
    const std::vector<int64_t> counts = plan.Ints("tag_counts");
    added.run = [=](uint64_t, Recorder& record) { MeasureTimes(counts, rows, joint, signs, apart, record); };
  });
}

}  // namespace structlab::joint_svm
