// Table 5 of paper III and Table 1 of paper I: output kernels, the perceptron, tags of the nearest rows, and
// learners that other packages link.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/joint_svm/annotation.h"
#include "experiments/joint_svm/protocol.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::joint_svm {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::TagLearner;

struct Variant {
  std::string name;     // of the case
  const char* method;   // as the source spells it
  Options output = {};  // of the library's learner
  std::string coding = "0/1";
  const char* rows = "centred";
  bool is_printed = true;  // the source's protocol

  const char* learner() const { return method == std::string(kPer) ? "perceptron" : "joint"; }
};
const std::vector<Variant>& Variants() {
  static const Options odds = {"output_kernel=odds"};
  static const std::vector<Variant> variants = {
      {.name = "plain", .method = kJsvm},
      {.name = "odd", .method = kOdd, .output = odds},
      {.name = "pol2", .method = kPol2, .output = {"output_kernel=polynomial", "degree=2"}},
      {.name = "pol3", .method = kPol3, .output = {"output_kernel=polynomial", "degree=3"}},
      {.name = "perceptron", .method = kPer},
      {.name = "plain-plus-minus", .method = kJsvm, .coding = "-1/+1", .is_printed = false},
      {.name = "plain-centred", .method = kJsvm, .coding = "centred", .is_printed = false},
      {.name = "plain-rows-not-centred", .method = kJsvm, .rows = "unit", .is_printed = false},
      {.name = "odd-plus-minus", .method = kOdd, .output = odds, .coding = "-1/+1", .is_printed = false}};
  return variants;
}

// Both decoders of training tag vectors, and for codings with both signs and no explicit kernel the sign.
void Run(const Variant& variant, const TagData& data, const Rows& rows, const Method& method,
         Recorder& record) {
  common::ThreadPool pool(record.threads());
  const TagTask task = LoadTask(data, rows, variant.rows, record);
  std::vector<std::string> decoders = {kBest, kSingle, kTop};
  if (variant.output.empty() && variant.coding != "0/1") decoders.emplace_back(kSign);
  Setting setting = KernelSetting(kPolynomial, record.this_case());
  setting.Set("coding", variant.coding);
  setting.Set("rows", variant.rows);
  for (const Annotation& found : Annotate(task, method, decoders, pool)) {
    RecordAnnotation(data.dataset, variant.method, setting, task.test, method, found, record);
    if (!IsPrinted(data, record) || !variant.is_printed || found.decoder != kBest) continue;
    RecordForSource(kTable5, variant.method, {}, Average::kMicro, task.test, found.tags, record);
  }
}

// A learner by its own rules, on features as they are.
void RunAsItIs(const TagLearner& learner, const common::OptionValues& options, const TagData& data,
               const Rows& rows, Recorder& record) {
  const std::string& method = record.this_case().method;
  common::ThreadPool pool(record.threads());
  const TagTask task = LoadTask(data, rows, "raw", record);
  const auto found = harness::RunUnlessRefused(record, [&] {
    const auto model = learner.train(task.train, options, {.pool = pool}).model;
    return model->Tags(model->Scores(task.test.features, pool));
  });
  if (!found) return;
  const bool takes_top = method == kJec || method == kTagProp;
  RecordTags(data.dataset, method, Setting{{"decoder", takes_top ? kTop : "its own"}}, task.test, *found,
             record);
  // What is printed of JEC and TagProp is macro averages.
  if (takes_top && IsPrinted(data, record)) {
    RecordForSource(kTable5, method, {}, Average::kMacro, task.test, *found, record);
  }
}

// Without data set: it is told with what is recorded.
Case& AddCase(const std::string& name, const TagData& data, const std::string& method, Planner& plan) {
  Case c;
  c.name = name;
  c.method = method;
  c.data = {data.data};
  c.deterministic = true;
  return plan.Add(std::move(c));
}

// `degree`: in place of the protocol's; empty for that.
void PlanVariant(const Variant& variant, const TagData& data, const std::string& degree, Planner& plan) {
  const std::string name =
      fmt::format("{}{}/{}/{}", degree.empty() ? "" : "other-degrees/degree=" + degree + "/",
                  variant.is_printed ? "output-kernels" : "other-codings", data.name, variant.name);
  Case& c = AddCase(name, data, variant.method, plan);
  Options options = variant.output;
  options.push_back(CodingOption(variant.coding));
  const Method method = ReadPolynomialMethod(c, variant.learner(), degree, options);
  const Rows rows = ReadRows(c);
  c.run = [=, &variant, &data](uint64_t, Recorder& record) { Run(variant, data, rows, method, record); };
}

// JEC and TagProp take as many best tags a row as the authors of both. A learner that is linked beside the
// library's own is compared with its default options.
void PlanAsItIs(const TagLearner& learner, const TagData& data, Planner& plan) {
  const std::string method = learner.name == "jec"       ? kJec
                             : learner.name == "tagprop" ? kTagProp
                                                         : learner.name;
  const bool is_linked = method == learner.name;
  Case& c = AddCase(fmt::format("output-kernels/{}/{}", data.name, harness::NamePart(learner.name)), data,
                    method, plan);
  const Rows rows = ReadRows(c);
  common::OptionValues options(learner.name, learner.options);
  if (!is_linked) options.Set("top", c.Int("top"));
  c.run = [=, &learner, &data](uint64_t, Recorder& record) {
    RunAsItIs(learner, options, data, rows, record);
  };
}

void PlanOn(const TagData& data, Planner& plan) {
  for (const Variant& variant : Variants()) {
    PlanVariant(variant, data, "", plan);
    for (const int64_t degree : plan.Ints("other_degrees")) {
      PlanVariant(variant, data, std::to_string(degree), plan);
    }
  }
  // The variants above, Table 4 and the ranking have these.
  constexpr const char* kElsewhere[] = {"joint", "perceptron", "kernel_one_vs_rest", "one_vs_rest"};
  for (const TagLearner& learner : structured_learning::TagLearners()) {
    if (std::ranges::find(kElsewhere, learner.name) == std::end(kElsewhere)) PlanAsItIs(learner, data, plan);
  }
}

}  // namespace

void OutputKernels(Package& package) {
  package.Plan([](Planner& plan) {
    for (const char* data : {"corel5k", "dense-hue"}) PlanOn(FindTagData(data), plan);
  });
}

}  // namespace structlab::joint_svm
