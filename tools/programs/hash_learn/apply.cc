// The commands predict and evaluate.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/table.h"
#include "structured_learning/linear/evaluation.h"
#include "structured_learning/linear/learner_facts.h"
#include "tools/programs/hash_learn/commands.h"
#include "tools/programs/hash_learn/input.h"
#include "tools/programs/hash_learn/loaded_model.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using common::FormatShort;
using learning::ExampleView;
using learning::LinearTask;

void CheckScores(std::span<const float> scores, int64_t example, const std::string& data) {
  for (const float score : scores) {
    if (std::isfinite(score)) continue;
    common::ThrowDataError(data, "finite scores for all examples",
                           fmt::format("{} for example {}", common::FormatDouble(score), example),
                           "scale its features down");
  }
}

// Scores all examples and calls `take` for each. Returns true if interrupted. Calls `after_batch` after each
// batch of some ten thousand features.
bool ScoreAll(LoadedModel& model, const InputArguments& arguments, std::FILE* messages,
              const std::atomic<bool>& interrupted,
              const std::function<void(const ExampleView&, std::span<float>)>& take,
              const std::function<void()>& after_batch) {
  ExampleSource source(arguments, model.input, &model.labels, nullptr);
  std::vector<float> scores(model.scorer.num_outputs());
  int64_t examples = 0;
  {
    const learning::NextBatch next = source.Begin(0);
    for (learning::ExampleBatch batch; !interrupted && next(batch);) {
      for (size_t i = 0; i < batch.size(); ++i) {
        model.scorer.Score(batch[i].keys, batch[i].values, scores);
        CheckScores(scores, ++examples, source.name());
        take(batch[i], scores);
      }
      after_batch();
    }
  }
  source.Report(messages);
  return interrupted;
}

void PrintPrediction(const LoadedModel& model, std::span<const float> scores, std::span<const float> shown,
                     bool prints_all, std::vector<uint32_t>& labels, std::FILE* out) {
  if (model.task == LinearTask::kRegression) {
    std::fprintf(out, "%s\n", common::FormatDouble(scores[0]).c_str());
    return;
  }
  learning::PredictLabels(model.task, scores, labels);
  std::string line;
  for (const uint32_t label : labels) line.append(line.empty() ? "" : ",").append(model.LabelName(label));
  if (prints_all) {
    for (uint32_t c = 0; c < shown.size(); ++c) {
      line.append(c == 0 ? "\t" : " ").append(model.LabelName(c)).append(":").append(FormatShort(shown[c]));
    }
  } else if (model.task == LinearTask::kBinary) {
    line.append("\t").append(FormatShort(shown[0]));
  } else if (model.task != LinearTask::kMultiLabel && !labels.empty()) {
    line.append("\t").append(FormatShort(shown[labels[0]]));
  }
  std::fprintf(out, "%s\n", line.c_str());
}

// Prints the names of the columns; for a binary task with the label of the score.
void PrintHeader(const LoadedModel& model, bool prints_all, bool are_probabilities, std::FILE* out) {
  const std::string what = are_probabilities ? "probability" : "score";
  if (model.task == LinearTask::kRegression) {
    fmt::print(out, "prediction\n");
  } else if (prints_all) {
    fmt::print(out, "{}\t{} of each label\n", model.task == LinearTask::kMultiLabel ? "labels" : "label",
               what);
  } else if (model.task == LinearTask::kMultiLabel) {
    fmt::print(out, "labels\n");
  } else if (model.task == LinearTask::kBinary) {
    fmt::print(out, "label\t{} of {}\n", what, model.LabelName(0));
  } else {
    fmt::print(out, "label\t{}\n", what);
  }
}

struct ApplyArguments {
  InputArguments input;
  std::string load, confusions;
  bool probabilities = false, all = false, no_header = false, by_label = false;
};

void AddApplyFlags(common::CommandLine& line, ApplyArguments& arguments) {
  AddInputFlags(line, arguments.input);
  line.Option("--load", arguments.load, "the model").Required();
}

