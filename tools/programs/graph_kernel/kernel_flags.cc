#include "tools/programs/graph_kernel/kernel_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <thread>
#include <variant>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/program.h"
#include "kernels/graphs/random_walk_kernel.h"
#include "kernels/graphs/sparse_features.h"
#include "tools/programs/method_flags.h"

namespace structlab::tools {
namespace {

using kernels::FeatureChoice;
using kernels::GraphKernelMethod;

constexpr char kAboutLabels[] = R"(
--labels: weisfeiler-lehman also uses labels of edges. random-walk compares graphs pair by pair: this takes longer and
gives no features, so only gram and evaluate support it.

Columns:
  all       all features, unchanged (the default, except for graphlet-hash)
  scaled    divided by their largest value in the training graphs
  selected  scaled, and only those that correlate with a class more than the median (the default of graphlet-hash)
)";

constexpr char kGraphletHash[] = "graphlet-hash";
// The value of Flag::sets for --labels, which is not an option of a kernel.
constexpr char kLabels[] = "--labels";

// Reports mistakes in the options before reading graphs: computes the features of a graph with one node.
void CheckOptions(const kernels::GraphFeatureOptions& options) {
  common::ThreadPool pool(1);
  const std::vector<kernels::Graph> graphs = {kernels::Graph(1, {}, {0})};
  WithFlagNames({{"bits", "--bits"},
                 {"samples", "--samples"},
                 {"burn_in", "--burn-in"},
                 {"least_nodes, most_nodes", "--min-nodes, --max-nodes"},
                 {"nodes", "--nodes"},
                 {"sets", "--sets"},
                 {"iterations", "--iterations"},
                 {"lambda", "--lambda"}},
                [&] { ComputeGraphFeatures(graphs, options, pool); });
}

FeatureChoice ChoiceOf(const std::string& columns, const std::string& kernel) {
  if (columns.empty()) return kernel == kGraphletHash ? FeatureChoice::kSelected : FeatureChoice::kAll;
  if (columns == "all") return FeatureChoice::kAll;
  if (columns == "scaled") return FeatureChoice::kScaled;
  if (columns == "selected") return FeatureChoice::kSelected;
  common::ThrowUsageError("--columns", "one of all, scaled, selected", common::Quote(columns));
}

// "2 loops left out, 1 edge in one direction only", empty if nothing was changed.
std::string Describe(const kernels::TuChanges& changes) {
  std::string text;
  const auto add = [&](int64_t count, const std::string& thing, const char* what) {
    if (count == 0) return;
    text.append(text.empty() ? "" : ", ").append(std::to_string(count)).append(" ").append(thing);
    text.append(count == 1 ? " " : "s ").append(what);
  };
  add(changes.loops, "loop", "left out");
  add(changes.repeated, "repeated edge", "left out");
  add(changes.one_way, "edge", "in one direction only");
  add(static_cast<int64_t>(changes.empty_graphs.size()), "graph", "without nodes left out");
  if (!changes.empty_graphs.empty())
    text.append(", the first: ").append(std::to_string(changes.empty_graphs[0]));
  return text;
}

// The end of --help: the linked kernels, labels and columns.
std::string Footer() {
  std::string text = "Kernels:\n";
  size_t width = 0;
  for (const GraphKernelMethod& kernel : kernels::GraphKernels()) width = std::max(width, kernel.name.size());
  for (const GraphKernelMethod& kernel : kernels::GraphKernels()) {
    text.append("  ").append(kernel.name).append(width + 2 - kernel.name.size(), ' ').append(kernel.summary);
    text.append(kernel.takes_labels ? "; --labels\n" : "\n").append(HelpOnOptions(kernel.options));
  }
  return text.append(kAboutLabels);
}

}  // namespace

std::vector<common::MethodHelp> HelpOfKernels() { return HelpOfMethods(kernels::GraphKernels()); }

