#include "graphical_models/moves/move_reduction.h"

#include <algorithm>
#include <limits>

namespace structlab::graphical_models {

void MoveReduction::Reduce(double rounding, MoveFunction& function) {
  rounding_ = rounding;
  num_fixed_ = 0;
  num_followed_ = 0;
  has_index_ = false;
  BeginRanges(function);
  fixing_ = true;
  for (size_t v = 0; v < choices_.size(); ++v) FixIfDecided(static_cast<int32_t>(v));
  ReduceGroups(function);
  // Reading the pairs to decide only a few variables would cost more time than it saves in the cut.
  for (size_t before = 0; num_open() > 0 && num_fixed_ > before + num_open() / 64;) {
    before = num_fixed_;
    ReadPairs(function);
    ReduceGroups(function);
  }
  fixing_ = false;
  RemoveFixed(function);
}

void MoveReduction::BeginRanges(MoveFunction& function) {
  const size_t num_variables = function.slopes.size();
  choices_.assign(num_variables, FixedChoice::kOpen);
  fixed_.resize(num_variables);
  ranges_.resize(num_variables);
  for (size_t v = 0; v < num_variables; ++v) ranges_[v] = {function.slopes[v], function.slopes[v]};
  for (const MovePair& pair : function.pairs) {
    ranges_[pair.p].lowest -= pair.forward;
    ranges_[pair.p].highest += pair.backward;
    ranges_[pair.q].lowest -= pair.backward;
    ranges_[pair.q].highest += pair.forward;
  }
  for (MoveGroup& group : function.groups) {
    const double keep = group.keep.each, take = group.take.each;
    std::for_each_n(function.members.begin() + group.begin, group.size, [&](int32_t v) {
      ranges_[v].lowest -= keep;
      ranges_[v].highest += take;
    });
    NarrowGroup(0, 0, group.size, group, function);
  }
}

void MoveReduction::FixIfDecided(int32_t v) {
  Range& range = ranges_[v];
  const bool keeps = range.lowest >= 0;
  if ((!keeps && range.highest >= -rounding_) || !fixing_) return;
  choices_[v] = keeps ? FixedChoice::kKeeps : FixedChoice::kTakes;
  fixed_[num_fixed_++] = v;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  range = {-kInfinity, kInfinity};  // so that it never decides again
}

// A pair contributed between lowest and highest to the cost of taking v. Now it is the highest if the other
// variable keeps, the lowest if it takes.
void MoveReduction::AddOutcome(int32_t v, double lowest, double highest, FixedChoice other,
                               MoveFunction& function) {
  if (!IsOpen(v)) return;
  if (other == FixedChoice::kKeeps) {
    function.slopes[v] += highest;
    ranges_[v].lowest += highest - lowest;
  } else {
    function.slopes[v] += lowest;
    ranges_[v].highest -= highest - lowest;
  }
  FixIfDecided(v);
}

void MoveReduction::ReadPairs(MoveFunction& function) {
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

// While many variables are fixed at once, all groups are read in the order of memory. After that each fixed
// variable is followed to its groups, and from a group to its members if their costs change, which happens at
// most twice for a count. Otherwise changes could spread as a front that takes as many readings of all groups
// as it is long.
void MoveReduction::ReduceGroups(MoveFunction& function) {
  if (function.groups.empty()) return;
  while (!has_index_ && num_open() > 0 && num_fixed_ - num_followed_ > num_open() / 24) ReadGroups(function);
  for (; num_followed_ < num_fixed_ && num_open() > 0; ++num_followed_) {
    if (!has_index_) IndexGroups(function);
    Follow(fixed_[num_followed_], function);
  }
}

void MoveReduction::ReadGroups(MoveFunction& function) {
  num_followed_ = num_fixed_;
  size_t kept = 0;
  for (MoveGroup group : function.groups) {
    if (num_open() == 0) break;
    int32_t* const members = function.members.data() + group.begin;
    int32_t open = 0;
    int32_t keepers = 0;
    for (int32_t i = 0; i < group.size; ++i) {
      const int32_t v = members[i];
      members[open] = v;
      open += IsOpen(v);
      keepers += choices_[v] == FixedChoice::kKeeps;
    }
    const int32_t takers = group.size - open - keepers;
    group.size = open;
    if (keepers + takers > 0) NarrowGroup(keepers, takers, open, group, function);
    if (!group.IsEmpty()) function.groups[kept++] = group;
  }
  function.groups.resize(kept);
}

void MoveReduction::IndexGroups(const MoveFunction& function) {
  has_index_ = true;
  num_open_members_.clear();
  groups_end_.assign(choices_.size() + 1, 0);
  size_t num_members = 0;
  for (const MoveGroup& group : function.groups) {
    num_open_members_.push_back(group.size);
    num_members += static_cast<size_t>(group.size);
    std::for_each_n(function.members.begin() + group.begin, group.size,
                    [this](int32_t v) { ++groups_end_[v + 1]; });
  }
  for (size_t v = 0; v < choices_.size(); ++v) groups_end_[v + 1] += groups_end_[v];
  groups_of_.resize(num_members);
  int32_t index = 0;
  for (const MoveGroup& group : function.groups) {
    std::for_each_n(function.members.begin() + group.begin, group.size,
                    [&](int32_t v) { groups_of_[groups_end_[v]++] = index; });
    ++index;
  }
}

void MoveReduction::Follow(int32_t v, MoveFunction& function) {
  const bool keeps = choices_[v] == FixedChoice::kKeeps;
  for (size_t i = v == 0 ? 0 : groups_end_[v - 1]; i < groups_end_[v]; ++i) {
    const int32_t g = groups_of_[i];
    const int32_t open = --num_open_members_[g];
    MoveGroup& group = function.groups[g];
    if (!group.IsEmpty()) NarrowGroup(keeps, !keeps, open, group, function);
  }
}

// keepers, takers: number of members newly fixed to a choice; open: number of members that are left.
void MoveReduction::NarrowGroup(int32_t keepers, int32_t takers, int32_t open, MoveGroup& group,
                                MoveFunction& function) {
  const Narrowing keep = NarrowCount(keepers, open, group.keep), take = NarrowCount(takers, open, group.take);
  const double slope = take.paid - keep.paid;
  const double raise = keep.less + take.paid, lower = take.less + keep.paid;
  if ((raise <= 0 && lower <= 0) || open == 0) return;
  std::for_each_n(function.members.begin() + group.begin, group.size, [&](int32_t v) {
    if (slope != 0) function.slopes[v] += slope;
    ranges_[v].lowest += raise;
    ranges_[v].highest -= lower;
    FixIfDecided(v);
  });
}

MoveReduction::Narrowing MoveReduction::NarrowCount(int32_t choosing, int32_t open, MoveCount& count) {
  const double before = count.each;
  if (before <= 0) return {};
  count.max_cost -= before * choosing;
  count.each = std::clamp(count.max_cost, 0.0, before);
  Narrowing narrowing = {.less = before - count.each};
  // If the bound is reached, or too few members are left to reach it, each member pays for itself.
  if (count.each * open <= count.max_cost || count.each <= 0) {
    narrowing.paid = count.each;
    count = {};
  }
  return narrowing;
}

void MoveReduction::RemoveFixed(MoveFunction& function) {
  if (num_open() == 0) {
    function.pairs.clear();
    function.groups.clear();
    return;
  }
  // Pairs that were read before one of their variables was fixed.
  ReadPairs(function);
  size_t kept = 0;
  for (MoveGroup group : function.groups) {
    if (group.IsEmpty()) continue;
    int32_t* const members = function.members.data() + group.begin;
    int32_t open = 0;
    for (int32_t i = 0; i < group.size; ++i) {
      const int32_t v = members[i];
      members[open] = v;
      open += IsOpen(v);
    }
    group.size = open;
    function.groups[kept++] = group;
  }
  function.groups.resize(kept);
}

}  // namespace structlab::graphical_models
