#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>

#include "common/arguments.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/table.h"
#include "structured_learning/linear/hashed_model_file.h"
#include "structured_learning/linear/heaviest_features.h"
#include "structured_learning/linear/learner_facts.h"
#include "structured_learning/linear/training.h"
#include "tools/programs/hash_learn/commands.h"
#include "tools/programs/hash_learn/input.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using common::FormatDouble;
using common::FormatShort;
using learning::LearnerOptions;
using learning::LinearTask;

struct TrainArguments {
  InputArguments input;
  FormatArguments format;
  std::string task = "binary", loss = "auto", update = "adaptive";
  LearnerOptions learner;
  learning::TrainingOptions training;
  std::string save, resume, audit;
  bool resumable = false;
  int audit_top = 20;
};

constexpr char kFooter[] = R"(
Progress is shown after 1, 2, 4, ... examples: the mean loss of all so far and of those since the last line, each
before the example was learned. With --holdout every so many examples are not learned but tell after each pass
whether to go on.

Examples:
  bazel run //tools:hash_learn -- train mail.vw --save=mail.model
  zcat news.txt.gz | bazel run //tools:hash_learn -- train --format=text --task=one-vs-rest --ngrams=2 \
      --bits=22 --passes=5 --cache=/tmp/news.cache --holdout=10 --save=news.model)";

// Values that the arguments have are the defaults.
bool Parse(const std::vector<std::string>& words, TrainArguments& arguments, std::FILE* out) {
  CLI::App app("Learns a linear model on hashed features while it reads.", "hash_learn train");
  AddInputFlags(app, arguments.input);
  AddFormatFlags(app, arguments.format);
  app.add_option("--task", arguments.task, "binary, one-vs-rest, multi-label, multiclass or regression")
      ->capture_default_str();
  app.add_option("--loss", arguments.loss,
                 "logistic, hinge or squared; by itself squared for regression, else logistic");
  app.add_option("--update", arguments.update, "adaptive, normalized or schedule")->capture_default_str();
  app.add_option("--rate", arguments.learner.learning_rate, "of learning")->capture_default_str();
  app.add_option("--l2", arguments.learner.l2, "lambda of lambda/2 |w|^2")->capture_default_str();
  app.add_option("--bits", arguments.learner.bits, "2^bits weights for all labels together, 3 to 31")
      ->capture_default_str();
  app.add_option("--seed", arguments.learner.seed, "of the hash functions")->capture_default_str();
  app.add_option("--passes", arguments.training.passes, "over the examples")->capture_default_str();
  app.add_option("--holdout", arguments.training.holdout, "hold one of so many examples out; 0: none")
      ->capture_default_str();
  app.add_option("--patience", arguments.training.patience,
                 "end after so many passes without a lower held-out loss; 0: never")
      ->capture_default_str();
  app.add_option("--cache", arguments.input.cache,
                 "examples in binary form, for more passes and for next time");
  app.add_option("--save", arguments.save, "where the model goes");
  app.add_flag("--resumable", arguments.resumable,
               "save what it takes to go on learning, too: twice the size");
  app.add_option("--resume", arguments.resume,
                 "go on with this model, which was saved so; its options are the defaults");
  app.add_option("--audit", arguments.audit, "a table of the features that weigh most, by name (TSV); slow");
  app.add_option("--audit-top", arguments.audit_top, "how many for each label")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.footer(kFooter);
  return common::ParseArguments(app, words, out);
}

LearnerOptions LearnerOptionsOf(const TrainArguments& arguments) {
  constexpr auto kUsage = common::ErrorKind::kUsage;
  LearnerOptions options = arguments.learner;
  options.task = learning::EnumOf<LinearTask>(learning::kLinearTaskNames, arguments.task, "--task", kUsage);
  const std::string loss = arguments.loss != "auto"                  ? arguments.loss
                           : options.task == LinearTask::kRegression ? "squared"
                                                                     : "logistic";
  options.loss = learning::EnumOf<learning::LinearLoss>(learning::kLinearLossNames, loss, "--loss", kUsage);
  options.update = learning::EnumOf<learning::UpdateRule>(learning::kUpdateRuleNames, arguments.update,
                                                          "--update", kUsage);
  return options;
}

// The options of a model as defaults, which the words may contradict: resuming then refuses it.
TrainArguments DefaultsOf(const std::string& path) {
  const learning::HashedModelHeader header = learning::ReadModelHeader(path);
  TrainArguments arguments;
  arguments.learner = learning::LearnerOptionsOf(header.facts, header.bits, header.seed, path);
  arguments.task = learning::EnumName(learning::kLinearTaskNames, arguments.learner.task);
  arguments.loss = learning::EnumName(learning::kLinearLossNames, arguments.learner.loss);
  arguments.update = learning::EnumName(learning::kUpdateRuleNames, arguments.learner.update);
  arguments.format = FormatArgumentsOf(learning::InputFormatOf(header.facts, header.seed, path));
  return arguments;
}

void CheckArguments(const TrainArguments& arguments) {
  CheckFolderOf(arguments.save, "--save");
  CheckFolderOf(arguments.audit, "--audit");
  CheckFolderOf(arguments.input.cache, "--cache");
  if (arguments.training.passes > 1 && arguments.input.cache.empty() &&
      !CanBeReadAgain(arguments.input.data)) {
    common::ThrowUsageError("--passes", "1 over standard input or a pipe",
                            std::to_string(arguments.training.passes), "give a file, or --cache=FILE");
  }
  if (!arguments.audit.empty() && !arguments.input.cache.empty()) {
    common::ThrowUsageError("--audit", "text, which has names", "--cache", "leave one of them out");
  }
}

