// Tables 2.8 and 2.9: kernels of graphs.
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "experiments/harness/run/case.h"
#include "experiments/hashing/graph_validation.h"
#include "experiments/hashing/linked_kernels.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "experiments/hashing/stopwatch.h"
#include "kernels/graphs/graph_features.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/graphlet_features.h"
#include "kernels/graphs/sparse_features.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using kernels::GraphDataset;

constexpr int64_t kGraphletNodes = 4;      // of GK and GKS: 8497 samples are what its 11 graphlets need
constexpr int64_t kSubtreeIterations = 5;  // of WL

// By the name of the method; a lambda of 0 is the default one of random walks.
kernels::GraphFeatures FeaturesOf(const Case& c, const GraphDataset& dataset, double lambda,
                                  common::ThreadPool& pool) {
  kernels::GraphFeatureOptions options;
  options.kernel = LibraryKernelOf(c.method);
  options.values = common::OptionValues(options.kernel, kernels::FindGraphKernel(options.kernel).options);
  const auto set = [&](const char* name, const common::OptionValue& value) {
    if (options.values.Has(name)) options.values.Set(name, value);
  };
  set("nodes", kGraphletNodes);
  set("iterations", kSubtreeIterations);
  if (c.method == kGks) set("sets", c.parameters.Integer("graphlet_samples"));
  set("lambda", lambda);
  options.seed = c.seed;
  return ComputeGraphFeatures(dataset.graphs, options, pool);
}

Eigen::MatrixXd GramOf(const kernels::GraphFeatures& graphs) {
  return kernels::NormalizeGram(kernels::LinearGram(graphs.features.values));
}

void RecordTime(const Stopwatch& watch, const std::string& method, const GraphDataset& dataset,
                Recorder& record) {
  record.Value(kOurGraphTimes, "kernel_time", watch.seconds(),
               {.method = method, .setting = Setting(), .unit = "s"});
  record.Value(kOurGraphTimes, "graphs", static_cast<double>(dataset.graphs.size()),
               {.method = method, .setting = Setting()});
}

// Lambda is not given either: where it is small, walks of one or two steps are all that counts.
void RecordShortWalks(const Case& c, const GraphDataset& dataset, double lambda, common::ThreadPool& pool,
                      Recorder& record) {
  const Eigen::MatrixXd gram = GramOf(FeaturesOf(c, dataset, lambda / 1000, pool));
  RecordChoices(CrossValidate(c, dataset, [&](const std::vector<int>&) { return gram; }), c.method,
                kSmallLambda, record);
}

void RunHashKernels(const Case& c, const GraphDataset& dataset, common::ThreadPool& pool, Recorder& record) {
  Stopwatch sampling;
  sampling.Start();
  const kernels::SparseFeatures counts = WithoutEmptyColumns(kernels::GraphletHashFeatures(
      dataset.graphs,
      {.most_nodes = static_cast<int>(c.parameters.Integer("largest_graphlet")),
       .sampling = {.samples = static_cast<int>(c.parameters.Integer("graph_samples"))},
       .seed = c.seed},
      pool));
  sampling.Stop();
  std::vector<int> all(dataset.graphs.size());
  std::iota(all.begin(), all.end(), 0);
  const auto run = [&](Selects selects) {
    Stopwatch watch = sampling;  // one matrix of a fold is part of a kernel's time, all of them would not be
    bool is_first = true;
    const auto gram_of = [&](const std::vector<int>& training) {
      if (is_first) watch.Start();
      Eigen::MatrixXd gram = ScaledGram(dataset, counts, selects, Seen::kTraining, training);
      if (is_first) watch.Stop();
      is_first = false;
      return gram;
    };
    const bool is_selected = selects == Selects::kYes;
    const CrossValidated quality =
        CrossValidate(c, dataset, gram_of, is_selected ? InnerGram::kOfInnerFold : InnerGram::kOfFold);
    const char* const method = is_selected ? kHkf : kHk;
    RecordChoices(quality, method, is_selected ? kSelectedByTraining : kNoSelection, record);
    RecordQuality(kTable28, quality.chosen, method, {}, record);
    RecordQuality(kTable29, quality.chosen, kHk, Setting{{"feature_selection", is_selected ? "yes" : "no"}},
                  record);
    RecordFolds(quality, method, record);
    RecordTime(watch, method, dataset, record);
  };
  run(Selects::kNo);
  run(Selects::kYes);
  const Eigen::MatrixXd of_all = ScaledGram(dataset, counts, Selects::kYes, Seen::kAll, all);
  const auto gram_of_all = [&](const std::vector<int>& training) {
    return DividedByLargest(of_all, training);
  };
  RecordChoices(CrossValidate(c, dataset, gram_of_all), kHkf, kSelectedByAll, record);
}

}  // namespace

void RunGraphKernel(const Case& c, Recorder& record) {
  const GraphDataset dataset = GraphsOf(c);
  common::ThreadPool pool(1);
  if (c.method == kHk) return RunHashKernels(c, dataset, pool, record);
  Stopwatch watch;
  watch.Start();
  const auto features =
      harness::RunUnlessRefused(record, [&] { return FeaturesOf(c, dataset, /*lambda=*/0, pool); });
  if (!features) return;
  const Eigen::MatrixXd gram = GramOf(*features);
  watch.Stop();
  const CrossValidated quality = CrossValidate(c, dataset, [&](const std::vector<int>&) { return gram; });
  RecordQuality(kTable28, quality.chosen, c.method, c.setting, record);
  RecordFolds(quality, c.method, record);
  RecordChoices(quality, c.method, kNoSelection, record);
  if (c.method == kRw) RecordShortWalks(c, dataset, features->options.values.Number("lambda"), pool, record);
  RecordTime(watch, c.method, dataset, record);
}

}  // namespace structlab::hashing
