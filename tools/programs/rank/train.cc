#include <fmt/format.h>

#include <optional>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/progress.h"
#include "structured_learning/ranking/training/ranking_training.h"
#include "tools/programs/command_program.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/rank/commands.h"
#include "tools/programs/rank/sample_input.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::RankingTraining;
using learning::RankingTrainingOptions;

struct Arguments {
  std::string data, model, label, query, id, weight;
  std::vector<std::string> ignored;
  LabelArguments labels;
  std::string method = "ap-svm", kernel = "linear", scale = "auto";
  std::optional<double> c, gamma;
  int rank = learning::RankingFeatureOptions().max_rank;
  int folds = RankingTrainingOptions().folds, threads = 1;
  double gap = RankingTrainingOptions().gap;
  uint64_t seed = 1;
  bool quiet = false;
};

constexpr char kFooter[] = R"(
Methods:
  ap-svm: a structured SVM whose loss is 1 - average precision (Yue and others 2007). Average precision is the mean,
    over the relevant samples of a query, of the share of relevant samples down to their ranks.

The features of dense data are divided by their standard deviation (--scale). With --kernel=gaussian they are replaced
by up to --kernel-features features whose inner products are those of a Gaussian kernel.

C is chosen by cross-validation if it is not given: the highest mean average precision of held-out samples. Folds are of
queries, or of the samples of each query if there are fewer queries than folds. A first model, with C = 1, is saved
before that, so that an interrupt leaves a model.

Queries without a relevant sample, or with nothing else, are left out.
)";

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line("Learns from relevant and other samples to rank new ones.", "rank train");
  line.Option("--data", a.data, "the samples with their labels, see below").Required();
  line.Option("--model", a.model, "the file for the model").Required();
  line.Option("--label", a.label, "the column of labels (default: label or relevance)");
  AddLabelFlags(line, a.labels);
  line.Option("--query", a.query, "the column of queries (default: query or qid, if there is one)");
  line.Option("--id", a.id, "the column of names of samples (default: id, if there is one)");
  line.Option("--weight", a.weight, "a column with the weight of each sample's query");
  line.Option("--ignore", a.ignored, "a column that is no feature; may be repeated").Repeatable();
  line.Option("--method", a.method, "how to learn, see below").OneOf({"ap-svm"}).ShowDefault();
  line.Option("--kernel", a.kernel, "linear scores, or those of a Gaussian kernel")
      .OneOf({"linear", "gaussian"})
      .ShowDefault();
  line.Option("--gamma", a.gamma,
              "width of the Gaussian kernel exp(-gamma |x - y|^2), above 0 (default: 1 / the median squared "
              "distance)");
  line.Option("--kernel-features", a.rank, "maximum number of features for the Gaussian kernel")
      .Range(1, 100'000)
      .ShowDefault();
  line.Option("--scale", a.scale,
              "divide features by their standard deviation; auto: unless the data are sparse")
      .OneOf({"auto", "deviation", "none"})
      .ShowDefault();
  line.Option("--C,--c", a.c, "weight of the errors, above 0 (default: chosen from 0.1, 1, ..., 10000)");
  line.Option("--folds", a.folds, "number of folds to choose by").Range(2, 1000).ShowDefault();
  line.Option("--gap", a.gap, "training ends when it is proved to be this share of C above the optimum")
      .ShowDefault();
  line.Option("--threads", a.threads, "number of threads; does not change the model")
      .Range(1, 1024)
      .ShowDefault();
  line.Option("--seed", a.seed, "seed of the folds and of the kernel's width").ShowDefault();
  line.Switch("--quiet", a.quiet, "show no progress");
  line.Footer(std::string(kFooter) + kHelpOnSamples);
  return line.Parse(words, out);
}

RankingTrainingOptions OptionsOf(const Arguments& a, const std::atomic<bool>& interrupted) {
  RankingTrainingOptions options;
  options.features.scale = learning::ParseFeatureScale(a.scale, "--scale");
  options.features.kernel = learning::ParseRankingKernel(a.kernel, "--kernel");
  options.features.gamma = a.gamma;
  options.features.max_rank = a.rank;
  options.c = a.c;
  options.folds = a.folds;
  options.gap = a.gap;
  options.run.seed = a.seed;
  options.run.threads = a.threads;
  options.run.stop.interrupted = &interrupted;
  if (a.gamma && options.features.kernel != learning::RankingKernel::kGaussian) {
    common::ThrowUsageError("--gamma", "--kernel=gaussian beside it", "--kernel=" + a.kernel);
  }
  WithFlagNames({{"C", "--C"}, {"gap", "--gap"}}, [&] { learning::CheckRankingTrainingOptions(options); });
  return options;
}

