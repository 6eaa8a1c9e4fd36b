#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "graphical_models/model/trace_recorder.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_terms.h"
#include "graphical_models/moves/parsimonious/child_fusion.h"
#include "graphical_models/moves/parsimonious/label_set_fusion.h"
#include "graphical_models/moves/parsimonious/tree_distances.h"

namespace structlab::graphical_models {
namespace {

// The one metric by which all potentials measure.
class SharedMetric {
 public:
  explicit SharedMetric(int num_labels) : num_labels_(num_labels) {}

  // Throws common::Error(kUsage) unless it is the metric of the earlier potentials.
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

  // Without edges and cliques any metric will do.
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
    if (diversity == nullptr) {
      common::ThrowUsageError(name, "a diameter diversity", cliques.potential(index).Name());
    }
    metric.Add(diversity->distance, name);
  }
  std::vector<bool> in_use(NumPotentialsOf(energy), false);
  ForEachEdge(energy, [&](int p, int q, int potential, double weight) {
    in_use[potential] = true;
    if (weight >= 0) return;
    common::ThrowUsageError("edge (" + std::to_string(p) + ", " + std::to_string(q) + ")",
                            "a weight of at least 0", common::FormatDouble(weight));
  });
  for (int index = 0; index < NumPotentialsOf(energy); ++index) {
    if (in_use[index]) {
      metric.Add(PotentialOf(energy, index), "potential " + std::to_string(index));
    }
  }
  return metric.Get();
}

// The labelings of the random trees, the best of which is improved.
template <class Energy>
class TreeMixture {
 public:
  TreeMixture(const Energy& energy, const CliqueEnergy& cliques, const ParsimoniousOptions& options)
      : energy_(energy),
        cliques_(cliques),
        options_(options),
        metric_(MetricOf(energy, cliques)),
        pool_(options.run.threads) {}

  MapResult Minimize(TraceRecorder trace) {
    if (options_.run.stop.iterations == 0 || trace.MustStop()) return WithoutTrees(trace);
    std::optional<common::Ending> ending;
    for (int done = 0; done < options_.trees && !ending;) {
      const int end = std::min(options_.trees, done + NumAtOnce(done));
      for (int i = done; i < end; ++i) DrawTree(i);
      LabelAlong(done, end, trace);
      for (; done < end; ++done) {
        const std::optional<common::Ending> stop = trace.Record(done + 1, EnergyOfTree(done));
        if (!ending) ending = stop;
      }
    }
    MapResult result;
    result.labeling = trees_[best_].labeling;
    if (!ending && options_.fuse_trees) ending = FuseTrees(trace, result.labeling);
    if (!ending) ending = options_.refine ? Refine(trace, result.labeling) : common::Ending::kConverged;
    result.energy = EnergyOf(result.labeling);
    result.trace = trace.Take();
    result.ending = *ending;
    result.moves = totals_.cuts;
    result.clique_nodes = totals_.group_nodes;
    result.clique_edges = totals_.group_edges;
    return result;
  }

 private:
  struct DrawnTree {
    LabelTree tree;
    int first_equal;  // index of the first equal tree, which has the labeling
    Labeling labeling = {};
    double energy = 0;
    CutTotals totals = {};
  };

  double EnergyOf(const Labeling& labeling) const {
    return energy_.Energy(labeling) + cliques_.Energy(labeling);
  }

  MapResult WithoutTrees(TraceRecorder& trace) const {
    MapResult result;
    result.labeling = MinUnaryLabels(energy_);
    result.energy = EnergyOf(result.labeling);
    result.ending = trace.Record(0, result.energy).value_or(common::Ending::kIterationLimit);
    result.trace = trace.Take();
    return result;
  }

  // Trees are drawn when they are needed: drawing takes O(labels^2), and the stop rule may end the run
  // before.
  void DrawTree(int index) {
    common::RandomStream random(options_.run.seed, "parsimonious labeling", static_cast<uint64_t>(index));
    LabelTree tree = RandomClusterTree(metric_, cliques_.num_labels(), options_.heights, random);
    const auto alike = std::ranges::find(trees_, tree, &DrawnTree::tree);
    const int first_equal = static_cast<int>(alike - trees_.begin());
    trees_.push_back({std::move(tree), first_equal});
  }

  // Number of trees, from this one on, to solve at the same time; at most as many as the stop rule allows.
  int NumAtOnce(int done) const {
    const double wanted = std::max(std::ceil(options_.run.stop.iterations) - done, 1.0);
    return static_cast<int>(std::min<double>(pool_.threads(), wanted));
  }

  void LabelAlong(int begin, int end, const TraceRecorder& trace) {
    const auto must_stop = [&trace] { return trace.MustStop().has_value(); };
    common::ParallelFor(pool_, end - begin, [&](int64_t i) {
      DrawnTree& drawn = trees_[begin + i];
      if (drawn.first_equal != begin + i) return;
      MoveCut cut({.variables = energy_.num_variables(), .pairs = NumEdgesOf(energy_)});
      drawn.labeling = LabelAlongTree(energy_, cliques_, drawn.tree, TreeDistances(drawn.tree), must_stop,
                                      cut, options_.mixed == MixedCost::kMetric ? &metric_ : nullptr)
                           .Take(energy_.num_variables());
      drawn.energy = EnergyOf(drawn.labeling);
      drawn.totals = cut.totals();
      if (must_stop()) ReplaceIfBetter(MinUnaryLabels(energy_), drawn);
    });
  }

