// The error message of an action that must fail.
#ifndef STRUCTLAB_COMMON_TESTING_MESSAGE_OF_H_
#define STRUCTLAB_COMMON_TESTING_MESSAGE_OF_H_

#include <gtest/gtest.h>

#include <string>

#include "common/error.h"

namespace structlab::common {

// The message of the Error that `action` throws; "no error" if it throws none.
template <class Action>
std::string MessageOf(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// The same; the test fails if the Error has another kind.
template <class Action>
std::string MessageOf(ErrorKind kind, const Action& action) {
  return MessageOf([&] {
    try {
      action();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      throw;
    }
  });
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TESTING_MESSAGE_OF_H_
