// nauty's names are macros and short; it must know how large the sets of its library are.
#define WORDSIZE 16
#define MAXN 16
#include <gtest/gtest.h>
#include <nauty/nauty.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace {

using Edges = std::vector<std::pair<int, int>>;

struct Canonical {
  std::vector<graph> rows;
  double automorphisms;
};

// An edge of the node i leads to the node order[i].
Canonical CanonicalOf(const Edges& edges, const std::vector<int>& order) {
  const int n = static_cast<int>(order.size());
  std::array<graph, MAXN> rows{}, canonical{};
  for (const auto& [u, v] : edges) ADDONEEDGE(rows.data(), order[u], order[v], 1);
  DEFAULTOPTIONS_GRAPH(options);
  options.getcanon = TRUE;
  statsblk statistics;
  std::array<int, MAXN> labels, cells, orbits;
  densenauty(rows.data(), labels.data(), cells.data(), orbits.data(), &options, &statistics, 1, n,
             canonical.data());
  return {{canonical.begin(), canonical.begin() + n}, statistics.grpsize1};
}

// The six-cycle has 12 automorphisms and one form whatever its nodes are called; two triangles have 72.
TEST(Nauty, GivesIsomorphicGraphsOneForm) {
  nauty_check(WORDSIZE, 1, 6, NAUTYVERSIONID);
  std::vector<int> order = {0, 1, 2, 3, 4, 5};
  const Edges cycle = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}};
  const Edges triangles = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}};
  const Canonical first = CanonicalOf(cycle, order), other = CanonicalOf(triangles, order);
  EXPECT_EQ(first.automorphisms, 12);
  EXPECT_EQ(other.automorphisms, 72);
  EXPECT_NE(first.rows, other.rows);
  do {
    EXPECT_EQ(CanonicalOf(cycle, order).rows, first.rows);
    EXPECT_EQ(CanonicalOf(triangles, order).rows, other.rows);
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace
