#include "graphical_models/moves/move_cut.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/check.h"
#include "common/error.h"

namespace structlab::graphical_models {
namespace {

int NumNodes(const MoveCut::Size& size) {
  const int64_t nodes = int64_t{size.variables} + size.groups;
  if (size.variables < 0 || size.groups < 0 || nodes > std::numeric_limits<int>::max()) {
    common::ThrowUsageError("MoveCut: variables and groups", "together from 0 to 2^31 - 1",
                            std::to_string(size.variables) + " and " + std::to_string(size.groups));
  }
  return static_cast<int>(nodes);
}

}  // namespace

MoveCut::MoveCut(const Size& size)
    : num_variables_(size.variables),
      next_group_(size.variables),
      graph_(NumNodes(size), size.pairs),
      slopes_(static_cast<size_t>(size.variables)) {}

void MoveCut::AddUnary(int variable, ExtendedCost keep, ExtendedCost take) {
  slopes_[static_cast<size_t>(variable)] += take - keep;
}

void MoveCut::AddArc(int p, int q, double capacity) {
  graph_.AddEdge(p, q, capacity, 0);
  total_ += capacity;
}

// keep_keep + (take_keep - keep_keep) x_p + (take_take - take_keep) x_q + capacity (1 - x_p) x_q, x = 1:
// take.
void MoveCut::AddPair(int p, int q, ExtendedCost keep_keep, ExtendedCost keep_take, ExtendedCost take_keep,
                      ExtendedCost take_take) {
  const ExtendedCost capacity = keep_take + take_keep - keep_keep - take_take;
  const bool truncated = capacity < ExtendedCost();
  AddUnary(p, truncated ? keep_take + take_keep - take_take : keep_keep, take_keep);
  AddUnary(q, take_keep, take_take);
  if (truncated) return;
  if (capacity.infinities > 0) {
    infinite_pairs_.push_back({p, q, capacity});
  } else if (capacity.finite > 0) {
    AddArc(p, q, capacity.finite);
  }
}

// A node of the group pays `largest` to be on the members' side of the choice; a member that makes the choice
// without it pays `each`.
void MoveCut::AddCount(std::span<const int> variables, MoveChoice choice, double each, double largest) {
  each = std::min(each, largest);
  if (each <= 0 || variables.empty()) return;
  const bool keep = choice == MoveChoice::kKeep;
  if (variables.size() == 1) return AddUnary(variables[0], keep ? each : 0.0, keep ? 0.0 : each);
  STRUCTLAB_CHECK(next_group_ < graph_.num_nodes());
  const int group = next_group_++;
  graph_.AddTerminal(group, keep ? 0 : largest, keep ? largest : 0);
  total_ += largest;
  for (const int variable : variables) {
    if (keep) {
      AddArc(variable, group, each);
    } else {
      AddArc(group, variable, each);
    }
  }
}

// Up to a constant, a cost if some variable keeps and one if some takes (Dokania 2016, section 2.3).
void MoveCut::AddPnPotts(std::span<const int> variables, double all_keep, double all_take, double mixed) {
  const double some_keeps = mixed - all_take, some_takes = mixed - all_keep;
  AddCount(variables, MoveChoice::kKeep, some_keeps, some_keeps);
  AddCount(variables, MoveChoice::kTake, some_takes, some_takes);
}

std::vector<bool> MoveCut::Minimize() {
  for (const ExtendedCost& slope : slopes_) total_ += std::abs(slope.finite);
  for (const InfinitePair& pair : infinite_pairs_) total_ += std::abs(pair.capacity.finite);
  // No sum of finite costs is worth an infinite one.
  const double infinity = 2 * total_ + 1;
  const auto number = [infinity](const ExtendedCost& cost) {
    return static_cast<double>(cost.infinities) * infinity + cost.finite;
  };
  for (const InfinitePair& pair : infinite_pairs_) graph_.AddEdge(pair.p, pair.q, number(pair.capacity), 0);
  for (int v = 0; v < num_variables_; ++v) {
    const double slope = number(slopes_[static_cast<size_t>(v)]);
    graph_.AddTerminal(v, std::max(slope, 0.0), std::max(-slope, 0.0));
  }
  graph_.Solve(CutChoice::kSmallestSinkSide);
  std::vector<bool> takes(static_cast<size_t>(num_variables_));
  for (int v = 0; v < num_variables_; ++v) takes[static_cast<size_t>(v)] = !graph_.OnSourceSide(v);
  return takes;
}

}  // namespace structlab::graphical_models
