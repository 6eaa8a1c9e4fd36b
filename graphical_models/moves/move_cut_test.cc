#include "graphical_models/moves/move_cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using common::RandomStream;

int UniformInteger(int low, int high, RandomStream& random) {
  return low + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(high - low + 1)));
}

// A MoveCut and the function that it must minimise; choices are 0 (keep) and 1 (take).
struct Instance {
  int variables;
  MoveCut cut;
  std::vector<std::function<double(const Labeling&)>> terms;

  explicit Instance(int count) : variables(count), cut({.variables = count, .pairs = 6}) {}

  ExtendedCost Energy(const Labeling& choice) const {
    ExtendedCost sum;
    for (const auto& term : terms) sum += term(choice);
    return sum;
  }

  ExtendedCost Minimum() const {
    ExtendedCost least = Energy(Labeling(variables, 0));
    ForAllLabelings(std::vector<int>(variables, 2),
                    [&](const Labeling& choice) { least = std::min(least, Energy(choice)); });
    return least;
  }

  ExtendedCost EnergyOfMinimize() {
    const std::vector<bool> takes = cut.Minimize();
    return Energy(Labeling(takes.begin(), takes.end()));
  }

  void AddUnary(int v, double keep, double take) {
    cut.AddUnary(v, keep, take);
    terms.push_back([=](const Labeling& x) { return x[v] == 0 ? keep : take; });
  }

  void AddPair(int p, int q, const std::vector<double>& costs) {
    cut.AddPair(p, q, costs[0], costs[1], costs[2], costs[3]);
    terms.push_back([=](const Labeling& x) { return costs[2 * x[p] + x[q]]; });
  }
};

double RandomCost(double infinite_probability, RandomStream& random) {
  return random.Uniform() < infinite_probability ? kInfinity : UniformInteger(-10, 10, random);
}

bool IsSubmodular(const std::vector<double>& costs) {
  return !(ExtendedCost(costs[1]) + costs[2] < ExtendedCost(costs[0]) + costs[3]);
}

void AddRandomCosts(double infinite_probability, bool submodular, Instance& instance, RandomStream& random) {
  for (int v = 0; v < instance.variables; ++v) {
    const double keep = RandomCost(infinite_probability, random);
    instance.AddUnary(v, keep, RandomCost(infinite_probability, random));
  }
  for (int count = UniformInteger(0, 6, random); count > 0 && instance.variables > 1; --count) {
    const std::vector<int> pair = random.SampleWithoutReplacement(instance.variables, 2);
    std::vector<double> costs;
    for (int i = 0; i < 4; ++i) costs.push_back(RandomCost(infinite_probability, random));
    if (submodular && !IsSubmodular(costs)) {
      std::swap(costs[0], costs[1]);
      std::swap(costs[2], costs[3]);
    }
    instance.AddPair(pair[0], pair[1], costs);
  }
}

TEST(MoveCut, FindsTheBestChoice) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "move cut");
    Instance instance(UniformInteger(1, 5, random));
    AddRandomCosts(seed % 2 == 0 ? 0.0 : 0.15, true, instance, random);
    const ExtendedCost least = instance.Minimum(), found = instance.EnergyOfMinimize();
    EXPECT_EQ(found.infinities, least.infinities);
    EXPECT_EQ(found.finite, least.finite);
  }
}

TEST(MoveCut, NeverRaisesTheEnergyOfPairsThatItTruncates) {
  int improved = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "truncated move cut");
    Instance instance(UniformInteger(1, 5, random));
    AddRandomCosts(seed % 2 == 0 ? 0.0 : 0.15, false, instance, random);
    const ExtendedCost before = instance.Energy(Labeling(instance.variables, 0));
    const ExtendedCost after = instance.EnergyOfMinimize();
    EXPECT_FALSE(before < after);
    improved += after < before;
  }
  EXPECT_GT(improved, 5'000);
}

