// What every package promises, and what this one promises beyond it.
#include <gtest/gtest.h>

#include "experiments/harness/testing/package_checks.h"

namespace structlab::joint_svm {
namespace {

STRUCTLAB_TEST_PACKAGE("joint_svm")

}  // namespace
}  // namespace structlab::joint_svm
