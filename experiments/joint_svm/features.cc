// Table 3 of paper III: single features. Only DenseHue of Corel5k is available for training and test images.
#include <string>
#include <utility>
#include <vector>

#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/joint_svm/annotation.h"
#include "experiments/joint_svm/protocol.h"
#include "structured_learning/multilabel/measures.h"

namespace structlab::joint_svm {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::TagCoding;

// The protocol of the released program, and one change of it each.
struct Variant {
  const char* name;
  RowRule rows = RowRule::kCentred;
  TagCoding coding = TagCoding::kUnit01;
  const char* coding_name = "0/1";
  bool is_protocol() const { return rows == RowRule::kCentred && coding == TagCoding::kUnit01; }
};
const std::vector<Variant>& Variants() {
  static const std::vector<Variant> variants = {
      {.name = "protocol"},
      {.name = "unit-rows", .rows = RowRule::kUnit},
      {.name = "square-roots", .rows = RowRule::kRoots},
      {.name = "plus-minus", .coding = TagCoding::kUnitPm1, .coding_name = "-1/+1"},
      {.name = "centred-tags", .coding = TagCoding::kCentred, .coding_name = "centred"}};
  return variants;
}

// What the test images say of each width, so that the choice by folds can be judged.
void RecordTestByWidth(const TagTask& task, const Method& method, const std::vector<Choice>& choices,
                       common::ThreadPool& pool, Recorder& record) {
  std::vector<double> x, precision, recall, f1;
  for (const Choice& choice : choices) {
    const Learned learned = Learn(task, method, choice, 1, false, pool);
    const auto measures = structured_learning::MeasureTags(
        task.test_tags, TagsOf(learned, method, Decoder::kBest), task.num_tags);
    x.push_back(choice.kernel);
    precision.push_back(100 * measures.micro.precision);
    recall.push_back(100 * measures.micro.recall);
    f1.push_back(100 * measures.micro.f1);
  }
  const auto curve = [&](const char* name, const std::vector<double>& y) {
    record.Curve(kOurSelection, "test_by_width", x, y, {.dataset = kInriaCorel, .method = name});
  };
  curve("precision", precision);
  curve("recall", recall);
  curve("F1", f1);
}

// Each decoder with the width that folds choose for it.
void Run(const Variant& variant, const Rows& rows, const Method& method, const std::vector<Choice>& choices,
         int folds, Recorder& record) {
  common::ThreadPool pool(record.threads());
  const TagTask task =
      MakeTask(LoadSplit(FindTagData("dense-hue"), rows, record), variant.rows, rows.train, rows.test);
  std::vector<Decoder> decoders = {Decoder::kBest, Decoder::kSingle, Decoder::kTop};
  if (variant.coding != TagCoding::kUnit01) decoders.push_back(Decoder::kSign);
  const Selection selection = SelectByFolds(task, method, choices, decoders, folds, 1, pool);
  for (size_t d = 0; d < decoders.size(); ++d) {
    const Setting setting = {{"feature", "DenseHue"},
                             {"rows", NameOf(variant.rows)},
                             {"coding", variant.coding_name},
                             {"decoder", NameOf(decoders[d])}};
    const Learned learned = Learn(task, method, selection.Best(d), 1, decoders[d] == Decoder::kSingle, pool);
    const std::vector<TagList> tags = TagsOf(learned, method, decoders[d]);
    RecordTags(kInriaCorel, kJsvm, setting, task.test_tags, tags, task.num_tags, record);
    RecordSelection(kInriaCorel, kJsvm, setting, selection, d, record);
    if (!variant.is_protocol() || decoders[d] != Decoder::kBest) continue;
    RecordForSource(kTable3, kFeatureMethod, Setting{{"feature", "DenseHue"}}, Average::kMicro,
                    task.test_tags, tags, task.num_tags, record);
    RecordTestByWidth(task, method, choices, pool, record);
  }
}

}  // namespace

void Features(Package& package) {
  package.Data(datasets::SourceOf(kInriaData, "joint_svm"));
  package.Plan([](Planner& plan) {
    for (const Variant& variant : Variants()) {
      Case c;
      c.name = std::string("features/dense-hue/").append(variant.name);
      c.setting = Setting{{"feature", "DenseHue"}};
      c.data = {kInriaData};
      c.deterministic = true;
      Case& added = plan.Add(std::move(c));
      Method method = ReadMethod(added);
      method.output.coding = variant.coding;
      const Rows rows = ReadRows(added);
      const std::vector<Choice> choices = ReadChoices(method, added);
      const int folds = static_cast<int>(added.Int("folds"));
      added.run = [=](uint64_t, Recorder& record) { Run(variant, rows, method, choices, folds, record); };
    }
  });
}

}  // namespace structlab::joint_svm
