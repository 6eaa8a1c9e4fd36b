#include "tools/programs/hash_learn/train_arguments.h"

#include <algorithm>

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "structured_learning/linear/hashed_model_file.h"
#include "structured_learning/linear/learner_facts.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {

namespace learning = structured_learning;
using learning::LearnerOptions;
using learning::LinearTask;

namespace {

constexpr char kFooter[] = R"(
Progress lines appear after 1, 2, 4, ... examples: the mean loss over all examples so far, and since the last line. Each
loss is computed before the example is learned; from the second pass on, it has been learned in earlier passes. With
--holdout=N, one of N examples is not learned; their loss after each pass decides whether to continue.

Examples:
  bazel run //tools:hash_learn -- train mail.vw --save=mail.model
  zcat news.txt.gz | bazel run //tools:hash_learn -- train --format=text --task=one-vs-rest --ngrams=2 \
      --bits=22 --passes=5 --cache=/tmp/news.cache --holdout=10 --save=news.model)";

// Parses the words; the values in `arguments` are the defaults.
bool Parse(const std::vector<std::string>& words, TrainArguments& arguments, std::FILE* out) {
  common::CommandLine line("Learns a linear model on hashed features while it reads.", "hash_learn train");
  AddInputFlags(line, arguments.input);
  AddFormatFlags(line, arguments.format);
  line.Option("--task", arguments.task, "the kind of labels")
      .TypeName(TypeOfNames(learning::kLinearTaskNames))
      .ShowDefault();
  line.Option("--positive", arguments.positive,
              "for a binary task: the label for scores above 0 (default: 1 if it is one of the two, else "
              "the larger label; compared as numbers if both are numbers)");
  line.Option("--max-labels", arguments.max_labels,
              "maximum number of different labels; a line with a further label is an error, because the "
              "time for each example grows with the number of labels")
      .Range(1, static_cast<int>(learning::kMaxLabels))
      .ShowDefault();
  line.Option("--loss", arguments.loss,
              "auto: squared for regression, else logistic; multiclass has its own loss")
      .TypeName(TypeOfNames(learning::kLinearLossNames));
  line.Option(
          "--update", arguments.update,
          "auto: normalized for regression, whose features often have units, else adaptive; normalized takes "
          "values up to 1e7")
      .TypeName(TypeOfNames(learning::kUpdateRuleNames));
  line.Option("--rate", arguments.learner.learning_rate, "learning rate").ShowDefault();
  line.Option("--l2", arguments.learner.l2, "lambda of lambda/2 |w|^2").ShowDefault();
  line.Option("--bits", arguments.learner.bits,
              "2^bits weights for all labels together, 3 to 31; more bits: fewer collisions, more memory")
      .ShowDefault();
  line.Option("--seed", arguments.learner.seed, "seed of the hash functions").ShowDefault();
  line.Option("--passes", arguments.passes, "number of passes over the examples").ShowDefault();
  line.Option("--holdout", arguments.training.holdout, "hold out one of N examples; 0: none").ShowDefault();
  line.Option("--patience", arguments.training.patience,
              "end after N passes without a lower held-out loss; 0: never; --resume starts a new count")
      .ShowDefault();
  line.Option("--cache", arguments.input.cache,
              "a file for the examples in binary form: speeds up further passes, and further runs on a file");
  line.Option("--save", arguments.save,
              "the file for the model; with --holdout, the model of the pass with the lowest held-out loss");
  line.Switch("--resumable", arguments.resumable,
              "also save the state that --resume needs: twice the size; --resume implies it");
  line.Option("--resume", arguments.resume,
              "continue with this model, saved with --resumable; its options are the defaults");
  line.Option(
      "--audit", arguments.audit,
      "a table (TSV) of the features with the largest absolute weights after the last pass, by name; slow, "
      "and not with --cache");
  line.Option("--audit-top", arguments.audit_top, "number of features for each label")
      .AtLeastZero()
      .ShowDefault();
  line.Footer(kFooter);
  if (!line.Parse(words, out)) return false;
  arguments.given.clear();
  for (const common::Flag& flag : line.flags()) {
    if (flag.is_given()) arguments.given.push_back(flag.name());
  }
  return true;
}

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
  const bool is_file = arguments.input.data != "-";
  CheckDifferentFiles(
      {{"DATA", is_file ? arguments.input.data : ""}},
      {{"--cache", arguments.input.cache}, {"--save", arguments.save}, {"--audit", arguments.audit}});
  // --save may replace the resumed model.
  CheckDifferentFiles({{"--resume", arguments.resume}},
                      {{"--cache", arguments.input.cache}, {"--audit", arguments.audit}});
  if (arguments.passes > 1 && arguments.input.cache.empty() && !CanBeReadAgain(arguments.input.data)) {
    common::ThrowUsageError("--passes", "1 over standard input or a pipe", std::to_string(arguments.passes),
                            "give a file, or --cache=FILE");
  }
  if (!arguments.audit.empty() && !arguments.input.cache.empty()) {
    common::ThrowUsageError("--audit", "text, because a cache has no names", "--cache",
                            "leave one of them out");
  }
}

}  // namespace

