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
// Through groups that is followed to its end, in a time that is linear in their members, times a logarithm of
// the variables where it spreads slowly; through pairs while it is quicker than a cut. Where unaries outweigh
// the other costs that leaves little to a cut, or nothing; it takes two or three readings of the terms.
// Scratch memory: 29 bytes a variable, 4 a member of a group and 4 a group, used again. Not thread-safe.
class MoveReduction {
 public:
  // Takes all terms with fixed variables out of the function: their effect on the open ones is in the slopes.
  // Slopes of fixed variables mean nothing afterwards. rounding: how far sums of terms may be off; a variable
  // takes only if it gains more.
  void Reduce(double rounding, MoveFunction& function);

  // Of the variables of the last function.
  std::span<const FixedChoice> choices() const { return choices_; }

 private:
  struct Range {
    double lowest, highest;
  };
  // What a count does to each of its open members.
  struct Narrowing {
    double paid = 0;  // for the choice, whatever the others choose
    double less = 0;  // the most that the choice can cost, than before
  };

  size_t num_open() const { return choices_.size() - num_fixed_; }
  bool IsOpen(int32_t v) const { return choices_[v] == FixedChoice::kOpen; }
  void BeginRanges(MoveFunction& function);
  void FixIfDecided(int32_t v);
  void ReadPairs(MoveFunction& function);
  void AddOutcome(int32_t v, double lowest, double highest, FixedChoice other, MoveFunction& function);
  void ReduceGroups(MoveFunction& function);
  void ReadGroups(MoveFunction& function);
  void IndexGroups(const MoveFunction& function);
  void Follow(int32_t v, MoveFunction& function);
  void NarrowGroup(int32_t keepers, int32_t takers, int32_t open, MoveGroup& group, MoveFunction& function);
  static Narrowing NarrowCount(int32_t choosing, int32_t open, MoveCount& count);
  void RemoveFixed(MoveFunction& function);

  std::vector<Range> ranges_;  // of what taking costs more
  std::vector<FixedChoice> choices_;
  std::vector<int32_t> fixed_;  // the first num_fixed_, in the order in which they were
  size_t num_fixed_ = 0;
  size_t num_followed_ = 0;  // of these, the first that all groups know of
  double rounding_ = 0;
  bool fixing_ = false;
  // Only where what is fixed is followed from one variable to the next.
  bool has_index_ = false;
  std::vector<size_t> groups_end_;  // of a variable; they begin where those of the one before end
  std::vector<int32_t> groups_of_;  // of all variables
  std::vector<int32_t> num_open_members_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_REDUCTION_H_
