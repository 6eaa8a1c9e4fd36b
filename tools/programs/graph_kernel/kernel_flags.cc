#include "tools/programs/graph_kernel/kernel_flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "kernels/graphs/random_walk_kernel.h"
#include "kernels/graphs/sparse_features.h"

namespace structlab::tools {
namespace {

using kernels::FeatureChoice;
using kernels::GraphKernel;

constexpr char kFooter[] = R"(Kernels:
  graphlet-hash      samples of connected subgraphs of 4 to 9 nodes, hashed (Shi 2011); --labels
  graphlet           frequencies of all subgraphs of 3 or 4 nodes
  sampled-graphlet   the same from sampled sets of nodes, also of 5 to 7
  shortest-path      pairs of nodes by distance; --labels
  weisfeiler-lehman  nodes by their neighbourhood trees; --labels, of edges too
  random-walk        walks of two graphs side by side; --labels: pair by pair, which takes longer and has no
                     features, so that gram and evaluate alone have it

Columns:
  all       features as they are: the default, but for graphlet-hash
  scaled    divided by their largest value in the training graphs
  selected  scaled, and of these the ones that correlate more with a class than the median: the default of
            graphlet-hash
)";

// A mistake in the options is told before graphs are read: what refuses them refuses this graph too.
void CheckOptions(const kernels::GraphFeatureOptions& options) {
  common::ThreadPool pool(1);
  const std::vector<kernels::Graph> graphs = {kernels::Graph(1, {}, {0})};
  ComputeGraphFeatures(graphs, options, pool);
}

FeatureChoice ChoiceOf(const std::string& columns, GraphKernel kernel) {
  if (columns.empty()) {
    return kernel == GraphKernel::kGraphletHash ? FeatureChoice::kSelected : FeatureChoice::kAll;
  }
  if (columns == "all") return FeatureChoice::kAll;
  if (columns == "scaled") return FeatureChoice::kScaled;
  if (columns == "selected") return FeatureChoice::kSelected;
  common::ThrowUsageError("--columns", "one of all, scaled, selected", common::Quote(columns));
}

}  // namespace

KernelFlags::KernelFlags(CLI::App& app)
    : threads_(std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
  app.add_option("DATA", data_, "a folder with DS_A.txt, DS_graph_indicator.txt, DS_graph_labels.txt")
      ->required();
  app.add_option("--name", name_, "DS of these files (default: the name of the folder)");
  app.add_option("--threads", threads_, "the results are the same with any number")->capture_default_str();
  AddKernelFlags(app);
  app.footer(kFooter);
}

void KernelFlags::AddKernelFlags(CLI::App& app) {
  const auto add = [&](CLI::Option* option, const std::vector<GraphKernel>& used_by) {
    flags_.push_back({option, used_by});
  };
  const std::vector<GraphKernel> hash = {GraphKernel::kGraphletHash};
  const std::vector<GraphKernel> sampled = {GraphKernel::kSampledGraphlet};
  add(app.add_option("--kernel", kernel_, "one of those below")->capture_default_str(), {});
  add(app.add_flag("--labels", labels_, "nodes of different labels are different"),
      {GraphKernel::kGraphletHash, GraphKernel::kShortestPath, GraphKernel::kWeisfeilerLehman,
       GraphKernel::kRandomWalk});
  add(app.add_option("--columns", columns_, "all, scaled or selected, see below"), {});
  add(app.add_flag("--raw", raw_, "rows are not divided by their lengths"), {});
  add(app.add_option("--least-nodes", options_.least_nodes, "of graphlet-hash")->capture_default_str(), hash);
  add(app.add_option("--most-nodes", options_.most_nodes, "up to 9")->capture_default_str(), hash);
  add(app.add_option("--samples", options_.samples, "of graphlet-hash, of each number of nodes")
          ->capture_default_str(),
      hash);
  add(app.add_option("--burn-in", options_.burn_in, "steps before the first sample")->capture_default_str(),
      hash);
  add(app.add_option("--bits", options_.bits, "of the hash")->capture_default_str(), hash);
  add(app.add_option("--nodes", options_.nodes, "of graphlet and sampled-graphlet")->capture_default_str(),
      {GraphKernel::kGraphlet, GraphKernel::kSampledGraphlet});
  add(app.add_option("--sets", options_.sets, "of nodes, of sampled-graphlet")->capture_default_str(),
      sampled);
  add(app.add_option("--iterations", options_.iterations, "of weisfeiler-lehman")->capture_default_str(),
      {GraphKernel::kWeisfeilerLehman});
  add(app.add_option("--lambda", options_.lambda,
                     "of random-walk: the weight of each step; 0: 0.9 of the largest that all graphs allow")
          ->capture_default_str(),
      {GraphKernel::kRandomWalk});
  add(app.add_option("--seed", options_.seed, "of samples, hashes and folds")->capture_default_str(), {});
}

