// The moves of FastPD: a labeling and a dual, improved together by expanding one label after the other.
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

// All numbers are integers (fast_pd_scale.h). Terms of the source (Komodakis, Tziritas, Paragios 2008):
// - load: the dual of an edge e from p to q for a label, y_e(a) = y_pq(a) = -y_qp(a)
// - height: of a variable for a label, its unary cost plus the loads of its edges,
//   h_p(a) = c_p(a) + sum over edges from p of y_e(a) - sum over edges to p of y_e(a)
//
// Between two calls, if p has the label a and q the label b, then
//
//   y_e(a) - y_e(b) = w_e d_e(a, b),
//
// so the energy of the labeling is the sum of the heights of its labels.
//
// No residual graph is kept between two expansions of a label: the residual capacities of an edge follow from
// its loads.
//
// Memory, with c = sizeof(Cost): c bytes for each edge and label and for each variable and label, 24 + 2 c an
// edge, 4 + c a variable, and the network. Not thread-safe.
template <class Cost>
class FastPdMoves {
 public:
  // Call Start or Continue next.
  FastPdMoves(FastPdTerms terms, int exponent);
  FastPdMoves(const FastPdMoves&) = delete;
  FastPdMoves& operator=(const FastPdMoves&) = delete;

  // [label][variable] Fill it with the unaries before Start or Continue, which turn them into heights.
  std::span<Cost> unaries() { return heights_; }

  // Begins with this labeling. All loads are 0, except those of the current labels. max_reach: see
  // FastPdScale.
  void Start(std::span<const Label> labeling, double max_reach);

  // Continues from the current labels and loads with an energy of the same graph and exponent.
  void Continue(FastPdTerms terms, double max_reach);

  // Expands a label: changes variables to it where that lowers the energy. Returns true if labels changed.
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
  // The energy of the labeling, without the amounts that were subtracted from the unaries.
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
  Costs own_heights_;                         // of the current labels
  Costs first_own_loads_, second_own_loads_;  // y_e of the current label of its first and of its second end
  std::vector<int32_t> changed_;              // variables, in the order in which their labels changed
  int64_t changes_forgotten_ = 0;             // number of changes before those in changed_
  std::vector<int64_t> expanded_;             // [label] number of changes when it was last expanded
  std::vector<int32_t> sources_;
  double max_reach_ = 0;
  int64_t changes_left_ = 0;  // number of further changes for which no height can overflow
};

extern template class FastPdMoves<int32_t>;
extern template class FastPdMoves<int64_t>;

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_MOVES_H_
