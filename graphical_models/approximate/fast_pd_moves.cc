#include "graphical_models/approximate/fast_pd_moves.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "common/check.h"
#include "graphical_models/approximate/fast_pd_scale.h"

namespace structlab::graphical_models {
namespace {

constexpr int64_t kNever = -1;

// If at most 1/kFewChanges of the variables have changed since a label was expanded, only they are visited.
constexpr int64_t kFewChanges = 2;

}  // namespace

template <class Cost>
FastPdMoves<Cost>::FastPdMoves(FastPdTerms terms, int exponent)
    : terms_(std::move(terms)),
      exponent_(exponent),
      costs_(terms_, exponent),
      network_(terms_.num_variables, terms_.edges),
      labels_(terms_.num_variables),
      heights_(labels_.size() * static_cast<size_t>(terms_.num_labels)),
      loads_(num_edges() * static_cast<size_t>(terms_.num_labels)),
      own_heights_(labels_.size()),
      first_own_loads_(num_edges()),
      second_own_loads_(num_edges()),
      expanded_(terms_.num_labels, kNever) {}

template <class Cost>
void FastPdMoves<Cost>::Start(std::span<const Label> labeling, double max_reach) {
  max_reach_ = max_reach;
  std::copy(labeling.begin(), labeling.end(), labels_.begin());
  std::fill(loads_.begin(), loads_.end(), Cost{0});
  BalanceOwnLoads();
  LimitChanges();
  STRUCTLAB_CHECK(changes_left_ > 0);  // FastPdScale leaves room for a thousand changes
}

template <class Cost>
void FastPdMoves<Cost>::Continue(FastPdTerms terms, double max_reach) {
  terms_ = std::move(terms);
  max_reach_ = max_reach;
  AddLoads(1);
  BalanceOwnLoads();
  LimitChanges();
  if (changes_left_ < 1) ForgetLoads();
}

// Adds `sign` times the loads to the heights. Intermediate sums may overflow although the result fits, so
// sums are computed modulo 2^bits.
template <class Cost>
template <class Number>
void FastPdMoves<Cost>::AddLoads(Number sign) {
  using Unsigned = std::make_unsigned_t<Cost>;
  const Unsigned factor = static_cast<Unsigned>(sign);
  for (Label label = 0; label < terms_.num_labels; ++label) {
    Cost* const heights = HeightsOf(label);
    const Cost* const loads = LoadsOf(label);
    for (size_t e = 0; e < num_edges(); ++e) {
      const PairwiseEdge& edge = terms_.edges[e];
      const Unsigned load = factor * static_cast<Unsigned>(loads[e]);
      heights[edge.p] = static_cast<Cost>(static_cast<Unsigned>(heights[edge.p]) + load);
      heights[edge.q] = static_cast<Cost>(static_cast<Unsigned>(heights[edge.q]) - load);
    }
  }
}

// Sets each edge's load for the label of its first end, so that the difference of loads is the cost of the
// edge.
template <class Cost>
void FastPdMoves<Cost>::BalanceOwnLoads() {
  std::fill(expanded_.begin(), expanded_.end(), kNever);
  for (size_t e = 0; e < num_edges(); ++e) {
    const PairwiseEdge& edge = terms_.edges[e];
    const Label a = labels_[edge.p], b = labels_[edge.q];
    const Cost second = LoadsOf(b)[e], first = second + costs_(edge, a, b);
    const Cost change = first - LoadsOf(a)[e];
    LoadsOf(a)[e] = first;
    HeightsOf(a)[edge.p] += change;
    HeightsOf(a)[edge.q] -= change;
    first_own_loads_[e] = first;
    second_own_loads_[e] = second;
  }
  for (size_t v = 0; v < num_variables(); ++v) own_heights_[v] = HeightsOf(labels_[v])[v];
}

// Computes how often labels may change before a height could overflow. A change moves the loads of the
// current labels by at most w_e d_e, and all other loads stay within w_e d_e of them.
template <class Cost>
void FastPdMoves<Cost>::LimitChanges() {
  Cost largest = 0;
  for (const Cost height : heights_) largest = std::max({largest, height, static_cast<Cost>(-height)});
  for (const Cost load : loads_) largest = std::max({largest, load, static_cast<Cost>(-load)});
  const double reach = std::max(1.0, std::ceil(std::ldexp(max_reach_, exponent_)));
  const double room = static_cast<double>(kMaxHeight<Cost>) - static_cast<double>(largest);
  constexpr double kMaxChanges = 0x1p62;
  changes_left_ = static_cast<int64_t>(std::min(std::floor(room / reach) - 3, kMaxChanges));
}

template <class Cost>
void FastPdMoves<Cost>::ForgetLoads() {
  AddLoads(-1);
  Start(Labeling(labels_), max_reach_);
}

template <class Cost>
double FastPdMoves<Cost>::SumOfOwnHeights() const {
  double sum = 0;
  for (const Cost height : own_heights_) sum += static_cast<double>(height);
  return sum;
}

// PREEDIT_DUALS of the source. Moves the load of the label to where it is not profitable for one end of the
// edge to take the label without the other; `first` and `second` are the costs for either end. If the
// triangle inequality does not hold, no such load may exist. Then both are at most 0 and replaced by 0: the
// energy falls by more than the cut promises.
template <class Cost>
typename FastPdNetwork<Cost>::Residuals FastPdMoves<Cost>::Confine(Label label, size_t e) {
  const PairwiseEdge& edge = terms_.edges[e];
  Cost& load = LoadsOf(label)[e];
  const Cost first = costs_.WithFirst(edge, labels_[edge.q]) - load + second_own_loads_[e];
  const Cost second = costs_.WithSecond(edge, labels_[edge.p]) - first_own_loads_[e] + load;
  const Cost sum = first + second;
  const Cost confined = std::clamp(first, std::min(sum, Cost{0}), std::max(sum, Cost{0}));
  if (const Cost change = first - confined; change != 0) {
    load += change;
    HeightsOf(label)[edge.p] += change;
    HeightsOf(label)[edge.q] -= change;
  }
  return {.forward = std::max(confined, Cost{0}), .backward = std::max(sum - confined, Cost{0})};
}

// UPDATE_DUALS_PRIMALS of the source, by a flow in the whole network. Flow over an edge from its first to its
// second end raises its load.
template <class Cost>
bool FastPdMoves<Cost>::ExpandEverywhere(Label label) {
  Cost* const heights = HeightsOf(label);
  Cost* const loads = LoadsOf(label);
  for (size_t e = 0; e < num_edges(); ++e) {
    const auto residuals = Confine(label, e);
    network_.SetResiduals(e, residuals);
    loads[e] += residuals.forward;
  }
  bool gains = false;
  for (size_t v = 0; v < num_variables(); ++v) {
    const Cost excess = own_heights_[v] - heights[v];
    network_.SetExcess(v, excess);
    gains = gains || excess > 0;
  }
  if (gains) network_.Solve();
  for (size_t e = 0; e < num_edges(); ++e) loads[e] -= network_.ForwardResidual(e);
  const size_t before = changed_.size();
  gains = false;
  for (size_t v = 0; v < num_variables(); ++v) {
    const Cost excess = network_.excess(v);
    heights[v] = own_heights_[v] - excess;
    gains = gains || excess > 0;
  }
  if (!gains) return false;
  for (size_t v = 0; v < num_variables(); ++v) {
    if (network_.OnSourceSide(v)) changed_.push_back(static_cast<int32_t>(v));
  }
  ChangeLabels(label, before);
  return true;
}

// The same, only near variables whose labels have changed since the label was last expanded. Everywhere else
// its loads are confined and no variable gains by taking it.
template <class Cost>
bool FastPdMoves<Cost>::ExpandNearChanges(Label label, size_t first_change) {
  Cost* const heights = HeightsOf(label);
  Cost* const loads = LoadsOf(label);
  const size_t before = changed_.size();
  for (size_t i = first_change; i < before; ++i) {
    network_.ForEachEdge(static_cast<size_t>(changed_[i]), [&](size_t e, size_t) { Confine(label, e); });
  }
  sources_.clear();
  const auto add_if_gains = [&](size_t v) {
    if (own_heights_[v] > heights[v]) sources_.push_back(static_cast<int32_t>(v));
  };
  for (size_t i = first_change; i < before; ++i) {
    add_if_gains(static_cast<size_t>(changed_[i]));
    network_.ForEachEdge(static_cast<size_t>(changed_[i]), [&](size_t, size_t w) { add_if_gains(w); });
  }
  if (sources_.empty()) return false;
  network_.SolveFrom(
      sources_, [&](size_t v) { return own_heights_[v] - heights[v]; },
      [&](size_t e) {
        const auto residuals = Confine(label, e);
        loads[e] += residuals.forward;
        return residuals;
      });
  for (const int32_t e : network_.reached_edges()) {
    loads[e] -= network_.ForwardResidual(static_cast<size_t>(e));
  }
  for (const int32_t v : network_.reached_nodes()) {
    heights[v] = own_heights_[v] - network_.excess(static_cast<size_t>(v));
    if (network_.OnSourceSide(static_cast<size_t>(v))) changed_.push_back(v);
  }
  network_.Forget();
  if (changed_.size() == before) return false;
  ChangeLabels(label, before);
  return true;
}

// Changes the labels of changed_ from first_change on. POSTEDIT_DUALS of the source: corrects the loads of
// edges that cost less than the cut assumed.
template <class Cost>
void FastPdMoves<Cost>::ChangeLabels(Label label, size_t first_change) {
  Cost* const heights = HeightsOf(label);
  Cost* const loads = LoadsOf(label);
  for (size_t i = first_change; i < changed_.size(); ++i) labels_[changed_[i]] = label;
  for (size_t i = first_change; i < changed_.size(); ++i) {
    network_.ForEachEdge(static_cast<size_t>(changed_[i]), [&](size_t e, size_t) {
      const PairwiseEdge& edge = terms_.edges[e];
      const size_t p = edge.p, q = edge.q;
      Cost saved = 0;
      if (labels_[q] != label) saved = loads[e] - second_own_loads_[e] - costs_.WithFirst(edge, labels_[q]);
      if (labels_[p] != label) saved = costs_.WithSecond(edge, labels_[p]) - first_own_loads_[e] + loads[e];
      loads[e] -= saved;
      heights[p] -= saved;
      heights[q] += saved;
      if (labels_[p] == label) first_own_loads_[e] = loads[e];
      if (labels_[q] == label) second_own_loads_[e] = loads[e];
    });
  }
  for (size_t i = first_change; i < changed_.size(); ++i) {
    own_heights_[changed_[i]] = heights[changed_[i]];
  }
}

template <class Cost>
bool FastPdMoves<Cost>::Expand(Label label) {
  costs_.Select(label);
  if (changed_.size() > num_variables()) {
    changes_forgotten_ += static_cast<int64_t>(changed_.size());
    changed_.clear();
  }
  int64_t& expanded = expanded_[label];
  const int64_t num_changes = changes_forgotten_ + static_cast<int64_t>(changed_.size());
  const bool are_known = expanded >= changes_forgotten_;
  const bool are_few = num_changes - expanded <= static_cast<int64_t>(num_variables()) / kFewChanges;
  const bool changed = are_known && are_few
                           ? ExpandNearChanges(label, static_cast<size_t>(expanded - changes_forgotten_))
                           : ExpandEverywhere(label);
  expanded = changes_forgotten_ + static_cast<int64_t>(changed_.size());
  if (changed && --changes_left_ == 0) ForgetLoads();
  return changed;
}

template class FastPdMoves<int32_t>;
template class FastPdMoves<int64_t>;

}  // namespace structlab::graphical_models
