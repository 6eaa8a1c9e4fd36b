// Maximum-flow problems in the format of the first DIMACS implementation challenge.
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
  std::vector<FlowArc> arcs;  // parallel arcs are allowed, and loops, through which nothing flows
  friend bool operator==(const FlowProblem&, const FlowProblem&) = default;
};

// Throws common::Error(kUsage) that names what is wrong, unless source and sink are two of the nodes, arcs
// join nodes and capacities are >= 0.
void CheckFlowProblem(const FlowProblem& problem);

// Lines "c ..." (comments), "p max NODES ARCS", "n NODE s", "n NODE t", and as many "a FROM TO CAPACITY" as
// the problem line says. Plain or gzip. Throws common::Error: kEnvironment if the file cannot be read, kData
// at file:line:column for everything that is wrong in it: another problem than max, lines in another order, a
// node that does not exist, a source or sink that is missing, given twice or both, capacities that are
// negative, no integers or above 2^63 - 1, and arcs more or less than announced. The nodes must stay in
// proportion to the file. Linear time; deterministic, thread-safe.
FlowProblem ReadDimacs(const std::string& path);

// Whole file at once, safely (common/file.h). Throws common::Error: what CheckFlowProblem says, kEnvironment
// if the file cannot be written.
void WriteDimacs(const FlowProblem& problem, const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_DIMACS_FILE_H_
