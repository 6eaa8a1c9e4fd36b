// Converts maximum-flow problems from files to graphs for the solver.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_PROBLEM_GRAPH_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_PROBLEM_GRAPH_H_

#include <cstdint>

#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/model/files/dimacs_file.h"

namespace structlab::graphical_models {

//     MaxFlowGraph<int64_t> graph = ToMaxFlowGraph(ReadDimacs("problem.max.gz"));
//     const int64_t value = graph.Solve();
//
// Nodes keep their numbers; the source is on the source side of the cut, the sink on the other. Arcs from the
// source and to the sink become terminal capacities; every other arc becomes an edge, in order. Loops, arcs
// to the source and arcs from the sink are dropped: no maximum flow needs them. Throws common::Error(kUsage)
// like CheckFlowProblem, and if a sum of capacities from the source or to the sink overflows. Linear time;
// deterministic, thread-safe.
MaxFlowGraph<int64_t> ToMaxFlowGraph(const FlowProblem& problem);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_PROBLEM_GRAPH_H_
