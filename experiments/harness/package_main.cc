#include "common/error.h"
#include "experiments/harness/package.h"

int main(int argc, char** argv) {
  using structlab::harness::MakePackage;
  std::optional<structlab::harness::Package> package;
  try {
    package.emplace(MakePackage());
  } catch (const structlab::common::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.exit_status();
  }
  return structlab::harness::PackageMain(*package, argc, argv);
}
