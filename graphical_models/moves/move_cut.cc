#include "graphical_models/moves/move_cut.h"

#include <algorithm>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {
namespace {

size_t CheckedVariables(const MoveCut::Size& size) {
  if (size.variables < 0 || size.pairs < 0) {
    common::ThrowUsageError("MoveCut: variables and pairs", "at least 0",
                            std::to_string(size.variables) + " and " + std::to_string(size.pairs));
  }
  return static_cast<size_t>(size.variables);
}

}  // namespace

MoveCut::MoveCut(const Size& size) : slopes_(CheckedVariables(size)) { function_.pairs.reserve(size.pairs); }

void MoveCut::Clear() {
  slopes_.assign(slopes_.size(), ExtendedCost());
  infinite_pairs_.clear();
  function_.pairs.clear();
  function_.groups.clear();
  function_.members.clear();
  total_ = 0;
}

void MoveCut::AddCount(std::span<const int> variables, MoveChoice choice, double each, double max_cost) {
  const MoveCount count = {.each = std::min(each, max_cost), .max_cost = max_cost};
  if (choice == MoveChoice::kKeep) {
    AddGroup(variables, count, {});
  } else {
    AddGroup(variables, {}, count);
  }
}

// Up to a constant, this is a cost if some variable keeps plus one if some variable takes (Dokania 2016,
// section 2.3).
void MoveCut::AddPnPotts(std::span<const int> variables, double all_keep, double all_take, double mixed) {
  // At least 0: rounding of distances that are sums could make the differences negative.
  const double some_keeps = std::max(0.0, mixed - all_take), some_takes = std::max(0.0, mixed - all_keep);
  AddGroup(variables, {some_keeps, some_keeps}, {some_takes, some_takes});
}

void MoveCut::AddGroup(std::span<const int> variables, const MoveCount& keep, const MoveCount& take) {
  if ((keep.each <= 0 && take.each <= 0) || variables.empty()) return;
  if (variables.size() == 1) return AddUnary(variables[0], keep.each, take.each);
  function_.groups.push_back({.begin = static_cast<int64_t>(function_.members.size()),
                              .size = static_cast<int32_t>(variables.size()),
                              .keep = keep,
                              .take = take});
  function_.members.insert(function_.members.end(), variables.begin(), variables.end());
  const double size = static_cast<double>(variables.size());
  total_ += keep.max_cost + keep.each * size + take.max_cost + take.each * size;
}

double MoveCut::FinishFunction() {
  for (const ExtendedCost& slope : slopes_) total_ += std::abs(slope.finite);
  for (const InfinitePair& pair : infinite_pairs_) total_ += std::abs(pair.forward.finite);
  // Larger than any sum of finite costs.
  const double infinity = 2 * total_ + 1;
  double infinities = 0;
  const auto number = [&](const ExtendedCost& cost) {
    infinities += std::abs(static_cast<double>(cost.infinities));
    return static_cast<double>(cost.infinities) * infinity + cost.finite;
  };
  function_.slopes.resize(slopes_.size());
  for (size_t v = 0; v < slopes_.size(); ++v) function_.slopes[v] = number(slopes_[v]);
  for (const InfinitePair& pair : infinite_pairs_) {
    function_.pairs.push_back({pair.p, pair.q, number(pair.forward), 0});
  }
  if (!std::isfinite(infinity * (1 + infinities))) {
    common::ThrowUsageError("costs of a move", "a finite sum", common::FormatDouble(total_));
  }
  return 1e-14 * total_;
}

std::vector<bool> MoveCut::Minimize() {
  ++totals_.cuts;
  for (const MoveGroup& group : function_.groups) {
    const int64_t counts = (group.keep.each > 0) + (group.take.each > 0);
    totals_.group_nodes += counts;
    totals_.group_edges += counts * (group.size + 1);
  }
  reduction_.Reduce(FinishFunction(), function_);
  std::vector<bool> takes(slopes_.size());
  bool any_open = false;
  for (size_t v = 0; v < takes.size(); ++v) {
    takes[v] = reduction_.choices()[v] == FixedChoice::kTakes;
    any_open = any_open || reduction_.choices()[v] == FixedChoice::kOpen;
  }
  if (any_open) network_.Minimize(function_, reduction_.choices(), takes);
  return takes;
}

}  // namespace structlab::graphical_models