// The larger of the mixed costs is raised, from 9 to 22. If the cost of keeping both were lowered, 10 would
// stay.
TEST(MoveCut, FindsWhatIsCheaperThanKeepingAPairThatItTruncates) {
  Instance instance(2);
  instance.AddPair(0, 1, {10, 9, 8, 20});
  EXPECT_EQ(instance.EnergyOfMinimize().finite, 8);
}

// Counts and P^n Potts costs of random groups; some costs are 0 or equal.
TEST(MoveCut, FindsTheBestChoiceOfGroups) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "groups in a move cut");
    Instance instance(UniformInteger(1, 5, random));
    AddRandomCosts(0.0, true, instance, random);
    for (int count = UniformInteger(1, 4, random); count > 0; --count) {
      const std::vector<int> group =
          random.SampleWithoutReplacement(instance.variables, UniformInteger(1, instance.variables, random));
      const auto takers = [group](const Labeling& x) {
        int sum = 0;
        for (const int v : group) sum += x[v];
        return sum;
      };
      const int members = static_cast<int>(group.size());
      if (random.Uniform() < 0.5) {
        const double mixed = UniformInteger(0, 20, random);
        const double keep = UniformInteger(0, static_cast<int>(mixed), random);
        const double take = UniformInteger(0, static_cast<int>(mixed), random);
        instance.cut.AddPnPotts(group, keep, take, mixed);
        instance.terms.push_back([=](const Labeling& x) {
          return takers(x) == 0 ? keep : takers(x) == members ? take : mixed;
        });
      } else {
        const bool take = random.Uniform() < 0.5;
        const double each = UniformInteger(0, 10, random), largest = UniformInteger(0, 20, random);
        instance.cut.AddCount(group, take ? MoveChoice::kTake : MoveChoice::kKeep, each, largest);
        instance.terms.push_back([=](const Labeling& x) {
          return std::min(largest, each * (take ? takers(x) : members - takers(x)));
        });
      }
    }
    const double least = instance.Minimum().finite;
    EXPECT_EQ(instance.EnergyOfMinimize().finite, least);
  }
}

// A finite difference must not be lost next to an infinite cost that all choices share.
// Dokania 2016, section 2.3: gamma = 2, gamma_alpha = 1, gamma_max = 5, so k = 2, w_d = 4 and w_e = 3. A
// unary cost of 100 forces a variable to a choice; the others are free or have smaller unary costs.
TEST(MoveCut, EqualsTheWorkedExampleOfPnPotts) {
  constexpr double kDraw = 100, kConstant = 2;
  const auto cost_of = [](const Labeling& choice) {
    MoveCut cut({.variables = 3, .pairs = 0});
    for (int v = 0; v < 3; ++v) {
      cut.AddUnary(v, choice[v] == 0 ? 0 : kDraw, choice[v] == 1 ? 0 : kDraw);
    }
    cut.AddPnPotts({{0, 1, 2}}, 2, 1, 5);
    const std::vector<bool> takes = cut.Minimize();
    EXPECT_EQ(Labeling(takes.begin(), takes.end()), choice);
    // w_d unless all take, w_e if one takes.
    const bool all = takes[0] && takes[1] && takes[2], one = takes[0] || takes[1] || takes[2];
    return (all ? 0 : 4) + (one ? 3 : 0) - kConstant;
  };
  EXPECT_EQ(cost_of({0, 0, 0}), 2);
  EXPECT_EQ(cost_of({1, 1, 1}), 1);
  EXPECT_EQ(cost_of({0, 1, 1}), 5);
  // If only variable 0 is forced to take, all take as long as the unary costs of the others are below 4, the
  // additional cost of a mixture; above 4 they keep.
  for (const double draw : {1.9, 2.1}) {
    MoveCut cut({.variables = 3, .pairs = 0});
    cut.AddUnary(0, kDraw, 0);
    for (const int v : {1, 2}) cut.AddUnary(v, 0, draw);
    cut.AddPnPotts({{0, 1, 2}}, 2, 1, 5);
    EXPECT_EQ(cut.Minimize()[1], draw < 2) << draw;
  }
}

