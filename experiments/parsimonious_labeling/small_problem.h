// Problems that are small enough to be solved by trying all labelings.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_SMALL_PROBLEM_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_SMALL_PROBLEM_H_

#include <span>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::parsimonious_labeling {

struct SmallProblem {
  graphical_models::PairwiseEnergy unaries;  // no edges
  graphical_models::CliqueEnergy cliques;
};

// An energy apart.
struct Terms {
  double unaries, cliques;

  double energy() const { return unaries + cliques; }
};

// What sums of a few terms of this size may be off by.
inline constexpr double kRounding = 1e-9;

// Unaries are whole numbers up to 29; from 1 to 4 random cliques of this size weigh a half to two times the
// potential, and all weights together are such that cliques matter.
SmallProblem RandomSmallProblem(int variables, int labels, int clique_size,
                                const graphical_models::CliquePotential& potential,
                                common::RandomStream& random);

// One clique of all variables, of weight 1.
SmallProblem OneClique(const std::vector<std::vector<double>>& unaries,
                       const graphical_models::CliquePotential& potential);

// The same cliques with another potential, their weights multiplied.
graphical_models::CliqueEnergy WithPotential(const graphical_models::CliqueEnergy& cliques,
                                             const graphical_models::CliquePotential& potential,
                                             double factor);

// The diversity delta(labels in use) = their number - 1.
graphical_models::CliquePotential NumberOfLabelsLessOne(int labels);

// By brute force; of several the lexicographically first.
graphical_models::Labeling OptimumOf(const SmallProblem& problem);
Terms TermsOf(const SmallProblem& problem, std::span<const graphical_models::Label> labeling);

// The least B for which energy of `found` <= unaries + B cliques of `optimum` (3.4); infinite if there is
// none, 0 if the unaries alone are enough.
double FactorNeeded(const Terms& found, const Terms& optimum);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_SMALL_PROBLEM_H_
