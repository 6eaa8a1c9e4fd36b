// Energies of unary and pairwise terms on the pixels of an image, whose edges need no storage.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_GRID_ENERGY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_GRID_ENERGY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// The neighbours of a pixel: across its sides, or across its corners too.
enum class Connectivity { kFour = 4, kEight = 8 };

// An edge leads from a pixel by one of these steps; 4-connected grids have the first two.
struct GridStep {
  int dx, dy;
};
inline constexpr std::array<GridStep, 4> kGridSteps = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

// Pixels are numbered row by row: pixel = y * width + x.
struct GridShape {
  int width = 0;
  int height = 0;  // a grid without pixels is an energy without variables, and becomes 0 x 0
  int labels = 1;  // of every pixel
  Connectivity connectivity = Connectivity::kFour;

  int num_pixels() const { return width * height; }
  int num_steps() const { return connectivity == Connectivity::kFour ? 2 : 4; }
  // Whether the edge from (x, y) by this step stays in the grid.
  bool HasEdge(int x, int y, int step) const {
    const int to_x = x + kGridSteps[step].dx;
    return to_x >= 0 && to_x < width && y + kGridSteps[step].dy < height;
  }
  // From a pixel to the one that a step leads to.
  int Offset(int step) const { return kGridSteps[step].dy * width + kGridSteps[step].dx; }
  int64_t num_edges() const;

  friend bool operator==(const GridShape&, const GridShape&) = default;
};

// The weights of the edges: one number, one a step, or one an edge.
template <class Cost>
class GridWeights {
 public:
  // Implicit: the same for all edges.
  GridWeights(Cost weight) : values_{{{weight}, {weight}, {weight}, {weight}}} {}
  // As many as the grid has steps.
  static GridWeights PerStep(std::span<const Cost> weights);
  // planes[step][pixel] belongs to the edge from that pixel; where the edge would leave the grid, it is
  // ignored. As many planes as the grid has steps, each of num_pixels() weights.
  static GridWeights PerEdge(std::vector<std::vector<Cost>> planes);

  bool per_edge() const { return stride_ == 1; }
  // 0: for any.
  int steps() const { return steps_; }
  // Whether they are for a grid of so many steps.
  bool FitsSteps(int steps) const { return steps_ == 0 || steps_ == steps; }
  Cost operator()(int step, int pixel) const { return values_[step][static_cast<size_t>(pixel) * stride_]; }
  // All weights of a step: num_pixels() if per_edge(), else one.
  std::span<const Cost> plane(int step) const { return values_[step]; }
  friend bool operator==(const GridWeights&, const GridWeights&) = default;

 private:
  std::array<std::vector<Cost>, kGridSteps.size()> values_;
  int steps_ = 0;  // that weights were given for; 0: for any number
  size_t stride_ = 0;
};

// E(y) = sum_p unary_p(y_p) + sum_(p,q) weight_pq potential(y_p, y_q), minimised, with q right of or below p.
// Cost is int32_t, float or double: how unaries and weights are stored. Energies are sums in double
// precision: exact for integers up to 2^53.
//
//   const GridShape shape = {.width = 384, .height = 288, .labels = 16};
//   const GridEnergy<int32_t> energy(shape, unaries, TruncatedLinear{1, 2}, 20);
//
// Reading is thread-safe. Memory: sizeof(Cost) bytes a pixel and label, and a pixel and step if each edge has
// a weight of its own.
template <class Cost>
class GridEnergy {
 public:
  // Unaries pixel by pixel: unaries[pixel * labels + label]. They may be +infinity unless Cost is an integer.
  // Throws common::Error(kUsage) for a shape that is negative, without labels or of more than 2^31 - 1
  // pixels, another number of unaries or weights, a table of fewer labels, and numbers that are no energies
  // or no weights (energy_value.h, PotentialRange).
  GridEnergy(GridShape shape, std::vector<Cost> unaries, PairwisePotential potential,
             GridWeights<Cost> weights);

  const GridShape& shape() const { return shape_; }
  int num_variables() const { return shape_.num_pixels(); }
  int num_labels() const { return shape_.labels; }
  std::span<const Cost> unaries() const { return unaries_; }
  std::span<const Cost> unary(int pixel) const {
    return unaries().subspan(static_cast<size_t>(pixel) * static_cast<size_t>(shape_.labels),
                             static_cast<size_t>(shape_.labels));
  }
  const PairwisePotential& potential() const { return potential_; }
  const GridWeights<Cost>& weights() const { return weights_; }

  // Sums row by row: its unaries, then the edges from its pixels, step by step. Throws common::Error(kUsage)
  // unless the labeling fits. O(pixels).
  double Energy(std::span<const Label> labeling) const;

  friend bool operator==(const GridEnergy&, const GridEnergy&) = default;

 private:
  void CheckShape() const;
  void CheckUnaries() const;
  void CheckWeights() const;

  GridShape shape_;
  std::vector<Cost> unaries_;
  PairwisePotential potential_;
  GridWeights<Cost> weights_;
};

extern template class GridWeights<int32_t>;
extern template class GridWeights<float>;
extern template class GridWeights<double>;
extern template class GridEnergy<int32_t>;
extern template class GridEnergy<float>;
extern template class GridEnergy<double>;

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_GRID_ENERGY_H_
