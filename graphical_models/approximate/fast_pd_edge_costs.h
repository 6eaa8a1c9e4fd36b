// The costs of edges as the integers of FastPD. FastPD evaluates pairwise potentials here.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_EDGE_COSTS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_EDGE_COSTS_H_

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/approximate/fast_pd_terms.h"

namespace structlab::graphical_models {

// Costs w_e d_e(a, b), rounded as described in fast_pd_scale.h. An expansion needs costs where one of the two
// labels is the expanded one. These are looked up in one row and one column of each potential. With many
// potentials, computing rows and columns would take longer than it saves; then potentials are evaluated
// directly.
template <class Cost>
class FastPdEdgeCosts {
 public:
  // Keeps a reference to the terms.
  FastPdEdgeCosts(const FastPdTerms& terms, int exponent)
      : terms_(terms),
        num_labels_(terms.num_labels),
        scale_(std::ldexp(1.0, exponent)),
        has_tables_(terms.potentials.size() * num_labels_ <= terms.edges.size()) {}

  Cost operator()(const PairwiseEdge& edge, Label a, Label b) const {
    const double distance = terms_.potentials[edge.potential](a, b);
    return Rounded(edge.weight, scale_ * distance);
  }

  // Sets the label of WithFirst and WithSecond.
  void Select(Label label) {
    label_ = label;
    if (!has_tables_) return;
    row_.clear();
    column_.clear();
    for (const PairwisePotential& potential : terms_.potentials) {
      const bool is_defined = potential.IsDefinedFor(terms_.num_labels, terms_.num_labels);
      for (Label other = 0; other < terms_.num_labels; ++other) {
        row_.push_back(is_defined ? scale_ * potential(label, other) : 0);
        column_.push_back(is_defined ? scale_ * potential(other, label) : 0);
      }
    }
  }

  // The cost of an edge whose first end has the selected label.
  Cost WithFirst(const PairwiseEdge& edge, Label second) const {
    if (!has_tables_) return (*this)(edge, label_, second);
    return Rounded(edge.weight, row_[Entry(edge, second)]);
  }
  // The cost of an edge whose second end has the selected label.
  Cost WithSecond(const PairwiseEdge& edge, Label first) const {
    if (!has_tables_) return (*this)(edge, first, label_);
    return Rounded(edge.weight, column_[Entry(edge, first)]);
  }

 private:
  static Cost Rounded(double weight, double distance) { return static_cast<Cost>(weight * distance); }
  size_t Entry(const PairwiseEdge& edge, Label label) const {
    return static_cast<size_t>(edge.potential) * num_labels_ + static_cast<size_t>(label);
  }

  const FastPdTerms& terms_;
  size_t num_labels_;
  double scale_;
  bool has_tables_;
  Label label_ = 0;
  std::vector<double> row_, column_;  // [potential][label] costs of the selected label with every label
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_EDGE_COSTS_H_
