#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#include <boost/math/special_functions/beta.hpp>

namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Graph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS,
    boost::property<boost::vertex_color_t, boost::default_color_type,
                    boost::property<boost::vertex_distance_t, long,
                                    boost::property<boost::vertex_predecessor_t, Traits::edge_descriptor>>>,
    boost::property<boost::edge_capacity_t, int,
                    boost::property<boost::edge_residual_capacity_t, int,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

void AddEdge(Graph& graph, int from, int to, int capacity) {
  const auto forward = boost::add_edge(from, to, graph).first;
  const auto backward = boost::add_edge(to, from, graph).first;
  boost::put(boost::edge_capacity, graph, forward, capacity);
  boost::put(boost::edge_capacity, graph, backward, 0);
  boost::put(boost::edge_reverse, graph, forward, backward);
  boost::put(boost::edge_reverse, graph, backward, forward);
}

// The cut that parts {0, 1} from {2, 3} has capacity 2 + 1 + 3.
Graph Diamond() {
  Graph graph(4);
  AddEdge(graph, 0, 1, 5);
  AddEdge(graph, 0, 2, 2);
  AddEdge(graph, 1, 2, 1);
  AddEdge(graph, 1, 3, 3);
  AddEdge(graph, 2, 3, 9);
  return graph;
}

TEST(Boost, TwoAlgorithmsFindTheMaximumFlow) {
  Graph graph = Diamond();
  EXPECT_EQ(boost::boykov_kolmogorov_max_flow(graph, 0, 3), 6);
  EXPECT_EQ(boost::push_relabel_max_flow(graph, 0, 3), 6);
}

// P(Beta(2, 3) <= 1/2) = 11/16, an integral of a polynomial.
TEST(Boost, KnowsTheIncompleteBetaFunction) { EXPECT_DOUBLE_EQ(boost::math::ibeta(2.0, 3.0, 0.5), 0.6875); }

}  // namespace
