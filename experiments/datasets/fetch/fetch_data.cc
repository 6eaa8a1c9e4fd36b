// tools/fetch_data: downloads the data sets of the catalogue.

#include <atomic>
#include <csignal>
#include <string>
#include <vector>

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/fetch/program.h"

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is then an error of write, which is reported
  return structlab::datasets::RunFetchData(std::vector<std::string>(argv + 1, argv + argc),
                                           structlab::datasets::Catalogue(), stdout, stderr, &interrupted);
}
