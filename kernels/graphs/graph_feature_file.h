// Files that store how graph features are computed, selected and scaled.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURE_FILE_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURE_FILE_H_

#include <string>

#include "kernels/graphs/graph_features.h"

namespace structlab::kernels {

// Writes a text file: a line with the format, one line per option, the number of columns, then one line per
// column with its name and, if columns are scaled, its maximum. ReadGraphFeatureMap reads the same map, to
// the last bit.
//
//     WriteGraphFeatureMap(map, "features.txt");
//     const GraphFeatureMap read = ReadGraphFeatureMap("features.txt");
//
// Throws common::Error: kUsage for a kernel that is not linked, for invalid values of its options, and for a
// text of several lines; kEnvironment if the file cannot be written, which leaves an old file unchanged.
void WriteGraphFeatureMap(const GraphFeatureMap& map, const std::string& path);

// Throws common::Error: kEnvironment if the file cannot be read; kData at file:line for an invalid line, a
// kernel that is not linked, an option out of range, names that do not ascend, maxima that are not finite or
// not above 0, and for more or fewer lines than the file states. Memory in proportion to the file.
GraphFeatureMap ReadGraphFeatureMap(const std::string& path);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURE_FILE_H_
