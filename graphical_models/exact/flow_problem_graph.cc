#include "graphical_models/exact/flow_problem_graph.h"

#include <algorithm>

namespace structlab::graphical_models {

MaxFlowGraph<int64_t> ToMaxFlowGraph(const FlowProblem& problem) {
  CheckFlowProblem(problem);
  const int source = problem.source, sink = problem.sink;
  const auto is_edge = [source, sink](const FlowArc& arc) {
    return arc.from != arc.to && arc.from != source && arc.from != sink && arc.to != source && arc.to != sink;
  };
  MaxFlowGraph<int64_t> graph(problem.num_nodes, std::ranges::count_if(problem.arcs, is_edge));
  for (const FlowArc& arc : problem.arcs) {
    if (is_edge(arc)) {
      graph.AddEdge(arc.from, arc.to, arc.capacity, 0);
    } else if (arc.from == source && arc.to == sink) {
      graph.AddTerminal(source, arc.capacity, arc.capacity);  // passes through at once
    } else if (arc.from == source && arc.to != source) {
      graph.AddTerminal(arc.to, arc.capacity, 0);
    } else if (arc.to == sink && arc.from != sink) {
      graph.AddTerminal(arc.from, 0, arc.capacity);
    }
  }
  // What they cannot pass on holds them on their sides.
  graph.AddTerminal(source, 1, 0);
  graph.AddTerminal(sink, 0, 1);
  return graph;
}

}  // namespace structlab::graphical_models
