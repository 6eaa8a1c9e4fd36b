// Compiled with the same flags as the rest of the program, so that processor_check.cc knows the required
// processor.
#include "common/processor_check.h"

#ifdef __AVX2__
extern "C" constexpr bool structlab_needs_x86_64_v3 = true;
#else
extern "C" constexpr bool structlab_needs_x86_64_v3 = false;
#endif
