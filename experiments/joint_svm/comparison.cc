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

// A width between those that folds choose, for times.
constexpr double kWidthOfTimes = 0.5;

TagTask Task(const TagData& data, const Rows& rows, Recorder& record) {
  return MakeTask(LoadSplit(data, rows, record), RowRule::kCentred, rows.train, rows.test);
}

struct Pair {
  const TagData& data;
  bool is_printed;  // it takes the part of the source's Corel5k
  Rows rows;
  Method joint, apart;
  std::vector<Choice> choices;
  int folds;
};

// Time of testing machine after machine, where each computes its kernel values anew.
double TestingSecondsTagByTag(const TagTask& task, const Method& method, const Choice& choice,
                              const Learned& learned, common::ThreadPool& pool) {
  common::Stopwatch watch;
  double sum = 0;
  for (int tag = 0; tag < learned.num_tags; ++tag) {
    watch.Start();
    sum += ScoresOfTag(task, method, choice, learned, tag, pool).sum();
    watch.Stop();
  }
  return std::isfinite(sum) ? watch.seconds() : NAN;
}

// Each decoder has the kernel that folds choose for it; the first one is the learner's own, for the source's
// rows. Times are those of the learner's own.
void RunLearner(const Pair& comparison, const TagTask& task, const Method& method, const char* name,
                const std::vector<Decoder>& decoders, Recorder& record) {
  common::ThreadPool pool(1);
  const Setting keys = KernelSetting(method.is_gaussian, record.this_case());
  const Selection selection =
      SelectByFolds(task, method, comparison.choices, decoders, comparison.folds, 1, pool);
  std::vector<std::pair<double, Learned>> learned;  // by choice
  const auto learn = [&](double kernel) -> const Learned& {
    const auto known = std::ranges::find(learned, kernel, &std::pair<double, Learned>::first);
    if (known != learned.end()) return known->second;
    return learned.emplace_back(kernel, Learn(task, method, {.kernel = kernel}, 1, true, pool)).second;
  };
  learned.reserve(decoders.size());
  for (size_t d = 0; d < decoders.size(); ++d) {
    const Learned& result = learn(selection.Best(d).kernel);
    const std::vector<TagList> tags = TagsOf(result, method, decoders[d]);
    Setting setting = keys;
    setting.Set("coding", "0/1");
    setting.Set("decoder", NameOf(decoders[d]));
    RecordTags(comparison.data.dataset, name, setting, task.test_tags, tags, task.num_tags, record);
    RecordSelection(comparison.data.dataset, name, setting, selection, d, record);
    if (d > 0) continue;
    const Overrides times = {.dataset = comparison.data.dataset, .method = name, .setting = keys};
    record.Value(kOurTimes, "gram_time", result.gram_seconds, times);
    record.Value(kOurTimes, "training_time", result.training_seconds, times);
    record.Value(kOurTimes, "testing_time", result.testing_seconds, times);
    if (method.learner == Learner::kIndependent) {
      record.Value(kOurTimes, "testing_time_tag_by_tag",
                   TestingSecondsTagByTag(task, method, selection.Best(d), result, pool), times);
    }
    record.Value(kOurTimes, "passes", static_cast<double>(result.passes),
                 {.dataset = comparison.data.dataset, .method = name, .setting = keys});
    if (!comparison.is_printed) continue;
    const Setting printed = {{"input_kernel", method.is_gaussian ? kGaussian : kPrintedPolynomial}};
    RecordForSource(kTable4, name, printed, Average::kMicro, task.test_tags, tags, task.num_tags, record);
    const Overrides source = {.dataset = kCorel, .method = name, .setting = printed};
    record.Value(kTable4, "training_time", result.training_seconds, source);
    record.Value(kTable4, "testing_time", result.testing_seconds, source);
    if (name == std::string(kJointSvm) && method.is_gaussian) {
      record.Value(kProse76, "training_time", result.training_seconds,
                   {.dataset = kCorel, .method = name, .setting = Setting{}});
    }
  }
}

void Compare(const Pair& comparison, Recorder& record) {
  const TagTask task = Task(comparison.data, comparison.rows, record);
  RunLearner(comparison, task, comparison.joint, kJointSvm, {Decoder::kBest, Decoder::kSingle, Decoder::kTop},
             record);
  RunLearner(comparison, task, comparison.apart, kIndependentSvms,
             {Decoder::kSign, Decoder::kBest, Decoder::kTop}, record);
}

// Only the `count` most frequent tags, numbered anew.
TagTask WithTags(const TagTask& task, int64_t count) {
  std::vector<int64_t> frequency(task.num_tags);
  for (const TagList& tags : task.train_tags) {
    for (const int tag : tags) ++frequency[tag];
  }
  std::vector<int> order(frequency.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](int tag) { return frequency[tag]; });
  TagTask fewer = task;
  fewer.num_tags = static_cast<int>(std::min<int64_t>(count, task.num_tags));
  std::vector<int> place(order.size(), -1);
  for (int i = 0; i < fewer.num_tags; ++i) {
    place[order[i]] = i;
  }
  for (std::vector<TagList>* lists : {&fewer.train_tags, &fewer.test_tags}) {
    for (TagList& tags : *lists) {
      TagList kept;
      for (const int tag : tags) {
        if (place[tag] >= 0) kept.push_back(place[tag]);
      }
      std::ranges::sort(kept);
      tags = kept;
    }
  }
  return fewer;
}

