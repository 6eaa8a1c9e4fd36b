// Tables 2.8 and 2.9: kernels of graphs.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "common/statistics.h"
#include "experiments/datasets/load.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "experiments/hashing/stopwatch.h"
#include "kernels/graphs/graphlet_features.h"
#include "kernels/graphs/random_walk_kernel.h"
#include "kernels/graphs/shortest_path_kernel.h"
#include "kernels/graphs/sparse_features.h"
#include "kernels/graphs/weisfeiler_lehman.h"
#include "kernels/support_vectors/cross_validation.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using kernels::GraphDataset;
using kernels::NodeLabels;

constexpr int kGraphletNodes = 4;      // of GK and GKS: 8497 samples are what its 11 graphlets need
constexpr int kSubtreeIterations = 5;  // of WL
// Seeds of the parts of a case, so that folds are the same for all methods.
constexpr const char* kFoldStream = "hashing/folds";

// Some of the graphs, with the same shares of classes; all if `most` is 0 or more than half of them.
GraphDataset Some(GraphDataset all, int64_t most, uint64_t seed) {
  const auto size = static_cast<int64_t>(all.graphs.size());
  const int64_t parts = most == 0 ? 1 : size / most;
  if (parts < 2) return all;
  common::RandomStream random(seed, "hashing/some-graphs");
  const std::vector<int> part_of = common::StratifiedFolds(all.labels, static_cast<int>(parts), random);
  GraphDataset some;
  for (size_t g = 0; g < all.graphs.size(); ++g) {
    if (part_of[g] != 0) continue;
    some.graphs.push_back(std::move(all.graphs[g]));
    some.labels.push_back(all.labels[g]);
  }
  return some;
}

// Gram matrices of a fold: the same for all, or of features that are scaled by the training graphs.
using GramOfFold = std::function<Eigen::MatrixXd(const std::vector<int>& training)>;

Eigen::MatrixXd GramOf(const kernels::SparseFeatures& features) {
  return kernels::NormalizeGram(kernels::LinearGram(features));
}

Eigen::MatrixXd WholeGram(const Case& c, const GraphDataset& dataset, common::ThreadPool& pool) {
  const std::vector<kernels::Graph>& graphs = dataset.graphs;
  if (c.method == kRw) {
    return kernels::NormalizeGram(kernels::RandomWalkGram(graphs, kernels::RandomWalk(), pool));
  }
  if (c.method == kSp) return GramOf(kernels::ShortestPathFeatures(graphs, NodeLabels::kIgnore, pool).values);
  if (c.method == kGk) return GramOf(kernels::GraphletFrequencies(graphs, kGraphletNodes, pool));
  if (c.method == kGks) {
    const auto samples = static_cast<int>(c.parameters.Integer("graphlet_samples"));
    return GramOf(kernels::SampledGraphletFrequencies(graphs, kGraphletNodes, samples, c.seed, pool));
  }
  STRUCTLAB_CHECK(c.method == kWl);
  return GramOf(
      kernels::WeisfeilerLehmanFeatures(graphs, kSubtreeIterations, NodeLabels::kIgnore, pool).values);
}

struct Quality {
  double accuracy = 0;
  std::optional<double> area = {};
};

// Over the folds; the area over those that have one.
class MeanQuality {
 public:
  void Add(const kernels::SvmQuality& quality) {
    accuracy_ += quality.accuracy;
    ++folds_;
    if (!quality.area_under_curve) return;
    area_ += *quality.area_under_curve;
    ++folds_with_area_;
  }
  Quality Mean() const {
    Quality mean = {.accuracy = accuracy_ / folds_};
    if (folds_with_area_ > 0) mean.area = area_ / folds_with_area_;
    return mean;
  }

 private:
  double accuracy_ = 0, area_ = 0;
  int folds_ = 0, folds_with_area_ = 0;
};

