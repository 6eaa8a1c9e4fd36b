#include "graphical_models/approximate/fast_pd_bound.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graphical_models/approximate/min_plus.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// The edges of each variable.
class IncidentEdges {
 public:
  explicit IncidentEdges(const FastPdTerms& terms) : begin_(static_cast<size_t>(terms.num_variables) + 1) {
    for (const PairwiseEdge& edge : terms.edges) {
      ++begin_[static_cast<size_t>(edge.p) + 1];
      ++begin_[static_cast<size_t>(edge.q) + 1];
    }
    for (size_t v = 1; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
    edges_.resize(2 * terms.edges.size());
    std::vector<int> next(begin_.begin(), begin_.end() - 1);
    for (size_t e = 0; e < terms.edges.size(); ++e) {
      for (const int end : {terms.edges[e].p, terms.edges[e].q}) {
        edges_[next[end]++] = static_cast<int>(e);
      }
    }
  }

  std::span<const int> of(int variable) const {
    const size_t v = variable;
    return std::span(edges_).subspan(begin_[v], begin_[v + 1] - begin_[v]);
  }

 private:
  std::vector<int> begin_, edges_;
};

template <class Cost>
class DualSweep {
 public:
  DualSweep(const FastPdMoves<Cost>& moves, const UnaryReader& read_unary, FittedDual* fitted)
      : moves_(moves),
        terms_(moves.terms()),
        read_unary_(read_unary),
        fitted_(fitted),
        share_(std::ldexp(1 / ApproximationFactor(terms_), -moves.exponent())),
        incident_(terms_),
        sums_(terms_.num_variables),
        own_(num_labels()),
        other_(num_labels()),
        given_(num_labels()) {}

  double Run() {
    double bound = 0;
    for (int v = 0; v < terms_.num_variables; ++v) {
      for (const int edge : incident_.of(v)) {
        const PairwiseEdge& ends = terms_.edges[edge];
        if (std::max(ends.p, ends.q) > v) Pass(edge, v);
      }
      std::vector<double>& sums = SumsOf(v);
      bound += *std::min_element(sums.begin(), sums.end());
      if (bound == kInfinity) return bound;
      spare_ = std::move(sums);
      sums = {};
    }
    return bound;
  }

 private:
  size_t num_labels() const { return static_cast<size_t>(terms_.num_labels); }

  // The load minus that of label 0. A constant that all loads of an edge have in common goes from one end to
  // the other and changes no bound, but it grows from call to call until sums with it would lose their last
  // digits.
  double Load(int edge, size_t label) const {
    const size_t e = edge;
    const Cost difference = moves_.loads(static_cast<Label>(label))[e] - moves_.loads(0)[e];
    return share_ * static_cast<double>(difference);
  }

  // unary_v(a) + sum_q y_vq(a), computed when it is first needed.
  std::vector<double>& SumsOf(int variable) {
    std::vector<double>& sums = sums_[variable];
    if (!sums.empty()) return sums;
    sums = std::move(spare_);
    sums.resize(num_labels());
    read_unary_(variable, sums);
    for (const int edge : incident_.of(variable)) {
      const bool is_first = terms_.edges[edge].p == variable;
      for (size_t a = 0; a < sums.size(); ++a) sums[a] += is_first ? Load(edge, a) : -Load(edge, a);
    }
    return sums;
  }

  // Gives the other end as much as v and the edge can give; v gets what is left.
  void Pass(int edge, int v) {
    const PairwiseEdge& ends = terms_.edges[edge];
    const bool is_first = ends.p == v;
    const EdgeEnd own_end = is_first ? EdgeEnd::kFirst : EdgeEnd::kSecond;
    const EdgeEnd other_end = is_first ? EdgeEnd::kSecond : EdgeEnd::kFirst;
    const PairwisePotential& potential = terms_.potentials[ends.potential];
    std::vector<double>& own_sums = SumsOf(v);
    std::vector<double>& other_sums = SumsOf(is_first ? ends.q : ends.p);
    for (size_t a = 0; a < num_labels(); ++a) {
      const double load = is_first ? Load(edge, a) : -Load(edge, a);
      own_sums[a] -= load;
      other_sums[a] += load;
    }
    min_plus_(potential, ends.weight, own_end, own_sums, other_);
    // The unary of v forbids all of its labels; then the bound will be +infinity.
    if (other_[0] == kInfinity) std::fill(other_.begin(), other_.end(), 0.0);
    for (size_t b = 0; b < num_labels(); ++b) {
      other_sums[b] += other_[b];
      given_[b] = -other_[b];
    }
    min_plus_(potential, ends.weight, other_end, given_, own_);
    for (size_t a = 0; a < num_labels(); ++a) own_sums[a] += own_[a];
    if (fitted_ == nullptr) return;
    fitted_->first[edge] = is_first ? own_ : other_;
    fitted_->second[edge] = is_first ? other_ : own_;
  }

  const FastPdMoves<Cost>& moves_;
  const FastPdTerms& terms_;
  const UnaryReader& read_unary_;
  FittedDual* fitted_;
  double share_;  // factor from a load of the moves to a dual in the units of the energy
  IncidentEdges incident_;
  std::vector<std::vector<double>> sums_;
  std::vector<double> spare_;
  std::vector<double> own_, other_, given_;
  MinPlus min_plus_;
};

}  // namespace

double ApproximationFactor(const FastPdTerms& terms) {
  std::vector<double> factors;
  for (const PairwisePotential& potential : terms.potentials) {
    const bool is_defined = potential.IsDefinedFor(terms.num_labels, terms.num_labels);
    const PotentialExtent extent = is_defined ? ExtentOf(potential, terms.num_labels) : PotentialExtent();
    // If no pair of labels costs anything, every dual of the moves is 0.
    factors.push_back(extent.max == 0 ? 2 : 2 * extent.max / extent.min);
  }
  double largest = 2;
  for (const PairwiseEdge& edge : terms.edges) {
    if (edge.weight > 0) largest = std::max(largest, factors[edge.potential]);
  }
  return largest;
}

template <class Cost>
double FastPdBound(const FastPdMoves<Cost>& moves, const UnaryReader& read_unary, FittedDual* fitted) {
  if (fitted != nullptr) {
    fitted->first.assign(moves.terms().edges.size(), {});
    fitted->second.assign(moves.terms().edges.size(), {});
  }
  return DualSweep<Cost>(moves, read_unary, fitted).Run();
}

template double FastPdBound(const FastPdMoves<int32_t>&, const UnaryReader&, FittedDual*);
template double FastPdBound(const FastPdMoves<int64_t>&, const UnaryReader&, FittedDual*);

}  // namespace structlab::graphical_models
