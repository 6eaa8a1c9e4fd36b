#include <fmt/format.h>

#include <chrono>
#include <map>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/quantity.h"
#include "common/stop_point.h"
#include "structured_learning/multilabel/tag_learner.h"
#include "tools/programs/joint_svm/commands.h"
#include "tools/programs/joint_svm/tagged_rows.h"
#include "tools/programs/joint_svm/training_quality.h"
#include "tools/programs/kernel_input.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using common::OptionValues;
using learning::MultiLabelData;
using learning::TagLearner;

struct Arguments {
  TaggedRowsArguments rows;
  std::string learner = "joint", save, memory = "2G";
  // Short forms of options; if there are several values, all are tried.
  std::vector<std::string> costs, input_kernels, assignments;
  std::string output_kernel, coding, decode;
  int folds = 2, threads = 1;
  uint64_t seed = 1;
};

// The learners with the defaults of this program. Those of the library are those of the published programs,
// which predict few tags on most data (structured_learning/multilabel/README.md compares them).
std::vector<TagLearner> LearnersOfProgram() {
  const std::map<std::string, std::string> defaults = {{"coding", "centred"}, {"rows", "auto"}};
  std::vector<TagLearner> learners(learning::TagLearners().begin(), learning::TagLearners().end());
  for (TagLearner& learner : learners) {
    for (common::OptionDeclaration& option : learner.options) {
      const auto found = defaults.find(option.name);
      if (found == defaults.end() || option.kind != common::OptionKind::kChoice) continue;
      if (IsAllowed(option, found->second)) option.default_value = found->second;
    }
  }
  return learners;
}

TagLearner FindLearner(const std::string& name) {
  learning::FindTagLearner(name);  // refuses unknown names
  for (TagLearner& learner : LearnersOfProgram()) {
    if (learner.name == name) return learner;
  }
  return learning::FindTagLearner(name);
}

std::string Footer() {
  std::string text = "\nLearners and their options:\n";
  for (const TagLearner& learner : LearnersOfProgram()) {
    text.append("  ").append(learner.name).append(": ").append(learner.summary).append("\n");
    text += HelpOnOptions(learner.options);
  }
  text += R"(
With several values of --c or --input-kernel, all pairs are compared by cross-validation (--folds, stratified by tags).
The first pair with the highest micro-averaged F1 is trained on all rows.

)";
  text.append(HelpOnKernels()).append("\n").append(kTaggedRowsHelp);
  text += R"(
Examples:
  bazel run //tools:joint_svm -- train scene-train.arff.gz --c=0.1,1,10 --save=scene.model
  bazel run //tools:joint_svm -- train scene-train.arff.gz --input-kernel=gaussian:gamma=2 \
      --output-kernel=polynomial --option neighbors=5 --save=scene.model
  bazel run //tools:joint_svm -- train enron-train.arff.gz --option rows=unit --save=enron.model
  bazel run //tools:joint_svm -- train delicious-train.arff.gz --learner=one_vs_rest --save=delicious.model
)";
  return text;
}

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line("Learns the tags of rows.", "joint_svm train");
  AddTaggedRowsFlags(line, arguments.rows);
  line.Option("--learner", arguments.learner, "see below").ShowDefault();
  line.Option("--input-kernel", arguments.input_kernels,
              "kernel of features; may be repeated to try several (default: linear)")
      .Repeatable();
  line.Option("--output-kernel", arguments.output_kernel,
              "kernel of tags: plain, polynomial or odds (default: plain)");
  line.Option("--coding", arguments.coding,
              "coding of tags: unit_01, unit_pm1 or centred (default: centred)");
  line.Option("--c", arguments.costs,
              "weight of the slack; several, separated by commas, are tried (default: 1)")
      .SeparatedBy(',');
  line.Option("--decode", arguments.decode,
              "rule for predicting tags: neighbors or sign (default: neighbors)");
  AddOptionFlag(line, arguments.assignments);
  line.Option("--folds", arguments.folds, "number of folds to compare values").ShowDefault();
  line.Option("--save", arguments.save, "the file for the model").Required();
  line.Option("--memory", arguments.memory, "memory for the Gram matrix, in addition to the data")
      .ShowDefault();
  line.Option("--threads", arguments.threads, "number of threads; does not change the model")
      .Range(1, 1024)
      .ShowDefault();
  line.Option("--seed", arguments.seed,
              "seed of the order of rows, of folds, and of the rows that choose kernel widths")
      .ShowDefault();
  line.Footer(Footer());
  return line.Parse(words, out, [] { return HelpOfMethods(LearnersOfProgram()); });
}

