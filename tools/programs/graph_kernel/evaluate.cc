// The command evaluate.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/statistics.h"
#include "common/table.h"
#include "kernels/support_vectors/cross_validation.h"
#include "tools/programs/graph_kernel/commands.h"
#include "tools/programs/graph_kernel/kernel_flags.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

using common::FormatShort;
using Indices = std::vector<int>;

struct EvaluateArguments {
  int folds = 10, repeats = 1;
  std::vector<double> costs = {1, 10, 100, 1000};
  std::string out;
};

struct FoldResult {
  int repeat, fold;
  double accuracy;
  std::optional<double> area;  // area under the curve, over pairs of classes that both occur
  double cost;
  std::optional<size_t> features;  // number of features, unless the kernel has none
};

Indices Where(std::span<const int> fold_of, int fold, bool inside) {
  Indices found;
  for (size_t i = 0; i < fold_of.size(); ++i) {
    if ((fold_of[i] == fold) == inside) found.push_back(static_cast<int>(i));
  }
  return found;
}

Indices At(std::span<const int> values, const Indices& places) {
  Indices taken;
  for (const int place : places) taken.push_back(values[place]);
  return taken;
}

// The features of a kernel, or its Gram matrix if it has no features.
struct Kernel {
  std::optional<kernels::GraphFeatures> features;
  Eigen::MatrixXd gram;
};

Kernel ComputeKernel(const KernelFlags& flags, const kernels::GraphDataset& dataset) {
  common::ThreadPool pool(flags.threads());
  Kernel kernel;
  if (flags.is_pairwise()) {
    kernel.gram = flags.PairwiseGram(dataset.graphs, pool);
  } else {
    kernel.features = ComputeGraphFeatures(dataset.graphs, flags.options(), pool);
  }
  return kernel;
}

// Chooses the cost by cross-validation with five folds of the training part. If columns are selected by
// classes, each of these folds selects its own columns; otherwise the selection would have seen the held-out
// classes.
double ChooseCost(const KernelFlags& flags, const EvaluateArguments& arguments,
                  const std::function<Eigen::MatrixXd(const Indices& training)>& gram_of,
                  const Eigen::MatrixXd& gram, std::span<const int> classes, const Indices& training,
                  uint64_t seed) {
  const std::vector<double>& costs = arguments.costs;
  if (costs.size() == 1) return costs[0];
  const int folds = std::min<int>(5, static_cast<int>(training.size()));
  return flags.choice() == kernels::FeatureChoice::kSelected
             ? kernels::ChooseCostOfFolds(gram_of, classes, training, costs, folds, seed)
             : kernels::ChooseCost(gram, classes, training, costs, folds, seed);
}

// Learns everything from the training part, also columns and scaling. The only exception is the default
// lambda of random walks, which depends on all graphs, but not on their classes.
FoldResult EvaluateFold(const KernelFlags& flags, const EvaluateArguments& arguments, const Kernel& kernel,
                        std::span<const int> classes, const Indices& training, const Indices& test,
                        uint64_t seed) {
  const std::vector<int> learned = At(classes, training);
  if (learned.empty() || std::ranges::min(learned) == std::ranges::max(learned)) {
    common::ThrowUsageError("--folds", "two classes in the training graphs of each fold",
                            fmt::format("{} of them", std::set<int>(learned.begin(), learned.end()).size()),
                            "take more folds, or more graphs");
  }
  const auto map_of = [&](const Indices& of) {
    return MakeGraphFeatureMap(*kernel.features, of, At(classes, of), flags.choice(), flags.unit_rows());
  };
  const auto gram_by = [&](const kernels::GraphFeatureMap& map) {
    return kernels::LinearGram(ApplyGraphFeatureMap(map, kernel.features->features));
  };
  FoldResult result = {};
  Eigen::MatrixXd of_features;
  if (kernel.features) {
    const kernels::GraphFeatureMap map = map_of(training);
    of_features = gram_by(map);
    result.features = map.names.size();
  }
  const Eigen::MatrixXd& gram = kernel.features ? of_features : kernel.gram;
  const auto gram_of = [&](const Indices& of) { return gram_by(map_of(of)); };
  result.cost = ChooseCost(flags, arguments, gram_of, gram, classes, training, seed);
  const kernels::SvmQuality quality = kernels::TrainAndTest(gram, classes, training, test, result.cost);
  result.accuracy = quality.accuracy;
  result.area = quality.area_under_curve;
  return result;
}

// The results of all folds of all repeats; after an interrupt, only of the folds before it.
std::vector<FoldResult> EvaluateAll(const KernelFlags& flags, const EvaluateArguments& arguments,
                                    const Kernel& kernel, std::span<const int> classes,
                                    const std::atomic<bool>& interrupted) {
  std::vector<FoldResult> results;
  for (int repeat = 0; repeat < arguments.repeats; ++repeat) {
    common::RandomStream stream(flags.options().seed, "folds", static_cast<uint64_t>(repeat));
    const Indices fold_of = common::StratifiedFolds(classes, arguments.folds, stream);
    const uint64_t seed = stream.Bits();
    for (int fold = 0; fold < arguments.folds; ++fold) {
      if (interrupted) return results;
      results.push_back(EvaluateFold(flags, arguments, kernel, classes, Where(fold_of, fold, false),
                                     Where(fold_of, fold, true), seed));
      results.back().repeat = repeat;
      results.back().fold = fold;
    }
  }
  return results;
}

