// Tables 2.8 and 2.9 of Shi 2011: kernels of graphs.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "common/parallel.h"
#include "common/thread_clock.h"
#include "experiments/harness/package.h"
#include "experiments/harness/run/program.h"
#include "experiments/hashing/graph_runs.h"
#include "kernels/graphs/fold_gram.h"
#include "kernels/graphs/graph_features.h"
#include "kernels/graphs/graph_kernels.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using kernels::CrossValidated;
using kernels::GraphDataset;
using kernels::Selection;

constexpr int64_t kGraphletNodes = 4;      // of GK and GKS: 8497 samples are what its 11 graphlets need
constexpr int64_t kSubtreeIterations = 5;  // of WL
constexpr const char* kSmallLambda = "lambda / 1000";

// What the library calls the kernels of the table. One that is linked beside them is a method of its own
// name.
struct OwnKernel {
  const char *method, *kernel;
};
constexpr OwnKernel kOwn[] = {{kRw, "random-walk"}, {kSp, "shortest-path"}, {kGks, "sampled-graphlet"},
                              {kGk, "graphlet"},    {kHk, "graphlet-hash"}, {kWl, "weisfeiler-lehman"}};

std::string LibraryKernelOf(const std::string& method) {
  const auto* const own = std::ranges::find(kOwn, method, &OwnKernel::method);
  return own == std::end(kOwn) ? method : own->kernel;
}

std::vector<std::string> LinkedKernels() {
  std::vector<std::string> names;
  for (const kernels::GraphKernelMethod& kernel : kernels::GraphKernels()) {
    if (std::ranges::find(kOwn, kernel.name, &OwnKernel::kernel) == std::end(kOwn)) {
      names.push_back(kernel.name);
    }
  }
  return names;
}

// A lambda of 0 is the default one of random walks.
kernels::GraphFeatures FeaturesOf(const std::string& method, const GraphDataset& dataset, int64_t samples,
                                  double lambda, uint64_t seed, common::ThreadPool& pool) {
  kernels::GraphFeatureOptions options;
  options.kernel = LibraryKernelOf(method);
  options.values = common::OptionValues(options.kernel, kernels::FindGraphKernel(options.kernel).options);
  const auto set = [&](const char* name, const common::OptionValue& value) {
    if (options.values.Has(name)) options.values.Set(name, value);
  };
  set("nodes", kGraphletNodes);
  set("iterations", kSubtreeIterations);
  if (method == kGks) set("sets", samples);
  set("lambda", lambda);
  options.seed = seed;
  return ComputeGraphFeatures(dataset.graphs, options, pool);
}

Eigen::MatrixXd GramOf(const kernels::GraphFeatures& graphs) {
  return kernels::NormalizeGram(kernels::LinearGram(graphs.features.values));
}

void RecordTime(const common::Stopwatch& watch, const std::string& method, const GraphDataset& dataset,
                Recorder& record) {
  record.Value(kOurGraphTimes, "kernel_time", watch.seconds(), {.method = method, .setting = Setting()});
  record.Value(kOurGraphTimes, "graphs", static_cast<double>(dataset.graphs.size()),
               {.method = method, .setting = Setting()});
}

// Fold by fold: what claims are decided by.
void RecordFolds(const CrossValidated& quality, const std::string& method, Recorder& record) {
  harness::Items folds, folds_with_area;
  std::vector<double> accuracies, areas;
  for (size_t fold = 0; fold < quality.by_fold.size(); ++fold) {
    folds.ids.push_back("fold " + std::to_string(fold + 1));
    accuracies.push_back(quality.by_fold[fold].accuracy);
    if (!quality.by_fold[fold].area_under_curve) continue;
    folds_with_area.ids.push_back(folds.ids.back());
    areas.push_back(*quality.by_fold[fold].area_under_curve);
  }
  const harness::Overrides keys = {.method = method, .setting = Setting()};
  record.Items(kOurFolds, "accuracy", folds, {accuracies}, keys);
  if (!areas.empty()) record.Items(kOurFolds, "auc", folds_with_area, {areas}, keys);
}

// Any kernel but the hash kernel.
void RunKernel(const GraphCase& of, int64_t samples, uint64_t seed, Recorder& record) {
  const std::string& method = record.this_case().method;
  const GraphDataset dataset = LoadGraphs(of, record);
  common::ThreadPool pool(1);
  common::Stopwatch watch;
  watch.Start();
  const auto features = harness::RunUnlessRefused(
      record, [&] { return FeaturesOf(method, dataset, samples, /*lambda=*/0, seed, pool); });
  if (!features) return;
  const Eigen::MatrixXd gram = GramOf(*features);
  watch.Stop();
  const CrossValidated quality = Validate(of, dataset, seed, [&](const auto&) { return gram; });
  record.Value("Table 2.8", "accuracy", quality.chosen.accuracy);
  RecordFolds(quality, method, record);
  RecordChoices(quality, method, kNoSelection, record);
  if (method == kRw) {  // where lambda is small, walks of one or two steps are all that counts
    const double lambda = features->options.values.Number("lambda") / 1000;
    const Eigen::MatrixXd of_short_walks = GramOf(FeaturesOf(method, dataset, samples, lambda, seed, pool));
    RecordChoices(Validate(of, dataset, seed, [&](const auto&) { return of_short_walks; }), method,
                  kSmallLambda, record);
  }
  RecordTime(watch, method, dataset, record);
}

