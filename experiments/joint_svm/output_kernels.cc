// Table 5 of paper III and Table 1 of paper I: output kernels, the perceptron, and tags of the nearest rows.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/joint_svm/annotation.h"
#include "experiments/joint_svm/protocol.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::joint_svm {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::MultiLabelData;
using structured_learning::TagCoding;
using structured_learning::TagKernelForm;
using structured_learning::TagKernelOptions;

// Does it take the part of the source's Corel5k in its tables?
bool IsPrinted(const TagData& data) { return data.dataset == std::string(kMulanCorel); }

struct Variant {
  const char* name;    // of the case
  const char* method;  // as the source spells it
  TagKernelOptions output = {};
  const char* coding = "0/1";
  Learner learner = Learner::kJoint;
  RowRule rows = RowRule::kCentred;
  bool is_printed = true;  // the source's protocol
};
const std::vector<Variant>& Variants() {
  static const std::vector<Variant> variants = {
      {.name = "plain", .method = kJsvm},
      {.name = "odd", .method = kOdd, .output = {.form = TagKernelForm::kOdds}},
      {.name = "pol2", .method = kPol2, .output = {.form = TagKernelForm::kPolynomial, .degree = 2}},
      {.name = "pol3", .method = kPol3, .output = {.form = TagKernelForm::kPolynomial, .degree = 3}},
      {.name = "perceptron", .method = kPer, .learner = Learner::kPerceptron},
      {.name = "plain-plus-minus",
       .method = kJsvm,
       .output = {.coding = TagCoding::kUnitPm1},
       .coding = "-1/+1",
       .is_printed = false},
      {.name = "plain-centred",
       .method = kJsvm,
       .output = {.coding = TagCoding::kCentred},
       .coding = "centred",
       .is_printed = false},
      {.name = "plain-rows-not-centred", .method = kJsvm, .rows = RowRule::kUnit, .is_printed = false},
      {.name = "odd-plus-minus",
       .method = kOdd,
       .output = {.form = TagKernelForm::kOdds, .coding = TagCoding::kUnitPm1},
       .coding = "-1/+1",
       .is_printed = false}};
  return variants;
}

// Both decoders of training tag vectors, and for codings with both signs and no explicit kernel the sign.
void Run(const Variant& variant, const TagData& data, const Rows& rows, const Method& method,
         const std::vector<Choice>& choices, int folds, Recorder& record) {
  common::ThreadPool pool(record.threads());
  const TagTask task = MakeTask(LoadSplit(data, rows, record), variant.rows, rows.train, rows.test);
  std::vector<Decoder> decoders = {Decoder::kBest, Decoder::kSingle, Decoder::kTop};
  const bool has_sign =
      variant.output.form == TagKernelForm::kPlain && variant.output.coding != TagCoding::kUnit01;
  if (has_sign) decoders.push_back(Decoder::kSign);
  const Selection selection = SelectByFolds(task, method, choices, decoders, folds, 1, pool);
  for (size_t d = 0; d < decoders.size(); ++d) {
    Setting setting = KernelSetting(false, record.this_case());
    setting.Set("coding", variant.coding);
    setting.Set("rows", NameOf(variant.rows));
    setting.Set("decoder", NameOf(decoders[d]));
    const Learned learned = Learn(task, method, selection.Best(d), 1, decoders[d] == Decoder::kSingle, pool);
    const std::vector<TagList> tags = TagsOf(learned, method, decoders[d]);
    RecordTags(data.dataset, variant.method, setting, task.test_tags, tags, task.num_tags, record);
    RecordSelection(data.dataset, variant.method, setting, selection, d, record);
    if (!IsPrinted(data) || !variant.is_printed || decoders[d] != Decoder::kBest) continue;
    if (record.this_case().is_variant()) continue;
    RecordForSource(kTable5, variant.method, {}, Average::kMicro, task.test_tags, tags, task.num_tags,
                    record);
  }
}

// JEC and TagProp by the library's own rules: as many best tags a row as the source's authors of both take.
// What is printed of them is macro averages.
void RunNeighbours(const char* learner_name, const char* method, const TagData& data, const Rows& rows,
                   int top, Recorder& record) {
  common::ThreadPool pool(record.threads());
  const datasets::TagSplit split = LoadSplit(data, rows, record);
  const auto first = [](const MultiLabelData& all, int64_t count) {
    MultiLabelData part = all;
    if (count == 0 || count >= all.features.rows()) return part;
    part.features = all.features.topRows(count);
    part.tags.resize(count);
    return part;
  };
  const MultiLabelData train = first(split.train, rows.train), test = first(split.test, rows.test);
  const auto& learner = structured_learning::FindTagLearner(learner_name);
  common::OptionValues options(learner_name, learner.options);
  options.Set("top", static_cast<int64_t>(top));
  const auto model = learner.train(train, options, {.pool = pool}).model;
  const Eigen::MatrixXd scores = model->Scores(test.features, pool);
  const std::vector<TagList> tags = model->Tags(scores);
  RecordTags(data.dataset, method, Setting{{"decoder", NameOf(Decoder::kTop)}}, test.tags, tags,
             test.num_tags, record);
  if (IsPrinted(data))
    RecordForSource(kTable5, method, {}, Average::kMacro, test.tags, tags, test.num_tags, record);
}

// Without data set and method: both are told with what is recorded.
Case& AddCase(const std::string& name, const TagData& data, Planner& plan) {
  Case c;
  c.name = name;
  c.data = {data.data};
  c.deterministic = true;
  return plan.Add(std::move(c));
}

// `degree`: in place of the protocol's; empty for that.
void PlanVariant(const Variant& variant, const TagData& data, const std::string& degree, Planner& plan) {
  const std::string name =
      fmt::format("{}{}/{}/{}", degree.empty() ? "" : "other-degrees/degree=" + degree + "/",
                  variant.is_printed ? "output-kernels" : "other-codings", data.name, variant.name);
  Case& c = AddCase(name, data, plan);
  Method method = ReadPolynomialMethod(c, degree);
  method.learner = variant.learner;
  method.output = variant.output;
  if (variant.learner == Learner::kPerceptron) {
    method.perceptron_passes = static_cast<int>(c.Int("perceptron_passes"));
  }
  const Rows rows = ReadRows(c);
  const std::vector<Choice> choices = ReadChoices(method, c);
  const int folds = static_cast<int>(c.Int("folds"));
  c.run = [=, &data](uint64_t, Recorder& record) {
    Run(variant, data, rows, method, choices, folds, record);
  };
}

void PlanOn(const TagData& data, Planner& plan) {
  for (const Variant& variant : Variants()) {
    PlanVariant(variant, data, "", plan);
    for (const int64_t degree : plan.Ints("other_degrees")) {
      PlanVariant(variant, data, std::to_string(degree), plan);
    }
  }
  for (const auto& [learner, method] : {std::pair("jec", kJec), {"tagprop", kTagProp}}) {
    Case& c = AddCase(fmt::format("output-kernels/{}/{}", data.name, learner), data, plan);
    const Rows rows = ReadRows(c);
    const int top = static_cast<int>(c.Int("top"));
    c.run = [=, &data, learner = learner, method = method](uint64_t, Recorder& record) {
      RunNeighbours(learner, method, data, rows, top, record);
    };
  }
}

}  // namespace

void OutputKernels(Package& package) {
  package.Plan([](Planner& plan) {
    for (const char* data : {"corel5k", "dense-hue"}) PlanOn(FindTagData(data), plan);
  });
}

}  // namespace structlab::joint_svm
