// A grid energy in 32-bit fixed point, stored for sweeps that handle eight pixels at a time. Pairwise
// potentials are evaluated here once: see FixedPointGrid::costs and EdgesOfStep.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FIXED_POINT_GRID_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FIXED_POINT_GRID_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graphical_models/approximate/lanes.h"
#include "graphical_models/model/grid_energy.h"

namespace structlab::graphical_models {

// Order of the pixels in memory. The image is cut into bands of eight rows. A step of a band is eight pixels,
// one in each row, each one column to the left of the pixel above it: lane r of step t is the pixel (x, y) =
// (t - r, 8 band + r). No two pixels of a step are neighbours. Their right and lower neighbours are in the
// next step, their left and upper neighbours in the previous step. Exceptions are the lower neighbour of lane
// 7 and the upper neighbour of lane 0, which are in other bands. Lanes outside the image have costs of 0.
struct BandLayout {
  int width = 0, height = 0, labels = 1;

  int num_bands() const { return (height + kLanes - 1) / kLanes; }
  int num_steps() const { return width == 0 ? 0 : width + kLanes - 1; }
  // True if this lane is a pixel of the image.
  bool Contains(int band, int step, int lane) const {
    return lane <= step && step - lane < width && band * kLanes + lane < height;
  }
  int Pixel(int band, int step, int lane) const { return (band * kLanes + lane) * width + step - lane; }
  // Steps are stored band by band. Each band begins with an empty step of index -1.
  size_t StepIndex(int band, int step) const {
    return static_cast<size_t>(band) * (static_cast<size_t>(num_steps()) + 1) + static_cast<size_t>(step + 1);
  }
  size_t num_stored_steps() const { return StepIndex(num_bands(), -1); }
};

// How a message is computed; one for each form of potential.
enum class MessageForm { kPotts, kLinear, kQuadratic, kTable };

enum GridDirection { kRight, kDown, kLeft, kUp };

// The edges of the eight pixels of a step, by direction.
struct EdgesOfStep {
  struct Edge {
    Lanes slope;  // truncated linear: weighted cost of two adjacent labels; other potentials: 0
    Lanes cap;    // Potts, truncated linear: largest weighted cost; other potentials: -1 if the edge exists,
                  // else 0
    // Masks of the share of a pixel's sum that the edge gets. It is half, except for pixels with at most one
    // edge forward and at most one backward (two corners, or a grid of one row or column): there `all` marks
    // the edge that gets everything and `nothing` the missing edge.
    Lanes all, nothing;
  };
  std::array<Edge, 4> edges;  // by GridDirection
  bool has_unequal_shares;

  bool operator==(const EdgesOfStep& other) const;
};

// The unit of the fixed-point numbers: a cost c is stored as floor(c * 2^exponent).
struct FixedPointResolution {
  int exponent;
  double max_range;  // largest difference between two costs of an edge

  // The resolution for this energy, or nullopt if it cannot be stored in fixed point:
  // - the grid is 8-connected, a weight is negative, or a potential has infinite values
  // - a pixel has only infinite unary costs
  // - a quadratic potential or a table with a weight for each edge, or a quadratic potential with so many
  //   labels that its table would be much larger than the energy
  // - costs so different in magnitude that rounding could cost more than 1e-6 of their total
  //
  // For a slope that is not a whole number of units, rounding costs up to one unit for each label between the
  // labels of an edge, up to the truncation. O(pixels * labels).
  template <class Cost>
  static std::optional<FixedPointResolution> For(const GridEnergy<Cost>& energy);
};

// The energy in fixed point. All costs are >= 0, and a pixel's unary plus its messages is at most 2^29. Costs
// are rounded down, so no labeling costs more here than in the energy. The least unary cost of each pixel is
// subtracted and added to `constant`. Unaries of more than four times the range of an edge, which no optimal
// labeling pays, are cut to that value plus one unit.
//
// How pairwise costs are stored depends on `form`:
//   kPotts, kLinear     a slope and a cap for each edge, in `edges`
//   kQuadratic, kTable  one table for each direction, in `costs`
struct FixedPointGrid {
  template <class Cost>
  FixedPointGrid(const GridEnergy<Cost>& energy, const FixedPointResolution& resolution);

  BandLayout layout;
  MessageForm form;
  double unit;                       // 2^-exponent: energy = constant + unit * integer
  double constant = 0;               // to be added to all energies
  std::vector<LaneVector> unaries;   // [step index][label]
  std::vector<EdgesOfStep> edges;    // distinct values only
  std::vector<uint32_t> edge_index;  // [step index], into `edges`
  int linear_limit = 0;              // truncated linear: labels at this distance or more cost the cap
  int quadratic_radius = 0;          // truncated quadratic: labels at this distance or more cost the same
  // kQuadratic and kTable: costs[direction][own label * labels + neighbour's label].
  std::array<std::vector<int32_t>, 4> costs;

 private:
  template <class Cost>
  void SetUnaries(const GridEnergy<Cost>& energy, const FixedPointResolution& resolution);
  template <class Cost>
  void SetCosts(const GridEnergy<Cost>& energy, double scale);
  template <class Cost>
  void SetEdges(const GridEnergy<Cost>& energy, double scale);
  template <class Cost>
  EdgesOfStep MakeEdges(const GridEnergy<Cost>& energy, double scale, int band, int step) const;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FIXED_POINT_GRID_H_