  // For a tree that was stopped: its labeling may use only some of the labels.
  void ReplaceIfBetter(Labeling labeling, DrawnTree& drawn) const {
    const double energy = EnergyOf(labeling);
    if (!(energy < drawn.energy)) return;
    drawn.energy = energy;
    drawn.labeling = std::move(labeling);
  }

  // Remembers the best tree. If all labelings have infinite energy, the first one is kept.
  double EnergyOfTree(int index) {
    const size_t i = index;
    const DrawnTree& drawn = trees_[trees_[i].first_equal];
    totals_ += trees_[i].totals;
    if (drawn.energy < trees_[best_].energy) best_ = static_cast<size_t>(trees_[i].first_equal);
    return drawn.energy;
  }

  // Chooses among the labelings of all trees; the best labeling is the first child.
  std::optional<common::Ending> FuseTrees(TraceRecorder& trace, Labeling& labeling) {
    std::vector<NodeLabeling> children = {NodeLabeling(labeling)};
    for (size_t i = 0; i < trees_.size(); ++i) {
      if (i != best_ && !trees_[i].labeling.empty()) children.push_back(NodeLabeling(trees_[i].labeling));
    }
    if (children.size() > 1) {
      MoveCut cut({.variables = energy_.num_variables(), .pairs = NumEdgesOf(energy_)});
      labeling =
          ChildFusion<Energy>(energy_, cliques_, FusionMeasure(metric_, cliques_.num_labels()), children, cut)
              .Fuse([&trace] { return trace.MustStop().has_value(); });
      totals_ += cut.totals();
    }
    return trace.Record(options_.trees + 1, EnergyOf(labeling));
  }

  // Fuses the labelings of all trees, then expands all labels, until no move lowers the energy.
  common::Ending Refine(TraceRecorder& trace, Labeling& labeling) {
    LabelSetFusion<Energy> fusion(energy_, cliques_, labeling);
    std::vector<const Labeling*> proposals;
    for (const DrawnTree& drawn : trees_) {
      if (!drawn.labeling.empty()) proposals.push_back(&drawn.labeling);
    }
    const size_t num_moves = proposals.size() + static_cast<size_t>(cliques_.num_labels());
    std::optional<common::Ending> ending;
    size_t failed = 0;  // in a row
    for (int64_t iteration = options_.trees + (options_.fuse_trees ? 2 : 1); !ending; ++iteration) {
      for (size_t move = 0; move < num_moves && !ending; ++move) {
        const bool better = fusion.Fuse(
            move < proposals.size() ? *proposals[move]
                                    : Labeling(labeling.size(), static_cast<Label>(move - proposals.size())));
        failed = better ? 0 : failed + 1;
        ending = failed >= num_moves ? common::Ending::kConverged : trace.MustStop();
      }
      const std::optional<common::Ending> limit = trace.Record(iteration, fusion.energy());
      if (!ending) ending = limit;
    }
    labeling = fusion.labeling();
    totals_.cuts += fusion.num_cuts();
    return *ending;
  }

  const Energy& energy_;
  const CliqueEnergy& cliques_;
  const ParsimoniousOptions& options_;
  PairwisePotential metric_;
  common::ThreadPool pool_;
  std::vector<DrawnTree> trees_;
  size_t best_ = 0;
  CutTotals totals_;
};

template <class Energy>
MapResult Minimize(const Energy& energy, const CliqueEnergy& cliques, const ParsimoniousOptions& options) {
  TraceRecorder trace(options.run);
  CheckSameVariables(cliques, LabelCountsOf(energy));
  if (options.trees < 1) common::ThrowUsageError("trees", "at least 1", std::to_string(options.trees));
  return TreeMixture<Energy>(energy, cliques, options).Minimize(std::move(trace));
}

}  // namespace

std::vector<common::OptionDeclaration> ParsimoniousDeclarations() {
  const ParsimoniousOptions defaults;
  return {
      common::IntegerOption("trees", defaults.trees, {1, std::numeric_limits<int>::max()},
                            "number of random trees of labels"),
      common::ChoiceOption("mixed", "tree", {"tree", "metric"},
                           "diameters of mixed branches: along the tree, or by the metric as in the "
                           "released program of the source's author"),
      common::FlagOption("fuse-trees", defaults.fuse_trees,
                         "let each variable choose among the labelings of all trees, as that program does"),
      common::FlagOption("refine", defaults.refine,
                         "improve the labeling of the best tree; no: only Algorithm 8 of Dokania 2016")};
}

ParsimoniousOptions ParsimoniousOptionsOf(const common::RunControl& run, const common::OptionValues& values) {
  return {.run = run,
          .trees = static_cast<int>(values.Integer("trees")),
          .mixed = values.Text("mixed") == "metric" ? MixedCost::kMetric : MixedCost::kTree,
          .fuse_trees = values.Flag("fuse-trees"),
          .refine = values.Flag("refine")};
}

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
