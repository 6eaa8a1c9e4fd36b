// What every package promises, and what this one promises beyond it.
#include <gtest/gtest.h>

#include "experiments/harness/testing/package_checks.h"

namespace structlab::face_recognition {
namespace {

STRUCTLAB_TEST_PACKAGE("face_recognition")

}  // namespace
}  // namespace structlab::face_recognition