// Throws common::Error(kUsage) for a flag about labels if the model is a regression.
void CheckHasLabels(const LoadedModel& model, bool is_given, const std::string& flag) {
  if (!is_given || model.task != LinearTask::kRegression) return;
  common::ThrowUsageError(flag, "a model with labels", "regression", "leave it out");
}

void PrintLine(const char* name, const std::string& value, std::FILE* out) {
  std::fprintf(out, "%-16s %s\n", name, value.c_str());
}

std::string ShownArea(const std::optional<double>& area) { return area ? FormatShort(*area) : "none"; }

void PrintEvaluation(const LoadedModel& model, const learning::Evaluation& evaluation, bool by_label,
                     std::FILE* out) {
  PrintLine("examples", std::to_string(evaluation.examples()), out);
  if (model.task == LinearTask::kRegression) {
    PrintLine("squared error", FormatShort(evaluation.MeanSquaredError()), out);
    PrintLine("of the mean", FormatShort(evaluation.ConstantSquaredError()), out);
    return;
  }
  PrintLine("error", FormatShort(100 * evaluation.ErrorRate()) + " %", out);
  PrintLine("accuracy", FormatShort(100 * (1 - evaluation.ErrorRate())) + " %", out);
  if (model.task == LinearTask::kMultiLabel) {
    PrintLine("hamming loss", FormatShort(evaluation.HammingLoss()), out);
  }
  if (model.task != LinearTask::kMultiLabel) {
    PrintLine("of one label", FormatShort(100 * evaluation.ConstantErrorRate()) + " % error", out);
  }
  PrintLine("f1, micro", FormatShort(evaluation.MicroF1()), out);
  PrintLine("f1, macro", FormatShort(evaluation.MacroF1()), out);
  if (const std::optional<double> area = evaluation.AreaUnderCurve()) {
    PrintLine("area under curve", FormatShort(*area), out);
  }
  if (!by_label) return;
  const learning::AreasByLabel areas = evaluation.AreasUnderCurves();
  if (model.task != LinearTask::kBinary) PrintLine("area, macro", ShownArea(areas.macro), out);
  std::fputs("label\tprecision\trecall\tf1\tarea_under_curve\n", out);
  for (uint32_t c = 0; c < evaluation.labels().size(); ++c) {
    const learning::LabelQuality& label = evaluation.labels()[c];
    std::fprintf(out, "%s\t%s\t%s\t%s\t%s\n", model.LabelName(c).c_str(),
                 FormatShort(label.Precision()).c_str(), FormatShort(label.Recall()).c_str(),
                 FormatShort(label.F1()).c_str(), ShownArea(areas.of[c]).c_str());
  }
}

void WriteConfusions(const LoadedModel& model, const learning::Evaluation& evaluation,
                     const std::string& path) {
  common::Table table = {.columns = {"label", "predicted", "examples"}};
  for (const auto& [pair, count] : evaluation.confusions()) {
    table.rows.push_back({model.LabelName(pair.first), model.LabelName(pair.second), std::to_string(count)});
  }
  common::WriteTsv(table, common::CallersPath(path));
}

}  // namespace

