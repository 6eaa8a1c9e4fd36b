// Theorems 1 to 3 (D08) and Figure 3.1, on problems that are small enough to be solved exactly.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/random_stream.h"
#include "experiments/harness/package.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/parsimonious_labeling/small_problem.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/cliques/label_histogram.h"
#include "graphical_models/moves/alpha_expansion.h"
#include "graphical_models/moves/parsimonious/cluster_tree.h"
#include "graphical_models/moves/parsimonious/hierarchical_moves.h"
#include "graphical_models/moves/parsimonious/random_trees.h"

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
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;

// The problems that all theorems are tried on: 4^5 labelings, cliques of 3 variables.
constexpr int kVariables = 5, kLabels = 4, kCliqueSize = 3;
constexpr double kRatio = 2;  // r of the trees

constexpr const char* kTheorem3 = "section 3.5.2 Theorem 3";
constexpr const char* kAlgorithm7 = "hierarchical move making (Algorithm 7)";
constexpr const char* kAlgorithm8 = "move making for parsimonious labeling (Algorithm 8)";

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
  double least = potential.max_cost;
  for (const double cost : potential.label_costs) {
    if (cost > 0) least = std::min(least, cost);
  }
  return potential.max_cost / least;
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
  PnPotts potential = {.label_costs = {}, .max_cost = static_cast<double>(kLargest)};
  for (int label = 0; label < kLabels; ++label) {
    potential.label_costs.push_back(static_cast<double>(random.UniformIndex(kLargest + 1)));
  }
  return ExpansionTrial(potential, kCliqueSize, random);
}

// Its special case: pairs, one label costs nothing.
Trial PairwisePottsTrial(RandomStream& random) {
  return ExpansionTrial({.label_costs = std::vector<double>(kLabels, 0.0), .max_cost = 1}, 2, random);
}

// Theorem 2: a tree with equally deep leaves.
Trial HierarchicalTrial(RandomStream& random) {
  const LabelTree tree = graphical_models::RandomSeparatedTree(kLabels, kRatio, 16, random);
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

// A theorem, its row in the source, and how its problems are made.
struct Bound {
  const char* kind;
  const char* table;
  const char* dataset;
  const char* method;
  Setting setting;
  Trial (*make)(RandomStream&);
};

const std::vector<Bound>& Bounds() {
  static const std::vector<Bound> bounds = {
      {"pn-potts",
       "section 3.3.2 Theorem 1",
       "",
       "alpha-expansion type algorithm with optimal moves",
       {{"bound", "lambda*min(M,|L|)"}},
       PnPottsTrial},
      {"pairwise-potts",
       "section 3.3.2 (prose)",
       "pairwise Potts model",
       kAlphaExpansion,
       {{"lambda", "1"}},
       PairwisePottsTrial},
      {"hierarchical",
       "section 3.5.1 Theorem 2",
       "",
       kAlgorithm7,
       {{"bound", "(r/(r-1))*min(M,|L|)"}},
       HierarchicalTrial},
      {"diameter",
       kTheorem3,
       "",
       "move making for parsimonious labeling (Algorithm 8), diameter diversity",
       {{"bound", "(r/(r-1))*O(log|L|)*min(M,|L|)"}},
       DiameterTrial},
      {"diversity",
       kTheorem3,
       "",
       kAlgorithm8,
       {{"bound", "(r/(r-1))*(|L|-1)*O(log|L|)*min(M,|L|)"}},
       DiversityTrial},
  };
  return bounds;
}

void RunBound(const Bound& bound, int64_t problems, uint64_t seed, Recorder& record) {
  double bounds = 0, sospd_bounds = 0, largest_factor = 0, largest_share = 0;
  int64_t not_optimal = 0, tighter = 0;
  for (int64_t i = 0; i < problems; ++i) {
    RandomStream random(seed, std::string("parsimonious_labeling/bounds/").append(bound.kind),
                        static_cast<uint64_t>(i));
    const Trial trial = bound.make(random);
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
  record.Value(bound.table, "multiplicative_bound", bounds / count);
  record.Value(kOurBounds, "largest_factor_needed", largest_factor);
  record.Value(kOurBounds, "largest_share_of_bound", largest_share);
  record.Value(kOurBounds, "problems", count);
  record.Value(kOurBounds, "problems_not_optimal", static_cast<double>(not_optimal));
  if (sospd_bounds == 0) return;
  const harness::Overrides sospd = {.method = "SoSPD",
                                    .setting = Setting{{"bound", "M*max_c delta/min_c delta"}}};
  record.Value(kProse352, "multiplicative_bound", sospd_bounds / count, sospd);
  record.Value(kOurBounds, "share_of_problems_with_a_bound_below_sospd",
               static_cast<double>(tighter) / count);
}

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
    left += unaries[v][of_node[v]];
    right += unaries[v][optimum[v]];
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

// Figure 3.1: l1 and l2 below p1, l3 and l4 below another node; edges 6 and 3. A leaf is a cluster of one.
void RecordFigureTree(Recorder& record) {
  const LabelTree tree({{-1, 0}, {0, 6}, {0, 6}, {1, 3, 0}, {1, 3, 1}, {2, 3, 2}, {2, 3, 3}});
  const HierarchicalPnPotts diversity(tree);
  const auto diameter = [&](const std::vector<graphical_models::Label>& labels) {
    graphical_models::LabelHistogram histogram(tree.num_labels());
    for (const graphical_models::Label label : labels) histogram.Add(label);
    return diversity(histogram);
  };
  const auto distance = [&](const char* quantity, double value) {
    record.Value("Figure 3.1", "distance", value, {.setting = Setting{{"quantity", quantity}}});
  };
  distance("d(l1,l3)", diversity.distances()(0, 2));
  distance("d(l1,l2)", diversity.distances()(0, 1));
  distance("diameter diversity of cluster p", diameter({0, 1, 2, 3}));
  distance("diameter diversity of cluster p2", diameter({2, 3}));
  distance("diameter diversity of cluster p3", diameter({0}));
}

}  // namespace

void Theory(Package& package) {
  package.Plan([](Planner& plan) {
    Case tree;
    tree.name = "figure-tree";
    tree.dataset = "r-HST example, r=2";
    tree.method = "r-HST metric";
    tree.deterministic = true;
    tree.run = [](uint64_t, Recorder& record) { RecordFigureTree(record); };
    plan.Add(std::move(tree));
    for (const Bound& bound : Bounds()) {
      Case c;
      c.name = std::string("bounds/").append(bound.kind);
      c.dataset = bound.dataset;
      c.method = bound.method;
      c.setting = bound.setting;
      Case& added = plan.Add(std::move(c));
      added.origin = harness::DataOrigin::kDrawn;
      const int64_t problems = added.Int("problems");
      added.run = [&bound, problems](uint64_t seed, Recorder& record) {
        RunBound(bound, problems, seed, record);
      };
    }
    Case counterexamples;
    counterexamples.name = "bounds/counterexamples";
    counterexamples.deterministic = true;
    counterexamples.run = [](uint64_t, Recorder& record) {
      RecordLemma(record);
      RecordTheorem3(TreeHeights::kTight, 0.35, record);
      RecordTheorem3(TreeHeights::kGeometric, 0.7, record);
    };
    plan.Add(std::move(counterexamples));
  });
}

}  // namespace structlab::parsimonious_labeling
