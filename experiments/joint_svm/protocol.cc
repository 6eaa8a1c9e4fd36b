#include "experiments/joint_svm/protocol.h"

#include <algorithm>
#include <iterator>

#include "common/check.h"
#include "experiments/datasets/load.h"
#include "structured_learning/multilabel/measures.h"

namespace structlab::joint_svm {

using harness::Case;
using harness::Overrides;
using harness::Recorder;
using harness::Setting;
using structured_learning::MeasureTags;
using structured_learning::TagMeasures;

const TagData& FindTagData(const std::string& name) {
  static const std::vector<TagData> all = {{"corel5k", kMulanData, kMulanCorel},
                                           {"dense-hue", kInriaData, kInriaCorel},
                                           {"scene", kMulanData, kScene},
                                           {"delicious", kMulanData, kDelicious}};
  const auto found = std::ranges::find(all, name, &TagData::name);
  STRUCTLAB_CHECK(found != all.end());
  return *found;
}

bool IsPrinted(const TagData& data, const Recorder& record) {
  return data.dataset == std::string(kMulanCorel) && !record.this_case().is_variant();
}

Rows ReadRows(Case& c) { return {c.Int("train_rows"), c.Int("test_rows")}; }

TagTask LoadTask(const TagData& data, const Rows& rows, const std::string& rule, const Recorder& record) {
  const std::string& path = record.Data(data.data).path;
  const datasets::RowLimits limits = {rows.train, rows.test};
  const bool is_inria = data.data == std::string(kInriaData);
  return MakeTask(is_inria ? datasets::LoadCorel5kInria(path, limits)
                           : datasets::LoadMulanSet(path, datasets::FindMulanSet(data.name), limits),
                  rule, rows.train, rows.test);
}

std::string CodingOption(const std::string& coding) {
  return "coding=" + (coding == "0/1" ? "unit_01" : coding == "-1/+1" ? "unit_pm1" : coding);
}

Method ReadMethod(Case& c, const std::string& learner, const Options& options) {
  const auto& found = structured_learning::FindTagLearner(learner);
  Method method = {.learner = &found, .options = common::OptionValues(learner, found.options)};
  for (const std::string& option : options) method.options.Parse(option);
  const bool is_perceptron = learner == "perceptron";
  method.options.Set("rows", std::string("raw"));
  method.options.Set("passes", c.Int(is_perceptron ? "perceptron_passes" : "passes"));
  if (!is_perceptron) {
    method.options.Set("c", c.Number("cost"));
    method.options.Set("gap", c.Number("gap"));
  }
  method.neighbours = static_cast<int>(c.Int("neighbours"));
  method.top = static_cast<int>(c.Int("top"));
  return method;
}

Method ReadGaussianMethod(Case& c, const std::string& learner, const Options& options) {
  Method method = ReadMethod(c, learner, options);
  method.folds = static_cast<int>(c.Int("folds"));
  AddWidths(Widths(c.Int("widths")), method);
  return method;
}

Method ReadPolynomialMethod(Case& c, const std::string& learner, const std::string& degree,
                            const Options& options) {
  if (!degree.empty() && !c.is_variant()) c.Override("degree", degree);
  Method method = ReadMethod(c, learner, options);
  method.folds = static_cast<int>(c.Int("folds"));
  const std::vector<double> margins = learner == "perceptron" ? c.Numbers("margins") : std::vector<double>{0};
  AddOffsets(c.Int("degree"), degree.empty() ? std::vector<double>{c.Number("offset")} : c.Numbers("offsets"),
             margins, method);
  return method;
}

Setting KernelSetting(const std::string& kernel, const Case& c) {
  Setting setting = {{"input_kernel", kernel}};
  if (std::ranges::find(c.overrides, "degree") != c.overrides.end()) {
    setting.Set("degree", *c.parameters.Find("degree"));
  }
  return setting;
}

void RecordTags(const std::string& dataset, const std::string& method, const Setting& setting,
                const MultiLabelData& test, std::span<const TagList> predicted, Recorder& record) {
  const std::vector<TagList>& truth = test.tags;
  const TagMeasures measures = MeasureTags(truth, predicted, test.num_tags);
  const auto percent = [&](const char* metric, double value) {
    record.Value(kOurTags, metric, 100 * value, {.dataset = dataset, .method = method, .setting = setting});
  };
  percent("micro_precision", measures.micro.precision);
  percent("micro_recall", measures.micro.recall);
  percent("micro_f1", measures.micro.f1);
  percent("macro_precision", measures.macro.precision);
  percent("macro_recall", measures.macro.recall);
  percent("macro_f1", measures.f1_of_means);
  const Overrides plain = {.dataset = dataset, .method = method, .setting = setting};
  double tags = 0;
  std::vector<double> hits, errors;
  for (size_t i = 0; i < truth.size(); ++i) {
    TagList both;
    std::ranges::set_intersection(truth[i], predicted[i], std::back_inserter(both));
    hits.push_back(static_cast<double>(both.size()));
    errors.push_back(static_cast<double>(truth[i].size() + predicted[i].size() - 2 * both.size()));
    tags += static_cast<double>(predicted[i].size());
  }
  record.Value(kOurTags, "tags_a_row", tags / static_cast<double>(truth.size()), plain);
  record.Value(kOurTags, "recalled_tags", measures.num_recalled, plain);
  record.Items(kOurTags, "micro_f1", {.ids = harness::NumberedItems(hits.size())}, {hits, errors}, plain);
}

void RecordForSource(const std::string& table, const std::string& method, const Setting& setting,
                     Average average, const MultiLabelData& test, std::span<const TagList> predicted,
                     Recorder& record) {
  const TagMeasures measures = MeasureTags(test.tags, predicted, test.num_tags);
  const bool is_micro = average == Average::kMicro;
  const auto& means = is_micro ? measures.micro : measures.macro;
  const Overrides keys = {.dataset = kCorel, .method = method, .setting = setting};
  record.Value(table, "precision", 100 * means.precision, keys);
  record.Value(table, "recall", 100 * means.recall, keys);
  record.Value(table, "f1", 100 * (is_micro ? means.f1 : measures.f1_of_means), keys);
}

void RecordAnnotation(const std::string& dataset, const std::string& method, Setting setting,
                      const MultiLabelData& test, const Method& learner, const Annotation& annotation,
                      Recorder& record) {
  setting.Set("decoder", annotation.decoder);
  RecordTags(dataset, method, setting, test, annotation.tags, record);
  const Overrides keys = {.dataset = dataset, .method = method, .setting = setting};
  const Choice& best = annotation.choice;
  record.Value(kOurSelection, "chosen", best.kernel, keys);
  std::vector<double> x, y;
  for (size_t c = 0; c < learner.choices.size(); ++c) {
    if (learner.choices[c].margin != best.margin) continue;
    x.push_back(learner.choices[c].kernel);
    y.push_back(100 * annotation.f1[c]);
  }
  record.Curve(kOurSelection, "f1_by_choice", x, y, keys);
}

}  // namespace structlab::joint_svm