int RunPredict(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
               const std::atomic<bool>& interrupted) {
  common::CommandLine line(
      "Prints a line for each example, after a line that names the columns: its label and the score of this "
      "label (of the positive label if there are two); all labels for a multi-label task; the number for a "
      "regression. Labels in DATA are ignored. Lines are printed in batches of some ten thousand features.",
      "hash_learn predict");
  ApplyArguments arguments;
  AddApplyFlags(line, arguments);
  line.Switch("--probabilities", arguments.probabilities, "print probabilities instead of scores");
  line.Switch("--all", arguments.all, "print the scores of all labels");
  line.Switch("--no-header", arguments.no_header, "do not print the line that names the columns");
  if (!line.Parse(words, out)) return 0;
  LoadedModel model(common::CallersPath(arguments.load));
  if (arguments.probabilities && !model.scorer.HasProbabilities()) {
    const learning::Facts& facts = model.scorer.header().facts;
    const std::string task = learning::FactOf(facts, "learner.task", arguments.load);
    common::ThrowUsageError("--probabilities", "a model with logistic loss and another task than multiclass",
                            learning::FactOf(facts, "learner.loss", arguments.load) + " and " + task);
  }
  CheckHasLabels(model, arguments.all, "--all");
  model.input.parser.are_labels_ignored = true;
  // Printed with the first prediction, so that an error in the first line of DATA comes before it.
  bool is_header_due = !arguments.no_header;
  const auto print_header = [&] {
    if (is_header_due) PrintHeader(model, arguments.all, arguments.probabilities, out);
    is_header_due = false;
  };
  std::vector<float> shown;
  std::vector<uint32_t> labels;
  const bool stopped = ScoreAll(
      model, arguments.input, messages, interrupted,
      [&](const ExampleView&, std::span<float> scores) {
        print_header();
        shown.assign(scores.begin(), scores.end());
        if (arguments.probabilities) model.scorer.Probabilities(scores, shown);
        PrintPrediction(model, scores, shown, arguments.all, labels, out);
      },
      [&] { common::CheckPrinted(out); });  // the input may have no end
  print_header();
  common::CheckPrinted(out);
  return stopped ? common::kInterruptedStatus : 0;
}

int RunEvaluate(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted) {
  common::CommandLine line(
      "Prints how often the predictions of a model are right. Every example counts once; its importance is "
      "ignored.",
      "hash_learn evaluate");
  ApplyArguments arguments;
  AddApplyFlags(line, arguments);
  line.Switch(
      "--by-label", arguments.by_label,
      "also print precision, recall, F1 and area under the curve (against all other labels) of each label; "
      "with more than two labels, this needs 4 bytes for each label and example, at most 1 GiB");
  line.Option("--confusions", arguments.confusions,
              "a table (TSV) of how often each label was predicted for each label");
  if (!line.Parse(words, out)) return 0;
  CheckFolderOf(arguments.confusions, "--confusions");
  const bool is_file = arguments.input.data != "-";
  CheckDifferentFiles({{"DATA", is_file ? arguments.input.data : ""}, {"--load", arguments.load}},
                      {{"--confusions", arguments.confusions}});
  LoadedModel model(common::CallersPath(arguments.load));
  CheckHasLabels(model, arguments.by_label, "--by-label");
  CheckHasLabels(model, !arguments.confusions.empty(), "--confusions");
  if (!arguments.confusions.empty() && model.task == LinearTask::kMultiLabel) {
    common::ThrowUsageError("--confusions", "a task with one label for each example", "multi-label",
                            "leave it out");
  }
  learning::Evaluation evaluation(
      model.task, model.num_labels(),
      arguments.by_label ? learning::KeptScores::kAll : learning::KeptScores::kBinary);
  bool stopped = false;
  WithFlagNames({{"KeptScores", "--by-label"}}, [&] {
    stopped = ScoreAll(
        model, arguments.input, messages, interrupted,
        [&](const ExampleView& example, std::span<float> scores) { evaluation.Add(example, scores); }, [] {});
  });
  if (evaluation.examples() == 0) {
    if (!stopped) common::ThrowDataError(arguments.input.data, "at least one example", "none");
    std::fputs("hash_learn: interrupted before the first example\n", messages);
    return common::kInterruptedStatus;
  }
  PrintEvaluation(model, evaluation, arguments.by_label, out);
  if (model.task == LinearTask::kRegression &&
      evaluation.MeanSquaredError() > evaluation.ConstantSquaredError()) {
    fmt::print(messages, "hash_learn: the model is worse than always predicting the mean target\n");
  }
  if (!arguments.confusions.empty()) WriteConfusions(model, evaluation, arguments.confusions);
  common::CheckPrinted(out);
  return stopped ? common::kInterruptedStatus : 0;
}

}  // namespace structlab::tools