void WriteFolds(const std::vector<FoldResult>& results, const std::string& path) {
  common::Table table = {.columns = {"repeat", "fold", "accuracy", "area_under_curve", "cost", "features"}};
  for (const FoldResult& of : results) {
    table.rows.push_back({std::to_string(of.repeat), std::to_string(of.fold),
                          common::FormatDouble(of.accuracy), of.area ? common::FormatDouble(*of.area) : "",
                          common::FormatDouble(of.cost), of.features ? std::to_string(*of.features) : ""});
  }
  common::WriteTsv(table, common::CallersPath(path));
}

std::string MeanAndSpread(const std::vector<double>& values, double factor, const std::string& unit) {
  std::string text = FormatShort(factor * common::Mean(values)).append(unit);
  if (values.size() < 2) return text;
  return text.append(" +- ").append(FormatShort(factor * common::StandardDeviation(values)));
}

void PrintResults(const std::vector<FoldResult>& results, std::span<const int> classes, std::FILE* out) {
  std::map<int, int> counts;
  int max_count = 0;
  for (const int each : classes) max_count = std::max(max_count, ++counts[each]);
  std::vector<double> accuracies, areas, features;
  for (const FoldResult& of : results) {
    accuracies.push_back(of.accuracy);
    if (of.features) features.push_back(static_cast<double>(*of.features));
    if (of.area) areas.push_back(*of.area);
  }
  if (!features.empty()) PrintLine("features", MeanAndSpread(features, 1, ""), out);
  PrintLine("largest class", FormatShort(100.0 * max_count / static_cast<double>(classes.size())) + " %",
            out);
  PrintLine("accuracy", fmt::format("{} over {} folds", MeanAndSpread(accuracies, 100, " %"), results.size()),
            out);
  if (!areas.empty()) PrintLine("area under curve", MeanAndSpread(areas, 1, ""), out);
}

void CheckEvaluation(const EvaluateArguments& arguments) {
  if (arguments.folds < 2) common::ThrowUsageError("--folds", "2 or more", std::to_string(arguments.folds));
  if (arguments.repeats < 1) {
    common::ThrowUsageError("--repeats", "1 or more", std::to_string(arguments.repeats));
  }
  for (const double cost : arguments.costs) {
    if (cost > 0 && std::isfinite(cost)) continue;
    common::ThrowUsageError("--cost", "finite numbers above 0", common::FormatDouble(cost));
  }
  CheckFolderOf(arguments.out, "--out");
}

void CheckClasses(std::span<const int> classes, int folds) {
  std::map<int, int> counts;
  for (const int each : classes) ++counts[each];
  // With two graphs of each of two classes, the training part of every fold has both classes. For more
  // classes, EvaluateFold checks it.
  const auto is_repeated = [](const auto& of) { return of.second > 1; };
  if (counts.size() < 2 || (counts.size() == 2 && !std::ranges::all_of(counts, is_repeated))) {
    common::ThrowUsageError("DATA", "graphs of two classes, at least two of each",
                            fmt::format("{} classes of {} graphs", counts.size(), classes.size()));
  }
  if (folds > static_cast<int>(classes.size())) {
    common::ThrowUsageError("--folds", fmt::format("at most {}, the number of graphs", classes.size()),
                            std::to_string(folds));
  }
}

}  // namespace

int RunEvaluateKernel(const std::vector<std::string>& words, std::FILE* out,
                      const std::atomic<bool>& interrupted) {
  common::CommandLine line(
      "Prints the accuracy of support vector machines (libsvm, one against one) in cross-validation: mean\n"
      "and standard deviation over the folds, and the area under the curve (for more than two classes the\n"
      "mean over all pairs). Columns, scaling and cost are learned from the training part of each fold. If\n"
      "there are several costs, five folds of the training part choose one; each selects its own columns.\n"
      "The default --lambda of random walks depends on all graphs, but not on their classes.",
      "graph_kernel evaluate");
  KernelFlags flags(line);
  EvaluateArguments arguments;
  line.Option("--folds", arguments.folds, "number of folds, stratified by class").ShowDefault();
  line.Option("--repeats", arguments.repeats, "number of repeats, each with other folds").ShowDefault();
  line.Option("--cost", arguments.costs, "C, or several values to choose from: --cost=1,10")
      .SeparatedBy(',')
      .Words(1, 1)
      .ShowDefault();
  line.Option("--out", arguments.out, "a table of all folds (TSV)");
  if (!line.Parse(words, out, HelpOfKernels)) return 0;
  flags.Check();
  CheckEvaluation(arguments);
  CheckDifferentFiles({flags.data()}, {{"--out", arguments.out}});
  const kernels::GraphDataset dataset = flags.ReadGraphs(kernels::GraphClasses::kNeeded);
  CheckClasses(dataset.labels, arguments.folds);
  CheckGramSize(dataset.graphs.size());
  const Kernel kernel = ComputeKernel(flags, dataset);
  const std::vector<FoldResult> results = EvaluateAll(flags, arguments, kernel, dataset.labels, interrupted);
  if (interrupted) return common::kInterruptedStatus;
  if (!arguments.out.empty()) WriteFolds(results, arguments.out);
  PrintGraphs(dataset, flags.options(), flags.changes(), out);
  PrintResults(results, dataset.labels, out);
  common::CheckPrinted(out);
  return 0;
}

}  // namespace structlab::tools
