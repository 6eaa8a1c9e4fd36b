#include "graphical_models/exact/flow_problem_graph.h"

#include <algorithm>
#include <limits>

#include "common/error.h"

namespace structlab::graphical_models {

MaxFlowGraph<int64_t> ToMaxFlowGraph(const FlowProblem& problem) {
  CheckFlowProblem(problem);
  const int source = problem.source, sink = problem.sink;
  const auto is_edge = [source, sink](const FlowArc& arc) {
    return arc.from != arc.to && arc.from != source && arc.from != sink && arc.to != source && arc.to != sink;
  };
  MaxFlowGraph<int64_t> graph(problem.num_nodes, std::ranges::count_if(problem.arcs, is_edge));
  int64_t direct = 0;  // flow from the source directly to the sink
  for (const FlowArc& arc : problem.arcs) {
    if (is_edge(arc)) {
      graph.AddEdge(arc.from, arc.to, arc.capacity, 0);
    } else if (arc.from == source && arc.to == sink) {
      if (arc.capacity > std::numeric_limits<int64_t>::max() - direct) {
        common::ThrowUsageError("arcs from the source to the sink", "a sum of capacities of at most 2^63 - 1",
                                "more");
      }
      direct += arc.capacity;
    } else if (arc.from == source && arc.to != source) {
      graph.AddTerminal(arc.to, arc.capacity, 0);
    } else if (arc.to == sink && arc.from != sink) {
      graph.AddTerminal(arc.from, 0, arc.capacity);
    }
  }
  // Source and sink are nodes here. Both pass some flow at once; one extra unit pins them to their sides of
  // the cut.
  const int64_t through_sink = direct > 0 ? 1 : 0, through_source = direct - through_sink;
  graph.AddTerminal(source, through_source + 1, through_source);
  graph.AddTerminal(sink, through_sink, through_sink + 1);
  return graph;
}

}  // namespace structlab::graphical_models
