#include "structured_learning/problem/graph_labeling/binary_belief_propagation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace structlab::structured_learning {
namespace {

double MessageFrom(double belief, double disagreement) {
  return std::min(disagreement, belief) - std::min(0.0, belief + disagreement);
}

class BinaryPropagation {
 public:
  BinaryPropagation(const BinaryGraphEnergy& energy, double damping)
      : energy_(energy),
        damping_(damping),
        unary_(energy.cost_of_one.size(), 0.0),
        messages_(energy.disagreement.size(), {0, 0}) {}

  // One round; returns the largest change of a message.
  double Iterate() {
    CollectBeliefs();
    double change = 0;
    for (size_t node = 0; node < unary_.size(); ++node) {
      change = std::max(change, Send(energy_.cost_of_one[node], unary_[node], beliefs_[node]));
    }
    const std::vector<NodePair>& edges = energy_.graph->edges;
    for (size_t e = 0; e < messages_.size(); ++e) {
      auto& [to_p, to_q] = messages_[e];
      double &belief_p = beliefs_[edges[e][0]], &belief_q = beliefs_[edges[e][1]];
      const double for_q = MessageFrom(belief_p - to_p, energy_.disagreement[e]);
      const double for_p = MessageFrom(belief_q - to_q, energy_.disagreement[e]);
      change = std::max(change, Send(for_q, to_q, belief_q));
      change = std::max(change, Send(for_p, to_p, belief_p));
    }
    return change;
  }

  // Each node takes its label of least belief; call after Iterate.
  void Decode(BinaryLabels& labels) {
    CollectBeliefs();  // without the rounding of many updates
    for (size_t node = 0; node < labels.size(); ++node) labels[node] = beliefs_[node] < 0 ? 1 : 0;
  }

 private:
  double Send(double computed, double& message, double& belief) const {
    const double sent = damping_ * message + (1 - damping_) * computed;
    const double change = sent - message;
    belief += change;
    message = sent;
    return std::abs(change);
  }

  void CollectBeliefs() {
    beliefs_ = unary_;
    const std::vector<NodePair>& edges = energy_.graph->edges;
    for (size_t e = 0; e < messages_.size(); ++e) {
      beliefs_[edges[e][0]] += messages_[e][0];
      beliefs_[edges[e][1]] += messages_[e][1];
    }
  }

  const BinaryGraphEnergy& energy_;
  double damping_;
  std::vector<double> unary_;                    // [node] message of its unary term
  std::vector<std::array<double, 2>> messages_;  // [edge] to its first and to its second node
  std::vector<double> beliefs_;                  // [node] sum of its messages
};

}  // namespace

BinaryLabels BinaryLoopyMaxProduct(const BinaryGraphEnergy& energy, const BinaryBeliefOptions& options) {
  BinaryPropagation propagation(energy, options.damping);
  BinaryLabels best(energy.cost_of_one.size(), 0), labels = best;
  double lowest = energy.Energy(best);
  for (int64_t round = 0; round < options.rounds; ++round) {
    const double change = propagation.Iterate();
    propagation.Decode(labels);
    const double found = energy.Energy(labels);
    if (found < lowest) lowest = found, best = labels;
    if (change <= options.tolerance) break;
  }
  return best;
}

}  // namespace structlab::structured_learning
