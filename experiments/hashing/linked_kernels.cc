#include "experiments/hashing/linked_kernels.h"

#include <algorithm>
#include <iterator>

#include "experiments/hashing/protocol.h"
#include "kernels/graphs/graph_kernels.h"

namespace structlab::hashing {
namespace {

struct OwnKernel {
  const char *method, *kernel;
};

constexpr OwnKernel kOwn[] = {{kRw, "random-walk"},      {kSp, "shortest-path"}, {kGks, "sampled-graphlet"},
                              {kGk, "graphlet"},         {kHk, "graphlet-hash"}, {kHkf, "graphlet-hash"},
                              {kWl, "weisfeiler-lehman"}};

}  // namespace

std::string LibraryKernelOf(const std::string& method) {
  const auto* const own = std::ranges::find(kOwn, method, &OwnKernel::method);
  return own == std::end(kOwn) ? method : own->kernel;
}

std::vector<std::string> LinkedKernels() {
  std::vector<std::string> names;
  for (const kernels::GraphKernelMethod& kernel : kernels::GraphKernels()) {
    if (std::ranges::find(kOwn, kernel.name, &OwnKernel::kernel) == std::end(kOwn)) {
      names.push_back(kernel.name);
    }
  }
  return names;
}

}  // namespace structlab::hashing
