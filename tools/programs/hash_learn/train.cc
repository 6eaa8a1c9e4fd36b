#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/table.h"
#include "structured_learning/linear/hashed_model_file.h"
#include "structured_learning/linear/heaviest_features.h"
#include "structured_learning/linear/training.h"
#include "tools/programs/hash_learn/commands.h"
#include "tools/programs/hash_learn/input.h"
#include "tools/programs/hash_learn/positive_class.h"
#include "tools/programs/hash_learn/train_arguments.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using common::FormatDouble;
using common::FormatShort;
using learning::LearnerOptions;
using learning::LinearTask;

constexpr char kHowToAllowMore[] = "--max-labels allows more; time grows with their number";

// Loads the model into the learner and its labels into `labels`.
void Resume(const std::string& path, const learning::InputFormat& input, learning::StreamingLearner& learner,
            learning::LabelNames& labels) {
  const learning::ModelNotes notes = learning::ResumeLearner(path, learner);
  for (const auto& [name, value] : FactsOf(input)) {
    const std::string& known = learning::FactOf(notes.facts, name, path);
    if (known != value) {
      common::ThrowDataError(path, std::string(name).append(" ").append(common::Quote(value)),
                             common::Quote(known), "learn with the options of the model, or without it");
    }
  }
  if (notes.labels.size() > labels.max_labels()) {
    common::ThrowDataError(path, fmt::format("at most {} different labels", labels.max_labels()),
                           std::to_string(notes.labels.size()), labels.how_to_allow_more());
  }
  for (uint32_t id = 0; id < notes.labels.size(); ++id) {
    if (labels.IdOf(notes.labels[id], SpellingOf(input.format)) == id) continue;
    common::ThrowDataError(path, "different labels", common::Quote(notes.labels[id]));
  }
  if (!HasOneOutput(learner.options().task) && labels.size() < learner.num_outputs()) {
    common::ThrowDataError(path, fmt::format("{} labels", learner.num_outputs()),
                           std::to_string(labels.size()));
  }
}

learning::LabelNames LabelsFor(LinearTask task, int max_labels) {
  if (task == LinearTask::kBinary) return learning::LabelNames(2);
  return learning::LabelNames(static_cast<size_t>(max_labels), kHowToAllowMore);
}

void Save(const learning::StreamingLearner& learner, const learning::LabelNames& labels,
          const PositiveClass& positive, const learning::InputFormat& input,
          const TrainArguments& arguments) {
  if (arguments.save.empty()) return;
  learning::ModelNotes notes = {.labels = labels.names(), .facts = FactsOf(input)};
  if (learner.options().task == LinearTask::kBinary) {
    notes.labels = positive.InOrder(labels);
    notes.is_mirrored = positive.IsMirrored(labels);
  }
  // A resumed model stays resumable.
  const bool is_resumable = arguments.resumable || !arguments.resume.empty();
  learning::SaveHashedModel(learner, notes,
                            is_resumable ? learning::SavedStates::kAll : learning::SavedStates::kNone,
                            common::CallersPath(arguments.save));
}

class ProgressTable {
 public:
  explicit ProgressTable(std::FILE* messages) : messages_(messages) {}

  void Show(const learning::TrainingProgress& progress) {
    if (!begun_) std::fputs("average   since     examples      pass\nloss      last\n", messages_);
    begun_ = true;
    std::fprintf(messages_, "%-9.6f %-9.6f %-13lld %d\n", progress.all.MeanLoss(), progress.latest.MeanLoss(),
                 static_cast<long long>(progress.all.examples), progress.pass);
    std::fflush(messages_);
  }

 private:
  std::FILE* messages_;
  bool begun_ = false;
};

std::string Describe(common::Ending ending) {
  if (ending == common::Ending::kIterationLimit) return "all passes";
  if (ending == common::Ending::kConverged) return "the held-out loss no longer falls";
  return std::string(EndingName(ending));
}

void PrintSums(const char* name, const learning::LossSums& sums, LinearTask task, std::FILE* out) {
  std::fprintf(out, "%-17s %s", name, FormatShort(sums.MeanLoss()).c_str());
  if (task == LinearTask::kRegression)
    std::fprintf(out, ", of the mean %s", FormatShort(sums.ConstantLoss()).c_str());
  if (task != LinearTask::kRegression)
    std::fprintf(out, ", error %s %%", FormatShort(100 * sums.ErrorRate()).c_str());
  std::fprintf(out, " (%lld examples)\n", static_cast<long long>(sums.examples));
}

// The reason why no pass has a lowest held-out loss.
const char* WhyNoneIsLowest(const learning::TrainingResult& result) {
  if (result.ending == common::Ending::kInterrupted && result.passes == 1) return "no pass was finished";
  const bool none_counts = std::ranges::all_of(
      result.heldout, [](const learning::LossSums& sums) { return sums.importance == 0; });
  return none_counts ? "no held-out example has an importance above 0" : "it is not finite";
}

void PrintSummary(const learning::TrainingResult& result, const LearnerOptions& options, int holdout,
                  const std::vector<std::string>& labels, std::FILE* out) {
  PrintSums("loss, first pass", result.learned, options.task, out);
  if (result.lowest_pass > 0) {
    const auto lowest = static_cast<size_t>(result.lowest_pass);
    PrintSums("held-out loss", result.heldout[lowest - 1], options.task, out);
    std::fprintf(out, "lowest in pass    %zu\n", lowest);
  } else if (holdout > 0) {
    std::fprintf(out, "held-out loss     none: %s\n", WhyNoneIsLowest(result));
  }
  if (options.task != LinearTask::kRegression) std::fprintf(out, "labels            %zu\n", labels.size());
  if (options.task == LinearTask::kBinary && !labels.empty()) {
    std::fprintf(out, "positive          %s\n", labels[0].c_str());
  }
  std::fprintf(out, "passes            %d\n", result.passes);
  std::fprintf(out, "ended             %s\n", Describe(result.ending).c_str());
}

