// Choices in a move that need no cut, because they are the best whatever the others choose.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_REDUCTION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_REDUCTION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/moves/move_function.h"

namespace structlab::graphical_models {

enum class FixedChoice : uint8_t { kOpen, kKeeps, kTakes };

// Finds for every variable the least and the most that taking can cost it more than keeping, over all choices
// of the others. A variable keeps if that is never below 0, and takes if it always is; what is fixed so
// narrows the range of the others (dominance, as dead-end elimination has it). Among the choices of least
// cost, the one with the fewest takers stays one.
//
// Where unaries outweigh the other costs that leaves little to a cut, or nothing; it takes two or three
// readings of the terms. Scratch memory: 17 bytes a variable, used again. Not thread-safe.
class MoveReduction {
 public:
  // Takes all terms with fixed variables out of the function: their effect on the open ones is in the slopes.
  // Slopes of fixed variables are left as they were. rounding: how far sums of terms may be off; a variable
  // takes only if it gains more.
  void Reduce(double rounding, MoveFunction& function);

  // Of the variables of the last function.
  std::span<const FixedChoice> choices() const { return choices_; }

 private:
  void BeginRanges(const MoveFunction& function);
  bool IsOpen(int32_t v) const { return choices_[v] == FixedChoice::kOpen; }
  void FixIfDecided(int32_t v);
  void ReducePairs(MoveFunction& function);
  void ReduceGroups(MoveFunction& function);
  void AddOutcome(int32_t v, double lowest, double highest, FixedChoice other, MoveFunction& function);
  bool ReduceGroup(MoveGroup& group, MoveFunction& function);

  std::vector<double> lowest_, highest_;  // of what taking costs more
  std::vector<FixedChoice> choices_;
  double rounding_ = 0;
  size_t num_fixed_ = 0;
  bool fixing_ = true;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_REDUCTION_H_