std::optional<TrainArguments> ParseTrainArguments(const std::vector<std::string>& words, std::FILE* out) {
  TrainArguments arguments;
  if (!Parse(words, arguments, out)) return std::nullopt;
  if (!arguments.resume.empty()) {
    arguments = DefaultsOf(common::CallersPath(arguments.resume));
    Parse(words, arguments, out);
  }
  CheckArguments(arguments);
  return arguments;
}

LearnerOptions LearnerOptionsOf(const TrainArguments& arguments) {
  constexpr auto kUsage = common::ErrorKind::kUsage;
  LearnerOptions options = arguments.learner;
  options.task = learning::EnumOf<LinearTask>(learning::kLinearTaskNames, arguments.task, "--task", kUsage);
  const std::string loss = arguments.loss != "auto"                  ? arguments.loss
                           : options.task == LinearTask::kRegression ? "squared"
                                                                     : "logistic";
  options.loss = learning::EnumOf<learning::LinearLoss>(learning::kLinearLossNames, loss, "--loss", kUsage);
  const std::string update = arguments.update != "auto"                ? arguments.update
                             : options.task == LinearTask::kRegression ? "normalized"
                                                                       : "adaptive";
  options.update =
      learning::EnumOf<learning::UpdateRule>(learning::kUpdateRuleNames, update, "--update", kUsage);
  return options;
}

void CheckEffects(const TrainArguments& arguments, const LearnerOptions& options,
                  const learning::InputFormat& input) {
  const auto needs = [&](const std::string& flag, bool is_met, const std::string& expected,
                         const std::string& found) {
    const bool is_given =
        std::find(arguments.given.begin(), arguments.given.end(), flag) != arguments.given.end();
    if (is_given && !is_met) common::ThrowUsageError(flag, expected, found, "leave it out");
  };
  needs("--max-labels", !HasOneOutput(options.task), "a task with any number of labels",
        learning::EnumName(learning::kLinearTaskNames, options.task));
  needs("--positive", options.task == LinearTask::kBinary, "a binary task",
        learning::EnumName(learning::kLinearTaskNames, options.task));
  needs("--patience", arguments.training.holdout > 0, "--holdout with it", "none");
  needs("--audit-top", !arguments.audit.empty(), "--audit with it", "none");
  needs("--resumable", !arguments.save.empty(), "--save with it", "none");
  needs("--loss", options.task != LinearTask::kMulticlass, "a task with a choice of losses", "multiclass");
  for (const std::string flag : {"--encoding", "--ngrams", "--term-weight", "--raw-length"}) {
    needs(flag, HasTextOptions(input.format), "data of --format=text or fasttext",
          learning::EnumName(learning::kExampleFormatNames, input.format));
  }
  for (const auto& [first, second] : input.parser.crosses) {
    const auto is_there = [&](char letter) {
      return letter == ' ' || letter == ':' || input.format == learning::ExampleFormat::kVw;
    };
    needs("--cross", is_there(first) && is_there(second), "' ' or ':' for data without namespaces",
          common::Quote(std::string{first, second}));
  }
}

}  // namespace structlab::tools
