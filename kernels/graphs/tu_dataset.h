// Collections of graphs with classes, in the layout of the TUDataset benchmarks (Morris et al. 2020).
#ifndef STRUCTLAB_KERNELS_GRAPHS_TU_DATASET_H_
#define STRUCTLAB_KERNELS_GRAPHS_TU_DATASET_H_

#include <string>
#include <vector>

#include "kernels/graphs/graph.h"

namespace structlab::kernels {

// At least one graph; each has at least one node, and may be disconnected. All have labels of nodes, or none
// has; so too of edges.
struct GraphDataset {
  std::vector<Graph> graphs;
  // The class of each graph, as the file says: 1 and -1, or 1, 2, ...; empty where no file says it.
  std::vector<int> labels;
  friend bool operator==(const GraphDataset&, const GraphDataset&) = default;
};

// The files of a data set DS; nodes and graphs are numbered from 1 in all of them.
struct TuDatasetFiles {
  std::string edges;             // DS_A.txt: "i, j", each edge once in either direction
  std::string graph_indicator;   // DS_graph_indicator.txt: the graph of each node
  std::string graph_labels;      // DS_graph_labels.txt: the class of each graph, an integer; empty: none
  std::string node_labels = {};  // DS_node_labels.txt: an integer for each node; empty: none
  std::string edge_labels = {};  // DS_edge_labels.txt: an integer for each line of `edges`; empty: none
};

enum class GraphClasses {
  kNeeded,
  kOptional,  // as of new graphs, whose classes nobody knows
};

// The files in a folder, each plain or with .gz behind its name; `name` is DS, the name of the folder if
// empty. Attributes (real numbers of nodes, edges and graphs) are not read. Throws
// common::Error(kEnvironment) that names the file if one of the first three is missing, the third unless it
// is optional, or if one is there both plain and as gzip. A file that is there and cannot be read, as a link
// to nowhere, is not taken for one that is not there: reading says so.
TuDatasetFiles FindTuDataset(const std::string& folder, const std::string& name = "",
                             GraphClasses classes = GraphClasses::kNeeded);

// What real files have beside what the format asks for.
struct TuReadOptions {
  // Edges that stand twice, or in one direction only, are one edge, and those from a node to itself are left
  // out. Otherwise they are errors.
  bool simplify = false;
  // Graphs without nodes are left out, with their classes. Otherwise they are errors.
  bool skip_empty = false;
};

// What was simplified and left out.
struct TuChanges {
  int64_t loops = 0;              // lines of edges from a node to itself
  int64_t repeated = 0;           // lines of edges that stood before in the same direction
  int64_t one_way = 0;            // edges in one direction only
  std::vector<int> empty_graphs;  // their numbers in the files, from 1
};

// The nodes of a graph are numbered from 0 in the order of the file; without a file of classes there are as
// many graphs as the largest number of one. Throws common::Error: kEnvironment if a file cannot be read,
// kData at file:line or file:line:column for what is not an integer of 32 bits, a node or graph that does not
// exist, an edge between two graphs, from a node to itself, there twice or in one direction alone, or with
// two labels, a graph without nodes, no nodes at all, and files with fewer or more lines than they must have.
// O(edges log edges) time, memory in proportion to the files; deterministic, thread-safe.
GraphDataset ReadTuDataset(const TuDatasetFiles& files, const TuReadOptions& reading = {},
                           TuChanges* changes = nullptr);
GraphDataset ReadTuDataset(const std::string& folder);

// Writes plain files into a folder that exists, in place of those of the same names; reading them gives the
// same data set. Throws common::Error(kUsage) for a data set that ReadTuDataset would not give, or without
// classes, kEnvironment if a file cannot be written, and before any is if one is there that would be read
// with these and is not written: labels that the data set does not have, or a file with .gz behind its name.
void WriteTuDataset(const GraphDataset& dataset, const std::string& folder, const std::string& name);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_TU_DATASET_H_
