// Reader and writer of maximum-flow problems in the DIMACS format (first implementation challenge).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_DIMACS_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_DIMACS_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace structlab::graphical_models {

struct FlowArc {
  int from, to;
  int64_t capacity;  // >= 0
  friend bool operator==(const FlowArc&, const FlowArc&) = default;
};

// A directed graph with a source and a sink. Nodes are numbered from 0 here and from 1 in the file.
struct FlowProblem {
  int num_nodes = 2;
  int source = 0;
  int sink = 1;
  std::vector<FlowArc> arcs;  // arcs may be parallel, or loops (which carry no flow)
  friend bool operator==(const FlowProblem&, const FlowProblem&) = default;
};

// Throws common::Error(kUsage), which names the fault, unless source and sink are two different nodes, arcs
// join existing nodes and capacities are >= 0.
void CheckFlowProblem(const FlowProblem& problem);

// Reads a plain or gzip file of lines "c ..." (comments), "p max NODES ARCS", "n NODE s", "n NODE t", and as
// many "a FROM TO CAPACITY" as the problem line announces.
//
//     const FlowProblem problem = ReadDimacs("problem.max.gz");
//     const int64_t value = ToMaxFlowGraph(problem).Solve();
//
// Throws common::Error: kEnvironment if the file cannot be read; kData at file:line:column for any fault in
// it: a problem other than max, lines in a wrong order, a node that does not exist, a source or sink that is
// missing, given twice or both at once, a capacity that is negative, not an integer or above 2^63 - 1, a
// wrong number of arcs, and a number of nodes out of proportion to the file. Linear time; deterministic,
// thread-safe.
FlowProblem ReadDimacs(const std::string& path);

// Replaces the file at once (common/file.h). Throws common::Error like CheckFlowProblem, and kEnvironment if
// the file cannot be written.
void WriteDimacs(const FlowProblem& problem, const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_DIMACS_FILE_H_