// A machine that knows nothing of a graph but how large it is.
void RunNumberOfNodes(const GraphCase& of, uint64_t seed, Recorder& record) {
  const GraphDataset dataset = LoadGraphs(of, record);
  Eigen::VectorXd sizes(std::ssize(dataset.graphs));
  for (Eigen::Index g = 0; g < sizes.size(); ++g) {
    sizes(g) = std::log(1.0 + dataset.graphs[g].num_nodes());
  }
  const CrossValidated quality = Validate(of, dataset, seed, [&](const std::vector<int>& training) {
    return kernels::DividedByLargest(sizes * sizes.transpose(), training);
  });
  record.Value("Table 2.8", "accuracy", quality.chosen.accuracy);
  RecordFolds(quality, kNodes, record);
}

// The hash kernel on counts: what all of its cases share.
class HashKernelRun {
 public:
  HashKernelRun(const GraphCase& of, kernels::GraphletHashing sampling, uint64_t seed, Recorder& record)
      : of_(of), seed_(seed), record_(record), dataset_(LoadGraphs(of, record)) {
    common::ThreadPool pool(1);
    sampling.seed = seed;
    drawing_.Start();
    counts_ = kernels::WithoutEmptyColumns(GraphletHashFeatures(dataset_.graphs, sampling, pool));
    drawing_.Stop();
  }

  // Features, if they are selected, by the training graphs alone, and anew in each of the folds that choose
  // C.
  void ByTraining(const char* method, Selection selection, const char* variant) {
    common::Stopwatch watch = drawing_;  // one matrix of a fold is part of a kernel's time, all would not be
    bool is_first = true;
    const auto gram_of = [&](const std::vector<int>& training) {
      if (is_first) watch.Start();
      Eigen::MatrixXd gram = ScaledGram(counts_, dataset_.labels, selection, training, training);
      if (is_first) watch.Stop();
      is_first = false;
      return gram;
    };
    const bool selects = selection == Selection::kByCorrelation;
    Record(Validate(of_, dataset_, seed_, gram_of,
                    selects ? kernels::InnerGram::kPerInnerFold : kernels::InnerGram::kPerFold),
           method, variant, watch);
  }

  // Features selected by the labels of all graphs, those of the test folds, too, as section 2.6.3 reads: it
  // knows no folds where it selects and normalises.
  void ByAll(const char* method, const char* variant) {
    common::Stopwatch watch = drawing_;
    watch.Start();
    const std::vector<int> all = AllOf(dataset_);
    const Eigen::MatrixXd of_all = ScaledGram(counts_, dataset_.labels, Selection::kByCorrelation, all, all);
    watch.Stop();
    const auto gram_of = [&](const std::vector<int>& training) {
      return kernels::DividedByLargest(of_all, training);
    };
    Record(Validate(of_, dataset_, seed_, gram_of), method, variant, watch);
  }

 private:
  void Record(const CrossValidated& quality, const char* method, const char* variant,
              const common::Stopwatch& watch) {
    RecordChoices(quality, method == std::string(kHkfByTraining) ? kHkf : method, variant, record_);
    RecordFolds(quality, method, record_);
    RecordTime(watch, method, dataset_, record_);
    record_.Value("Table 2.8", "accuracy", quality.chosen.accuracy, {.method = method, .setting = Setting()});
    // Table 2.9 has the two printed kernels as one with and without a selection.
    const bool is_hk = method == std::string(kHk), is_hkf = method == std::string(kHkf);
    if (!is_hk && !is_hkf) return;
    const harness::Overrides keys = {.setting = Setting{{"feature_selection", is_hkf ? "yes" : "no"}}};
    record_.Value("Table 2.9", "accuracy", quality.chosen.accuracy, keys);
    if (quality.chosen.area_under_curve) {
      record_.Value("Table 2.9", "auc", *quality.chosen.area_under_curve, keys);
    }
  }

  const GraphCase& of_;
  uint64_t seed_;
  Recorder& record_;
  GraphDataset dataset_;
  common::Stopwatch drawing_;
  kernels::SparseFeatures counts_;
};

// The hash kernel, without and with a selection of features.
void RunHashKernels(const GraphCase& of, const kernels::GraphletHashing& sampling, uint64_t seed,
                    Recorder& record) {
  HashKernelRun run(of, sampling, seed, record);
  run.ByTraining(kHk, Selection::kAll, kNoSelection);
  run.ByAll(kHkf, kSelectedByAll);
  run.ByTraining(kHkfByTraining, Selection::kByCorrelation, kSelectedByTraining);
}

void PlanSet(Planner& plan, const GraphTask& task) {
  std::vector<std::string> methods = {kRw, kSp, kGks, kGk, kWl};
  for (const std::string& linked : LinkedKernels()) methods.push_back(linked);
  Case* c = nullptr;
  for (const std::string& method : methods) {
    const GraphCase of = AddGraphCase(plan, task, harness::NamePart(method), method, c);
    const int64_t samples = method == kGks ? c->Int("graphlet_samples") : 0;
    c->run = [=](uint64_t seed, Recorder& record) { RunKernel(of, samples, seed, record); };
  }
  const GraphCase of_nodes = AddGraphCase(plan, task, "number-of-nodes", kNodes, c);
  c->run = [=](uint64_t seed, Recorder& record) { RunNumberOfNodes(of_nodes, seed, record); };
  const GraphCase of_hk = AddGraphCase(plan, task, "hk", kHk, c);
  const kernels::GraphletHashing sampling = ReadSampling(*c);
  c->run = [=](uint64_t seed, Recorder& record) { RunHashKernels(of_hk, sampling, seed, record); };
}

}  // namespace

void Graphs(harness::Package& package) {
  package.Library(harness::LibraryVersion("libsvm", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_LIBSVM_VERSION)));
  package.Library(harness::LibraryVersion("nauty", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_NAUTY_VERSION)));
  package.Plan([](Planner& plan) {
    for (const GraphTask& task : GraphTasks()) PlanSet(plan, task);
  });
}

}  // namespace structlab::hashing
