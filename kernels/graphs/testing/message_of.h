// What an action that must fail says.
#ifndef STRUCTLAB_KERNELS_GRAPHS_TESTING_MESSAGE_OF_H_
#define STRUCTLAB_KERNELS_GRAPHS_TESTING_MESSAGE_OF_H_

#include "common/testing/message_of.h"

namespace structlab::kernels {

using common::MessageOf;

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_TESTING_MESSAGE_OF_H_
