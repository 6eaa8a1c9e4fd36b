// The kernels of Table 2.8 among those that the library knows by name, and those that are linked beside them.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_LINKED_KERNELS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_LINKED_KERNELS_H_

#include <string>
#include <vector>

namespace structlab::hashing {

// What the library calls the kernel of a method (kernels/graphs/graph_kernels.h): "shortest-path" for SP. A
// kernel that is linked beside the package's own is a method of its own name.
std::string LibraryKernelOf(const std::string& method);

// The names of these, which are rows of ours.
std::vector<std::string> LinkedKernels();

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_LINKED_KERNELS_H_