void MeasureTimes(const std::vector<int64_t>& counts, const Rows& rows, const Method& method,
                  Recorder& record) {
  common::ThreadPool pool(1);
  const TagTask task = Task(FindTagData("corel5k"), rows, record);
  Method signs = method, apart = method;
  signs.output.coding = structured_learning::TagCoding::kUnitPm1;
  apart.learner = Learner::kIndependent;
  std::map<std::string, double> at_fewest;  // time by method
  for (const int64_t count : counts) {
    const TagTask fewer = WithTags(task, count);
    const auto keys = [&](const char* name) {
      return Overrides{
          .dataset = kMulanCorel, .method = name, .setting = Setting{{"tags", std::to_string(count)}}};
    };
    const auto learn = [&](const Method& changed) {
      return Learn(fewer, changed, {.kernel = kWidthOfTimes}, 1, false, pool);
    };
    const auto record_work = [&](const char* name, double seconds, double passes) {
      record.Value(kOurTagCounts, "training_time", seconds, keys(name));
      record.Value(kOurTagCounts, "passes", passes, keys(name));
    };
    const Learned all = learn(apart);
    const double machines = all.num_tags;
    record_work(kIndependentSvms, all.training_seconds, static_cast<double>(all.passes));
    const double one = all.gram_seconds + (all.training_seconds - all.gram_seconds) / machines,
                 passes_of_one = static_cast<double>(all.passes) / machines;
    record_work(kOneSvm, one, passes_of_one);
    for (const auto& [name, changed] : {std::pair(kJointSvm, method), {kJointSigns, signs}}) {
      const Learned joint = learn(changed);
      const double fewest = at_fewest.try_emplace(name, joint.training_seconds).first->second;
      record_work(name, joint.training_seconds, static_cast<double>(joint.passes));
      record.Value(kOurTagCounts, "twice_the_time_of_one_svm", 2 * one, keys(name));
      record.Value(kOurTagCounts, "twice_the_time_of_the_fewest_tags", 2 * fewest, keys(name));
      record.Value(kOurTagCounts, "twice_the_passes_of_one_svm", 2 * passes_of_one, keys(name));
    }
  }
}

// `cost`, `degree`: in place of the protocol's; empty for that.
void PlanComparison(Planner& plan, const TagData& data, bool is_gaussian, const std::string& cost,
                    const std::string& degree) {
  Case c;
  c.name = fmt::format("{}/{}/{}",
                       !cost.empty()     ? "other-costs/C=" + cost
                       : !degree.empty() ? "other-degrees/degree=" + degree + "/comparison"
                                         : "comparison",
                       data.name, is_gaussian ? "gaussian" : "polynomial");
  c.data = {data.data};
  c.deterministic = true;
  c.setting = Setting{{"input_kernel", is_gaussian ? kGaussian : kPrintedPolynomial}};
  const bool is_printed = data.dataset == std::string(kMulanCorel) && cost.empty() && degree.empty();
  Case& added = plan.Add(std::move(c));
  if (!cost.empty()) added.Override("cost", cost);
  Pair comparison = {data, is_printed, ReadRows(added), {}, {}, {}, 2};
  comparison.joint = is_gaussian ? ReadMethod(added) : ReadPolynomialMethod(added, degree);
  comparison.apart = comparison.joint;
  comparison.apart.learner = Learner::kIndependent;
  comparison.apart.independent_tags = static_cast<int>(added.Int("independent_tags"));
  comparison.choices = ReadChoices(comparison.joint, added);
  comparison.folds = static_cast<int>(added.Int("folds"));
  added.run = [=](uint64_t, Recorder& record) { Compare(comparison, record); };
}

}  // namespace

void Comparison(Package& package) {
  package.Plan([](Planner& plan) {
    for (const char* data : {"corel5k", "dense-hue", "scene"}) {
      PlanComparison(plan, FindTagData(data), true, "", "");
      PlanComparison(plan, FindTagData(data), false, "", "");
      for (const int64_t degree : plan.Ints("other_degrees")) {
        PlanComparison(plan, FindTagData(data), false, "", std::to_string(degree));
      }
    }
    for (const double cost : plan.Numbers("other_costs")) {
      PlanComparison(plan, FindTagData("corel5k"), true, common::FormatDouble(cost), "");
    }
    Case c;
    c.name = "comparison/number-of-tags";
    c.data = {kMulanData};
    c.deterministic = true;
    Case& added = plan.Add(std::move(c));
    const Method method = ReadMethod(added);
    const Rows rows = ReadRows(added);
    added.Read("tag_counts");
    const std::vector<int64_t> counts = plan.Ints("tag_counts");
    added.run = [=](uint64_t, Recorder& record) { MeasureTimes(counts, rows, method, record); };
  });
}

}  // namespace structlab::joint_svm
