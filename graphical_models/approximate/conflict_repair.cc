#include "graphical_models/approximate/conflict_repair.h"

#include <span>
#include <utility>

#include "graphical_models/approximate/icm.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {

ConflictRepair::ConflictRepair(const FactorGraph& graph)
    : graph_(graph),
      local_(graph),
      weights_(graph.num_factors(), 1),
      max_readings_(10'000),
      is_queued_(graph.num_factors(), false) {
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    max_readings_ += 4 * static_cast<int64_t>(graph.table(factor).size());
  }
}

bool ConflictRepair::IsInfinite(int factor, const Labeling& labeling) const {
  return graph_.table(factor)[graph_.TableEntry(factor, labeling)] == kInfinity;
}

void ConflictRepair::Enqueue(int factor, const Labeling& labeling) {
  if (is_queued_[factor] || !IsInfinite(factor, labeling)) return;
  is_queued_[factor] = true;
  queue_.push_back(factor);
}

ConflictRepair::Change ConflictRepair::BestChange(int factor, const Labeling& labeling) {
  Change best;
  ExtendedCost least;  // least change of weights and of finite costs
  for (const int variable : graph_.scope(factor)) {
    local_.Conditional(
        variable, labeling, [this](int f) { return weights_[f]; }, costs_);
    readings_ += static_cast<int64_t>(costs_.size()) *
                 static_cast<int64_t>(local_.slots().of_variable(variable).size());
    const ExtendedCost& own = costs_[labeling[variable]].sum;
    for (size_t label = 0; label < costs_.size(); ++label) {
      const ExtendedCost change = costs_[label].sum - own;
      if (change.infinities >= 0 || (best.variable >= 0 && !(change < least))) continue;
      least = change;
      best = {variable, static_cast<Label>(label)};
    }
  }
  return best;
}

ConflictRepair::Change ConflictRepair::RandomChange(int factor) {
  const std::span<const int> scope = graph_.scope(factor);
  const int variable = scope[random_.UniformIndex(scope.size())];
  const auto labels = static_cast<uint64_t>(graph_.num_labels(variable));
  return {variable, static_cast<Label>(random_.UniformIndex(labels))};
}

bool ConflictRepair::RemoveConflicts(Labeling& labeling, const std::function<bool()>& must_stop) {
  constexpr int64_t kReadingsBetweenLooks = 1'000'000;  // about a millisecond
  int64_t next_look = 0;
  queue_.clear();
  is_queued_.assign(is_queued_.size(), false);
  for (int factor = 0; factor < graph_.num_factors(); ++factor) Enqueue(factor, labeling);
  for (readings_ = 0; !queue_.empty();) {
    const int factor = queue_.front();
    queue_.pop_front();
    is_queued_[factor] = false;
    if (!IsInfinite(factor, labeling)) continue;
    if (readings_ >= max_readings_) return false;
    if (readings_ >= next_look) {
      if (must_stop()) return false;
      next_look = readings_ + kReadingsBetweenLooks;
    }
    constexpr double kRandomShare = 0.05;
    const bool is_random = random_.Uniform() < kRandomShare;
    const Change change = is_random ? RandomChange(factor) : BestChange(factor, labeling);
    if (change.variable < 0) {
      ++weights_[factor];
    } else {
      labeling[change.variable] = change.label;
      for (const int slot : local_.slots().of_variable(change.variable)) {
        Enqueue(local_.slots()[slot].factor, labeling);
      }
    }
    Enqueue(factor, labeling);
  }
  return true;
}

bool ConflictRepair::Repair(Labeling& labeling, const std::function<bool()>& must_stop) {
  if (!RemoveConflicts(labeling, must_stop)) return false;
  constexpr int64_t kSweeps = 10;
  labeling = IteratedConditionalModes(
                 graph_, {.run = {.stop = {.iterations = kSweeps}}, .start = std::move(labeling)})
                 .labeling;
  return true;
}

}  // namespace structlab::graphical_models
