#include "experiments/harness/program_main.h"

#include <signal.h>

#include <cstdio>
#include <exception>

#include "common/error.h"
#include "experiments/harness/process_pool.h"
#include "experiments/harness/standard_output.h"

namespace structlab::harness {

int RunProgramMain(const std::string& name, int argc, char** argv,
                   const std::function<ExitStatus(const std::vector<std::string>& arguments)>& body) {
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);  // ignored, as some programs leave it to theirs, it would hide how children end
  try {
    const ExitStatus status = body(std::vector<std::string>(argv + 1, argv + argc));
    FlushStandardOutput();
    return status;
  } catch (const common::Error& error) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
    return error.exit_status();
  } catch (const Interrupted& interrupted) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), interrupted.what());
    return kInterrupted;
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), exception.what());
    return kDamaged;
  }
}

}  // namespace structlab::harness
