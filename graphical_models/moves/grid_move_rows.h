// The capacities of an expansion move on a 4-connected grid, row by row.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_MOVE_ROWS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_MOVE_ROWS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Distances of labels as integers: a table of all pairs, or one number for Potts.
class IntegerDistances {
 public:
  // The potential's values must be integers of at most 2^31 - 1 for all labels.
  IntegerDistances(const PairwisePotential& potential, int labels)
      : labels_(labels), is_potts_(potential.As<Potts>() != nullptr) {
    if (is_potts_) {
      potts_cost_ = labels > 1 ? static_cast<int32_t>(potential(0, 1)) : 0;
      return;
    }
    for (Label a = 0; a < labels; ++a) {
      for (Label b = 0; b < labels; ++b) table_.push_back(static_cast<int32_t>(potential(a, b)));
    }
  }

  // distances[x] = d(a[x], b[x]).
  void Between(std::span<const Label> a, std::span<const Label> b, std::span<int32_t> distances) const {
    if (is_potts_) {
      for (size_t x = 0; x < distances.size(); ++x) distances[x] = a[x] == b[x] ? 0 : potts_cost_;
    } else {
      for (size_t x = 0; x < distances.size(); ++x) {
        distances[x] = table_[static_cast<size_t>(a[x]) * labels_ + static_cast<size_t>(b[x])];
      }
    }
  }

  // distances[x] = d(a[x], alpha).
  void To(Label alpha, std::span<const Label> a, std::span<int32_t> distances) const {
    if (is_potts_) {
      for (size_t x = 0; x < distances.size(); ++x) distances[x] = a[x] == alpha ? 0 : potts_cost_;
    } else {
      const int32_t* const row = table_.data() + static_cast<size_t>(alpha) * labels_;
      for (size_t x = 0; x < distances.size(); ++x) distances[x] = row[a[x]];
    }
  }

 private:
  size_t labels_;
  bool is_potts_;
  int32_t potts_cost_ = 0;
  std::vector<int32_t> table_;
};

// A row of edges (p, q) in a move. The cost of an edge is
//   A = w d(a, b)      if p keeps a and q keeps b
//   B = w d(a, alpha)  if p keeps a and q takes alpha
//   C = w d(alpha, b)  if p takes alpha and q keeps b
//   0                  if both take alpha
// As capacities, with x = 1 for taking:
//
//   A + at_first x_p + at_second x_q + forward (1 - x_p) x_q + backward x_p (1 - x_q)
//
// for every choice of 0 <= backward <= B + C - A. Flow between p and q changes this choice.
struct MoveEdges {
  explicit MoveEdges(size_t count) : forward(count), backward(count), at_first(count), at_second(count) {}

  std::vector<int32_t> forward, backward, at_first, at_second;
};

// The costs of the edges of a row; all spans have the same length.
struct MoveEdgeCosts {
  std::span<const int32_t> weights, between, first_to_alpha, second_to_alpha;
};

// Sets the capacities with `backward` from an earlier cut, limited to what is allowed now.
template <class Stored>
void ContinueEdges(const MoveEdgeCosts& costs, const Stored* stored, MoveEdges& edges) {
  const size_t count = costs.weights.size();
  for (size_t x = 0; x < count; ++x) {
    const int32_t w = costs.weights[x];
    const int32_t between = w * costs.between[x];
    const int32_t first = w * costs.first_to_alpha[x], second = w * costs.second_to_alpha[x];
    const int32_t sum = first + second - between;
    const int32_t backward = std::min(static_cast<int32_t>(stored[x]), sum);
    edges.forward[x] = sum - backward;
    edges.backward[x] = backward;
    edges.at_first[x] = second - between - backward;
    edges.at_second[x] = backward - second;
  }
}

// Sets the capacities without an earlier cut; shares the cost between p and q as evenly as possible.
inline void BeginEdges(const MoveEdgeCosts& costs, MoveEdges& edges) {
  const size_t count = costs.weights.size();
  for (size_t x = 0; x < count; ++x) {
    const int32_t w = costs.weights[x];
    const int32_t between = w * costs.between[x];
    const int32_t first = w * costs.first_to_alpha[x], second = w * costs.second_to_alpha[x];
    const int32_t sum = first + second - between;
    const int32_t forward = std::max(0, std::min(first - between / 2, sum));
    edges.forward[x] = forward;
    edges.backward[x] = sum - forward;
    edges.at_first[x] = second - between - edges.backward[x];
    edges.at_second[x] = edges.backward[x] - second;
  }
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_MOVE_ROWS_H_