KernelFlags::KernelFlags(common::CommandLine& line)
    : threads_(std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
  line.Option("DATA", data_, "a folder with DS_A.txt, DS_graph_indicator.txt, DS_graph_labels.txt")
      .Required();
  line.Option("--name", name_, "the name DS in these files (default: the name of the folder)");
  line.Switch(
      "--strict", strict_,
      "refuse repeated edges, edges in only one direction, and loops (default: simplify and count them)");
  line.Switch("--skip-empty", skip_empty_, "skip graphs without nodes, and count them");
  line.Option("--threads", threads_, "number of threads; does not change the results").ShowDefault();
  AddKernelFlags(line);
  line.Footer(Footer());
}

void KernelFlags::AddKernelFlags(common::CommandLine& line) {
  const auto add = [&](const common::Flag& flag, const std::string& sets = "") {
    flags_.push_back({&flag, sets});
  };
  add(line.Option("--kernel", kernel_, "one of the kernels below").ShowDefault());
  add(line.Switch("--labels", labels_, "distinguish nodes by their labels"), kLabels);
  add(line.Option("--columns", columns_, "all, scaled or selected, see below"));
  add(line.Switch("--raw", raw_, "do not divide rows by their lengths"));
  AddShortForm(line, "--min-nodes", "least_nodes", "minimum nodes of a graphlet, of graphlet-hash");
  AddShortForm(line, "--max-nodes", "most_nodes", "maximum nodes of a graphlet, up to 9");
  AddShortForm(line, "--samples", "samples", "number of samples for each number of nodes, of graphlet-hash");
  AddShortForm(line, "--burn-in", "burn_in", "burn-in: steps before the first sample");
  AddShortForm(line, "--bits", "bits", "bits of the hash");
  AddShortForm(line, "--nodes", "nodes", "nodes of a graphlet, of graphlet and sampled-graphlet");
  AddShortForm(line, "--sets", "sets", "number of sampled sets of nodes, of sampled-graphlet");
  AddShortForm(line, "--iterations", "iterations", "number of iterations of weisfeiler-lehman");
  AddShortForm(line, "--lambda", "lambda",
               "weight of each step of random-walk; 0: 0.9 times the maximum that all graphs allow");
  add(AddOptionFlag(line, assignments_));
  add(line.Option("--seed", options_.seed, "seed of samples, hashes and folds").ShowDefault());
}

// Takes the default of the first kernel that has the option.
void KernelFlags::AddShortForm(common::CommandLine& line, const char* flag, const char* option,
                               const char* help) {
  for (const GraphKernelMethod& kernel : kernels::GraphKernels()) {
    const auto found = std::ranges::find(kernel.options, option, &common::OptionDeclaration::name);
    if (found == kernel.options.end()) continue;
    Flag& added = flags_.emplace_back(Flag{nullptr, option, found->default_value});
    if (auto* integer = std::get_if<int64_t>(&added.value)) {
      added.flag = &line.Option(flag, *integer, help).ShowDefault();
    } else {
      added.flag = &line.Option(flag, std::get<double>(added.value), help).ShowDefault();
    }
    return;
  }
}

// random-walk uses --labels, too, although it has no features with labels: its kernel is computed pair by
// pair.
bool KernelFlags::HasUseFor(const GraphKernelMethod& kernel, const Flag& flag) {
  if (flag.sets.empty()) return true;
  if (flag.sets == kLabels) return kernel.takes_labels || kernel.name == kRandomWalk;
  return std::ranges::find(kernel.options, flag.sets, &common::OptionDeclaration::name) !=
         kernel.options.end();
}

void KernelFlags::CheckUse(const Flag& flag) const {
  if (!flag.flag->is_given() || HasUseFor(kernels::FindGraphKernel(kernel_), flag)) return;
  std::vector<std::string> names;
  for (const GraphKernelMethod& kernel : kernels::GraphKernels()) {
    if (HasUseFor(kernel, flag)) names.push_back(kernel.name);
  }
  common::ThrowUsageError(flag.flag->name(), "a kernel that uses it: " + common::ListNames(names), kernel_);
}

