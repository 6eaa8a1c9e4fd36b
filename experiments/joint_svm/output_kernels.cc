// Table 5 of paper III and Table 1 of paper I: output kernels, the perceptron, and tags of the nearest rows.
#include <string>
#include <tuple>
#include <vector>

#include "experiments/datasets/load.h"
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

struct Variant {
  const char* name;    // of the case
  const char* method;  // as the source spells it
  TagKernelOptions output = {};
  const char* coding = "0/1";
  Learner learner = Learner::kJoint;
  bool is_printed = true;  // the source's protocol
};
const std::vector<Variant>& Variants() {
  static const std::vector<Variant> variants = {
      {.name = "plain", .method = kJsvm},
      {.name = "odd", .method = kOdd, .output = {.form = TagKernelForm::kOdds}},
      {.name = "pol2", .method = kPol2, .output = {.form = TagKernelForm::kPolynomial, .degree = 2}},
      {.name = "pol3", .method = kPol3, .output = {.form = TagKernelForm::kPolynomial, .degree = 3}},
      {.name = "perceptron", .method = kPer, .learner = Learner::kPerceptron},
      {.name = "other-codings/plain-plus-minus",
       .method = kJsvm,
       .output = {.coding = TagCoding::kUnitPm1},
       .coding = "-1/+1",
       .is_printed = false},
      {.name = "other-codings/plain-centred",
       .method = kJsvm,
       .output = {.coding = TagCoding::kCentred},
       .coding = "centred",
       .is_printed = false},
      {.name = "other-codings/odd-plus-minus",
       .method = kOdd,
       .output = {.form = TagKernelForm::kOdds, .coding = TagCoding::kUnitPm1},
       .coding = "-1/+1",
       .is_printed = false}};
  return variants;
}

// Both decoders of training tag vectors, and for codings with both signs and no explicit kernel the sign.
void Run(const Variant& variant, const Rows& rows, const Method& method, const std::vector<Choice>& choices,
         int folds, Recorder& record) {
  common::ThreadPool pool(record.threads());
  const TagTask task =
      MakeTask(datasets::LoadMulanSet(record.Data(kMulanData).path, datasets::FindMulanSet("corel5k")),
               RowRule::kCentred, rows.train, rows.test);
  std::vector<Decoder> decoders = {Decoder::kBest, Decoder::kSingle, Decoder::kTop};
  const bool has_sign =
      variant.output.form == TagKernelForm::kPlain && variant.output.coding != TagCoding::kUnit01;
  if (has_sign) decoders.push_back(Decoder::kSign);
  const Selection selection = SelectByFolds(task, method, choices, decoders, folds, 1, pool);
  for (size_t d = 0; d < decoders.size(); ++d) {
    const Setting setting = {
        {"input_kernel", kPolynomial}, {"coding", variant.coding}, {"decoder", NameOf(decoders[d])}};
    const Learned learned = Learn(task, method, selection.Best(d), 1, decoders[d] == Decoder::kSingle, pool);
    const std::vector<TagList> tags = TagsOf(learned, method, decoders[d]);
    RecordTags(kMulanCorel, variant.method, setting, task.test_tags, tags, task.num_tags, record);
    RecordSelection(kMulanCorel, variant.method, setting, selection, d, record);
    if (!variant.is_printed || decoders[d] != Decoder::kBest) continue;
    RecordForSource(kTable5, variant.method, {}, Average::kMicro, task.test_tags, tags, task.num_tags,
                    record);
  }
}

// JEC and TagProp by the library's own rules: as many best tags a row as the source's authors of both take.
// What is printed of them is macro averages.
void RunNeighbours(const char* learner_name, const char* method, const Rows& rows, int top,
                   Recorder& record) {
  common::ThreadPool pool(record.threads());
  const datasets::TagSplit split =
      datasets::LoadMulanSet(record.Data(kMulanData).path, datasets::FindMulanSet("corel5k"));
  const auto first = [](const MultiLabelData& data, int64_t count) {
    MultiLabelData part = data;
    if (count == 0 || count >= data.features.rows()) return part;
    part.features = data.features.topRows(count);
    part.tags.resize(static_cast<size_t>(count));
    return part;
  };
  const MultiLabelData train = first(split.train, rows.train), test = first(split.test, rows.test);
  const auto& learner = structured_learning::FindTagLearner(learner_name);
  common::OptionValues options(learner_name, learner.options);
  options.Set("top", static_cast<int64_t>(top));
  const auto model = learner.train(train, options, {.pool = pool});
  const Eigen::MatrixXd scores = model->Scores(test.features, pool);
  const std::vector<TagList> tags = model->Tags(scores);
  RecordTags(kMulanCorel, method, Setting{{"decoder", NameOf(Decoder::kTop)}}, test.tags, tags, test.num_tags,
             record);
  RecordForSource(kTable5, method, {}, Average::kMacro, test.tags, tags, test.num_tags, record);
}

// Without data set and method: both are told with what is recorded.
Case CorelCase(const std::string& name) {
  Case c;
  c.name = name;
  c.data = {kMulanData};
  c.deterministic = true;
  c.serves = {kTable5, "paper I Table 1", kOurTags};
  return c;
}

}  // namespace

void OutputKernels(Package& package) {
  package.Plan([](Planner& plan) {
    for (const Variant& variant : Variants()) {
      Case c =
          CorelCase(variant.is_printed ? std::string("output-kernels/").append(variant.name) : variant.name);
      if (!variant.is_printed) c.serves = {kOurTags};
      Case& added = plan.Add(std::move(c));
      Method method = ReadMethod(added);
      method.is_gaussian = false;
      method.learner = variant.learner;
      method.output = variant.output;
      if (variant.learner == Learner::kPerceptron) {
        method.perceptron_passes = static_cast<int>(added.Int("perceptron_passes"));
      }
      const Rows rows = ReadRows(added);
      const std::vector<Choice> choices = ReadChoices(method, added);
      const int folds = static_cast<int>(added.Int("folds"));
      added.run = [=](uint64_t, Recorder& record) { Run(variant, rows, method, choices, folds, record); };
    }
    for (const auto& [learner, method] : {std::pair("jec", kJec), {"tagprop", kTagProp}}) {
      Case& added = plan.Add(CorelCase(std::string("output-kernels/").append(learner)));
      const Rows rows = ReadRows(added);
      const int top = static_cast<int>(added.Int("top"));
      added.run = [=, learner = learner, method = method](uint64_t, Recorder& record) {
        RunNeighbours(learner, method, rows, top, record);
      };
    }
  });
}

}  // namespace structlab::joint_svm
