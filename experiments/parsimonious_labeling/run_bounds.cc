// Theorems 1 to 3 (D08), on problems that are small enough to be solved exactly.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/random_stream.h"
#include "experiments/parsimonious_labeling/lattices.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/parsimonious_labeling/runs.h"
#include "experiments/parsimonious_labeling/small_problem.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/moves/alpha_expansion.h"
#include "graphical_models/moves/parsimonious/cluster_tree.h"
#include "graphical_models/moves/parsimonious/hierarchical_moves.h"

namespace structlab::parsimonious_labeling {
namespace {

using common::RandomStream;
using graphical_models::DiameterDiversity;
using graphical_models::HierarchicalMoves;
using graphical_models::HierarchicalPnPotts;
using graphical_models::Labeling;
using graphical_models::LabelTable;
using graphical_models::LabelTree;
using graphical_models::PairwisePotential;
using graphical_models::PnPotts;
using graphical_models::Potts;
using graphical_models::TreeHeights;
using graphical_models::TruncatedLinear;
using harness::Case;
using harness::Recorder;
using harness::Setting;

// The problems that all theorems are tried on: 4^5 labelings, cliques of 3 variables.
constexpr int kVariables = 5, kLabels = 4, kCliqueSize = 3;
constexpr double kRatio = 2;  // r of the trees

// min(M, |L|) for cliques of so many variables.
constexpr double SizeFactor(int clique_size) { return std::min(clique_size, kLabels); }

// What a theorem says of one problem.
struct Trial {
  SmallProblem problem;
  Labeling found;
  double bound;
  double sospd_bound = 0;  // M max delta / min delta, where it is asked for
};

// Lambda (3.5): the largest value of the potential over its least positive one.
double LambdaOf(const PnPotts& potential) {
  double least = potential.largest;
  for (const double cost : potential.label_costs) {
    if (cost > 0) least = std::min(least, cost);
  }
  return potential.largest / least;
}

// Theorem 1: expansion moves are exact for P^n Potts.
Trial ExpansionTrial(const PnPotts& potential, int clique_size, RandomStream& random) {
  SmallProblem problem = RandomSmallProblem(kVariables, kLabels, clique_size, potential, random);
  Labeling found = graphical_models::AlphaExpansion(problem.unaries, problem.cliques).labeling;
  return {std::move(problem), std::move(found), LambdaOf(potential) * SizeFactor(clique_size)};
}

// Cliques of one label cost 0 to 4, of several 4.
Trial PnPottsTrial(RandomStream& random) {
  constexpr uint64_t kLargest = 4;
  PnPotts potential = {.label_costs = {}, .largest = static_cast<double>(kLargest)};
  for (int label = 0; label < kLabels; ++label) {
    potential.label_costs.push_back(static_cast<double>(random.UniformIndex(kLargest + 1)));
  }
  return ExpansionTrial(potential, kCliqueSize, random);
}

// Its special case: pairs, one label costs nothing.
Trial PairwisePottsTrial(RandomStream& random) {
  return ExpansionTrial({.label_costs = std::vector<double>(kLabels, 0.0), .largest = 1}, 2, random);
}

// Theorem 2: a tree with equally deep leaves.
Trial HierarchicalTrial(RandomStream& random) {
  const LabelTree tree = RandomSeparatedTree(kLabels, kRatio, 16, random);
  SmallProblem problem =
      RandomSmallProblem(kVariables, kLabels, kCliqueSize, HierarchicalPnPotts(tree), random);
  Labeling found = HierarchicalMoves(problem.unaries, problem.cliques, tree).labeling;
  return {std::move(problem), std::move(found), kRatio / (kRatio - 1) * SizeFactor(kCliqueSize)};
}

// How much longer the tree measures, at most.
double StretchOf(const LabelTable& tree, const PairwisePotential& metric) {
  double stretch = 1;
  for (int a = 0; a < kLabels; ++a) {
    for (int b = 0; b < kLabels; ++b) {
      if (metric(a, b) > 0) stretch = std::max(stretch, tree(a, b) / metric(a, b));
    }
  }
  return stretch;
}

// Algorithms 8 and 9 with one tree: what minimises the energy measured along it. `factor` scales its cliques.
Labeling AlongTree(const SmallProblem& problem, const LabelTree& tree, double factor = 1) {
  return HierarchicalMoves(problem.unaries, WithPotential(problem.cliques, HierarchicalPnPotts(tree), factor),
                           tree)
      .labeling;
}

// Theorem 3 for the diameter. The theorem is about the expectation over trees, whose distances are O(log |L|)
// times the metric's; for one tree its own stretch stands in that place, which is more than the theorem asks.
Trial DiameterTrial(RandomStream& random) {
  const int truncation = 1 + static_cast<int>(random.UniformIndex(3));
  const PairwisePotential metric = TruncatedLinear{1, static_cast<double>(truncation)};
  SmallProblem problem =
      RandomSmallProblem(kVariables, kLabels, kCliqueSize, DiameterDiversity{metric}, random);
  const LabelTree tree = RandomClusterTree(metric, kLabels, TreeHeights::kGeometric, random);
  const double stretch = StretchOf(tree.Distances(), metric);
  Labeling found = AlongTree(problem, tree);
  return {std::move(problem), std::move(found), kRatio / (kRatio - 1) * stretch * SizeFactor(kCliqueSize),
          /*sospd_bound=*/kCliqueSize * static_cast<double>(truncation)};
}

// Theorem 3 for the diversity |labels in use| - 1, whose induced metric is 1, repaired: the potentials of the
// tree are multiplied by |L| - 1, so that they dominate the diversity.
Trial DiversityTrial(RandomStream& random) {
  SmallProblem problem =
      RandomSmallProblem(kVariables, kLabels, kCliqueSize, NumberOfLabelsLessOne(kLabels), random);
  const PairwisePotential metric = Potts{1};
  const LabelTree tree = RandomClusterTree(metric, kLabels, TreeHeights::kGeometric, random);
  const double stretch = StretchOf(tree.Distances(), metric);
  Labeling found = AlongTree(problem, tree, kLabels - 1);
  return {std::move(problem), std::move(found),
          kRatio / (kRatio - 1) * (kLabels - 1) * stretch * SizeFactor(kCliqueSize)};
}

// The theorems' problems by the name that the case has.
using MakeTrial = Trial (*)(RandomStream&);
MakeTrial TrialOf(const std::string& kind) {
  static const std::map<std::string, MakeTrial> trials = {{"pn-potts", PnPottsTrial},
                                                          {"pairwise-potts", PairwisePottsTrial},
                                                          {"hierarchical", HierarchicalTrial},
                                                          {"diameter", DiameterTrial},
                                                          {"diversity", DiversityTrial}};
  const auto found = trials.find(kind);
  STRUCTLAB_CHECK(found != trials.end());
  return found->second;
}

}  // namespace

void RunBound(const Case& c, Recorder& record) {
  const std::string& kind = c.parameters.Text("kind");
  const MakeTrial make = TrialOf(kind);
  const int64_t problems = c.parameters.Integer("problems");
  double bounds = 0, sospd_bounds = 0, largest_factor = 0, largest_share = 0;
  int64_t not_optimal = 0, tighter = 0;
  for (int64_t i = 0; i < problems; ++i) {
    RandomStream random(c.seed, "parsimonious_labeling/bounds/" + kind, static_cast<uint64_t>(i));
    const Trial trial = make(random);
    const Terms optimum = TermsOf(trial.problem, OptimumOf(trial.problem));
    const Terms found = TermsOf(trial.problem, trial.found);
    const double factor = FactorNeeded(found, optimum);
    largest_factor = std::max(largest_factor, factor);
    largest_share = std::max(largest_share, factor / trial.bound);
    not_optimal += found.energy() > optimum.energy() + kRounding;
    bounds += trial.bound;
    sospd_bounds += trial.sospd_bound;
    tighter += trial.bound < trial.sospd_bound;
  }
  const auto count = static_cast<double>(problems);
  record.Value(c.parameters.Text("table"), "multiplicative_bound", bounds / count);
  record.Value(kOurBounds, "largest_factor_needed", largest_factor);
  record.Value(kOurBounds, "largest_share_of_bound", largest_share);
  record.Value(kOurBounds, "problems", count);
  record.Value(kOurBounds, "problems_not_optimal", static_cast<double>(not_optimal));
  if (sospd_bounds == 0) return;
  const harness::Overrides sospd = {.method = kSospd,
                                    .setting = Setting{{"bound", "M*max_c delta/min_c delta"}}};
  record.Value(kProse352, "multiplicative_bound", sospd_bounds / count, sospd);
  record.Value(kOurBounds, "share_of_problems_with_a_bound_below_sospd",
               static_cast<double>(tighter) / count);
}

namespace {

// Lemma 1 (3.37) at the node of the first two labels: its left side, and the right one for the optimum y* of
// the whole problem. Labels 0, 1 | 2, 3 with edges 6 and 3; one clique of all three variables.
void RecordLemma(Recorder& record) {
  const std::vector<std::vector<double>> unaries = {{0, 5, 50, 50}, {100, 20, 0, 50}, {100, 20, 0, 50}};
  const LabelTree whole({{-1, 0}, {0, 6}, {0, 6}, {1, 3, 0}, {1, 3, 1}, {2, 3, 2}, {2, 3, 3}});
  const LabelTree below({{-1, 0}, {0, 3, 0}, {0, 3, 1}});
  const SmallProblem problem = OneClique(unaries, HierarchicalPnPotts(whole));
  std::vector<std::vector<double>> first_two;
  for (const auto& costs : unaries) first_two.push_back({costs[0], costs[1]});
  const SmallProblem at_node = OneClique(first_two, HierarchicalPnPotts(below));

  const Labeling optimum = OptimumOf(problem);
  const Labeling of_node = HierarchicalMoves(at_node.unaries, at_node.cliques, below).labeling;
  double left = 0, right = 0;
  for (size_t v = 0; v < optimum.size(); ++v) {
    if (optimum[v] > 1) continue;  // not of the node's set V_I
    left += unaries[v][static_cast<size_t>(of_node[v])];
    right += unaries[v][static_cast<size_t>(optimum[v])];
  }
  // The clique is no interior one of the node: the optimum has labels of both pairs.
  STRUCTLAB_CHECK(std::ranges::any_of(optimum, [](int label) { return label > 1; }));
  const Labeling found = HierarchicalMoves(problem.unaries, problem.cliques, whole).labeling;
  const harness::Overrides of = {.dataset = "counterexample to lemma 1", .method = kAlgorithm7};
  record.Value(kCounterexamples, "left_side_of_3.37", left, of);
  record.Value(kCounterexamples, "right_side_of_3.37", right, of);
  record.Value(kCounterexamples, "energy", TermsOf(problem, found).energy(), of);
  record.Value(kCounterexamples, "least_energy", TermsOf(problem, optimum).energy(), of);
}

// Theorem 3 as printed, for the diversity |labels in use| - 1. Each of four variables has a label of its own,
// which costs it nothing; the label of the last is cheap for all, and others are dear. One by one the moves
// give every variable its own label: along the tree the second of them is the last that costs anything. The
// optimum has one label and no clique terms, so that no factor of them makes up for the difference.
void RecordTheorem3(TreeHeights heights, double cheap, Recorder& record) {
  constexpr double kDear = 4;
  std::vector<std::vector<double>> unaries(kLabels, std::vector<double>(kLabels, kDear));
  for (size_t v = 0; v < unaries.size(); ++v) {
    unaries[v].back() = cheap;
    unaries[v][v] = 0;
  }
  const SmallProblem problem = OneClique(unaries, NumberOfLabelsLessOne(kLabels));
  // All induced distances are 1: a star, with the labels in their order.
  const std::vector<int> order = {0, 1, 2, 3};
  const LabelTree tree = ClusterTree(Potts{1}, order, /*beta=*/1, heights);
  const Terms optimum = TermsOf(problem, OptimumOf(problem));
  const Terms found = TermsOf(problem, AlongTree(problem, tree));
  const Terms repaired = TermsOf(problem, AlongTree(problem, tree, kLabels - 1));
  const harness::Overrides of = {
      .dataset = "counterexample to theorem 3",
      .method = kAlgorithm8,
      .setting = Setting{{"heights", heights == TreeHeights::kTight ? "tight" : "geometric"}}};
  record.Value(kCounterexamples, "energy", found.energy(), of);
  record.Value(kCounterexamples, "least_energy", optimum.energy(), of);
  record.Value(kCounterexamples, "clique_terms_of_least_energy", optimum.cliques, of);
  record.Value(kCounterexamples, "energy_with_potentials_times_labels_less_one", repaired.energy(), of);
}

}  // namespace

void RunCounterexamples(const Case&, Recorder& record) {
  RecordLemma(record);
  RecordTheorem3(TreeHeights::kTight, 0.35, record);
  RecordTheorem3(TreeHeights::kGeometric, 0.7, record);
}

}  // namespace structlab::parsimonious_labeling
