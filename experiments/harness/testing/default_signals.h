// Tests of what an interrupt does.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_DEFAULT_SIGNALS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_DEFAULT_SIGNALS_H_

#include <csignal>

namespace structlab::harness {

// Signals that end a program do, and children leave a status behind, even if whoever started this process
// ignores them, as nohup does. To be called before anything asks for InterruptingSignals. Always true.
inline bool HaveDefaultSignals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) std::signal(signal, SIG_DFL);
  return true;
}

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_DEFAULT_SIGNALS_H_
