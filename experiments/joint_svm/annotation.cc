#include "experiments/joint_svm/annotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/number.h"
#include "common/thread_clock.h"

namespace structlab::joint_svm {

using structured_learning::TagDecoding;
using structured_learning::TagTraining;

namespace {

MultiLabelData FirstRows(const MultiLabelData& data, int64_t rows) {
  const auto all = static_cast<int64_t>(data.tags.size());
  std::vector<int> first(static_cast<size_t>(rows == 0 ? all : std::min(rows, all)));
  std::iota(first.begin(), first.end(), 0);
  return SelectRows(data, first);
}

void AddChoice(const std::string& input_kernel, double parameter, double margin, Method& method) {
  Choice choice = {parameter, margin, method.options};
  choice.options.Set("input_kernel", input_kernel);
  if (choice.options.Has("margin")) choice.options.Set("margin", margin);
  method.choices.push_back(std::move(choice));
}

}  // namespace

TagTask MakeTask(const datasets::TagSplit& split, const std::string& rule, int64_t train_rows,
                 int64_t test_rows) {
  TagTask task = {FirstRows(split.train, train_rows), FirstRows(split.test, test_rows)};
  structured_learning::ScaleRows(rule, task.train, task.test);
  return task;
}

TagDecoding Method::DecodingOf(const std::string& decoder) const {
  const char* const rule = decoder == kTop ? "top" : decoder == kSign ? "sign" : "neighbors";
  return {.rule = rule, .neighbors = decoder == kSingle ? 1 : neighbours, .top = top};
}

void AddWidths(const std::vector<double>& widths, Method& method) {
  for (const double width : widths) {
    AddChoice("gaussian:gamma=" + common::FormatDouble(1 / (2 * width * width)), width, 0, method);
  }
}

void AddOffsets(int64_t degree, const std::vector<double>& offsets, const std::vector<double>& margins,
                Method& method) {
  for (const double offset : offsets) {
    const std::string kernel =
        fmt::format("polynomial:degree={},offset={}", degree, common::FormatDouble(offset));
    for (const double margin : margins) AddChoice(kernel, offset, margin, method);
  }
}

std::vector<double> Widths(int64_t count) {
  std::vector<double> widths;
  for (int64_t i = 0; i < count; ++i) {
    widths.push_back(0.1 * std::pow(100.0, static_cast<double>(i) / static_cast<double>(count - 1)));
  }
  return widths;
}

std::vector<Annotation> Annotate(const TagTask& task, const Method& method,
                                 const std::vector<std::string>& decoders, common::ThreadPool& pool) {
  const structured_learning::TagLearnerRun run = {.pool = pool};
  std::vector<common::OptionValues> options;
  for (const Choice& choice : method.choices) options.push_back(choice.options);
  std::vector<TagDecoding> decodings;
  for (const std::string& decoder : decoders) decodings.push_back(method.DecodingOf(decoder));
  const auto folds = CompareByFolds(*method.learner, task.train, options, decodings, method.folds, run);
  std::vector<std::shared_ptr<const TagTraining>> trained(options.size());
  std::vector<Annotation> annotations;
  for (size_t d = 0; d < decoders.size(); ++d) {
    const size_t best = folds.Best(d);
    if (trained[best] == nullptr) {
      trained[best] = std::make_shared<TagTraining>(method.learner->train(task.train, options[best], run));
    }
    common::Stopwatch watch;
    watch.Start();
    std::vector<TagList> tags =
        std::move(trained[best]->model->Decode(task.test.features, {&decodings[d], 1}, pool)[0]);
    watch.Stop();
    annotations.push_back(
        {decoders[d], method.choices[best], folds.f1[d], trained[best], std::move(tags), watch.seconds()});
  }
  return annotations;
}

}  // namespace structlab::joint_svm