// With the cost that is chosen in each fold by its training graphs; and the highest numbers that one cost for
// all folds has, which nobody knows who has not seen the test graphs.
struct CrossValidated {
  Quality chosen, highest;
};

CrossValidated CrossValidate(const Case& c, const GraphDataset& dataset, const GramOfFold& gram_of) {
  const int folds = static_cast<int>(c.parameters.Integer("folds"));
  const int inner_folds = static_cast<int>(c.parameters.Integer("inner_folds"));
  const std::vector<double> costs = c.parameters.Numbers("costs");
  common::RandomStream random(c.seed, kFoldStream);
  const std::vector<int> fold_of = common::StratifiedFolds(dataset.labels, folds, random);
  MeanQuality chosen;
  std::vector<MeanQuality> by_cost(costs.size());
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<int> training, test;
    for (size_t g = 0; g < fold_of.size(); ++g)
      (fold_of[g] == fold ? test : training).push_back(static_cast<int>(g));
    const Eigen::MatrixXd gram = gram_of(training);
    const double cost = costs.size() == 1
                            ? costs[0]
                            : kernels::ChooseCost(gram, dataset.labels, training, costs, inner_folds, c.seed);
    for (size_t k = 0; k < costs.size(); ++k) {
      const kernels::SvmQuality quality =
          kernels::TrainAndTest(gram, dataset.labels, training, test, costs[k]);
      by_cost[k].Add(quality);
      if (costs[k] == cost) chosen.Add(quality);
    }
  }
  CrossValidated result = {chosen.Mean(), by_cost[0].Mean()};
  for (const MeanQuality& mean : by_cost) {
    const Quality quality = mean.Mean();
    result.highest.accuracy = std::max(result.highest.accuracy, quality.accuracy);
    if (quality.area) result.highest.area = std::max(result.highest.area.value_or(0), *quality.area);
  }
  return result;
}

void Record(const char* table, const Quality& quality, const std::string& method, const Setting& setting,
            Recorder& record) {
  record.Value(table, "accuracy", quality.accuracy, {.method = method, .setting = setting});
  // Beside accuracies the source has areas in one table alone.
  if (table == std::string(kTable28) || !quality.area) return;
  record.Value(table, "auc", *quality.area, {.method = method, .setting = setting});
}

// What the open choices can have made of it: explanations of rows that differ.
void RecordChoices(const CrossValidated& quality, const std::string& method, const char* variant,
                   Recorder& record) {
  Record(kOurChoices, quality.chosen, method, ChoiceKey("training graphs", variant), record);
  Record(kOurChoices, quality.highest, method, ChoiceKey("test graphs", variant), record);
}

void RecordTime(const Stopwatch& watch, const std::string& method, const GraphDataset& dataset,
                Recorder& record) {
  record.Value(kOurGraphTimes, "kernel_time", watch.seconds(),
               {.method = method, .setting = Setting(), .unit = "s"});
  record.Value(kOurGraphTimes, "graphs", static_cast<double>(dataset.graphs.size()),
               {.method = method, .setting = Setting()});
}

std::vector<int> ClassesOf(const GraphDataset& dataset, const std::vector<int>& training) {
  std::vector<int> classes;
  for (const int g : training) classes.push_back(dataset.labels[static_cast<size_t>(g)]);
  return classes;
}

// Entries of about 1, so that costs mean the same for all kernels.
Eigen::MatrixXd DividedByLargest(Eigen::MatrixXd gram, const std::vector<int>& training) {
  double largest = 0;
  for (const int g : training) largest = std::max(largest, gram(g, g));
  if (largest > 0) gram /= largest;
  return gram;
}