void PrintCost(std::chrono::steady_clock::time_point begin, std::FILE* messages) {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  std::fprintf(messages, "hash_learn: %s s, at most %s MiB of memory\n", FormatShort(seconds.count()).c_str(),
               FormatShort(static_cast<double>(usage.ru_maxrss) / 1024).c_str());
}

// For a binary task, writes the weights of the positive label.
void WriteAudit(const learning::StreamingLearner& learner, const std::vector<std::string>& labels,
                bool is_mirrored, const learning::FeatureNames& names, const learning::ParserOptions& options,
                const TrainArguments& arguments) {
  common::Table table = {.columns = {"label", "feature", "weight"}};
  for (uint32_t output = 0; output < learner.num_outputs(); ++output) {
    const std::string label = output < labels.size() ? labels[output] : "";
    const auto weight = [&](uint32_t key) {
      const double found =
          learning::WeightInScores(key, options, [&](uint32_t made) { return learner.Weight(made, output); });
      return is_mirrored ? 0 - found : found;
    };
    for (const learning::WeighedFeature& feature :
         learning::HeaviestFeatures(names, weight, static_cast<size_t>(arguments.audit_top))) {
      table.rows.push_back({label, feature.name, FormatDouble(feature.weight)});
    }
  }
  common::WriteTsv(table, common::CallersPath(arguments.audit));
}

int Train(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
          const std::atomic<bool>& interrupted) {
  const auto begin = std::chrono::steady_clock::now();
  const std::optional<TrainArguments> given = ParseTrainArguments(words, out);
  if (!given) return 0;
  const TrainArguments& arguments = *given;
  const LearnerOptions options = LearnerOptionsOf(arguments);
  learning::InputFormat input =
      InputFormatOf(arguments.format, arguments.input.data, options.task, options.seed);
  CheckEffects(arguments, options, input);
  input.parser.limits = LimitsWithFlag(options);
  learning::StreamingLearner learner(options);
  learning::LabelNames labels = LabelsFor(options.task, arguments.max_labels);
  learning::FeatureNames names;
  if (!arguments.resume.empty()) Resume(common::CallersPath(arguments.resume), input, learner, labels);
  const bool is_binary = options.task == LinearTask::kBinary;
  PositiveClass positive(arguments.positive, SpellingOf(input.format), labels);

  ExampleSource source(arguments.input, input, &labels, arguments.audit.empty() ? nullptr : &names);
  ProgressTable progress(messages);
  if (is_binary) source.AfterEachBatch([&] { positive.Announce(labels, messages); });
  const auto save = [&] { Save(learner, labels, positive, input, arguments); };
  learning::TrainingOptions training = arguments.training;
  training.run.stop = {.iterations = static_cast<double>(arguments.passes), .interrupted = &interrupted};
  const learning::TrainingResult result = learning::Train(
      learner, training, [&](int pass) { return source.Begin(pass); },
      [&](const learning::TrainingProgress& now) { progress.Show(now); }, save);
  source.Report(messages);
  const bool was_interrupted = result.ending == common::Ending::kInterrupted;
  const bool has_learned = result.learned.examples > 0;
  if (!has_learned && !was_interrupted) common::ThrowDataError(source.name(), "at least one example", "none");

  // Save the model first, so that no later error loses it. A model that has learned nothing does not replace
  // an existing file.
  if (has_learned && result.lowest_pass == 0) save();
  const bool is_mirrored = is_binary && positive.IsMirrored(labels);
  const std::vector<std::string> in_order = is_binary ? positive.InOrder(labels) : labels.names();
  if (has_learned && !arguments.audit.empty()) {
    WriteAudit(learner, in_order, is_mirrored, names, input.parser, arguments);
  }
  if (!has_learned) {
    std::fputs("hash_learn: interrupted before the first example: nothing is saved\n", messages);
  }
  PrintSummary(result, options, arguments.training.holdout, in_order, out);
  const learning::LossSums& judged =
      result.lowest_pass > 0 ? result.heldout[static_cast<size_t>(result.lowest_pass) - 1] : result.learned;
  const bool is_fair = result.lowest_pass > 0 || result.passes == 1;  // the first of several passes is not
  if (options.task == LinearTask::kRegression && is_fair && judged.MeanLoss() > judged.ConstantLoss()) {
    std::fputs(
        "hash_learn: the loss is above that of always predicting the mean target: more passes, or features "
        "of similar size, may help\n",
        messages);
  }
  if (has_learned && arguments.save.empty()) {
    std::fputs("hash_learn: the model was not saved: give --save=FILE\n", messages);
  }
  PrintCost(begin, messages);
  common::CheckPrinted(out);
  return was_interrupted ? common::kInterruptedStatus : 0;
}

}  // namespace

int RunTrain(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
             const std::atomic<bool>& interrupted) {
  int status = 0;
  WithFlagNames({{"LearnerOptions::bits", "--bits"},
                 {"LearnerOptions::learning_rate", "--rate"},
                 {"LearnerOptions::l2", "--l2"},
                 {"LearnerOptions::loss", "--loss"},
                 {"iteration limit", "--passes"},
                 {"TrainingOptions::holdout", "--holdout"},
                 {"TrainingOptions::patience", "--patience"},
                 {"ParserOptions::copies", "--copies"},
                 {"TextOptions::ngrams", "--ngrams"}},
                [&] { status = Train(words, out, messages, interrupted); });
  return status;
}

}  // namespace structlab::tools
