// Decides variables of a move without a cut, where one choice is best whatever the others choose.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_REDUCTION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_REDUCTION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/moves/move_function.h"

namespace structlab::graphical_models {

enum class FixedChoice : uint8_t { kOpen, kKeeps, kTakes };

// Finds for every variable the range of the cost of taking minus the cost of keeping, over all choices of the
// others. A variable keeps if this is never below 0 and takes if it is always below 0. Each fixed variable
// narrows the ranges of the others (dominance, as in dead-end elimination). Among the choices of least cost,
// the one with the fewest takers is preserved.
//
// - Groups are followed until nothing changes. The time is linear in their members, times a logarithm of
//   the variables where changes spread slowly.
// - Pairs are read again only as long as this is faster than a cut.
// - If unaries outweigh the other costs, little or nothing is left to cut, after two or three readings of
//   the terms.
//
// Memory, reused: 29 bytes a variable, 4 a member of a group and 4 a group. Not thread-safe.
class MoveReduction {
 public:
  // Removes all terms with fixed variables from the function; their effect on open variables is added to the
  // slopes. Slopes of fixed variables are meaningless afterwards. `rounding`: bound on the rounding of sums
  // of terms; a variable takes only if it gains more than this.
  void Reduce(double rounding, MoveFunction& function);

  // [variable] choices in the last function.
  std::span<const FixedChoice> choices() const { return choices_; }

 private:
  struct Range {
    double lowest, highest;
  };
  // What a count changes for each of its open members.
  struct Narrowing {
    double paid = 0;  // cost of making the choice that is now certain
    double less = 0;  // by how much the largest cost of making the choice has fallen
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

  std::vector<Range> ranges_;  // [variable] of the cost of taking minus the cost of keeping
  std::vector<FixedChoice> choices_;
  std::vector<int32_t> fixed_;  // the first num_fixed_ entries: fixed variables, in the order of fixing
  size_t num_fixed_ = 0;
  size_t num_followed_ = 0;  // the first num_followed_ of these have been applied to all groups
  double rounding_ = 0;
  bool fixing_ = false;
  // Index of the groups of each variable; built only when fixed variables are followed one by one.
  bool has_index_ = false;
  std::vector<size_t> groups_end_;  // [variable] end of its groups in groups_of_, after those of the previous
  std::vector<int32_t> groups_of_;  // variable by variable
  std::vector<int32_t> num_open_members_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_REDUCTION_H_
