// Maximum-flow problems of files as graphs that are solved.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_PROBLEM_GRAPH_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_PROBLEM_GRAPH_H_

#include <cstdint>

#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/model/files/dimacs_file.h"

namespace structlab::graphical_models {

//   MaxFlowGraph<int64_t> graph = ToMaxFlowGraph(ReadDimacs("problem.max.gz"));
//   const int64_t value = graph.Solve();
//
// Nodes have the numbers of the problem; the source is on the source side of the cut, the sink on the other.
// Arcs from the source and to the sink are terminal capacities, all others an edge each, in their order. Left
// out are loops and arcs to the source or from the sink, which no maximum flow needs. Throws
// common::Error(kUsage): what CheckFlowProblem says, and where capacities from the source or to the sink have
// sums that do not fit. Linear time; deterministic, thread-safe.
MaxFlowGraph<int64_t> ToMaxFlowGraph(const FlowProblem& problem);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_PROBLEM_GRAPH_H_
