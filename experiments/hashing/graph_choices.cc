// What else the source can have done where the hash kernel's accuracies on graphs are not the printed ones.
#include <fmt/format.h>

#include <algorithm>

#include "common/parallel.h"
#include "experiments/harness/package.h"
#include "experiments/hashing/graph_runs.h"
#include "kernels/graphs/fold_gram.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Planner;
using harness::Recorder;
using kernels::GraphDataset;
using kernels::InnerGram;
using kernels::NodeLabels;
using kernels::Selection;
using kernels::SparseFeatures;

// Cross-validates variants of one case: linear or Gaussian, and unless it is one of many graphs with selected
// features, too.
class Variants {
 public:
  Variants(const GraphCase& of, const GraphDataset& dataset, bool selects, Recorder& record)
      : of_(of), dataset_(dataset), selects_(selects), record_(record) {}

  void Try(const std::string& variant, const kernels::GramOfFold& gram_of, const char* method = kHk,
           InnerGram inner = InnerGram::kPerFold) {
    RecordChoices(Validate(of_, dataset_, record_.this_case().seed, gram_of, inner), method, variant,
                  record_);
  }
  // With all features scaled by the training graphs or by all, and with those selected by either.
  void TryFeatures(const std::string& variant, const SparseFeatures& counts, bool is_gaussian = false) {
    TryScaled(variant, counts, Selection::kAll, false, is_gaussian);
    if (!selects_) return;
    TryScaled(variant + ", " + kSelectedByTraining, counts, Selection::kByCorrelation, false, is_gaussian);
    TryScaled(variant + ", " + kSelectedByAll, counts, Selection::kByCorrelation, true, is_gaussian);
  }
  void TryScaled(const std::string& variant, const SparseFeatures& counts, Selection selection, bool sees_all,
                 bool is_gaussian = false) {
    const std::vector<int> all = AllOf(dataset_);
    const auto gram_of = [&](const std::vector<int>& training) {
      Eigen::MatrixXd gram =
          ScaledGram(counts, dataset_.labels, selection, sees_all ? all : training, training);
      return is_gaussian ? kernels::GaussianOf(gram, training) : gram;
    };
    const bool selects = selection == Selection::kByCorrelation;
    // A selection by all graphs has seen everything anyway.
    Try(variant, gram_of, selects ? kHkf : kHk,
        selects && !sees_all ? InnerGram::kPerInnerFold : InnerGram::kPerFold);
  }

 private:
  const GraphCase& of_;
  const GraphDataset& dataset_;
  bool selects_;
  Recorder& record_;
};

// A fixed number of samples says nothing of a graph's size: this does.
SparseFeatures TimesNodes(const SparseFeatures& counts, const GraphDataset& dataset) {
  std::vector<double> nodes;
  for (const kernels::Graph& graph : dataset.graphs) nodes.push_back(graph.num_nodes());
  return kernels::ScaleRows(counts, nodes);
}

void TryChoices(const GraphCase& of, const kernels::GraphletHashing& sampling, bool selects, uint64_t seed,
                Recorder& record) {
  const GraphDataset dataset = LoadGraphs(of, record);
  common::ThreadPool pool(1);
  // The same sample as the case of the hash kernel has at this seed.
  const auto sample = [&](int least, int most, NodeLabels labels) {
    kernels::GraphletHashing options = sampling;
    options.min_nodes = least;
    options.max_nodes = most;
    options.sampling.labels = labels;
    options.seed = seed;
    return kernels::WithoutEmptyColumns(GraphletHashFeatures(dataset.graphs, options, pool));
  };
  Variants variants(of, dataset, selects, record);
  const int least = sampling.min_nodes, most = sampling.max_nodes;
  {
    const SparseFeatures counts = sample(least, most, NodeLabels::kIgnore);
    variants.TryScaled("scaled by all graphs", counts, Selection::kAll, true);
    const Eigen::MatrixXd cosines = kernels::NormalizeGram(kernels::LinearGram(counts));
    variants.Try("counts of length 1", [&](const std::vector<int>&) { return cosines; });
    variants.TryFeatures("forms met or not", kernels::PresenceOf(counts));
    variants.TryFeatures("Gaussian kernel", counts, true);
    variants.TryFeatures("counts times nodes", TimesNodes(counts, dataset));
  }
  for (int nodes = least; nodes <= most; ++nodes) {
    variants.TryFeatures(fmt::format("graphlets of {} nodes alone", nodes),
                         sample(nodes, nodes, NodeLabels::kIgnore));
  }
  const bool has_labels = std::ranges::all_of(dataset.graphs, [](const kernels::Graph& graph) {
    return graph.num_nodes() == 0 || graph.has_node_labels();
  });
  if (!has_labels) return record.Note("the graphs have no labels of nodes to be tried");
  variants.TryFeatures("labels of nodes", sample(least, most, NodeLabels::kUse));
}

}  // namespace

void GraphChoices(harness::Package& package) {
  package.Plan([](Planner& plan) {
    for (const std::string& name : plan.Texts("choice_sets")) {
      const GraphTask& task = FindGraphTask(name);
      Case* c = nullptr;
      const GraphCase of = AddGraphCase(plan, task, "hk-variants", kHk, c);
      // On more graphs than those two sets have a selection in each fold would take half an hour.
      const bool selects = task.name == "MUTAG" || task.name == "PTC";
      c->repeats = selects ? static_cast<int>(plan.Int("choice_seeds")) : 1;
      const kernels::GraphletHashing sampling = ReadSampling(*c);
      c->run = [=](uint64_t seed, Recorder& record) { TryChoices(of, sampling, selects, seed, record); };
    }
  });
}

}  // namespace structlab::hashing
