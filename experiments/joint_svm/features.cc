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

// The protocol of the released program, and one change of it each.
struct Variant {
  const char *name, *rows, *coding;
};
constexpr Variant kVariants[] = {{"protocol", "centred", "0/1"},
                                 {"unit-rows", "unit", "0/1"},
                                 {"square-roots", "roots", "0/1"},
                                 {"plus-minus", "centred", "-1/+1"},
                                 {"centred-tags", "centred", "centred"}};

// What the test images say of each width, so that the choice by folds can be judged.
void RecordTestByWidth(const TagTask& task, const Method& method, common::ThreadPool& pool,
                       Recorder& record) {
  const structured_learning::TagDecoding best = method.DecodingOf(kBest);
  std::vector<double> x, precision, recall, f1;
  for (const Choice& choice : method.choices) {
    const auto model = method.learner->train(task.train, choice.options, {.pool = pool}).model;
    const auto measures = structured_learning::MeasureTags(
        task.test.tags, model->Decode(task.test.features, {&best, 1}, pool)[0], task.test.num_tags);
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
void Run(const Variant& variant, const Rows& rows, const Method& method, Recorder& record) {
  common::ThreadPool pool(record.threads());
  const TagTask task = LoadTask(FindTagData("dense-hue"), rows, variant.rows, record);
  std::vector<std::string> decoders = {kBest, kSingle, kTop};
  if (variant.coding != std::string("0/1")) decoders.emplace_back(kSign);
  const Setting setting = {{"feature", "DenseHue"}, {"rows", variant.rows}, {"coding", variant.coding}};
  for (const Annotation& found : Annotate(task, method, decoders, pool)) {
    RecordAnnotation(kInriaCorel, kJsvm, setting, task.test, method, found, record);
    if (&variant != kVariants || found.decoder != kBest) continue;
    RecordForSource(kTable3, kFeatureMethod, Setting{{"feature", "DenseHue"}}, Average::kMicro, task.test,
                    found.tags, record);
    RecordTestByWidth(task, method, pool, record);
  }
}

}  // namespace

void Features(Package& package) {
  package.Data(datasets::SourceOf(kInriaData, "joint_svm"));
  package.Plan([](Planner& plan) {
    for (const Variant& variant : kVariants) {
      Case c;
      c.name = std::string("features/dense-hue/").append(variant.name);
      c.setting = Setting{{"feature", "DenseHue"}};
      c.data = {kInriaData};
      c.deterministic = true;
      Case& added = plan.Add(std::move(c));
      const Method method = ReadGaussianMethod(added, "joint", {CodingOption(variant.coding)});
      const Rows rows = ReadRows(added);
      added.run = [=, &variant](uint64_t, Recorder& record) { Run(variant, rows, method, record); };
    }
  });
}

}  // namespace structlab::joint_svm
