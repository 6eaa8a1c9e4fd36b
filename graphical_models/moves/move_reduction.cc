#include "graphical_models/moves/move_reduction.h"

#include <algorithm>

namespace structlab::graphical_models {

void MoveReduction::Reduce(double rounding, MoveFunction& function) {
  rounding_ = rounding;
  num_fixed_ = 0;
  fixing_ = true;
  BeginRanges(function);
  const size_t num_variables = function.slopes.size();
  for (size_t v = 0; v < num_variables; ++v) FixIfDecided(static_cast<int32_t>(v));
  // A reading that decides few variables costs more than it saves the cut.
  for (size_t before = 0; num_fixed_ > before + (num_variables - num_fixed_) / 64;) {
    before = num_fixed_;
    ReducePairs(function);
    ReduceGroups(function);
  }
  // Terms that were read before one of their variables was fixed.
  fixing_ = false;
  ReducePairs(function);
  ReduceGroups(function);
}

void MoveReduction::BeginRanges(const MoveFunction& function) {
  lowest_ = function.slopes;
  highest_ = function.slopes;
  choices_.assign(function.slopes.size(), FixedChoice::kOpen);
  for (const MovePair& pair : function.pairs) {
    lowest_[pair.p] -= pair.forward;
    highest_[pair.p] += pair.backward;
    lowest_[pair.q] -= pair.backward;
    highest_[pair.q] += pair.forward;
  }
  for (const MoveGroup& group : function.groups) {
    const auto begin = function.members.begin() + group.begin;
    if (group.choice == MoveChoice::kKeep) {
      std::for_each(begin, begin + group.size, [&](int32_t v) { lowest_[v] -= group.each; });
    } else {
      std::for_each(begin, begin + group.size, [&](int32_t v) { highest_[v] += group.each; });
    }
  }
}

void MoveReduction::FixIfDecided(int32_t v) {
  if (!fixing_ || !IsOpen(v)) return;
  if (lowest_[v] >= 0) {
    choices_[v] = FixedChoice::kKeeps;
  } else if (highest_[v] < -rounding_) {
    choices_[v] = FixedChoice::kTakes;
  } else {
    return;
  }
  ++num_fixed_;
}

// A pair's share in what taking costs v more was between lowest and highest; now it is the highest if the
// other variable keeps, the lowest if it takes.
void MoveReduction::AddOutcome(int32_t v, double lowest, double highest, FixedChoice other,
                               MoveFunction& function) {
  if (!IsOpen(v)) return;
  if (other == FixedChoice::kKeeps) {
    function.slopes[v] += highest;
    lowest_[v] += highest - lowest;
  } else {
    function.slopes[v] += lowest;
    highest_[v] -= highest - lowest;
  }
  FixIfDecided(v);
}

void MoveReduction::ReducePairs(MoveFunction& function) {
  size_t kept = 0;
  for (const MovePair pair : function.pairs) {
    const FixedChoice of_p = choices_[pair.p], of_q = choices_[pair.q];
    if (of_p == FixedChoice::kOpen && of_q == FixedChoice::kOpen) {
      function.pairs[kept++] = pair;
    } else if (of_p != FixedChoice::kOpen) {
      AddOutcome(pair.q, -pair.backward, pair.forward, of_p, function);
    } else {
      AddOutcome(pair.p, -pair.forward, pair.backward, of_q, function);
    }
  }
  function.pairs.resize(kept);
}

void MoveReduction::ReduceGroups(MoveFunction& function) {
  size_t kept = 0;
  for (MoveGroup group : function.groups) {
    if (ReduceGroup(group, function)) function.groups[kept++] = group;
  }
  function.groups.resize(kept);
}

// Takes the fixed members out. Returns whether there is still something to choose that is no unary cost.
bool MoveReduction::ReduceGroup(MoveGroup& group, MoveFunction& function) {
  const bool keep = group.choice == MoveChoice::kKeep;
  const FixedChoice chosen = keep ? FixedChoice::kKeeps : FixedChoice::kTakes;
  int32_t* const members = function.members.data() + group.begin;
  int32_t open = 0;
  int32_t choosing = 0;  // fixed on the group's choice
  for (int32_t i = 0; i < group.size; ++i) {
    const int32_t v = members[i];
    members[open] = v;
    open += IsOpen(v);
    choosing += choices_[v] == chosen;
  }
  group.size = open;
  const double before = group.each;
  group.largest -= before * choosing;
  group.each = std::clamp(group.largest, 0.0, before);
  // The bound is reached already, or too few are left to reach it: then each pays for itself.
  const bool is_unary = group.each <= 0 || group.each * open <= group.largest;
  for (int32_t i = 0; i < open && (is_unary || group.each < before); ++i) {
    const int32_t v = members[i];
    const double each = is_unary ? group.each : 0;  // to be paid whatever the others choose
    function.slopes[v] += keep ? -each : each;
    if (keep) {
      lowest_[v] += before - group.each;
      highest_[v] -= each;
    } else {
      lowest_[v] += each;
      highest_[v] -= before - group.each;
    }
    FixIfDecided(v);
  }
  return open > 0 && !is_unary;
}

}  // namespace structlab::graphical_models
