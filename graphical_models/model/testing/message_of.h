// What an action that must fail says.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_MESSAGE_OF_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_MESSAGE_OF_H_

#include <string>

#include "common/error.h"

namespace structlab::graphical_models {

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

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_MESSAGE_OF_H_
