// Help on kernels, for the programs that take one.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_KERNEL_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_KERNEL_INPUT_H_

#include <string>
#include <vector>

#include "common/json_help.h"

namespace structlab::tools {

// The kernels and their options, for --help and for --help=json.
std::string HelpOnKernels();
std::vector<common::MethodHelp> KernelsAsHelp();

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_KERNEL_INPUT_H_
