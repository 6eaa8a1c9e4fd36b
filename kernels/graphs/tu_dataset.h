// Data sets of graphs with classes, in the format of the TUDataset benchmarks (Morris et al. 2020).
#ifndef STRUCTLAB_KERNELS_GRAPHS_TU_DATASET_H_
#define STRUCTLAB_KERNELS_GRAPHS_TU_DATASET_H_

#include <string>
#include <vector>

#include "kernels/graphs/graph.h"

namespace structlab::kernels {

// At least one graph, each with at least one node; graphs may be disconnected. Either all graphs have node
// labels or none has; the same holds for edge labels.
struct GraphDataset {
  std::vector<Graph> graphs;
  // The class of each graph as in the file: 1 and -1, or 1, 2, ...; empty if there is no file of classes.
  std::vector<int> labels;
  friend bool operator==(const GraphDataset&, const GraphDataset&) = default;
};

// The files of a data set DS. They number nodes and graphs from 1.
struct TuDatasetFiles {
  std::string edges;             // DS_A.txt: "i, j", each edge once in each direction
  std::string graph_indicator;   // DS_graph_indicator.txt: the graph of each node
  std::string graph_labels;      // DS_graph_labels.txt: the class of each graph, an integer; empty: none
  std::string node_labels = {};  // DS_node_labels.txt: an integer for each node; empty: none
  std::string edge_labels = {};  // DS_edge_labels.txt: an integer for each line of `edges`; empty: none
};

enum class GraphClasses {
  kNeeded,
  kOptional,  // for example for new graphs with unknown classes
};

// Finds the files in a folder, each plain or with .gz after its name. `name` is DS; if empty, the name of the
// folder. Attributes (real numbers of nodes, edges and graphs) are not read.
//
// Throws common::Error(kEnvironment) that names the file if one of the first three is missing (the third one
// unless it is optional), or if a file exists both plain and as gzip. A file that exists but cannot be read,
// such as a dangling link, counts as existing: the error comes when it is read.
TuDatasetFiles FindTuDataset(const std::string& folder, const std::string& name = "",
                             GraphClasses classes = GraphClasses::kNeeded);

// Tolerance for files that deviate from the format.
struct TuReadOptions {
  // True: repeated edges and edges in one direction only count as one edge, and loops are left out. False:
  // these are errors.
  bool simplify = false;
  // True: graphs without nodes are left out, together with their classes. False: they are errors.
  bool skip_empty = false;
};

// Numbers of deviations that were corrected or left out.
struct TuChanges {
  int64_t loops = 0;              // lines with an edge from a node to itself
  int64_t repeated = 0;           // lines that repeat an earlier edge in the same direction
  int64_t one_way = 0;            // edges that are listed in one direction only
  std::vector<int> empty_graphs;  // numbers of these graphs in the files, from 1
};

// Reads a data set. Nodes of a graph are numbered from 0 in the order of the file. Without a file of classes,
// the number of graphs is the largest graph number that occurs.
//
//     TuChanges changes;
//     const GraphDataset dataset = ReadTuDataset(FindTuDataset("data/MUTAG"), {.simplify = true}, &changes);
//
// Throws common::Error: kEnvironment if a file cannot be read; kData at file:line or file:line:column for
// - text that is not a 32-bit integer, and a node or graph that does not exist;
// - an edge between two graphs, a loop, a repeated edge, an edge in one direction only, or with two labels;
// - a graph without nodes, or no nodes at all;
// - files with fewer or more lines than they must have.
// Time O(edges log edges); memory in proportion to the files. Deterministic, thread-safe.
GraphDataset ReadTuDataset(const TuDatasetFiles& files, const TuReadOptions& reading = {},
                           TuChanges* changes = nullptr);
GraphDataset ReadTuDataset(const std::string& folder);

// Writes plain files into an existing folder, replacing files of the same names. Reading them gives the same
// data set.
//
// Throws common::Error: kUsage for a data set that ReadTuDataset could not return, or without classes;
// kEnvironment if a file cannot be written. Also kEnvironment, before anything is written, if the folder has
// a file that would be read together with the new ones but is not replaced: labels that the data set does not
// have, or a file with .gz after its name.
void WriteTuDataset(const GraphDataset& dataset, const std::string& folder, const std::string& name);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_TU_DATASET_H_
