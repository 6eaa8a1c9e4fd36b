#include "experiments/parsimonious_labeling/lattice_problem.h"

#include <vector>

#include "common/check.h"
#include "common/random_stream.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::CliqueEnergy;
using graphical_models::CliquePotential;
using graphical_models::PairwiseEnergy;

void AddWindows(const LatticeShape& shape, int potential, double weight, CliqueEnergy& cliques) {
  std::vector<int> pixels;
  for (int y = 0; y + shape.window <= shape.side; ++y) {
    for (int x = 0; x + shape.window <= shape.side; ++x) {
      pixels.clear();
      for (int dy = 0; dy < shape.window; ++dy) {
        for (int dx = 0; dx < shape.window; ++dx) pixels.push_back((y + dy) * shape.side + x + dx);
      }
      cliques.AddClique(pixels, potential, weight);
    }
  }
}

}  // namespace

Lattice MakeLattice(const LatticeShape& shape, const CliquePotential& potential, double weight,
                    uint64_t seed) {
  STRUCTLAB_CHECK(shape.window >= 1 && shape.window <= shape.side);
  const int pixels = shape.side * shape.side;
  Lattice lattice = {PairwiseEnergy(std::vector<int>(pixels, shape.labels)),
                     CliqueEnergy(pixels, shape.labels)};
  common::RandomStream random(seed, "parsimonious_labeling/unaries");
  std::vector<double> costs(shape.labels);
  for (int pixel = 0; pixel < pixels; ++pixel) {
    for (double& cost : costs) cost = random.Uniform(0, 100);
    lattice.unaries.AddUnary(pixel, costs);
  }
  AddWindows(shape, lattice.cliques.AddPotential(potential), weight, lattice.cliques);
  return lattice;
}

}  // namespace structlab::parsimonious_labeling
