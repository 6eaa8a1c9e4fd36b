// Files of how features of graphs are computed, selected and scaled.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURE_FILE_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURE_FILE_H_

#include <string>

#include "kernels/graphs/graph_features.h"

namespace structlab::kernels {

// A text: a line that names the format, one for each option, then one for each column with its name and, if
// columns are scaled, its maximum; the number of columns stands before them. What is read is what was
// written, to the last bit. Throws common::Error: kUsage for a kernel that is not linked, for values of
// options that it does not take, and a text of several lines; kEnvironment if the file cannot be written: the
// old one stays.
void WriteGraphFeatureMap(const GraphFeatureMap& map, const std::string& path);

// Throws common::Error: kEnvironment if the file cannot be read, kData at file:line for what is not such a
// line, a kernel that is not linked, an option of it out of that range, names that do not ascend, maxima that
// are not finite or not above 0, and more or fewer lines than the file says. Memory in proportion to the
// file.
GraphFeatureMap ReadGraphFeatureMap(const std::string& path);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURE_FILE_H_
