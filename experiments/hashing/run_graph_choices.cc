// What else the source can have done where the hash kernel's accuracies are not the printed ones.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "experiments/hashing/graph_validation.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "kernels/graphs/graphlet_features.h"
#include "kernels/graphs/sparse_features.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Recorder;
using kernels::GraphDataset;
using kernels::NodeLabels;
using kernels::SparseFeatures;

// Smallest graphlets of the hash kernel.
constexpr int kLeastNodes = 4;

// exp(-d^2 / mean d^2 of the training graphs): what a machine has that is not told to be linear.
Eigen::MatrixXd GaussianOf(const Eigen::MatrixXd& gram, const std::vector<int>& training) {
  const Eigen::VectorXd squares = gram.diagonal();
  Eigen::MatrixXd distances = -2 * gram;
  distances.colwise() += squares;
  distances.rowwise() += squares.transpose();
  double sum = 0;
  for (const int i : training) {
    for (const int j : training) sum += distances(i, j);
  }
  const double mean = sum / std::pow(static_cast<double>(training.size()), 2);
  if (mean <= 0) return Eigen::MatrixXd::Ones(gram.rows(), gram.cols());
  return (distances.array().max(0) / -mean).exp().matrix();
}

// 1 where a form was met, however often.
SparseFeatures PresenceOf(const SparseFeatures& counts) {
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): the iterators below change the copy
  SparseFeatures presence = counts;
  for (Eigen::Index row = 0; row < presence.outerSize(); ++row) {
    for (SparseFeatures::InnerIterator entry(presence, row); entry; ++entry) {
      entry.valueRef() = entry.value() > 0 ? 1 : 0;
    }
  }
  return presence;
}

// Cross-validates variants of one case, with and without selection.
class Variants {
 public:
  Variants(const Case& c, const GraphDataset& dataset, Recorder& record)
      : case_(c), dataset_(dataset), record_(record) {}

  void Try(const char* method, const std::string& variant, const GramOfFold& gram_of,
           InnerGram inner = InnerGram::kOfFold) {
    RecordChoices(CrossValidate(case_, dataset_, gram_of, inner), method, variant, record_);
  }
  // Features of another sample: linear, without a selection and with both.
  void TryFeatures(const std::string& variant, const SparseFeatures& counts) {
    TryLinear(kHk, variant, counts, Selects::kNo, Seen::kTraining);
    TryLinear(kHkf, variant + ", " + kSelectedByTraining, counts, Selects::kYes, Seen::kTraining);
    TryLinear(kHkf, variant + ", " + kSelectedByAll, counts, Selects::kYes, Seen::kAll);
  }
  void TryLinear(const char* method, const std::string& variant, const SparseFeatures& counts,
                 Selects selects, Seen seen) {
    const auto gram_of = [&](const std::vector<int>& training) {
      return ScaledGram(dataset_, counts, selects, seen, training);
    };
    Try(method, variant, gram_of, InnerOf(selects, seen));
  }
  void TryGaussian(const char* method, const std::string& variant, const SparseFeatures& counts,
                   Selects selects, Seen seen) {
    const auto gram_of = [&](const std::vector<int>& training) {
      return GaussianOf(ScaledGram(dataset_, counts, selects, seen, training), training);
    };
    Try(method, variant, gram_of, InnerOf(selects, seen));
  }

 private:
  // A selection by all graphs has seen everything anyway.
  static InnerGram InnerOf(Selects selects, Seen seen) {
    return selects == Selects::kYes && seen == Seen::kTraining ? InnerGram::kOfInnerFold : InnerGram::kOfFold;
  }

  const Case& case_;
  const GraphDataset& dataset_;
  Recorder& record_;
};

// The same sample as the case of the hash kernel has at this seed.
SparseFeatures Sample(const Case& c, const GraphDataset& dataset, int least, int most, NodeLabels labels,
                      common::ThreadPool& pool) {
  return WithoutEmptyColumns(kernels::GraphletHashFeatures(
      dataset.graphs,
      {.least_nodes = least,
       .most_nodes = most,
       .sampling = {.samples = static_cast<int>(c.parameters.Integer("graph_samples")), .labels = labels},
       .seed = c.seed},
      pool));
}

}  // namespace

void RunGraphChoices(const Case& c, Recorder& record) {
  const GraphDataset dataset = GraphsOf(c);
  common::ThreadPool pool(1);
  const int most = static_cast<int>(c.parameters.Integer("largest_graphlet"));
  Variants variants(c, dataset, record);
  {
    const SparseFeatures counts = Sample(c, dataset, kLeastNodes, most, NodeLabels::kIgnore, pool);
    variants.TryLinear(kHk, kScaledByAll, counts, Selects::kNo, Seen::kAll);
    const Eigen::MatrixXd cosines = kernels::NormalizeGram(kernels::LinearGram(counts));
    variants.Try(kHk, kCosines, [&](const std::vector<int>&) { return cosines; });
    variants.TryFeatures(kPresence, PresenceOf(counts));
    variants.TryGaussian(kHk, kGaussian, counts, Selects::kNo, Seen::kTraining);
    variants.TryGaussian(kHkf, std::string(kGaussian) + ", " + kSelectedByTraining, counts, Selects::kYes,
                         Seen::kTraining);
    variants.TryGaussian(kHkf, std::string(kGaussian) + ", " + kSelectedByAll, counts, Selects::kYes,
                         Seen::kAll);
  }
  for (int nodes = kLeastNodes; nodes <= most; ++nodes) {
    variants.TryFeatures(OneSize(nodes), Sample(c, dataset, nodes, nodes, NodeLabels::kIgnore, pool));
  }
  const bool has_labels = std::ranges::all_of(dataset.graphs, [](const kernels::Graph& graph) {
    return graph.num_nodes() == 0 || graph.has_node_labels();
  });
  if (!has_labels) return record.Note("the graphs have no labels of nodes to be tried");
  variants.TryFeatures(kLabelled, Sample(c, dataset, kLeastNodes, most, NodeLabels::kUse, pool));
}

}  // namespace structlab::hashing
