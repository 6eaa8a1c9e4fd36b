#include <gtest/gtest.h>

#include "experiments/harness/testing/package_checks.h"

namespace structlab::example_experiment {
namespace {

STRUCTLAB_TEST_PACKAGE("example_experiment")

}  // namespace
}  // namespace structlab::example_experiment
