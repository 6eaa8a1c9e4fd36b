// What every package promises.
#include <gtest/gtest.h>

#include "experiments/harness/testing/package_checks.h"

namespace structlab::object_localization {
namespace {

STRUCTLAB_TEST_PACKAGE("object_localization")

}  // namespace
}  // namespace structlab::object_localization
