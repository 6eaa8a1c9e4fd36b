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

datasets::TagSplit LoadSplit(const TagData& data, const Rows& rows, const Recorder& record) {
  const std::string& path = record.Data(data.data).path;
  const datasets::RowLimits limits = {rows.train, rows.test};
  if (data.data == std::string(kInriaData)) return datasets::LoadCorel5kInria(path, limits);
  return datasets::LoadMulanSet(path, datasets::FindMulanSet(data.name), limits);
}

Rows ReadRows(Case& c) { return {c.Int("train_rows"), c.Int("test_rows")}; }

Method ReadMethod(Case& c) {
  Method method;
  method.cost = c.Number("cost");
  method.gap = c.Number("gap");
  method.passes = static_cast<int>(c.Int("passes"));
  method.neighbours = static_cast<int>(c.Int("neighbours"));
  method.top = static_cast<int>(c.Int("top"));
  return method;
}

Method ReadPolynomialMethod(Case& c, const std::string& degree) {
  if (!degree.empty()) c.Override("degree", degree);
  Method method = ReadMethod(c);
  method.is_gaussian = false;
  method.degree = static_cast<int>(c.Int("degree"));
  return method;
}

Setting KernelSetting(bool is_gaussian, const Case& c) {
  Setting setting = {{"input_kernel", is_gaussian ? kGaussian : kPolynomial}};
  if (std::ranges::find(c.overrides, "degree") != c.overrides.end()) {
    setting.Set("degree", *c.parameters.Find("degree"));
  }
  return setting;
}

std::vector<Choice> ReadChoices(const Method& method, Case& c) {
  const bool is_other_degree = std::ranges::find(c.overrides, "degree") != c.overrides.end();
  const std::vector<double> kernels = method.is_gaussian ? Widths(c.Int("widths"))
                                      : is_other_degree  ? c.Numbers("offsets")
                                                         : std::vector<double>{c.Number("offset")};
  const std::vector<double> margins =
      method.learner == Learner::kPerceptron ? c.Numbers("margins") : std::vector<double>{0.5};
  std::vector<Choice> choices;
  for (const double kernel : kernels) {
    for (const double margin : margins) choices.push_back({.kernel = kernel, .margin = margin});
  }
  return choices;
}

void RecordTags(const std::string& dataset, const std::string& method, const Setting& setting,
                std::span<const TagList> truth, std::span<const TagList> predicted, int num_tags,
                Recorder& record) {
  const TagMeasures measures = MeasureTags(truth, predicted, num_tags);
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
                     Average average, std::span<const TagList> truth, std::span<const TagList> predicted,
                     int num_tags, Recorder& record) {
  const TagMeasures measures = MeasureTags(truth, predicted, num_tags);
  const bool is_micro = average == Average::kMicro;
  const auto& means = is_micro ? measures.micro : measures.macro;
  const Overrides keys = {.dataset = kCorel, .method = method, .setting = setting};
  record.Value(table, "precision", 100 * means.precision, keys);
  record.Value(table, "recall", 100 * means.recall, keys);
  record.Value(table, "f1", 100 * (is_micro ? means.f1 : measures.f1_of_means), keys);
}

void RecordSelection(const std::string& dataset, const std::string& method, const Setting& setting,
                     const Selection& selection, size_t decoder, Recorder& record) {
  const Overrides keys = {.dataset = dataset, .method = method, .setting = setting};
  const Choice& best = selection.Best(decoder);
  record.Value(kOurSelection, "chosen", best.kernel, keys);
  std::vector<double> x, y;
  for (size_t c = 0; c < selection.choices.size(); ++c) {
    if (selection.choices[c].margin != best.margin) continue;
    x.push_back(selection.choices[c].kernel);
    y.push_back(100 * selection.f1[decoder][c]);
  }
  record.Curve(kOurSelection, "f1_by_choice", x, y, keys);
}

}  // namespace structlab::joint_svm