// Puts the model into the learner and its labels into `labels`.
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
  for (uint32_t id = 0; id < notes.labels.size(); ++id) {
    if (labels.IdOf(notes.labels[id]) == id) continue;
    common::ThrowDataError(path, "different labels", common::Quote(notes.labels[id]));
  }
  const LinearTask task = learner.options().task;
  const bool is_joint = task != LinearTask::kBinary && task != LinearTask::kRegression;
  if (is_joint && labels.size() < learner.num_outputs()) {
    common::ThrowDataError(path, std::to_string(learner.num_outputs()) + " labels",
                           std::to_string(labels.size()));
  }
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

const char* Describe(learning::TrainingEnd end) {
  switch (end) {
    case learning::TrainingEnd::kAllPasses:
      return "all passes";
    case learning::TrainingEnd::kHoldoutLoss:
      return "the held-out loss falls no more";
    case learning::TrainingEnd::kInterrupted:
      break;
  }
  return "interrupted";
}

void PrintSums(const char* name, const learning::LossSums& sums, LinearTask task, std::FILE* out) {
  std::fprintf(out, "%-17s %s", name, FormatShort(sums.MeanLoss()).c_str());
  if (task != LinearTask::kRegression)
    std::fprintf(out, ", error %s %%", FormatShort(100 * sums.ErrorRate()).c_str());
  std::fprintf(out, " (%lld examples)\n", static_cast<long long>(sums.examples));
}

void PrintSummary(const learning::TrainingResult& result, const LearnerOptions& options, size_t labels,
                  std::FILE* out) {
  PrintSums("loss, first pass", result.learned, options.task, out);
  if (!result.heldout.empty() && result.heldout.back().examples > 0) {
    PrintSums("held-out loss", result.heldout.back(), options.task, out);
  }
  if (options.task != LinearTask::kRegression) std::fprintf(out, "labels            %zu\n", labels);
  std::fprintf(out, "passes            %d\n", result.passes);
  std::fprintf(out, "ended             %s\n", Describe(result.end));
}

void PrintCost(std::chrono::steady_clock::time_point begin, std::FILE* messages) {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  std::fprintf(messages, "hash_learn: %s s, at most %s MiB of memory\n", FormatShort(seconds.count()).c_str(),
               FormatShort(static_cast<double>(usage.ru_maxrss) / 1024).c_str());
}

void WriteAudit(const learning::StreamingLearner& learner, const learning::LabelNames& labels,
                const learning::FeatureNames& names, const learning::ParserOptions& options,
                const TrainArguments& arguments) {
  common::Table table = {.columns = {"label", "feature", "weight"}};
  for (uint32_t output = 0; output < learner.num_outputs(); ++output) {
    const std::string label = output < labels.size() ? labels.name(output) : "";
    const auto weight = [&](uint32_t key) {
      return learning::WeightInScores(key, options,
                                      [&](uint32_t made) { return learner.Weight(made, output); });
    };
    for (const learning::WeighedFeature& feature :
         learning::HeaviestFeatures(names, weight, static_cast<size_t>(arguments.audit_top))) {
      table.rows.push_back({label, feature.name, FormatDouble(feature.weight)});
    }
  }
  common::WriteTsv(table, common::CallersPath(arguments.audit));
}

}  // namespace

int RunTrain(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
             const std::atomic<bool>& interrupted) {
  const auto begin = std::chrono::steady_clock::now();
  TrainArguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  const std::string resume = arguments.resume.empty() ? "" : common::CallersPath(arguments.resume);
  if (!resume.empty()) {
    arguments = DefaultsOf(resume);
    Parse(words, arguments, out);
  }
  CheckArguments(arguments);
  const LearnerOptions options = LearnerOptionsOf(arguments);
  const learning::InputFormat input =
      InputFormatOf(arguments.format, arguments.input.data, options.task, options.seed);
  learning::StreamingLearner learner(options);
  learning::LabelNames labels(options.task == LinearTask::kBinary ? 2 : 0);
  learning::FeatureNames names;
  if (!resume.empty()) Resume(resume, input, learner, labels);

  ExampleSource source(arguments.input, input, &labels, arguments.audit.empty() ? nullptr : &names);
  ProgressTable progress(messages);
  const learning::TrainingResult result = learning::Train(
      learner, arguments.training, [&](int pass) { return source.Begin(pass); },
      [&](const learning::TrainingProgress& now) { progress.Show(now); }, interrupted);
  source.ReportSkipped(messages);
  const bool was_interrupted = result.end == learning::TrainingEnd::kInterrupted;
  if (result.learned.examples == 0 && !was_interrupted)
    common::ThrowDataError(source.name(), "at least one example", "none");

  // The model first: what else goes wrong must not lose it.
  if (!arguments.save.empty()) {
    learning::SaveHashedModel(
        learner, {labels.names(), FactsOf(input)},
        arguments.resumable ? learning::SavedStates::kAll : learning::SavedStates::kNone,
        common::CallersPath(arguments.save));
  }
  if (!arguments.audit.empty()) WriteAudit(learner, labels, names, input.parser, arguments);
  PrintSummary(result, options, labels.size(), out);
  PrintCost(begin, messages);
  CheckPrinted(out);
  return was_interrupted ? common::kInterruptedStatus : 0;
}

}  // namespace structlab::tools
