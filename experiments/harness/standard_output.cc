#include "experiments/harness/standard_output.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>

#include "common/error.h"

namespace structlab::harness {
namespace {

// Asked of the pipe itself: where an earlier write failed, its errno is lost.
bool ReaderIsGone() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

void FlushStandardOutput() {
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!is_written && !ReaderIsGone()) {
    common::ThrowEnvironmentError("standard output", "cannot be written");
  }
}

}  // namespace structlab::harness
