// What an action that must fail says.
#ifndef STRUCTLAB_KERNELS_GRAPHS_TESTING_MESSAGE_OF_H_
#define STRUCTLAB_KERNELS_GRAPHS_TESTING_MESSAGE_OF_H_

#include <string>

#include "common/error.h"

namespace structlab::kernels {

// The message of the common::Error that it throws; "no error" if it throws none.
template <class Action>
std::string MessageOf(const Action& action) {
  try {
    action();
  } catch (const common::Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_TESTING_MESSAGE_OF_H_
