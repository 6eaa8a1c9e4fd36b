// Compiled as the rest of the program is, to tell processor_check.cc for which processor.
#include "common/processor_check.h"

#ifdef __AVX2__
extern "C" constexpr bool structlab_needs_x86_64_v3 = true;
#else
extern "C" constexpr bool structlab_needs_x86_64_v3 = false;
#endif
