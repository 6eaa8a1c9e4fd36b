// What every package promises, and what this one promises beyond it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/harness/testing/package_checks.h"

namespace structlab::hashing {
namespace {

STRUCTLAB_TEST_PACKAGE("hashing")

}  // namespace
}  // namespace structlab::hashing