// Refuses 0 samples: there would be no features, and no message about it.
void KernelFlags::CheckSampled(const std::string& option) const {
  if (!options_.values.Has(option) || options_.values.Integer(option) != 0) return;
  common::ThrowUsageError("--" + option, "1 or more", "0");
}

void KernelFlags::Check() {
  if (threads_ < 1 || threads_ > 1024) {
    common::ThrowUsageError("--threads", "1 to 1024", std::to_string(threads_));
  }
  const GraphKernelMethod& kernel = kernels::FindGraphKernel(kernel_);
  options_.kernel = kernel.name;
  options_.labels = labels_ ? kernels::NodeLabels::kUse : kernels::NodeLabels::kIgnore;
  options_.values = ParseMethodOptions(kernel.name, kernel.options, assignments_);
  for (const Flag& flag : flags_) {
    CheckUse(flag);
    const bool is_short_form = !flag.sets.empty() && flag.sets != kLabels;
    if (is_short_form && flag.flag->is_given()) {
      SetByFlag(flag.flag->name(), flag.sets, flag.value, options_.values);
    }
  }
  CheckSampled("samples");
  CheckSampled("sets");
  choice_ = ChoiceOf(columns_, options_.kernel);
  if (is_pairwise()) {
    CheckPairwise();
  } else {
    CheckOptions(options_);
  }
}

void KernelFlags::CheckPairwise() const {
  if (choice_ != FeatureChoice::kAll) {
    common::ThrowUsageError("--columns", "all, because random walks with labels have no columns", columns_);
  }
}

Eigen::MatrixXd KernelFlags::PairwiseGram(std::span<const kernels::Graph> graphs,
                                          common::ThreadPool& pool) const {
  kernels::RandomWalk walk;
  const double lambda = options_.values.Number("lambda");
  if (lambda > 0) walk.lambda = lambda;
  const Eigen::MatrixXd gram = PairwiseRandomWalkGram(graphs, walk, kernels::NodeLabels::kUse, pool);
  return raw_ ? gram : kernels::NormalizeGram(gram);
}

void KernelFlags::CheckNoneGiven() const {
  for (const Flag& flag : flags_) {
    if (!flag.flag->is_given()) continue;
    common::ThrowUsageError(flag.flag->name(), "no value, because --load sets it", "a value");
  }
}

kernels::GraphDataset KernelFlags::ReadGraphs(kernels::GraphClasses classes) {
  kernels::TuChanges changes;
  kernels::GraphDataset dataset =
      kernels::ReadTuDataset(kernels::FindTuDataset(common::CallersPath(data_), name_, classes),
                             {.simplify = !strict_, .skip_empty = skip_empty_}, &changes);
  changes_ = Describe(changes);
  return dataset;
}

void PrintLine(const char* name, const std::string& value, std::FILE* out) {
  std::fprintf(out, "%-16s %s\n", name, value.c_str());
}

void CheckGramSize(size_t graphs) {
  constexpr size_t kMaxGraphs = size_t{1} << 14;
  if (graphs <= kMaxGraphs) return;
  common::ThrowUsageError("DATA", fmt::format("at most {} graphs (a kernel of 2 GiB)", kMaxGraphs),
                          std::to_string(graphs), "take fewer, or learn from their features");
}

void PrintGraphs(const kernels::GraphDataset& dataset, const kernels::GraphFeatureOptions& options,
                 const std::string& changes, std::FILE* out) {
  const std::set<int> classes(dataset.labels.begin(), dataset.labels.end());
  std::string text = std::to_string(dataset.graphs.size());
  if (classes.empty()) {
    text.append(" without classes");
  } else {
    text.append(" of ").append(std::to_string(classes.size()));
    text.append(classes.size() == 1 ? " class" : " classes");
  }
  PrintLine("graphs", text, out);
  if (!changes.empty()) PrintLine("simplified", changes, out);
  PrintLine("kernel", options.kernel + (options.labels == kernels::NodeLabels::kUse ? " with labels" : ""),
            out);
}

}  // namespace structlab::tools
