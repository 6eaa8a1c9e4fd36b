#include "kernels/graphs/canonical_forms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

GraphletRows Reorder(const GraphletRows& rows, const std::vector<int>& order) {
  GraphletRows reordered{};
  for (size_t i = 0; i < order.size(); ++i) {
    for (size_t j = 0; j < order.size(); ++j) {
      if (rows[i] >> j & 1) reordered[order[i]] |= static_cast<uint16_t>(1 << order[j]);
    }
  }
  return reordered;
}

// The smallest graphlet over all orders of the nodes.
Graphlet LeastGraphlet(Graphlet graphlet, int nodes) {
  std::vector<int> order(nodes);
  std::iota(order.begin(), order.end(), 0);
  const GraphletRows rows = RowsOf(graphlet, nodes);
  Graphlet least = graphlet;
  do {
    least = std::min(least, GraphletOf(Reorder(rows, order), nodes));
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

Graphlet RandomGraphlet(int nodes, common::RandomStream& stream) {
  const double density = stream.Uniform();
  Graphlet graphlet = 0;
  for (int pair = 0; pair < NumPairs(nodes); ++pair) {
    graphlet |= static_cast<Graphlet>(stream.Uniform() < density) << pair;
  }
  return graphlet;
}

// The forms of all connected graphs of nodes + 1 nodes. Each has a node whose removal leaves it connected, so
// it is a graph of `smaller` plus one node.
std::set<Graphlet> WithOneNodeMore(const std::set<Graphlet>& smaller, int nodes,
                                   const CanonicalForms& forms) {
  std::unordered_set<Graphlet> larger;
  for (const Graphlet graphlet : smaller) {
    for (uint16_t neighbors = 1; neighbors <= AllNodes(nodes); ++neighbors) {
      GraphletRows rows = RowsOf(graphlet, nodes);
      rows[nodes] = neighbors;
      for (int i = 0; i < nodes; ++i) {
        rows[i] |= static_cast<uint16_t>((neighbors >> i & 1) << nodes);
      }
      larger.insert(forms.OfRows(rows, nodes + 1));
    }
  }
  return {larger.begin(), larger.end()};
}

TEST(Graphlet, HasABitForEveryPairInLexicographicOrder) {
  EXPECT_EQ(GraphletOf({0b0110, 0b0001, 0b1001, 0b0100}, 4), 0b100011u);  // 01, 02, 23
  EXPECT_EQ(GraphletOf({0b11110110, 0b0001, 0b1001, 0b0100}, 4), 0b100011u) << "bits behind the nodes";
  for (int nodes = 1; nodes <= 9; ++nodes) {
    for (int pair = 0; pair < NumPairs(nodes); ++pair) {
      EXPECT_EQ(GraphletOf(RowsOf(Graphlet{1} << pair, nodes), nodes), Graphlet{1} << pair);
    }
  }
}

TEST(Graphlet, KnowsWhatIsConnected) {
  EXPECT_TRUE(IsConnected(RowsOf(13, 4), 4));   // a path
  EXPECT_FALSE(IsConnected(RowsOf(11, 4), 4));  // a triangle beside a node
  EXPECT_FALSE(IsConnected(RowsOf(12, 4), 4));  // two edges
  EXPECT_TRUE(IsConnected({}, 1));
  EXPECT_EQ(ComponentOfLowest(RowsOf(12, 4), 0b0111), 0b0001);
}

// There are 1, 1, 2, 6, 21, 112 connected graphs of 1 to 6 nodes, and 853, 11117 and 261080 of 7, 8 and 9
// (OEIS A001349).
TEST(CanonicalForms, AreAsManyAsThereAreConnectedGraphs) {
  const CanonicalForms forms;
  std::set<Graphlet> connected = {0};
  const size_t expected[] = {1, 1, 2, 6, 21, 112, 853, 11117, 261080};
  for (int nodes = 1; nodes <= 9; ++nodes) {
    if (nodes > 1) connected = WithOneNodeMore(connected, nodes - 1, forms);
    EXPECT_EQ(connected.size(), expected[nodes - 1]) << nodes << " nodes";
  }
  for (const Graphlet form : connected) {  // each is a graph of its own class
    ASSERT_EQ(CanonicalFormByNauty(RowsOf(form, 9), 9), form);
  }
}

// OEIS A000088.
TEST(SmallForms, AreAllGraphsUpToSevenNodes) {
  const size_t expected[] = {1, 2, 4, 11, 34, 156, 1044};
  for (int nodes = 1; nodes <= 7; ++nodes) {
    EXPECT_EQ(SmallForms(nodes).size(), expected[nodes - 1]);
    EXPECT_TRUE(std::is_sorted(SmallForms(nodes).begin(), SmallForms(nodes).end()));
  }
  EXPECT_EQ(std::vector<Graphlet>(SmallForms(4).begin(), SmallForms(4).end()),
            (std::vector<Graphlet>{0, 1, 3, 7, 11, 12, 13, 15, 30, 31, 63}));
}

TEST(CanonicalForms, AreTheLeastGraphletUpToSevenNodes) {
  const CanonicalForms forms;
  for (int nodes = 1; nodes <= 5; ++nodes) {
    for (Graphlet graphlet = 0; graphlet >> NumPairs(nodes) == 0; ++graphlet) {
      ASSERT_EQ(forms.Of(graphlet, nodes), LeastGraphlet(graphlet, nodes));
    }
  }
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "least");
    for (const int nodes : {6, 7}) {
      const Graphlet graphlet = RandomGraphlet(nodes, stream);
      EXPECT_EQ(forms.Of(graphlet, nodes), LeastGraphlet(graphlet, nodes));
    }
  }
}

