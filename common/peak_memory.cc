#include "common/peak_memory.h"

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>

#include "common/error.h"

namespace structlab::common {
namespace {

// A value of /proc/self/status in MiB.
double StatusMebibytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key)) return std::strtod(line.c_str() + key.size(), nullptr) / 1024;
  }
  ThrowEnvironmentError("/proc/self/status", "has no " + key);
}

PeakMemory Measure(const std::function<std::function<void()>()>& prepare) {
  const std::function<void()> work = prepare();
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;  // resets the peak to the memory in use
  PeakMemory memory;
  memory.before = StatusMebibytes("VmRSS:");
  work();
  memory.peak = StatusMebibytes("VmHWM:");
  return memory;
}

// In the child: writes the measurement to `end`. Returns the exit status.
int MeasureInto(int end, const std::function<std::function<void()>()>& prepare) {
  try {
    const PeakMemory memory = Measure(prepare);
    return write(end, &memory, sizeof(memory)) == sizeof(memory) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace

PeakMemory MeasurePeakMemory(const std::function<std::function<void()>()>& prepare) {
  int ends[2];
  if (pipe(ends) != 0) ThrowEnvironmentError("peak memory", "no pipe could be made");
  std::fflush(nullptr);  // or the child would write the buffered output again
  const pid_t child = fork();
  if (child == 0) _exit(MeasureInto(ends[1], prepare));
  close(ends[1]);
  PeakMemory memory;
  const bool read_all = child > 0 && read(ends[0], &memory, sizeof(memory)) == sizeof(memory);
  close(ends[0]);
  int status = 0;
  if (child > 0) waitpid(child, &status, 0);
  if (!read_all || status != 0) {
    ThrowEnvironmentError("peak memory", "the measured process failed");
  }
  return memory;
}

}  // namespace structlab::common
