// Errors of memory that say how much is needed and what helps.
#ifndef STRUCTLAB_COMMON_MEMORY_NEED_H_
#define STRUCTLAB_COMMON_MEMORY_NEED_H_

#include <new>
#include <string>

#include "common/error.h"

namespace structlab::common {

// What a piece of work takes, as far as it can be known before.
struct MemoryNeed {
  double bytes = 0;
  std::string what;    // what they are for: "for 60 labels of 640 x 480 pixels"
  std::string remedy;  // "take fewer --labels"
};

// "3.4 GiB", "210 MiB": two digits or more, at least 1 MiB.
std::string ReadableMemory(double bytes);

// "memory: there is not enough: expected about 3.4 GiB for ...; take ..." (kEnvironment).
Error MemoryError(const MemoryNeed& need);

// Calls run() and returns what it does; a std::bad_alloc that leaves it becomes a MemoryError. Nothing is
// compared with what the machine has.
template <class Run>
auto WithMemoryNeed(const MemoryNeed& need, const Run& run) {
  const Error error = MemoryError(need);  // made before memory is short
  try {
    return run();
  } catch (const std::bad_alloc&) {
    throw error;
  }
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_MEMORY_NEED_H_
