#include "graphical_models/moves/move_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "common/check.h"
#include "common/error.h"

namespace structlab::graphical_models {
namespace {

int32_t NumCounts(const MoveGroup& group) { return (group.keep.each > 0) + (group.take.each > 0); }

// Moves as much flow as `from` has, `to` lacks and the capacity allows.
double Flow(double capacity, double& from, double& to) {
  const double amount = std::min(capacity, std::min(std::max(from, 0.0), std::max(-to, 0.0)));
  from -= amount;
  to += amount;
  return amount;
}

}  // namespace

void MoveNetwork::Minimize(const MoveFunction& function, std::span<const FixedChoice> choices,
                           std::vector<bool>& takes) {
  NumberNodes(function, choices);
#ifndef NDEBUG
  const double supply = PositiveExcess();
#endif
  if (function.groups.empty()) {
    FindCut(function);
  } else if (!FlowsEvenly(function)) {
    NumberNodes(function, choices);
    if (!FlowsWithinGroups(function)) {
      NumberNodes(function, choices);
      FindCut(function);
    }
  }
#ifndef NDEBUG
  Verify(function, supply - PositiveExcess());
#endif
  for (size_t v = 0; v < node_of_.size(); ++v) {
    if (node_of_[v] >= 0) takes[v] = nodes_[node_of_[v]].label > 0;
  }
}

void MoveNetwork::FindCut(const MoveFunction& function) {
  PlaceArcs(function);
  FillArcs(function);
  PushAlongOrder();
  Search();
}

void MoveNetwork::NumberNodes(const MoveFunction& function, std::span<const FixedChoice> choices) {
  node_of_.resize(choices.size());
  nodes_.clear();
  nodes_.reserve(choices.size() + 2 * function.groups.size() + 1);
  Node node{};
  for (size_t v = 0; v < choices.size(); ++v) {
    node_of_[v] = -1;
    if (choices[v] != FixedChoice::kOpen) continue;
    node_of_[v] = static_cast<int32_t>(nodes_.size());
    node.excess = -function.slopes[v];
    nodes_.push_back(node);
  }
  first_group_ = static_cast<int32_t>(nodes_.size());
  // The node of a count pays `max_cost` for being on the side that is not its members' choice.
  for (const MoveGroup& group : function.groups) {
    if (group.keep.each > 0) {
      node.excess = group.keep.max_cost;
      nodes_.push_back(node);
    }
    if (group.take.each > 0) {
      node.excess = -group.take.max_cost;
      nodes_.push_back(node);
    }
  }
  nodes_.push_back(node);  // the end
}

// Lets the members of a group cover the deficit of its `take` node and receive the excess of its `keep` node,
// in proportion to offer(v): >= 0 to give, < 0 to receive. Returns what is missing.
template <class Offer>
MoveNetwork::Missing MoveNetwork::Share(const MoveFunction& function, const MoveGroup& group,
                                        const Missing& wanted, const Offer& offer) {
  const std::span<const int32_t> members = std::span(function.members).subspan(group.begin, group.size);
  double given = 0, gotten = 0;
  for (const int32_t member : members) {
    const double amount = offer(node_of_[member]);
    given += std::clamp(amount, 0.0, group.take.each);
    gotten += std::clamp(-amount, 0.0, group.keep.each);
  }
  const double part_given = given > wanted.to_take ? wanted.to_take / given : 1;
  const double part_gotten = gotten > wanted.from_keep ? wanted.from_keep / gotten : 1;
  for (const int32_t member : members) {
    const int32_t v = node_of_[member];
    const double amount = offer(v);
    nodes_[v].excess += part_gotten * std::clamp(-amount, 0.0, group.keep.each) -
                        part_given * std::clamp(amount, 0.0, group.take.each);
  }
  return {std::max(wanted.from_keep - gotten, 0.0), std::max(wanted.to_take - given, 0.0)};
}

// Tries to cover the deficits and use up the excesses of all groups such that each variable keeps some of its
// own excess or deficit; then each variable decides for itself and no cut is needed. Returns true if that
// works. A variable offers the same amount to each of its groups; where this is too little, half of what it
// has left. Changes the nodes.
bool MoveNetwork::FlowsEvenly(const MoveFunction& function) {
  if (!function.pairs.empty()) return false;
  shares_.assign(first_group_, 0);
  for (const MoveGroup& group : function.groups) {
    for (const int32_t member : std::span(function.members).subspan(group.begin, group.size)) {
      shares_[node_of_[member]] += 1;
    }
  }
  constexpr double kNearlyAll = 0.999;
  for (int32_t v = 0; v < first_group_; ++v) {
    shares_[v] = kNearlyAll * nodes_[v].excess / std::max(shares_[v], 1.0);
  }
  missing_.clear();
  for (size_t g = 0; g < function.groups.size(); ++g) {
    const MoveGroup& group = function.groups[g];
    const Missing missing = Share(function, group, {group.keep.max_cost, group.take.max_cost},
                                  [this](int32_t v) { return shares_[v]; });
    if (missing.from_keep <= 0 && missing.to_take <= 0) continue;
    missing_.push_back({missing, g});
    if (missing_.size() > 16 + g / 8) return false;
  }
  for (const auto& [missing, g] : missing_) {
    // The second flow may exceed what an arc has left, unless `each` is the largest cost: then give up.
    const MoveGroup& group = function.groups[g];
    if (group.keep.each < group.keep.max_cost || group.take.each < group.take.max_cost) return false;
    const Missing still = Share(function, group, missing, [this](int32_t v) { return nodes_[v].excess / 2; });
    if (still.from_keep > 0 || still.to_take > 0) return false;
  }
  for (int32_t v = 0; v < first_group_; ++v) nodes_[v].label = nodes_[v].excess > 0;
  for (int32_t g = first_group_; g < num_nodes(); ++g) nodes_[g].excess = 0;
  return true;
}

// Tries to use up all excess by flow over single arcs between groups and members, as FillArcs does. Returns
// true if that works: then all keep, and no arc has to be written, which would take many times as long.
// Changes the nodes.
bool MoveNetwork::FlowsWithinGroups(const MoveFunction& function) {
  int32_t group_node = first_group_;
  for (const MoveGroup& group : function.groups) {
    double from_keep = group.keep.max_cost, to_take = -group.take.max_cost;
    for (int32_t i = 0; i < group.size; ++i) {
      double& excess = nodes_[node_of_[function.members[group.begin + i]]].excess;
      Flow(group.take.each, excess, to_take);
      Flow(group.keep.each, from_keep, excess);
    }
    if (from_keep > 0) return false;
    if (group.keep.each > 0) nodes_[group_node++].excess = from_keep;
    if (group.take.each > 0) nodes_[group_node++].excess = to_take;
  }
  return PositiveExcess() == 0;
}

// Counts the arcs of every node and sets first_arc to where FillArcs begins.
void MoveNetwork::PlaceArcs(const MoveFunction& function) {
  size_t num_edges = function.pairs.size();
  for (const MoveGroup& group : function.groups) {
    num_edges += static_cast<size_t>(group.size) * NumCounts(group);
  }
  constexpr size_t kMaxEdges = std::numeric_limits<Arc>::max() / 2;
  if (num_edges > kMaxEdges) {
    common::ThrowUsageError("move", "fewer than 2^30 pairs and members of groups", std::to_string(num_edges));
  }
  for (const MovePair& pair : function.pairs) {
    ++nodes_[node_of_[pair.p]].first_arc;
    ++nodes_[node_of_[pair.q]].first_arc;
  }
  int32_t group_node = first_group_;
  for (const MoveGroup& group : function.groups) {
    const int32_t counts = NumCounts(group);
    for (int32_t i = 0; i < counts; ++i) nodes_[group_node++].first_arc = group.size;
    for (int32_t i = 0; i < group.size; ++i) {
      nodes_[node_of_[function.members[group.begin + i]]].first_arc += counts;
    }
  }
  Arc end = 0;
  for (Node& node : nodes_) {
    end += node.first_arc;
    node.first_arc = end;  // FillArcs decrements it
  }
  arcs_.clear();
  arcs_.resize(2 * num_edges);
}

void MoveNetwork::AddEdge(int32_t from, int32_t to, double capacity, double reverse_capacity) {
  const Arc arc = --nodes_[from].first_arc, reverse = --nodes_[to].first_arc;
  arcs_[arc] = {.head = to, .reverse = reverse, .residual = capacity};
  arcs_[reverse] = {.head = from, .reverse = arc, .residual = reverse_capacity};
}

// Runs backwards, so that arcs are in the order of the terms. The capacity of an arc is the cost if its tail
// takes and its head keeps. Flow over a single arc between a group and a member is pushed at once, while the
// arcs are in the cache.
void MoveNetwork::FillArcs(const MoveFunction& function) {
  int32_t group_node = num_nodes();
  for (size_t g = function.groups.size(); g-- > 0;) {
    const MoveGroup& group = function.groups[g];
    const bool keep = group.keep.each > 0, take = group.take.each > 0;
    group_node -= NumCounts(group);
    for (int32_t i = group.size; i-- > 0;) {
      const int32_t member = node_of_[function.members[group.begin + i]];
      double& excess = nodes_[member].excess;
      if (take) {
        const double amount = Flow(group.take.each, excess, nodes_[group_node + keep].excess);
        AddEdge(member, group_node + keep, group.take.each - amount, amount);
      }
      if (keep) {
        const double amount = Flow(group.keep.each, nodes_[group_node].excess, excess);
        AddEdge(group_node, member, group.keep.each - amount, amount);
      }
    }
  }
  for (size_t i = function.pairs.size(); i-- > 0;) {
    const MovePair& pair = function.pairs[i];
    AddEdge(node_of_[pair.p], node_of_[pair.q], pair.backward, pair.forward);
  }
}

// Pushes the excess (or deficit) of a variable on to later ones, either only to v + 1 or only to those after
// it.
void MoveNetwork::PassOn(int32_t v, bool to_next) {
  double& excess = nodes_[v].excess;
  for (Arc arc = nodes_[v].first_arc; arc != nodes_[v + 1].first_arc && excess != 0; ++arc) {
    ArcRecord& record = arcs_[arc];
    const int32_t head = record.head;
    if (head >= first_group_) break;  // groups come last
    if (to_next ? head != v + 1 : head <= v + 1) continue;
    double& reverse_residual = arcs_[record.reverse].residual;
    double& other = nodes_[head].excess;
    const double amount = std::clamp(excess, -reverse_residual, record.residual);
    excess -= amount;
    other += amount;
    record.residual -= amount;
    reverse_residual += amount;
  }
}

// A first flow without search, as in MaxFlowGraph: first along the rows of an image, then down.
void MoveNetwork::PushAlongOrder() {
  for (int32_t v = 0; v < first_group_; ++v) PassOn(v, true);
  for (int32_t v = 0; v < first_group_; ++v) PassOn(v, false);
}

void MoveNetwork::Search() {
  bool all_keep = true;
  for (int32_t v = 0; v < num_nodes(); ++v) {
    nodes_[v].Plant(kRootArc, kNoArc);
    all_keep = all_keep && nodes_[v].excess <= 0;
  }
  if (all_keep) return;
  SearchForests<MoveNetwork> forests(*this);
  forests.Run();
  forests.CompleteSourceSide();
}

double MoveNetwork::PositiveExcess() const {
  double sum = 0;
  for (int32_t v = 0; v < num_nodes(); ++v) sum += std::max(nodes_[v].excess, 0.0);
  return sum;
}

// Checks that flow and cut prove each other: complementary slackness holds, and the flow equals the function
// at the cut, up to the constant that turns slopes into capacities.
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
    int32_t takers = 0;
    for (int32_t i = 0; i < group.size; ++i) {
      takers += takes(function.members[group.begin + i]);
    }
    add(std::min(group.keep.max_cost, group.keep.each * (group.size - takers)), true);
    add(std::min(group.take.max_cost, group.take.each * takers), true);
  }
  STRUCTLAB_CHECK(std::abs(value - flow) <= 1e-9 * magnitude);
}

}  // namespace structlab::graphical_models
