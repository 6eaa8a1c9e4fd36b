// Batches read by a second thread while the first one learns.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_AHEAD_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_AHEAD_H_

#include <functional>

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

// Fills the batch with the next examples; false at the end.
using NextBatch = std::function<bool(ExampleBatch&)>;

// Gives the batches of `next` in their order, and throws what it throws in its place, but calls it in a
// thread of its own that is at most two batches ahead. What `next` uses belongs to that thread until the end
// has been given or thrown; it is called no more after that. The thread ends with the last copy of what is
// returned, once a call of `next` that is under way has returned. Not thread-safe. Throws common::Error
// (environment) if the system starts no thread.
NextBatch ReadAhead(NextBatch next);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_AHEAD_H_