void KernelFlags::Check() {
  if (threads_ < 1 || threads_ > 1024) {
    common::ThrowUsageError("--threads", "1 to 1024", std::to_string(threads_));
  }
  options_.kernel = kernels::GraphKernelOf(kernel_);
  options_.labels = labels_ ? kernels::NodeLabels::kUse : kernels::NodeLabels::kIgnore;
  for (const auto& [option, used_by] : flags_) {
    if (option->count() == 0 || used_by.empty()) continue;
    if (std::find(used_by.begin(), used_by.end(), options_.kernel) != used_by.end()) continue;
    std::string names;
    for (const GraphKernel kernel : used_by) {
      names.append(names.empty() ? "" : ", ").append(kernels::NameOfGraphKernel(kernel));
    }
    common::ThrowUsageError(option->get_name(), "a kernel that has a use for it: " + names, kernel_);
  }
  choice_ = ChoiceOf(columns_, options_.kernel);
  if (is_pairwise()) {
    CheckPairwise();
  } else {
    CheckOptions(options_);
  }
}

void KernelFlags::CheckPairwise() const {
  if (choice_ != FeatureChoice::kAll) {
    common::ThrowUsageError("--columns", "all for random walks with labels, which have no columns", columns_);
  }
  // How large it may be the graphs decide.
  if (options_.lambda >= 0 && std::isfinite(options_.lambda)) return;
  common::ThrowUsageError("--lambda", "a finite number of at least 0", common::FormatDouble(options_.lambda));
}

Eigen::MatrixXd KernelFlags::PairwiseGram(std::span<const kernels::Graph> graphs,
                                          common::ThreadPool& pool) const {
  kernels::RandomWalk walk;
  if (options_.lambda > 0) walk.lambda = options_.lambda;
  const Eigen::MatrixXd gram = PairwiseRandomWalkGram(graphs, walk, kernels::NodeLabels::kUse, pool);
  return raw_ ? gram : kernels::NormalizeGram(gram);
}

void KernelFlags::CheckNoneGiven() const {
  for (const auto& [option, used_by] : flags_) {
    if (option->count() == 0) continue;
    common::ThrowUsageError(option->get_name(), "nothing beside --load, which says it", "a value");
  }
}

kernels::GraphDataset KernelFlags::ReadGraphs(kernels::GraphClasses classes) const {
  return kernels::ReadTuDataset(kernels::FindTuDataset(common::CallersPath(data_), name_, classes));
}

void PrintLine(const char* name, const std::string& value, std::FILE* out) {
  std::fprintf(out, "%-16s %s\n", name, value.c_str());
}

void PrintGraphs(const kernels::GraphDataset& dataset, const kernels::GraphFeatureOptions& options,
                 std::FILE* out) {
  const std::set<int> classes(dataset.labels.begin(), dataset.labels.end());
  std::string text = std::to_string(dataset.graphs.size());
  if (classes.empty()) {
    text.append(" without classes");
  } else {
    text.append(" of ").append(std::to_string(classes.size()));
    text.append(classes.size() == 1 ? " class" : " classes");
  }
  PrintLine("graphs", text, out);
  PrintLine("kernel",
            kernels::NameOfGraphKernel(options.kernel) +
                (options.labels == kernels::NodeLabels::kUse ? " with labels" : ""),
            out);
}

}  // namespace structlab::tools
