// A 4-connected grid in 32-bit fixed point, laid out for sweeps that treat eight pixels at a time.
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

// The image is cut into bands of eight rows. A step of a band holds one pixel of each row, one column further
// left in each: lane r of step t is the pixel (t - r, 8 band + r). The pixels of a step are no neighbours of
// each other; their right and lower neighbours are in the next step and their left and upper ones in the
// previous one (the lower one of lane 7 and the upper one of lane 0 in other bands). Lanes outside the image
// have costs of 0.
struct BandLayout {
  int width = 0, height = 0, labels = 1;

  int num_bands() const { return (height + kLanes - 1) / kLanes; }
  int num_steps() const { return width == 0 ? 0 : width + kLanes - 1; }
  bool Holds(int band, int step, int lane) const {
    return lane <= step && step - lane < width && band * kLanes + lane < height;
  }
  int Pixel(int band, int step, int lane) const { return (band * kLanes + lane) * width + step - lane; }
  // Steps are stored band by band, with one in front of each band (step -1) that stands for nothing.
  size_t StepIndex(int band, int step) const {
    return static_cast<size_t>(band) * (static_cast<size_t>(num_steps()) + 1) + static_cast<size_t>(step + 1);
  }
  size_t num_stored_steps() const { return StepIndex(num_bands(), -1); }
};

enum class MessageForm { kPotts, kLinear, kQuadratic, kTable };

enum GridDirection { kRight, kDown, kLeft, kUp };

// One of the edges of each pixel of a step.
struct EdgesOfStep {
  struct Edge {
    Lanes slope;  // truncated linear potentials: the cost of labels next to each other
    Lanes cap;    // Potts, truncated linear: the largest cost; others: -1 where there is an edge, else 0
    // The share of a pixel's sum that goes to the edge is a half but for pixels with one edge forward or
    // backward at most (two corners, or a grid of one row or column): their edges get all, and edges that are
    // not there nothing.
    Lanes all, nothing;
  };
  std::array<Edge, 4> edges;  // by GridDirection
  bool has_unequal_shares;

  bool operator==(const EdgesOfStep& other) const;
};

// How an energy is rounded: a cost is stored as the integer part of its 2^exponent-fold.
struct FixedPointResolution {
  int exponent;
  double largest_range;  // of the costs of an edge

  // Nothing if the energy is not for fixed point: 8-connected, weights below 0, infinite potentials,
  // quadratics or tables with a weight for each edge, or costs so different in magnitude that rounding could
  // cost more than 1e-6 of all. A slope that is no whole number of units loses up to one for each label that
  // the labels of an edge are apart, up to the truncation. O(pixels * labels).
  template <class Cost>
  static std::optional<FixedPointResolution> For(const GridEnergy<Cost>& energy);
};

// Costs are >= 0 and so small that a pixel's unary and its messages sum to at most 2^29. All are rounded
// down, so that no labeling costs more here than in the energy. Unaries are those above the least of their
// pixel; what is more than four times the range of an edge above it, which no optimal labeling pays, is cut
// there.
struct FixedPointGrid {
  template <class Cost>
  FixedPointGrid(const GridEnergy<Cost>& energy, const FixedPointResolution& resolution);

  BandLayout layout;
  MessageForm form;
  double unit;                       // of the integers below
  double constant = 0;               // to be added to all energies
  std::vector<LaneVector> unaries;   // [step index][label]
  std::vector<EdgesOfStep> edges;    // each that differs once
  std::vector<uint32_t> edge_index;  // [step index]
  int linear_limit = 0;              // truncated linear: labels further apart all cost the cap
  int quadratic_radius = 0;          // truncated quadratic: labels further apart all cost the same
  // Quadratics and tables: costs[direction][own label * labels + neighbour's label].
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
