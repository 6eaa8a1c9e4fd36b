// Checks the processor at program start, and names its model.
//
// A program that is built for x86-64-v3 and links this library stops on an older processor before its static
// initialisers run. It prints one line that names --config=portable and exits with status 3, instead of
// failing with an illegal instruction. A program built with --config=portable checks nothing.
#ifndef STRUCTLAB_COMMON_PROCESSOR_H_
#define STRUCTLAB_COMMON_PROCESSOR_H_

#include <string>
#include <string_view>

namespace structlab::common {

// The model name that the processor reports, such as "AMD EPYC 7B13"; "unknown" if it reports none.
std::string ProcessorModel();

// The value of "model name" in the text of /proc/cpuinfo, without spaces at its ends; empty if it is missing.
std::string ModelNameIn(std::string_view cpuinfo);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROCESSOR_H_
