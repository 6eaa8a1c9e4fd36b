// TRW-S on any graph: one sweep visits the variables in the order of their indices (RunSweep), sums the
// messages of each (Collect) and sends new ones (Send). Pairwise potentials are evaluated in two places: in
// Send, by MinPlus (min_plus.cc), and in ChooseLabel, by PairwiseEnergy::EdgeEnergy.
#include "graphical_models/approximate/trws_pairwise.h"

#include <algorithm>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {

PairwiseTrws::PairwiseTrws(const PairwiseEnergy& energy) : energy_(energy) {
  const size_t n = energy.num_variables();
  std::vector<std::vector<Arc>> arcs(n);
  size_t messages = 0;
  int edge = 0;
  for (const PairwiseEdge& e : energy.edges()) {
    arcs[e.p].push_back({edge, e.q, EdgeEnd::kFirst});
    arcs[e.q].push_back({edge, e.p, EdgeEnd::kSecond});
    message_begin_.push_back(messages);
    messages += static_cast<size_t>(std::max(energy.num_labels(e.p), energy.num_labels(e.q)));
    ++edge;
  }
  messages_.assign(messages, 0.0);
  arc_begin_.push_back(0);
  for (size_t v = 0; v < n; ++v) {
    const auto before = [v](const Arc& arc) { return static_cast<size_t>(arc.neighbour) < v; };
    const auto after = std::stable_partition(arcs[v].begin(), arcs[v].end(), before);
    num_before_.push_back(static_cast<int>(after - arcs[v].begin()));
    arcs_.insert(arcs_.end(), arcs[v].begin(), arcs[v].end());
    arc_begin_.push_back(arcs_.size());
  }
}

std::span<const PairwiseTrws::Arc> PairwiseTrws::arcs(int variable) const {
  const size_t v = variable;
  return std::span(arcs_).subspan(arc_begin_[v], arc_begin_[v + 1] - arc_begin_[v]);
}

std::span<double> PairwiseTrws::message(int edge, int labels) {
  return std::span(messages_).subspan(message_begin_[edge], labels);
}

double PairwiseTrws::Collect(int variable) {
  const std::span<const double> unary = energy_.unary(variable);
  sums_.assign(unary.begin(), unary.end());
  for (const Arc& arc : arcs(variable)) {
    const std::span<const double> from = message(arc.edge, energy_.num_labels(variable));
    for (size_t a = 0; a < sums_.size(); ++a) sums_[a] += from[a];
  }
  const double least = *std::min_element(sums_.begin(), sums_.end());
  if (least == kInfinity) return least;
  for (double& sum : sums_) sum -= least;
  return least;
}

double PairwiseTrws::Send(int variable, const Arc& arc) {
  const double before = num_before_[variable];
  const double after = static_cast<double>(arcs(variable).size()) - before;
  const double gamma = 1 / std::max(before, after);
  const std::span<const double> received = message(arc.edge, energy_.num_labels(variable));
  vector_.resize(sums_.size());
  for (size_t a = 0; a < sums_.size(); ++a) {
    // A forbidden label stays forbidden: the message that forbids it must not be subtracted.
    vector_[a] = sums_[a] == kInfinity ? kInfinity : gamma * sums_[a] - received[a];
  }
  const PairwiseEdge& edge = energy_.edges()[arc.edge];
  const std::span<double> sent = message(arc.edge, energy_.num_labels(arc.neighbour));
  min_plus_(energy_.potential(edge.potential), edge.weight, arc.end, vector_, sent);
  const double least = *std::min_element(sent.begin(), sent.end());
  if (least == kInfinity) return least;
  for (double& entry : sent) entry -= least;
  return least;
}

Label PairwiseTrws::ChooseLabel(int variable, const Labeling& labeling) {
  const std::span<const double> unary = energy_.unary(variable);
  vector_.assign(unary.begin(), unary.end());
  const std::span<const Arc> around = arcs(variable);
  const size_t before = num_before_[variable];
  for (size_t i = 0; i < around.size(); ++i) {
    const Arc& arc = around[i];
    const std::span<const double> received = message(arc.edge, energy_.num_labels(variable));
    const PairwiseEdge& edge = energy_.edges()[arc.edge];
    for (size_t a = 0; a < vector_.size(); ++a) {
      const Label own = static_cast<Label>(a);
      if (i >= before) {
        vector_[a] += received[a];
      } else {
        const Label other = labeling[arc.neighbour];
        vector_[a] += arc.end == EdgeEnd::kFirst ? energy_.EdgeEnergy(edge, own, other)
                                                 : energy_.EdgeEnergy(edge, other, own);
      }
    }
  }
  return static_cast<Label>(std::min_element(vector_.begin(), vector_.end()) - vector_.begin());
}

double PairwiseTrws::RunSweep(Sweep sweep, Labeling* labeling) {
  const int n = energy_.num_variables();
  double bound = energy_.constant();
  for (int i = 0; i < n; ++i) {
    const int variable = sweep == Sweep::kForward ? i : n - 1 - i;
    if (labeling != nullptr) (*labeling)[variable] = ChooseLabel(variable, *labeling);
    bound += Collect(variable);
    if (bound == kInfinity) return bound;
    const size_t before = num_before_[variable];
    const std::span<const Arc> around = arcs(variable);
    for (const Arc& arc : sweep == Sweep::kForward ? around.subspan(before) : around.first(before)) {
      bound += Send(variable, arc);
      if (bound == kInfinity) return bound;
    }
  }
  return bound;
}

double PairwiseTrws::Iterate(Labeling& labeling) {
  const double bound = RunSweep(Sweep::kForward, &labeling);
  return bound == kInfinity ? bound : RunSweep(Sweep::kBackward, nullptr);
}

}  // namespace structlab::graphical_models