TEST(MoveCut, ComparesFiniteCostsOfForbiddenChoices) {
  Instance instance(2);
  instance.AddUnary(0, kInfinity, kInfinity);
  instance.AddUnary(0, 1e-3, 0);
  instance.AddUnary(1, 0, 1e15);
  EXPECT_EQ(instance.cut.Minimize(), (std::vector<bool>{true, false}));
}

// The same move as a separate graph with a node for each group, where the source side keeps: an independent
// way to find the choice of least cost with the fewest takers.
class GraphOfMove {
 public:
  GraphOfMove(int variables, int groups) : next_group_(variables), graph_(variables + groups) {}

  void AddUnary(int v, double keep, double take) {
    graph_.AddTerminal(v, std::max(take - keep, 0.0), std::max(keep - take, 0.0));
  }
  void AddPair(int p, int q, double keep_take, double take_keep) {
    graph_.AddEdge(p, q, keep_take, take_keep);
  }
  void AddCount(const std::vector<int>& variables, MoveChoice choice, double each, double largest) {
    const int group = next_group_++;
    const bool keep = choice == MoveChoice::kKeep;
    graph_.AddTerminal(group, keep ? 0 : largest, keep ? largest : 0);
    for (const int v : variables) graph_.AddEdge(keep ? v : group, keep ? group : v, each, 0);
  }
  std::vector<bool> Takes(int variables) {
    graph_.Solve(CutChoice::kSmallestSinkSide);
    std::vector<bool> takes;
    for (int v = 0; v < variables; ++v) takes.push_back(!graph_.OnSourceSide(v));
    return takes;
  }

 private:
  int next_group_;
  MaxFlowGraph<double> graph_;
};

// P^n Potts costs, and counts.
void AddRandomGroup(int variables, int largest_size, int max_cost, MoveCut& cut, GraphOfMove& graph,
                    RandomStream& random) {
  const std::vector<int> members =
      random.SampleWithoutReplacement(variables, UniformInteger(2, largest_size, random));
  const double each = UniformInteger(1, 10, random), more = UniformInteger(0, max_cost, random);
  const double kind = random.Uniform();
  if (kind < 0.5) {
    cut.AddPnPotts(members, more, each, each + more);
    graph.AddCount(members, MoveChoice::kKeep, more, more);
    graph.AddCount(members, MoveChoice::kTake, each, each);
  } else {
    const MoveChoice choice = kind < 0.75 ? MoveChoice::kTake : MoveChoice::kKeep;
    cut.AddCount(members, choice, each, each + more);
    graph.AddCount(members, choice, each, each + more);
  }
}

// Grids with groups; all moves reuse the same memory.
TEST(MoveCut, OfManyVariablesEqualsAGraphOfItsOwn) {
  constexpr int kWidth = 15, kHeight = 12, kVariables = kWidth * kHeight;
  MoveCut cut({.variables = kVariables});
  int took = 0, kept = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "large move cut");
    const int groups = UniformInteger(0, 20, random), largest_unary = seed % 2 == 0 ? 8 : 25;
    GraphOfMove expected(kVariables, 2 * groups);
    cut.Clear();
    for (int v = 0; v < kVariables; ++v) {
      const int keep = UniformInteger(0, largest_unary, random),
                take = UniformInteger(0, largest_unary, random);
      cut.AddUnary(v, keep, take);
      expected.AddUnary(v, keep, take);
      for (const int q : {v % kWidth + 1 < kWidth ? v + 1 : -1, v + kWidth < kVariables ? v + kWidth : -1}) {
        if (q < 0) continue;
        const int keep_take = UniformInteger(0, 6, random), take_keep = UniformInteger(0, 6, random);
        cut.AddPair(v, q, 0, keep_take, take_keep, 0);
        expected.AddPair(v, q, keep_take, take_keep);
      }
    }
    for (int group = 0; group < groups; ++group) {
      AddRandomGroup(kVariables, 40, 60, cut, expected, random);
    }
    const std::vector<bool> takes = cut.Minimize();
    EXPECT_EQ(takes, expected.Takes(kVariables));
    const int takers = static_cast<int>(std::ranges::count(takes, true));
    took += takers;
    kept += kVariables - takers;
  }
  EXPECT_EQ(cut.num_minimized(), 400);
  EXPECT_GT(took, 400 * 10);
  EXPECT_GT(kept, 400 * 10);
}

