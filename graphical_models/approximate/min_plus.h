// Messages of pairwise potentials: min-plus products of a vector with what an edge costs.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MIN_PLUS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MIN_PLUS_H_

#include <span>
#include <vector>

#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// Which end of an edge the vector belongs to: the potential's first argument or its second.
enum class EdgeEnd { kFirst, kSecond };

// Holds the memory that the computations need; one a thread.
class MinPlus {
 public:
  // message[b] = min over a of vector[a] + weight * potential(a, b), or potential(b, a) if the vector belongs
  // to the second end. +infinity is allowed in the vector and, with a weight above 0, in the potential; the
  // two may overlap only if they are the same. What is exact in real numbers is so but for rounding.
  // O(labels) for Potts, truncated linear (Felzenszwalb, Huttenlocher 2012, section 3) and truncated
  // quadratic (section 2); O(labels^2) for tables and for weights below 0.
  void operator()(const PairwisePotential& potential, double weight, EdgeEnd end,
                  std::span<const double> vector, std::span<double> message);

 private:
  void LowerEnvelope(double slope, std::span<const double> vector, std::span<double> message);

  std::vector<double> copy_;
  std::vector<int> vertices_;       // of the parabolas of the envelope, from the left
  std::vector<double> boundaries_;  // where each begins to be the lowest
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MIN_PLUS_H_
