#include "graphical_models/moves/move_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "common/check.h"
#include "common/error.h"

namespace structlab::graphical_models {

void MoveNetwork::Minimize(const MoveFunction& function, std::span<const FixedChoice> choices,
                           std::vector<bool>& takes) {
  NumberNodes(function, choices);
  PlaceArcs(function);
  FillArcs(function);
#ifndef NDEBUG
  const double supply = PositiveExcess();
#endif
  PushAlongOrder();
  Search();
#ifndef NDEBUG
  Verify(function, supply - PositiveExcess());
#endif
  for (size_t v = 0; v < node_of_.size(); ++v) {
    if (node_of_[v] >= 0) takes[v] = nodes_[node_of_[v]].label > 0;
  }
}

void MoveNetwork::NumberNodes(const MoveFunction& function, std::span<const FixedChoice> choices) {
  node_of_.resize(choices.size());
  nodes_.clear();
  nodes_.reserve(choices.size() + function.groups.size() + 1);
  Node node{};
  for (size_t v = 0; v < choices.size(); ++v) {
    node_of_[v] = -1;
    if (choices[v] != FixedChoice::kOpen) continue;
    node_of_[v] = static_cast<int32_t>(nodes_.size());
    node.excess = -function.slopes[v];
    nodes_.push_back(node);
  }
  first_group_ = static_cast<int32_t>(nodes_.size());
  // The node of a group pays `largest` to be on the side that is not its members' choice.
  for (const MoveGroup& group : function.groups) {
    node.excess = group.choice == MoveChoice::kKeep ? group.largest : -group.largest;
    nodes_.push_back(node);
  }
  nodes_.push_back(node);  // the end
}

// Counts the arcs of every node and makes first_arc where their filling begins.
void MoveNetwork::PlaceArcs(const MoveFunction& function) {
  size_t num_edges = function.pairs.size();
  for (const MoveGroup& group : function.groups) num_edges += static_cast<size_t>(group.size);
  constexpr size_t kMostEdges = std::numeric_limits<Arc>::max() / 2;
  if (num_edges > kMostEdges) {
    common::ThrowUsageError("move", "fewer than 2^30 pairs and members of groups", std::to_string(num_edges));
  }
  for (const MovePair& pair : function.pairs) {
    ++nodes_[node_of_[pair.p]].first_arc;
    ++nodes_[node_of_[pair.q]].first_arc;
  }
  int32_t group_node = first_group_;
  for (const MoveGroup& group : function.groups) {
    nodes_[group_node++].first_arc += group.size;
    for (int32_t i = 0; i < group.size; ++i) {
      ++nodes_[node_of_[function.members[static_cast<size_t>(group.begin + i)]]].first_arc;
    }
  }
  Arc end = 0;
  for (Node& node : nodes_) {
    end += node.first_arc;
    node.first_arc = end;  // FillArcs counts it down
  }
  arcs_.clear();
  arcs_.resize(2 * num_edges);
}

void MoveNetwork::AddEdge(int32_t from, int32_t to, double capacity, double reverse_capacity) {
  const Arc arc = --nodes_[from].first_arc, reverse = --nodes_[to].first_arc;
  arcs_[arc] = {.head = to, .reverse = reverse, .residual = capacity};
  arcs_[reverse] = {.head = from, .reverse = arc, .residual = reverse_capacity};
}

// Backwards, so that arcs stand in the order of the terms. An arc costs what its tail taking and its head
// keeping do.
void MoveNetwork::FillArcs(const MoveFunction& function) {
  int32_t group_node = num_nodes();
  for (size_t g = function.groups.size(); g-- > 0;) {
    const MoveGroup& group = function.groups[g];
    --group_node;
    for (int32_t i = group.size; i-- > 0;) {
      const int32_t member = node_of_[function.members[static_cast<size_t>(group.begin + i)]];
      if (group.choice == MoveChoice::kKeep) {
        AddEdge(group_node, member, group.each, 0);
      } else {
        AddEdge(member, group_node, group.each, 0);
      }
    }
  }
  for (size_t i = function.pairs.size(); i-- > 0;) {
    const MovePair& pair = function.pairs[i];
    AddEdge(node_of_[pair.p], node_of_[pair.q], pair.backward, pair.forward);
  }
}

// Lets what a node has, or lacks, flow on to later nodes: to the next one or to others. To a group no more
// flows than it lacks, or has.
void MoveNetwork::PassOn(int32_t v, bool to_next) {
  double& excess = nodes_[v].excess;
  for (Arc arc = nodes_[v].first_arc; arc != nodes_[v + 1].first_arc && excess != 0; ++arc) {
    ArcRecord& record = arcs_[arc];
    const int32_t head = record.head;
    if (to_next ? head != v + 1 : head <= v + 1) continue;
    double& reverse_residual = arcs_[record.reverse].residual;
    double& other = nodes_[head].excess;
    double amount = std::clamp(excess, -reverse_residual, record.residual);
    if (head >= first_group_) amount = std::clamp(amount, std::min(-other, 0.0), std::max(-other, 0.0));
    excess -= amount;
    other += amount;
    record.residual -= amount;
    reverse_residual += amount;
  }
}

// A flow that needs no search, as MaxFlowGraph begins with: first along the rows of an image, then down.
void MoveNetwork::PushAlongOrder() {
  for (int32_t v = 0; v < first_group_; ++v) PassOn(v, true);
  for (int32_t v = 0; v < first_group_; ++v) PassOn(v, false);
}

void MoveNetwork::Search() {
  for (int32_t v = 0; v < num_nodes(); ++v) nodes_[v].Plant(kRootArc, kNoArc);
  SearchForests<MoveNetwork> forests(*this);
  forests.Run();
  forests.CompleteSourceSide();
}

double MoveNetwork::PositiveExcess() const {
  double sum = 0;
  for (int32_t v = 0; v < num_nodes(); ++v) sum += std::max(nodes_[v].excess, 0.0);
  return sum;
}

// Flow and cut prove each other: complementary slackness, and the flow is what the function says of the cut,
// but for the constant that makes slopes capacities.
void MoveNetwork::Verify(const MoveFunction& function, double flow) const {
  for (int32_t v = 0; v < num_nodes(); ++v) {
    const bool takes = nodes_[v].label > 0;
    STRUCTLAB_CHECK(takes ? nodes_[v].excess >= 0 : nodes_[v].excess <= 0);
    ForEachArc(v, [&](Arc arc) {
      STRUCTLAB_CHECK(arcs_[arc].residual >= 0);
      STRUCTLAB_CHECK(!takes || nodes_[arcs_[arc].head].label > 0 || arcs_[arc].residual == 0);
      return true;
    });
  }
  const auto takes = [this](int32_t v) { return nodes_[node_of_[v]].label > 0; };
  double value = 0, magnitude = 0;
  const auto add = [&](double cost, bool is_paid) {
    if (is_paid) value += cost;
    magnitude += std::abs(cost);
  };
  for (size_t v = 0; v < node_of_.size(); ++v) {
    if (node_of_[v] < 0) continue;
    const double slope = function.slopes[v];
    add(std::abs(slope), takes(static_cast<int32_t>(v)) == (slope > 0));
  }
  for (const MovePair& pair : function.pairs) {
    add(pair.forward, !takes(pair.p) && takes(pair.q));
    add(pair.backward, takes(pair.p) && !takes(pair.q));
  }
  for (const MoveGroup& group : function.groups) {
    double each = 0;
    for (int32_t i = 0; i < group.size; ++i) {
      const bool takes_member = takes(function.members[static_cast<size_t>(group.begin + i)]);
      if (takes_member == (group.choice == MoveChoice::kTake)) each += group.each;
    }
    add(std::min(group.largest, each), true);
  }
  STRUCTLAB_CHECK(std::abs(value - flow) <= 1e-9 * magnitude);
}

}  // namespace structlab::graphical_models
