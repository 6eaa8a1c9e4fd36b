// The check of the processor at program start, separated from the detection of the processor. For
// processor_check.cc and tests.
#ifndef STRUCTLAB_COMMON_PROCESSOR_CHECK_H_
#define STRUCTLAB_COMMON_PROCESSOR_CHECK_H_

// True if the rest of the program is built for x86-64-v3. A constant, so it is set before any code runs.
extern "C" const bool structlab_needs_x86_64_v3;

// Unless `supported`, prints the message and stops the program with status 3. Uses neither the heap nor the
// C++ library, because it runs before they are initialised.
extern "C" void StructlabRequireProcessor(bool supported);

#endif  // STRUCTLAB_COMMON_PROCESSOR_CHECK_H_
