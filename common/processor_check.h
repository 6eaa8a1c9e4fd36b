// The decision of the check at start, apart from the processor it runs on. For processor_check.cc and tests.
#ifndef STRUCTLAB_COMMON_PROCESSOR_CHECK_H_
#define STRUCTLAB_COMMON_PROCESSOR_CHECK_H_

// Whether the rest of the program is built for x86-64-v3. A constant: set before any code runs.
extern "C" const bool structlab_needs_x86_64_v3;

// Stops the program with the message and status 3 unless `supported`. Uses neither the heap nor the C++
// library: it runs before their initialisers.
extern "C" void StructlabRequireProcessor(bool supported);

#endif  // STRUCTLAB_COMMON_PROCESSOR_CHECK_H_