// 1,000 orders of the nodes of each of 20 graphs of every size.
TEST(CanonicalForms, DoNotDependOnTheOrderOfTheNodes) {
  const CanonicalForms forms;
  for (int nodes = 4; nodes <= 9; ++nodes) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(std::to_string(nodes) + " nodes, seed " + std::to_string(seed));
      common::RandomStream stream(seed, "orders", static_cast<uint64_t>(nodes));
      const GraphletRows rows = RowsOf(RandomGraphlet(nodes, stream), nodes);
      const Graphlet form = forms.OfRows(rows, nodes);
      const Graphlet by_nauty = CanonicalFormByNauty(rows, nodes);
      for (int repeat = 0; repeat < 1000; ++repeat) {
        const GraphletRows other = Reorder(rows, stream.Permutation(nodes));
        ASSERT_EQ(forms.OfRows(other, nodes), form);
        ASSERT_EQ(CanonicalFormByNauty(other, nodes), by_nauty);
      }
    }
  }
}

// The tables and nauty are independent of each other; both define the same classes of graphs.
TEST(CanonicalForms, AgreeWithNautyOnWhatIsIsomorphic) {
  const CanonicalForms forms;
  for (int nodes = 2; nodes <= 6; ++nodes) {
    std::set<std::pair<Graphlet, Graphlet>> pairs;
    for (Graphlet graphlet = 0; graphlet >> NumPairs(nodes) == 0; ++graphlet) {
      pairs.emplace(forms.Of(graphlet, nodes), CanonicalFormByNauty(RowsOf(graphlet, nodes), nodes));
    }
    EXPECT_EQ(pairs.size(), SmallForms(nodes).size());
  }
}

// Cached forms equal those of nauty; the first round fills the cache.
TEST(CanonicalForms, DoNotDependOnTheCache) {
  const CanonicalForms forms;
  for (const int round : {0, 1}) {
    for (uint64_t seed = 0; seed < 3000; ++seed) {
      common::RandomStream stream(seed, "cache");
      const int nodes = 8 + static_cast<int>(stream.UniformIndex(2));
      const GraphletRows rows = RowsOf(RandomGraphlet(nodes, stream), nodes);
      ASSERT_EQ(forms.OfRows(rows, nodes), CanonicalFormByNauty(rows, nodes)) << round << ", " << seed;
    }
  }
}

TEST(CanonicalForms, AreTheSameFromSeveralThreads) {
  const CanonicalForms forms;
  const auto all_forms = [&forms] {
    std::vector<Graphlet> found;
    for (uint64_t seed = 0; seed < 20000; ++seed) {
      common::RandomStream stream(seed, "threads");
      const int nodes = 7 + static_cast<int>(stream.UniformIndex(3));
      found.push_back(forms.Of(RandomGraphlet(nodes, stream), nodes));
    }
    return found;
  };
  std::vector<Graphlet> first, second;
  std::thread other([&] { first = all_forms(); });
  second = all_forms();
  other.join();
  EXPECT_EQ(first, second);
}

// Two labelled graphs have the same digest if and only if a permutation of the nodes maps one to the other.
TEST(DigestOfLabelled, TellsLabelledGraphsApart) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "labelled");
    const int nodes = 2 + static_cast<int>(stream.UniformIndex(4));
    const auto random_labels = [&] {
      std::vector<int> labels;
      for (int i = 0; i < nodes; ++i) labels.push_back(static_cast<int>(stream.UniformIndex(3)) - 1);
      return labels;
    };
    const GraphletRows a = RowsOf(RandomGraphlet(nodes, stream), nodes);
    const std::vector<int> labels_of_a = random_labels();
    GraphletRows b = Reorder(a, stream.Permutation(nodes));
    std::vector<int> labels_of_b = random_labels();
    if (seed % 2 == 0) {  // most are isomorphic
      const std::vector<int> order = stream.Permutation(nodes);
      b = Reorder(a, order);
      for (size_t i = 0; i < order.size(); ++i) labels_of_b[order[i]] = labels_of_a[i];
      if (stream.UniformIndex(3) == 0) std::swap(labels_of_b[0], labels_of_b[1]);
    }
    bool isomorphic = false;
    std::vector<int> order(nodes);
    std::iota(order.begin(), order.end(), 0);
    do {
      bool same = Reorder(a, order) == b;
      for (size_t i = 0; i < order.size(); ++i) {
        same = same && labels_of_b[order[i]] == labels_of_a[i];
      }
      isomorphic = isomorphic || same;
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(
        CanonicalForms::DigestOfLabelled(a, labels_of_a) == CanonicalForms::DigestOfLabelled(b, labels_of_b),
        isomorphic);
  }
}

