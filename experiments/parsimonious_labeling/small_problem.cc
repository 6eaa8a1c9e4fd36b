#include "experiments/parsimonious_labeling/small_problem.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/conversion.h"

namespace structlab::parsimonious_labeling {

using graphical_models::CliqueEnergy;
using graphical_models::CliquePotential;
using graphical_models::Label;
using graphical_models::Labeling;
using graphical_models::PairwiseEnergy;

SmallProblem RandomSmallProblem(int variables, int labels, int clique_size, const CliquePotential& potential,
                                common::RandomStream& random) {
  SmallProblem problem = {PairwiseEnergy(std::vector<int>(variables, labels)),
                          CliqueEnergy(variables, labels)};
  std::vector<double> costs(labels);
  for (int v = 0; v < variables; ++v) {
    for (double& cost : costs) cost = static_cast<double>(random.UniformIndex(30));
    problem.unaries.AddUnary(v, costs);
  }
  // The largest distance costs about as much as the unaries of a variable differ.
  const double unit = 10 / std::max(1.0, potential.MaxValue(labels));
  const int index = problem.cliques.AddPotential(potential);
  for (uint64_t left = 1 + random.UniformIndex(4); left > 0; --left) {
    const double weight = unit * 0.5 * static_cast<double>(1 + random.UniformIndex(4));
    problem.cliques.AddClique(random.SampleWithoutReplacement(variables, clique_size), index, weight);
  }
  return problem;
}

SmallProblem OneClique(const std::vector<std::vector<double>>& unaries, const CliquePotential& potential) {
  const int variables = static_cast<int>(unaries.size()), labels = static_cast<int>(unaries[0].size());
  SmallProblem problem = {PairwiseEnergy(std::vector<int>(unaries.size(), labels)),
                          CliqueEnergy(variables, labels)};
  std::vector<int> all;
  for (int v = 0; v < variables; ++v) {
    problem.unaries.AddUnary(v, unaries[v]);
    all.push_back(v);
  }
  problem.cliques.AddClique(all, problem.cliques.AddPotential(potential));
  return problem;
}

CliqueEnergy WithPotential(const CliqueEnergy& cliques, const CliquePotential& potential, double factor) {
  CliqueEnergy changed(cliques.num_variables(), cliques.num_labels());
  const int index = changed.AddPotential(potential);
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    changed.AddClique(cliques.variables(clique), index, factor * cliques.weight(clique));
  }
  return changed;
}

CliquePotential NumberOfLabelsLessOne(int labels) {
  return graphical_models::CoOccurrence{.offset = -1, .label_costs = std::vector<double>(labels, 1.0)};
}

Labeling OptimumOf(const SmallProblem& problem) {
  graphical_models::FactorGraph graph = ToFactorGraph(problem.unaries);
  AddCliques(problem.cliques, graph);
  return BruteForceMap(graph).labeling;
}

Terms TermsOf(const SmallProblem& problem, std::span<const Label> labeling) {
  return {problem.unaries.Energy(labeling), problem.cliques.Energy(labeling)};
}

double FactorNeeded(const Terms& found, const Terms& optimum) {
  const double excess = found.energy() - optimum.unaries;
  if (excess <= kRounding) return 0;
  if (optimum.cliques <= kRounding) return std::numeric_limits<double>::infinity();
  return excess / optimum.cliques;
}

}  // namespace structlab::parsimonious_labeling