void Report(const RankingTraining& training, const learning::RankingData& data, std::FILE* out) {
  const auto print = [out](const char* name, const std::string& text) {
    std::fputs(fmt::format("{:<12} {}\n", name, text).c_str(), out);
  };
  int64_t relevant = 0;
  for (const uint8_t label : data.labels) relevant += label;
  print("samples", fmt::format("{}, {} of them relevant", data.num_samples(), relevant));
  print("queries",
        training.left_out.empty()
            ? std::to_string(data.num_queries())
            : fmt::format("{}, and {} left out", training.training.num_queries, training.left_out.size()));
  print("features", std::to_string(training.model.features.num_columns()));
  if (training.model.features.is_gaussian()) {
    print("kernel", fmt::format("gamma = {}; {} features miss {} of it",
                                common::FormatShort(training.model.features.gamma()),
                                training.model.features.num_features(),
                                common::FormatShort(training.model.features.residual())));
  }
  for (const learning::RankingTrial& trial : training.trials) {
    print("tried", fmt::format("C = {}: held-out average precision {:.4f}", common::FormatShort(trial.c),
                               trial.mean_average_precision));
  }
  print(training.trials.empty() ? "settings" : "chosen", "C = " + common::FormatShort(training.c));
  print("constant", fmt::format("average precision {:.4f}: the same score for all samples",
                                training.training.constant_score));
  print("training", fmt::format("average precision {:.4f}", training.training.value.mean));
  print("objective", fmt::format("{} C, at least {} C", common::FormatShort(training.result.primal),
                                 common::FormatShort(training.result.dual)));
  print("ended by", fmt::format("{} after {} passes", common::EndingName(training.result.ending),
                                training.result.passes));
  common::CheckPrinted(out);
}

void Warn(const RankingTraining& training, std::FILE* messages) {
  if (!training.left_out.empty()) {
    std::fprintf(messages,
                 "rank: note: queries without samples of both kinds are left out: %zu, such as %s\n",
                 training.left_out.size(), training.left_out[0].c_str());
  }
  double found = training.training.value.mean;
  for (const learning::RankingTrial& trial : training.trials) {
    if (trial.c == training.c) found = trial.mean_average_precision;
  }
  if (training.result.ending == common::Ending::kNumericalBreakdown) {
    std::fputs(
        "rank: warning: the training broke down numerically, so the model may be useless: give a smaller "
        "--C\n",
        messages);
  } else if (training.model.weights.isZero(0)) {
    std::fputs(
        "rank: warning: the model gives all samples the same score: try a larger --C, or other features\n",
        messages);
  } else if (!training.trials.empty() && found <= training.training.constant_score) {
    std::fputs(
        "rank: warning: on held-out samples the model is no better than a constant score: give more "
        "samples, or other features or --kernel\n",
        messages);
  }
}

}  // namespace

int TrainRanker(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                const std::atomic<bool>& interrupted) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  RankingTrainingOptions options = OptionsOf(a, interrupted);
  const learning::RelevanceRule rule = a.labels.Rule();
  if (rule.positive && rule.relevant_from)
    common::ThrowUsageError("--positive", "no --relevant-from", "both");
  CheckFolderOf(a.model, "--model");
  CheckDifferentFiles({{"--data", learning::PathOfRankingFile(a.data)}}, {{"--model", a.model}});
  const learning::RankingFile file = ReadSamples(
      a.data, {.label = a.label, .query = a.query, .id = a.id, .weight = a.weight, .ignored = a.ignored},
      messages);
  CheckNotRead({{"--model", a.model}});
  learning::RankingData data = GroupSamples(file, RelevanceOf(file, rule)).data;
  std::string kept;
  options.finished = [&](learning::RankingModel model) {
    model.feature_names = file.feature_names;
    model.first_index = file.first_index;
    learning::WriteRankingModel(model, common::CallersPath(a.model));
    kept = fmt::format("{} is the model with C = {}", a.model, model.facts.at("c"));
  };
  std::optional<RankingTraining> training;
  const auto train = [&](common::ProgressLine& progress) {
    options.step = [&](const std::string& what) { progress.Advance(1, what); };
    try {
      training = learning::TrainRanking(data, options);
    } catch (const common::Error& error) {
      if (error.kind() != common::ErrorKind::kData) throw;
      common::ErrorParts parts = error.parts();
      parts.where = a.data + ": " + parts.where;
      throw common::Error(error.kind(), parts);
    }
  };
  if (!RunTraining("rank", learning::CountRankingSteps(options), a.quiet, messages, kept, train)) {
    return common::kInterruptedStatus;
  }
  Report(*training, data, out);
  Warn(*training, messages);
  return 0;
}

}  // namespace structlab::tools
