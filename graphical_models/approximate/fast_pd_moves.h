// The moves of FastPD: a labeling and a dual that are improved together, one label after the other.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_MOVES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_MOVES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/huge_page_allocator.h"
#include "graphical_models/approximate/fast_pd_edge_costs.h"
#include "graphical_models/approximate/fast_pd_network.h"
#include "graphical_models/approximate/fast_pd_terms.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// All numbers are integers (fast_pd_scale.h). An edge e from p to q has a dual for each label, its load
// y_e(a) = y_pq(a) = -y_qp(a), and a variable a height for each label, its unary and the loads of its edges:
// h_p(a) = c_p(a) + sum over edges from p of y_e(a) - sum over edges to p of y_e(a) (Komodakis, Tziritas,
// Paragios 2008). Between two calls, with the present labels a of p and b of q,
//
//   y_e(a) - y_e(b) = w_e d_e(a, b),
//
// so that the energy of the labeling is the sum of the heights of its labels.
//
// No residual graph is kept from one cycle of labels to the next: what is left of the capacities of an edge
// follows from its loads.
//
// Memory, with c = sizeof(Cost): c bytes an edge and label and a variable and label, 24 + 2 c an edge, 4 + c
// a variable, and the network. Not thread-safe.
template <class Cost>
class FastPdMoves {
 public:
  // Start or Continue has to follow.
  FastPdMoves(FastPdTerms terms, int exponent);
  FastPdMoves(const FastPdMoves&) = delete;
  FastPdMoves& operator=(const FastPdMoves&) = delete;

  // [label][variable], to be filled with the unaries before Start or Continue, which make heights of them.
  std::span<Cost> unaries() { return heights_; }

  // Begins with a labeling and all loads 0 but for the present labels'. largest_reach is that of the scale.
  void Start(std::span<const Label> labeling, double largest_reach);

  // Goes on with labels and loads, for an energy with the same graph and exponent.
  void Continue(FastPdTerms terms, double largest_reach);

  // Expands a label as far as the energy falls. Returns whether labels have changed.
  bool Expand(Label label);

  const FastPdTerms& terms() const { return terms_; }
  int exponent() const { return exponent_; }
  const Labeling& labeling() const { return labels_; }
  std::span<const Cost> heights(Label label) const {
    return std::span(heights_).subspan(static_cast<size_t>(label) * num_variables(), num_variables());
  }
  std::span<const Cost> loads(Label label) const {
    return std::span(loads_).subspan(static_cast<size_t>(label) * num_edges(), num_edges());
  }
  // The energy of the labeling, without what was subtracted from the unaries.
  double SumOfOwnHeights() const;

 private:
  using Costs = std::vector<Cost, common::HugePageAllocator<Cost>>;

  size_t num_variables() const { return labels_.size(); }
  size_t num_edges() const { return terms_.edges.size(); }
  Cost* HeightsOf(Label label) { return heights_.data() + static_cast<size_t>(label) * num_variables(); }
  Cost* LoadsOf(Label label) { return loads_.data() + static_cast<size_t>(label) * num_edges(); }

  template <class Number>
  void AddLoads(Number sign);
  void ForgetLoads();
  void BalanceOwnLoads();
  void LimitChanges();
  typename FastPdNetwork<Cost>::Residuals Confine(Label label, size_t edge);
  bool ExpandEverywhere(Label label);
  bool ExpandNearChanges(Label label, size_t first_change);
  void ChangeLabels(Label label, size_t first_change);

  FastPdTerms terms_;
  int exponent_;
  FastPdEdgeCosts<Cost> costs_;
  FastPdNetwork<Cost> network_;
  Labeling labels_;
  Costs heights_;                             // [label][variable]
  Costs loads_;                               // [label][edge]
  Costs own_heights_;                         // of the present labels
  Costs first_own_loads_, second_own_loads_;  // y_e of the present label of its first and of its second end
  std::vector<int32_t> changed_;              // variables in the order in which their labels changed
  int64_t changes_forgotten_ = 0;             // before those
  std::vector<int64_t> expanded_;  // [label], how many changes there had been when it was expanded last
  std::vector<int32_t> sources_;
  double largest_reach_ = 0;
  int64_t changes_left_ = 0;  // before a height could be too large
};

extern template class FastPdMoves<int32_t>;
extern template class FastPdMoves<int64_t>;

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_MOVES_H_
