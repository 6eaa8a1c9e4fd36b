#include "tools/programs/kernel_input.h"

#include "common/method_options.h"
#include "kernels/functions/kernel_methods.h"

namespace structlab::tools {

std::string HelpOnKernels() {
  std::string text = "Kernels, with options after a colon (polynomial:degree=3,offset=0):\n";
  for (const kernels::VectorKernelMethod& kernel : kernels::VectorKernelMethods()) {
    text.append("  ").append(kernel.name).append(": ").append(kernel.summary).append("\n");
    text += common::DescribeOptions(kernel.options, "      ");
  }
  return text;
}

std::vector<common::MethodHelp> KernelsAsHelp() {
  std::vector<common::MethodHelp> help;
  for (const kernels::VectorKernelMethod& kernel : kernels::VectorKernelMethods()) {
    help.push_back({kernel.name, kernel.summary, kernel.options});
  }
  return help;
}

}  // namespace structlab::tools
