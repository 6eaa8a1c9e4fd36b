// The energy of a move as a list of terms.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_FUNCTION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_FUNCTION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace structlab::graphical_models {

enum class MoveChoice : uint8_t { kKeep, kTake };

// Costs of two variables that choose differently.
struct MovePair {
  int32_t p, q;
  double forward;   // p keeps and q takes; >= 0
  double backward;  // p takes and q keeps; >= 0
};

// min(largest, each * number of members that make some choice); 0 <= each <= largest.
struct MoveCount {
  double each = 0, largest = 0;
};

// A count of the members that keep and one of those that take.
struct MoveGroup {
  int64_t begin;  // of its members, among those of all groups
  int32_t size;
  MoveCount keep = {}, take = {};

  bool IsEmpty() const { return keep.each <= 0 && take.each <= 0; }
};

// Up to a constant, with x_v = 1 if v takes and 0 if it keeps,
//
//   sum_v slopes_v x_v + sum_pairs forward (1 - x_p) x_q + backward x_p (1 - x_q) + groups.
struct MoveFunction {
  std::vector<double> slopes = {};  // one a variable
  std::vector<MovePair> pairs = {};
  std::vector<MoveGroup> groups = {};
  std::vector<int32_t> members = {};  // of all groups
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_FUNCTION_H_
