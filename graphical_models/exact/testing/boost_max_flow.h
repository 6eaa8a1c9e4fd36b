// Boost's Boykov-Kolmogorov maximum flow: the reference of the tests and the baseline of the benchmark.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_BOOST_MAX_FLOW_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_BOOST_MAX_FLOW_H_

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <cstdint>

namespace structlab::graphical_models {

// A flow problem in Boost's adjacency_list of vectors with internal properties.
class BoostMaxFlow {
 public:
  explicit BoostMaxFlow(int num_nodes) : num_nodes_(num_nodes), graph_(static_cast<size_t>(num_nodes) + 2) {}

  void AddTerminal(int node, int32_t from_source, int32_t to_sink) {
    AddEdge(num_nodes_, node, from_source, 0);
    AddEdge(node, num_nodes_ + 1, to_sink, 0);
  }

  void AddEdge(int from, int to, int32_t capacity, int32_t reverse_capacity) {
    const auto capacities = boost::get(boost::edge_capacity, graph_);
    const auto reverses = boost::get(boost::edge_reverse, graph_);
    const auto forward = boost::add_edge(from, to, graph_).first;
    const auto backward = boost::add_edge(to, from, graph_).first;
    capacities[forward] = capacity;
    capacities[backward] = reverse_capacity;
    reverses[forward] = backward;
    reverses[backward] = forward;
  }

  // The value of the maximum flow, which must fit into 32 bits.
  int64_t Solve() { return boost::boykov_kolmogorov_max_flow(graph_, num_nodes_, num_nodes_ + 1); }

 private:
  using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
  using Reverse = boost::property<boost::edge_reverse_t, Traits::edge_descriptor>;
  using Residual = boost::property<boost::edge_residual_capacity_t, int32_t, Reverse>;
  using Predecessor = boost::property<boost::vertex_predecessor_t, Traits::edge_descriptor>;
  using Distance = boost::property<boost::vertex_distance_t, int64_t, Predecessor>;
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
                            boost::property<boost::vertex_color_t, boost::default_color_type, Distance>,
                            boost::property<boost::edge_capacity_t, int32_t, Residual>>;

  int num_nodes_;
  Graph graph_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_BOOST_MAX_FLOW_H_
