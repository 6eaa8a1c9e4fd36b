#include "experiments/old_experiment/testing/package_checks.h"

#include <gtest/gtest.h>

namespace structlab::harness {

void ExpectLibraries(const Experiment& experiment, const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const Fact& library : experiment.libraries) {
    found.push_back(library.name);
    EXPECT_NE(library.value.find_first_of("0123456789"), std::string::npos) << library.value;
    EXPECT_EQ(library.value.find("STRUCTLAB"), std::string::npos) << library.value;  // a macro's name
  }
  EXPECT_EQ(found, names);
}

}  // namespace structlab::harness
