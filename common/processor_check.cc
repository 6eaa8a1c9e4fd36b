// Always compiled for any x86-64 processor, independently of the other files (see BUILD).
#include "common/processor_check.h"

#include <unistd.h>

#ifdef __AVX__
#error "this file must run on processors without AVX"
#endif

extern "C" void StructlabRequireProcessor(bool supported) {
  if (supported) return;
  constexpr char kMessage[] =
      "this program needs a processor with AVX2, BMI2 and FMA (x86-64-v3); build it with "
      "--config=portable for this one\n";
  // If the message cannot be written, nothing else can be done.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  ::_exit(3);
}

namespace {

// 101 is the lowest priority that is not reserved: runs before all constructors of static objects.
__attribute__((constructor(101))) void CheckAtStart() {
  __builtin_cpu_init();
  const bool has_v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  StructlabRequireProcessor(has_v3 || !structlab_needs_x86_64_v3);
}

}  // namespace