// Permutes the labels with the nodes.
std::vector<int> ReorderLabels(const std::vector<int>& labels, const std::vector<int>& order) {
  std::vector<int> reordered(labels.size());
  for (size_t i = 0; i < order.size(); ++i) reordered[order[i]] = labels[i];
  return reordered;
}

// From one common label to a different label for each node.
TEST(DigestOfLabelled, DoesNotDependOnTheOrderOfTheNodes) {
  for (int nodes = 4; nodes <= 9; ++nodes) {
    for (int num_labels = 1; num_labels <= nodes; ++num_labels) {
      SCOPED_TRACE(std::to_string(nodes) + " nodes, " + std::to_string(num_labels) + " labels");
      common::RandomStream stream(1, "labelled orders", static_cast<uint64_t>(10 * nodes + num_labels));
      const GraphletRows rows = RowsOf(RandomGraphlet(nodes, stream), nodes);
      std::vector<int> labels;
      for (int i = 0; i < nodes; ++i) labels.push_back(i % num_labels - 2);
      const uint64_t digest = CanonicalForms::DigestOfLabelled(rows, labels);
      for (int repeat = 0; repeat < 1000; ++repeat) {
        const std::vector<int> order = stream.Permutation(nodes);
        ASSERT_EQ(CanonicalForms::DigestOfLabelled(Reorder(rows, order), ReorderLabels(labels, order)),
                  digest);
      }
      labels[0] = nodes;  // a new label
      EXPECT_NE(CanonicalForms::DigestOfLabelled(rows, labels), digest);
    }
  }
}

// The number of cycles of a permutation of the nodes or (`pairs`) of the pairs of nodes.
int CountCycles(const std::vector<int>& order, bool pairs) {
  const int n = static_cast<int>(order.size());
  std::set<std::pair<int, int>> seen;
  int cycles = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = pairs ? i + 1 : i; j < (pairs ? n : i + 1); ++j) {
      std::pair<int, int> at = {i, j};
      if (seen.contains(at)) continue;
      ++cycles;
      while (seen.insert(at).second) {
        at = std::minmax({order[at.first], order[at.second]});
      }
    }
  }
  return cycles;
}

// The number of different digests of all labelled graphs is given by Burnside's lemma: the mean over all
// permutations of the number of labelled graphs that they leave unchanged.
TEST(DigestOfLabelled, AreAsManyAsThereAreLabelledGraphs) {
  struct {
    int nodes, labels;
  } const cases[] = {{2, 3}, {3, 3}, {4, 2}, {4, 4}, {5, 2}, {5, 3}};
  for (const auto& [nodes, labels] : cases) {
    SCOPED_TRACE(std::to_string(nodes) + " nodes, " + std::to_string(labels) + " labels");
    std::vector<int> order(nodes);
    std::iota(order.begin(), order.end(), 0);
    double unchanged = 0, orders = 0;
    do {
      unchanged += std::pow(labels, CountCycles(order, false)) * std::pow(2, CountCycles(order, true));
      ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
    std::unordered_set<uint64_t> digests;
    for (Graphlet graphlet = 0; graphlet >> NumPairs(nodes) == 0; ++graphlet) {
      std::vector<int> labelling(nodes);
      for (;;) {
        digests.insert(CanonicalForms::DigestOfLabelled(RowsOf(graphlet, nodes), labelling));
        size_t digit = 0;
        while (digit < labelling.size() && ++labelling[digit] == labels) labelling[digit++] = 0;
        if (digit == labelling.size()) break;
      }
    }
    EXPECT_EQ(static_cast<double>(digests.size()), unchanged / orders);
  }
}

TEST(CanonicalForms, RefuseWhatIsNoGraphlet) {
  const CanonicalForms forms;
  EXPECT_EQ(MessageOf([&] { forms.Of(0, 0); }), "nodes: expected 1 to 9, found 0");
  EXPECT_EQ(MessageOf([&] { forms.Of(0, 10); }), "nodes: expected 1 to 9, found 10");
  EXPECT_EQ(MessageOf([&] { forms.Of(8, 3); }), "graphlet: expected 3 bits, found 8");
}

}  // namespace
}  // namespace structlab::kernels
