// What the processor can do, and which one it is.
//
// A program that links this library built for x86-64-v3 stops before its own static initialisers on an older
// processor: with one line that names --config=portable and exit status 3, instead of an illegal instruction.
// Built with --config=portable it checks nothing.
#ifndef STRUCTLAB_COMMON_PROCESSOR_H_
#define STRUCTLAB_COMMON_PROCESSOR_H_

#include <string>
#include <string_view>

namespace structlab::common {

// The processor as it names itself, such as "AMD EPYC 7B13"; "unknown" if it does not.
std::string ProcessorModel();

// The value of "model name" in the text of /proc/cpuinfo, spaces at its ends removed; empty if there is none.
std::string ModelNameIn(std::string_view cpuinfo);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROCESSOR_H_
