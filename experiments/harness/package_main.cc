#include <cstdio>

#include "common/program.h"
#include "experiments/harness/package.h"

int main(int argc, char** argv) {
  return structlab::common::RunAndReportErrors("package", stderr, [&] {
    return structlab::harness::PackageMain(structlab::harness::MakePackage(), argc, argv);
  });
}
