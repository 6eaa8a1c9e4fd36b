#include "graphical_models/model/files/keyword_automata.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace structlab::graphical_models {
namespace {

constexpr int64_t kMaxStates = 100'000;

struct Transition {
  size_t from;
  Label symbol;
  size_t to;
  ExactCost cost;
};

struct Automaton {
  std::vector<ExactCost> starts, ends;  // [state]: cost; kForbidden if it is not a start or an end
  std::vector<Transition> transitions;

  int64_t size() const { return static_cast<int64_t>(starts.size() + transitions.size()); }
};

size_t StateOf(ExactCost number, size_t num_states, const KeywordParameters& parameters) {
  if (number >= static_cast<ExactCost>(num_states)) {
    parameters.Refuse(fmt::format("states from 0 to {}", num_states - 1),
                      std::to_string(static_cast<int64_t>(number)));
  }
  return static_cast<size_t>(number);
}

// Rows end with a cost if the automaton is weighted.
Automaton ReadAutomaton(bool is_weighted, KeywordParameters& parameters) {
  const auto num_states = static_cast<size_t>(parameters.Integer("nb_states", 1, kMaxStates));
  Automaton automaton;
  const auto read_states = [&](const std::string& name) {
    std::vector<ExactCost> costs(num_states, kForbidden);
    for (const std::vector<ExactCost>& row : parameters.List(name, is_weighted ? "nc" : "n")) {
      ExactCost& cost = costs[StateOf(row[0], num_states, parameters)];
      cost = std::min<ExactCost>(cost, is_weighted ? row[1] : 0);
    }
    return costs;
  };
  automaton.starts = read_states("starts");
  automaton.ends = read_states("ends");
  for (const std::vector<ExactCost>& row : parameters.List("transitions", is_weighted ? "nnnc" : "nnn")) {
    automaton.transitions.push_back({StateOf(row[0], num_states, parameters), static_cast<Label>(row[1]),
                                     StateOf(row[2], num_states, parameters), is_weighted ? row[3] : 0});
  }
  return automaton;
}

void Lower(ExactCost& cost, ExactCost other) { cost = std::min(cost, other); }

ExactCost LeastAtTheEnd(const std::vector<ExactCost>& costs, const Automaton& automaton) {
  ExactCost least = kForbidden;
  for (size_t state = 0; state < costs.size(); ++state) {
    Lower(least, Plus(costs[state], automaton.ends[state]));
  }
  return least;
}

// Adds states reached by symbols that the word lacks; each insertion costs 1.
void Insert(const Automaton& automaton, std::vector<ExactCost>& costs) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Transition& step : automaton.transitions) {
      const ExactCost cost = Plus(costs[step.from], 1);
      if (cost >= costs[step.to]) continue;
      costs[step.to] = cost;
      changed = true;
    }
  }
}

// The minimum number of changes after which the automaton accepts the word.
ExactCost CountChanges(const Automaton& automaton, bool may_change_length, std::span<const Label> word) {
  std::vector<ExactCost> costs = automaton.starts;
  if (may_change_length) Insert(automaton, costs);
  for (const Label symbol : word) {
    std::vector<ExactCost> next(costs.size(), kForbidden);
    for (const Transition& step : automaton.transitions) {
      Lower(next[step.to], Plus(costs[step.from], step.symbol == symbol ? 0 : 1));
    }
    if (may_change_length) {
      for (size_t state = 0; state < costs.size(); ++state) Lower(next[state], Plus(costs[state], 1));
      Insert(automaton, next);
    }
    costs = std::move(next);
  }
  return LeastAtTheEnd(costs, automaton);
}

}  // namespace

KeywordFunction ReadRegular(const std::string& keyword, KeywordParameters& parameters) {
  const bool has_edits =
      parameters.Word("metric", keyword == "sregular" ? std::vector<std::string>{"var", "edit"}
                                                      : std::vector<std::string>{"var"}) == "edit";
  const ExactCost cost = parameters.Cost("cost");
  const Automaton automaton = ReadAutomaton(false, parameters);
  KeywordFunction function;
  function.steps = automaton.size() * (has_edits ? automaton.size() : 1);
  function.cost = [automaton, has_edits, cost](std::span<const Label> word) -> ExactCost {
    const ExactCost changes = CountChanges(automaton, has_edits, word);
    return changes == kForbidden ? kForbidden : Times(cost, static_cast<int64_t>(changes));
  };
  return function;
}

KeywordFunction ReadWeightedRegular(KeywordParameters& parameters) {
  const Automaton automaton = ReadAutomaton(true, parameters);
  KeywordFunction function;
  function.steps = automaton.size();
  function.cost = [automaton](std::span<const Label> word) {
    std::vector<ExactCost> costs = automaton.starts;
    for (const Label symbol : word) {
      std::vector<ExactCost> next(costs.size(), kForbidden);
      for (const Transition& step : automaton.transitions) {
        if (step.symbol == symbol) Lower(next[step.to], Plus(costs[step.from], step.cost));
      }
      costs = std::move(next);
    }
    return LeastAtTheEnd(costs, automaton);
  };
  return function;
}

}  // namespace structlab::graphical_models
