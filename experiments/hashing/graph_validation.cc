#include "experiments/hashing/graph_validation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "common/random_stream.h"
#include "common/statistics.h"
#include "experiments/hashing/protocol.h"
#include "kernels/support_vectors/cross_validation.h"

namespace structlab::hashing {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using kernels::GraphDataset;

namespace {

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

}  // namespace

GraphDataset GraphsOf(const Case& c) {
  const GraphTask& task = FindGraphTask(c.dataset);
  const harness::Dataset& found = c.Data(task.is_printed ? kGraphsData : kOtherGraphsData);
  return Some(datasets::LoadGraphSet(found.path, datasets::FindGraphSet(task.set)),
              c.parameters.Integer("graphs"), c.seed);
}

std::vector<int> ClassesOf(const GraphDataset& dataset, const std::vector<int>& chosen) {
  std::vector<int> classes;
  for (const int g : chosen) classes.push_back(dataset.labels[static_cast<size_t>(g)]);
  return classes;
}

kernels::SparseFeatures WithoutEmptyColumns(const kernels::SparseFeatures& features) {
  using Entries = kernels::SparseFeatures::InnerIterator;
  std::vector<int> new_column(static_cast<size_t>(features.cols()), -1);
  for (Eigen::Index row = 0; row < features.outerSize(); ++row) {
    for (Entries entry(features, row); entry; ++entry) {
      if (entry.value() != 0) new_column[static_cast<size_t>(entry.col())] = 0;
    }
  }
  int columns = 0;
  for (int& column : new_column) {
    if (column == 0) column = columns++;
  }
  std::vector<Eigen::Triplet<double>> kept;
  kept.reserve(static_cast<size_t>(features.nonZeros()));
  for (Eigen::Index row = 0; row < features.outerSize(); ++row) {
    for (Entries entry(features, row); entry; ++entry) {
      const int column = new_column[static_cast<size_t>(entry.col())];
      if (column >= 0) kept.emplace_back(static_cast<int>(row), column, entry.value());
    }
  }
  kernels::SparseFeatures result(features.rows(), columns);
  result.setFromTriplets(kept.begin(), kept.end());
  return result;
}

Eigen::MatrixXd DividedByLargest(Eigen::MatrixXd gram, const std::vector<int>& training) {
  double largest = 0;
  for (const int g : training) largest = std::max(largest, gram(g, g));
  if (largest > 0) gram /= largest;
  return gram;
}

Eigen::MatrixXd ScaledGram(const GraphDataset& dataset, const kernels::SparseFeatures& counts,
                           Selects selects, Seen seen, const std::vector<int>& training) {
  std::vector<int> by = training;
  if (seen == Seen::kAll) {
    by.resize(dataset.graphs.size());
    std::iota(by.begin(), by.end(), 0);
  }
  const kernels::FeatureScaling scaling =
      selects == Selects::kYes ? kernels::SelectByCorrelation(counts, by, ClassesOf(dataset, by))
                               : kernels::ScaleByMaximum(counts, by);
  return DividedByLargest(kernels::LinearGram(kernels::ApplyScaling(counts, scaling)), training);
}

CrossValidated CrossValidate(const Case& c, const GraphDataset& dataset, const GramOfFold& gram_of,
                             InnerGram inner) {
  const int folds = static_cast<int>(c.parameters.Integer("folds"));
  const int inner_folds = static_cast<int>(c.parameters.Integer("inner_folds"));
  const std::vector<double> costs = c.parameters.Numbers("costs");
  common::RandomStream random(c.seed, kFoldStream);
  const std::vector<int> fold_of = common::StratifiedFolds(dataset.labels, folds, random);
  MeanQuality chosen;
  std::vector<Quality> by_fold;
  std::vector<MeanQuality> by_cost(costs.size());
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<int> training, test;
    for (size_t g = 0; g < fold_of.size(); ++g)
      (fold_of[g] == fold ? test : training).push_back(static_cast<int>(g));
    const Eigen::MatrixXd gram = gram_of(training);
    const double cost =
        costs.size() == 1 ? costs[0]
        : inner == InnerGram::kOfFold
            ? kernels::ChooseCost(gram, dataset.labels, training, costs, inner_folds, c.seed)
            : kernels::ChooseCostOfFolds(gram_of, dataset.labels, training, costs, inner_folds, c.seed);
    for (size_t k = 0; k < costs.size(); ++k) {
      const kernels::SvmQuality quality =
          kernels::TrainAndTest(gram, dataset.labels, training, test, costs[k]);
      by_cost[k].Add(quality);
      if (costs[k] != cost) continue;
      chosen.Add(quality);
      by_fold.push_back({quality.accuracy, quality.area_under_curve});
    }
  }
  CrossValidated result = {chosen.Mean(), by_cost[0].Mean(), std::move(by_fold)};
  for (const MeanQuality& mean : by_cost) {
    const Quality quality = mean.Mean();
    result.highest.accuracy = std::max(result.highest.accuracy, quality.accuracy);
    if (quality.area) result.highest.area = std::max(result.highest.area.value_or(0), *quality.area);
  }
  return result;
}

void RecordQuality(const char* table, const Quality& quality, const std::string& method,
                   const Setting& setting, Recorder& record) {
  record.Value(table, "accuracy", quality.accuracy, {.method = method, .setting = setting});
  // Beside accuracies the source has areas in one table alone.
  if (table == std::string(kTable28) || !quality.area) return;
  record.Value(table, "auc", *quality.area, {.method = method, .setting = setting});
}

void RecordFolds(const CrossValidated& quality, const std::string& method, Recorder& record) {
  std::vector<double> folds, accuracies, folds_with_area, areas;
  for (size_t fold = 0; fold < quality.by_fold.size(); ++fold) {
    folds.push_back(static_cast<double>(fold + 1));
    accuracies.push_back(quality.by_fold[fold].accuracy);
    if (!quality.by_fold[fold].area) continue;
    folds_with_area.push_back(folds.back());
    areas.push_back(*quality.by_fold[fold].area);
  }
  record.Curve(kOurFolds, "accuracy", folds, accuracies, {.method = method, .setting = Setting()});
  record.Curve(kOurFolds, "auc", folds_with_area, areas, {.method = method, .setting = Setting()});
}

void RecordChoices(const CrossValidated& quality, const std::string& method, const std::string& variant,
                   Recorder& record) {
  RecordQuality(kOurChoices, quality.chosen, method, ChoiceKey("training graphs", variant), record);
  RecordQuality(kOurChoices, quality.highest, method, ChoiceKey("test graphs", variant), record);
}

}  // namespace structlab::hashing
