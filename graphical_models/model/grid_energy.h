// Energies of images: unary and pairwise terms on a grid of pixels, without stored edges.
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

// Neighbours of a pixel: those that share a side, or also those that share a corner.
enum class Connectivity { kFour = 4, kEight = 8 };

// The step from the first pixel of an edge to the second; 4-connected grids use the first two.
struct GridStep {
  int dx, dy;
};
inline constexpr std::array<GridStep, 4> kGridSteps = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

// Pixels are numbered row by row: pixel = y * width + x.
struct GridShape {
  int width = 0;
  int height = 0;  // a grid without pixels becomes 0 x 0: an energy without variables
  int labels = 1;  // per pixel
  Connectivity connectivity = Connectivity::kFour;

  int num_pixels() const { return width * height; }
  int num_steps() const { return connectivity == Connectivity::kFour ? 2 : 4; }
  // Whether the pixel that the step leads to from (x, y) is in the grid.
  bool HasEdge(int x, int y, int step) const {
    const int to_x = x + kGridSteps[step].dx;
    return to_x >= 0 && to_x < width && y + kGridSteps[step].dy < height;
  }
  // Difference between the indices of the two pixels of an edge.
  int Offset(int step) const { return kGridSteps[step].dy * width + kGridSteps[step].dx; }
  int64_t num_edges() const;

  friend bool operator==(const GridShape&, const GridShape&) = default;
};

// Edge weights: one for all edges, one per step, or one per edge.
template <class Cost>
class GridWeights {
 public:
  // The same weight for all edges (implicit).
  GridWeights(Cost weight) : values_{{{weight}, {weight}, {weight}, {weight}}} {}
  // One weight for each step of the grid.
  static GridWeights PerStep(std::span<const Cost> weights);
  // planes[step][pixel] is the weight of the edge that leaves this pixel by this step; it is ignored if that
  // edge would leave the grid. One plane per step, each of num_pixels() weights.
  static GridWeights PerEdge(std::vector<std::vector<Cost>> planes);

  bool per_edge() const { return stride_ == 1; }
  // Number of steps that weights were given for; 0 if they fit any number.
  int steps() const { return steps_; }
  // Whether the weights fit a grid with this number of steps.
  bool FitsSteps(int steps) const { return steps_ == 0 || steps_ == steps; }
  Cost operator()(int step, int pixel) const { return values_[step][static_cast<size_t>(pixel) * stride_]; }
  // All weights of a step: num_pixels() values if per_edge(), otherwise one.
  std::span<const Cost> plane(int step) const { return values_[step]; }
  friend bool operator==(const GridWeights&, const GridWeights&) = default;

 private:
  std::array<std::vector<Cost>, kGridSteps.size()> values_;
  int steps_ = 0;  // number of steps that weights were given for; 0: any
  size_t stride_ = 0;
};

// The energy to minimise is E(y) = sum_p unary_p(y_p) + sum_(p,q) weight_pq potential(y_p, y_q), where q is
// to the right of p or below it. Cost is the type that stores unaries and weights: int32_t, float or double.
// Energies are summed in double precision: exact for integers up to 2^53.
//
//     const GridShape shape = {.width = 384, .height = 288, .labels = 16};
//     const GridEnergy<int32_t> energy(shape, unaries, TruncatedLinear{1, 2}, 20);
//     const double value = energy.Energy(labeling);
//
// Take it for images with one potential for all edges. For other graphs, or several potentials, there is
// PairwiseEnergy. Cost = int32_t makes energies exact and gives the fastest form of several methods (TRW-S,
// expansion). Reading is thread-safe. Memory: sizeof(Cost) bytes per pixel and label and, with a weight per
// edge, sizeof(Cost) bytes per pixel and step.
template <class Cost>
class GridEnergy {
 public:
  // Unaries come pixel by pixel: unaries[pixel * labels + label]. They may be +infinity unless Cost is an
  // integer. Throws common::Error(kUsage) for
  //   - a shape that is negative, has no labels or has more than 2^31 - 1 pixels;
  //   - a wrong number of unaries or weights, or a table potential with fewer labels than the grid;
  //   - invalid costs or weights (energy_value.h, PotentialRange).
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

  // Sums row by row: the unaries of the row, then the edges that leave its pixels, step by step. Throws
  // common::Error(kUsage) if the labeling does not fit. O(pixels) time.
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