// Groups whose costs are first small against the unaries, so that most variables decide for themselves, and
// then grow until all make the same choice.
TEST(MoveCut, OfGroupsAloneEqualsAGraphOfItsOwn) {
  constexpr int kVariables = 80, kGroups = 40;
  MoveCut cut({.variables = kVariables});
  int alike = 0, mixed = 0;
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "move cut of groups");
    GraphOfMove expected(kVariables, 2 * kGroups);
    cut.Clear();
    for (int v = 0; v < kVariables; ++v) {
      const int keep = UniformInteger(0, 40, random), take = UniformInteger(0, 40, random);
      cut.AddUnary(v, keep, take);
      expected.AddUnary(v, keep, take);
    }
    const int max_cost = UniformInteger(0, 80, random);
    for (int group = 0; group < kGroups; ++group) {
      AddRandomGroup(kVariables, 25, max_cost, cut, expected, random);
    }
    const std::vector<bool> takes = cut.Minimize();
    EXPECT_EQ(takes, expected.Takes(kVariables));
    const auto takers = std::ranges::count(takes, true);
    ++(takers == 0 || takers == kVariables ? alike : mixed);
  }
  EXPECT_GT(alike, 100);
  EXPECT_GT(mixed, 100);
}

// Among several best choices, the one with the fewest takers.
TEST(MoveCut, KeepsWhereTakingBringsNothing) {
  MoveCut cut({.variables = 3});
  cut.AddUnary(0, 3, 3);
  cut.AddUnary(1, 2, 0);
  cut.AddUnary(2, 0, 2);
  cut.AddPair(1, 2, 0, 2, 2, 0);
  EXPECT_EQ(cut.Minimize(), (std::vector<bool>{false, false, false}));
}

TEST(MoveCut, RefusesCostsThatHaveNoSum) {
  MoveCut cut({.variables = 1});
  for (int i = 0; i < 20; ++i) cut.AddCount({{0}}, MoveChoice::kKeep, 1e307, 1e307);
  EXPECT_NE(MessageOf([&] { cut.Minimize(); }).find("costs of a move: expected a finite sum, found inf"),
            std::string::npos);
}

TEST(MoveCut, CountsWhatItsGroupsAre) {
  MoveCut cut({.variables = 4});
  EXPECT_EQ(cut.totals().group_nodes, 0);
  cut.AddPnPotts({{0, 1, 2}}, 2, 1, 5);                   // 2 nodes, each with 3 edges and one more
  cut.AddPnPotts({{0, 1, 2}}, 5, 1, 5);                   // keeping costs the same as mixing: 1 node
  cut.AddCount({{0, 1, 2, 3}}, MoveChoice::kTake, 1, 1);  // 1 node
  cut.AddCount({{3}}, MoveChoice::kTake, 1, 1);           // a unary cost
  cut.AddCount({{1, 2}}, MoveChoice::kTake, 0, 0);        // nothing
  cut.Minimize();
  EXPECT_EQ(cut.totals().cuts, 1);
  EXPECT_EQ(cut.totals().group_nodes, 2 + 1 + 1);
  EXPECT_EQ(cut.totals().group_edges, 2 * 4 + 4 + 5);
  cut.Clear();
  cut.AddCount({{0, 1}}, MoveChoice::kKeep, 1, 1);
  cut.Minimize();
  EXPECT_EQ(cut.totals().cuts, 2);
  EXPECT_EQ(cut.totals().group_nodes, 5);
}

TEST(MoveCut, RefusesSizesThatAreNone) {
  EXPECT_EQ(MessageOf([] { MoveCut({.variables = -1}); }),
            "MoveCut: variables and pairs: expected at least 0, found -1 and 0");
  EXPECT_TRUE(MoveCut({.variables = 0}).Minimize().empty());
}

}  // namespace
}  // namespace structlab::graphical_models
