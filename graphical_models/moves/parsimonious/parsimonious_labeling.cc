#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "graphical_models/moves/move_terms.h"
#include "graphical_models/moves/parsimonious/child_fusion.h"
#include "graphical_models/moves/parsimonious/label_set_fusion.h"
#include "graphical_models/moves/parsimonious/tree_distances.h"

namespace structlab::graphical_models {
namespace {

// The metric that all potentials measure by.
class SharedMetric {
 public:
  explicit SharedMetric(int num_labels) : num_labels_(num_labels) {}

  // Throws common::Error(kUsage) unless it is that of the potentials before.
  void Add(const PairwisePotential& distance, const std::string& name) {
    if (!metric_) {
      metric_ = distance;
      name_ = name;
      return;
    }
    for (Label a = 0; a < num_labels_; ++a) {
      for (Label b = 0; b < num_labels_; ++b) {
        if (distance(a, b) == (*metric_)(a, b)) continue;
        common::ThrowUsageError(
            name + ", labels " + std::to_string(a) + " and " + std::to_string(b),
            "the distance that " + name_ + " has, " + common::FormatDouble((*metric_)(a, b)),
            common::FormatDouble(distance(a, b)));
      }
    }
  }

  // Where nothing is measured, any metric will do.
  PairwisePotential Get() const { return metric_ ? *metric_ : PairwisePotential(Potts{}); }

 private:
  int num_labels_;
  std::optional<PairwisePotential> metric_;
  std::string name_;
};

template <class Energy>
PairwisePotential MetricOf(const Energy& energy, const CliqueEnergy& cliques) {
  SharedMetric metric(cliques.num_labels());
  for (int index = 0; index < cliques.num_potentials(); ++index) {
    const std::string name = "clique potential " + std::to_string(index);
    const DiameterDiversity* const diversity = cliques.potential(index).As<DiameterDiversity>();
    if (diversity == nullptr) common::ThrowUsageError(name, "a diameter diversity", "another potential");
    metric.Add(diversity->distance, name);
  }
  std::vector<bool> in_use(static_cast<size_t>(NumPotentialsOf(energy)), false);
  ForEachEdge(energy, [&](int p, int q, int potential, double weight) {
    in_use[static_cast<size_t>(potential)] = true;
    if (weight >= 0) return;
    common::ThrowUsageError("edge (" + std::to_string(p) + ", " + std::to_string(q) + ")",
                            "a weight of at least 0", common::FormatDouble(weight));
  });
  for (int index = 0; index < NumPotentialsOf(energy); ++index) {
    if (in_use[static_cast<size_t>(index)]) {
      metric.Add(PotentialOf(energy, index), "potential " + std::to_string(index));
    }
  }
  return metric.Get();
}

// The labelings of random trees, of which the best is improved.
template <class Energy>
class TreeMixture {
 public:
  TreeMixture(const Energy& energy, const CliqueEnergy& cliques, const ParsimoniousOptions& options)
      : energy_(energy), cliques_(cliques), options_(options), metric_(MetricOf(energy, cliques)) {}

  MapResult Minimize(TraceRecorder trace) {
    std::optional<Ending> ending;
    for (int tree = 0; tree < options_.trees && !ending; ++tree) {
      ending = trace.Record(tree + 1, AddTree(tree, trace));
    }
    MapResult result;
    result.labeling = labelings_[best_];
    if (!ending) ending = options_.refine ? Refine(trace, result.labeling) : Ending::kConverged;
    result.energy = EnergyOf(result.labeling);
    result.trace = trace.Take();
    result.ending = *ending;
    return result;
  }

 private:
  double EnergyOf(const Labeling& labeling) const {
    return energy_.Energy(labeling) + cliques_.Energy(labeling);
  }

  // Its energy. Among forbidden labelings the first is as good as any.
  double AddTree(int index, const TraceRecorder& trace) {
    common::RandomStream random(options_.seed, "parsimonious labeling", static_cast<uint64_t>(index));
    const LabelTree tree = RandomClusterTree(metric_, cliques_.num_labels(), options_.heights, random);
    labelings_.push_back(LabelAlongTree(energy_, cliques_, tree, TreeDistances(tree),
                                        [&trace] { return trace.MustStop().has_value(); }));
    const double energy = EnergyOf(labelings_.back());
    if (index == 0 || energy < best_energy_) {
      best_ = labelings_.size() - 1;
      best_energy_ = energy;
    }
    return energy;
  }

  // Fuses the labelings of all trees, then all labels, until nothing is gained.
  Ending Refine(TraceRecorder& trace, Labeling& labeling) {
    LabelSetFusion<Energy> fusion(energy_, cliques_, labeling);
    const size_t num_labels = static_cast<size_t>(cliques_.num_labels());
    const size_t num_moves = labelings_.size() + num_labels;
    std::optional<Ending> ending;
    size_t failed = 0;  // in a row
    for (int64_t iteration = options_.trees + 1; !ending; ++iteration) {
      for (size_t move = 0; move < num_moves && !ending; ++move) {
        const bool is_tree = move < labelings_.size();
        const bool better =
            fusion.Fuse(is_tree ? labelings_[move]
                                : Labeling(labeling.size(), static_cast<Label>(move - labelings_.size())));
        failed = better ? 0 : failed + 1;
        ending = failed >= num_moves ? Ending::kConverged : trace.MustStop();
      }
      const std::optional<Ending> limit = trace.Record(iteration, fusion.energy());
      if (!ending) ending = limit;
    }
    labeling = fusion.labeling();
    return *ending;
  }

  const Energy& energy_;
  const CliqueEnergy& cliques_;
  const ParsimoniousOptions& options_;
  PairwisePotential metric_;
  std::vector<Labeling> labelings_;  // one a tree
  size_t best_ = 0;
  double best_energy_ = 0;
};

template <class Energy>
MapResult Minimize(const Energy& energy, const CliqueEnergy& cliques, const ParsimoniousOptions& options) {
  TraceRecorder trace(options.stop);
  CheckSameVariables(cliques, LabelCountsOf(energy));
  if (options.trees < 1) common::ThrowUsageError("trees", "at least 1", std::to_string(options.trees));
  return TreeMixture<Energy>(energy, cliques, options).Minimize(std::move(trace));
}

}  // namespace

MapResult ParsimoniousLabeling(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                               const ParsimoniousOptions& options) {
  return Minimize(energy, cliques, options);
}

template <class Cost>
MapResult ParsimoniousLabeling(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                               const ParsimoniousOptions& options) {
  return Minimize(energy, cliques, options);
}

template MapResult ParsimoniousLabeling(const GridEnergy<int32_t>&, const CliqueEnergy&,
                                        const ParsimoniousOptions&);
template MapResult ParsimoniousLabeling(const GridEnergy<float>&, const CliqueEnergy&,
                                        const ParsimoniousOptions&);
template MapResult ParsimoniousLabeling(const GridEnergy<double>&, const CliqueEnergy&,
                                        const ParsimoniousOptions&);

}  // namespace structlab::graphical_models
