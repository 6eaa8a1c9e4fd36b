// Errors for missing memory that say how much is needed and what helps.
#ifndef STRUCTLAB_COMMON_MEMORY_NEED_H_
#define STRUCTLAB_COMMON_MEMORY_NEED_H_

#include <new>
#include <string>

#include "common/error.h"

namespace structlab::common {

// An estimate of the memory that a piece of work needs.
struct MemoryNeed {
  double bytes = 0;
  std::string what;    // the purpose: "for 60 labels of 640 x 480 pixels"
  std::string remedy;  // "take fewer --labels"
};

// "3.4 GiB", "210 MiB": two digits or more, at least 1 MiB.
std::string ReadableMemory(double bytes);

// The error "memory: there is not enough: expected about 3.4 GiB for ...; take ..." (kEnvironment).
Error MemoryError(const MemoryNeed& need);

// Calls run() and returns its result. If it throws std::bad_alloc, throws MemoryError(need) instead. The need
// is not compared with the memory of the machine.
template <class Run>
auto WithMemoryNeed(const MemoryNeed& need, const Run& run) {
  const Error error = MemoryError(need);  // built while there is still memory
  try {
    return run();
  } catch (const std::bad_alloc&) {
    throw error;
  }
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_MEMORY_NEED_H_