// Lambda is not given either: where it is small, walks of one or two steps are all that counts.
void RecordShortWalks(const Case& c, const GraphDataset& dataset, common::ThreadPool& pool,
                      Recorder& record) {
  const double lambda =
      kernels::DefaultRandomWalkLambda(kernels::LargestSpectralRadius(dataset.graphs, pool)) / 1000;
  const Eigen::MatrixXd gram =
      kernels::NormalizeGram(kernels::RandomWalkGram(dataset.graphs, {.lambda = lambda}, pool));
  RecordChoices(CrossValidate(c, dataset, [&](const std::vector<int>&) { return gram; }), c.method,
                kSmallLambda, record);
}

// By which graphs features are selected.
enum class Selection { kNone, kTraining, kAll };

void RunHashKernels(const Case& c, const GraphDataset& dataset, common::ThreadPool& pool, Recorder& record) {
  Stopwatch sampling;
  sampling.Start();
  const kernels::SparseFeatures counts = kernels::GraphletHashFeatures(
      dataset.graphs,
      {.most_nodes = static_cast<int>(c.parameters.Integer("largest_graphlet")),
       .sampling = {.samples = static_cast<int>(c.parameters.Integer("graph_samples"))},
       .seed = c.seed},
      pool);
  sampling.Stop();
  std::vector<int> all(dataset.graphs.size());
  std::iota(all.begin(), all.end(), 0);
  const auto scaling_of = [&](Selection selection, const std::vector<int>& training) {
    return selection == Selection::kNone
               ? kernels::ScaleByMaximum(counts, training)
               : kernels::SelectByCorrelation(counts, training, ClassesOf(dataset, training));
  };
  const kernels::FeatureScaling of_all = scaling_of(Selection::kAll, all);
  const auto run = [&](Selection selection) {
    Stopwatch watch = sampling;  // one matrix of a fold is part of a kernel's time, all of them would not be
    bool is_first = true;
    const CrossValidated quality = CrossValidate(c, dataset, [&](const std::vector<int>& training) {
      if (is_first) watch.Start();
      const kernels::FeatureScaling kept =
          selection == Selection::kAll ? of_all : scaling_of(selection, training);
      Eigen::MatrixXd gram =
          DividedByLargest(kernels::LinearGram(kernels::ApplyScaling(counts, kept)), training);
      if (is_first) watch.Stop();
      is_first = false;
      return gram;
    });
    const char* const method = selection == Selection::kNone ? kHk : kHkf;
    RecordChoices(quality, method,
                  selection == Selection::kNone  ? kNoSelection
                  : selection == Selection::kAll ? kSelectedByAll
                                                 : kSelectedByTraining,
                  record);
    if (selection == Selection::kAll) return;
    Record(kTable28, quality.chosen, method, {}, record);
    Record(kTable29, quality.chosen, kHk,
           Setting{{"feature_selection", selection == Selection::kTraining ? "yes" : "no"}}, record);
    RecordTime(watch, method, dataset, record);
  };
  run(Selection::kNone);
  run(Selection::kTraining);
  run(Selection::kAll);
}

}  // namespace

void RunGraphKernel(const Case& c, Recorder& record) {
  const GraphTask& task = FindGraphTask(c.dataset);
  const harness::Dataset& found = c.Data(task.is_printed ? kGraphsData : kOtherGraphsData);
  const GraphDataset dataset = Some(datasets::LoadGraphSet(found.path, datasets::FindGraphSet(task.set)),
                                    c.parameters.Integer("graphs"), c.seed);
  common::ThreadPool pool(1);
  if (c.method == kHk) return RunHashKernels(c, dataset, pool, record);
  Stopwatch watch;
  watch.Start();
  const Eigen::MatrixXd gram = WholeGram(c, dataset, pool);
  watch.Stop();
  const CrossValidated quality = CrossValidate(c, dataset, [&](const std::vector<int>&) { return gram; });
  Record(kTable28, quality.chosen, c.method, c.setting, record);
  RecordChoices(quality, c.method, kNoSelection, record);
  if (c.method == kRw) RecordShortWalks(c, dataset, pool, record);
  RecordTime(watch, c.method, dataset, record);
}

}  // namespace structlab::hashing
