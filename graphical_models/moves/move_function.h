// The energy of a move as a list of terms.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_FUNCTION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_FUNCTION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace structlab::graphical_models {

enum class MoveChoice : uint8_t { kKeep, kTake };

// The costs of two variables that make different choices.
struct MovePair {
  int32_t p, q;
  double forward;   // p keeps and q takes; >= 0
  double backward;  // p takes and q keeps; >= 0
};

// The cost min(max_cost, each * number of members that make one choice); 0 <= each <= max_cost.
struct MoveCount {
  double each = 0, max_cost = 0;
};

// A group of variables with a count of the members that keep and one of those that take.
struct MoveGroup {
  int64_t begin;  // index of its first member in MoveFunction::members
  int32_t size;
  MoveCount keep = {}, take = {};

  bool IsEmpty() const { return keep.each <= 0 && take.each <= 0; }
};

// The energy of a move up to a constant, with x_v = 1 if v takes and 0 if it keeps:
//
//   sum_v slopes_v x_v + sum_pairs forward (1 - x_p) x_q + backward x_p (1 - x_q) + groups.
struct MoveFunction {
  std::vector<double> slopes = {};  // [variable]
  std::vector<MovePair> pairs = {};
  std::vector<MoveGroup> groups = {};
  std::vector<int32_t> members = {};  // of all groups, one group after the other
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_FUNCTION_H_