// Sets an option by its own flag.
void SetText(const std::string& flag, const std::string& option, const std::string& text,
             OptionValues& values) {
  if (text.empty()) return;
  if (!values.Has(option)) {
    common::ThrowUsageError(flag, "a learner that has it, such as joint", common::Quote(values.method()));
  }
  if (values.IsSet(option)) common::ThrowUsageError(flag, "one value", "also --option " + option);
  values.Parse(option + "=" + text);
}

// All pairs of values to try.
std::vector<OptionValues> Candidates(const Arguments& arguments, const TagLearner& learner) {
  OptionValues common_values = ParseMethodOptions(learner.name, learner.options, arguments.assignments);
  SetText("--output-kernel", "output_kernel", arguments.output_kernel, common_values);
  SetText("--coding", "coding", arguments.coding, common_values);
  SetText("--decode", "decode", arguments.decode, common_values);
  const std::vector<std::string> none = {""};
  std::vector<OptionValues> candidates;
  for (const std::string& kernel : arguments.input_kernels.empty() ? none : arguments.input_kernels) {
    for (const std::string& cost : arguments.costs.empty() ? none : arguments.costs) {
      OptionValues values = common_values;
      SetText("--input-kernel", "input_kernel", kernel, values);
      SetText("--c", "c", cost, values);
      candidates.push_back(values);
    }
  }
  return candidates;
}

std::string Describe(const OptionValues& values) {
  std::string text;
  for (const char* name : {"input_kernel", "c"}) {
    if (!values.Has(name)) continue;
    if (!text.empty()) text += ", ";
    text.append(name).append(" ").append(common::FormatOptionValue(values.Value(name)));
  }
  return text;
}

const OptionValues& Choose(const std::vector<OptionValues>& candidates, const Arguments& arguments,
                           const TagLearner& learner, const MultiLabelData& data,
                           const learning::TagLearnerRun& run, std::FILE* out) {
  if (candidates.size() == 1) return candidates[0];
  size_t best = 0;
  double best_f1 = -1;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const double f1 = learning::CrossValidatedF1(learner, data, candidates[i], arguments.folds, run);
    std::fprintf(out, "tried        %s: F1 %s\n", Describe(candidates[i]).c_str(),
                 common::FormatShort(f1).c_str());
    std::fflush(out);
    if (f1 > best_f1) {
      best = i;
      best_f1 = f1;
    }
  }
  std::fprintf(out, "chosen       %s\n", Describe(candidates[best]).c_str());
  return candidates[best];
}

}  // namespace

int TrainJointSvmModel(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                       const std::atomic<bool>& interrupted) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  CheckFolderOf(arguments.save, "--save");
  CheckDifferentFiles(InputFilesOf(arguments.rows), {{"--save", arguments.save}});
  const TagLearner learner = FindLearner(arguments.learner);
  const std::vector<OptionValues> candidates = Candidates(arguments, learner);
  const auto memory = static_cast<int64_t>(common::ParseMemory(arguments.memory, "--memory"));
  const MultiLabelData data = ReadTaggedRows(arguments.rows, nullptr, TagUse::kRead, messages);
  std::fprintf(out, "rows         %d, with %d features and %d tags\n", static_cast<int>(data.features.rows()),
               static_cast<int>(data.features.cols()), data.num_tags);
  common::ThreadPool pool(arguments.threads);
  const learning::TagLearnerRun run = {
      .pool = pool,
      .memory = memory,
      .control = {.stop = {.interrupted = &interrupted}, .seed = arguments.seed}};
  const OptionValues& values = Choose(candidates, arguments, learner, data, run, out);
  const auto start = std::chrono::steady_clock::now();
  const learning::SavedTagModel model = learning::TrainTagModel(learner, data, values, run);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const TrainingQuality quality = MeasureOnTrainingRows(model, data, pool);
  common::StopPoint();
  learning::WriteTagModel(model, common::CallersPath(arguments.save));
  std::fprintf(out, "learner      %s, %s\n", learner.name.c_str(), learner.summary.c_str());
  for (const auto& [name, value] : model.model->Facts()) {
    std::fprintf(out, "%-12s %s\n", name.c_str(), value.c_str());
  }
  std::fprintf(out, "trained in   %s\n", common::ReadableSeconds(seconds.count()).c_str());
  std::fputs(Describe(quality).c_str(), out);
  common::CheckPrinted(out);
  const std::string warning = WarningOf(quality);
  if (!warning.empty()) std::fprintf(messages, "joint_svm: warning: %s\n", warning.c_str());
  return 0;
}

}  // namespace structlab::tools
