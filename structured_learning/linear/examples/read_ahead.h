// Reads batches in a second thread while the first thread learns.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_AHEAD_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_AHEAD_H_

#include <functional>

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

// Fills the batch with the next examples; returns false at the end.
using NextBatch = std::function<bool(ExampleBatch&)>;

// Returns a function that gives the batches of `next` in their order and throws what it throws, but calls
// `next` in a second thread, which is at most two batches ahead. Take it if parsing takes about as long as
// learning.
//
//     NextBatch next = ReadAhead([&](ExampleBatch& batch) { return reader.Next(batch); });
//     for (ExampleBatch batch; next(batch);) ...
//
// The objects that `next` uses belong to the second thread until the end has been returned or thrown;
// afterwards `next` is not called again. The thread ends with the last copy of the returned function, after a
// running call of `next` has returned. Not thread-safe. Throws common::Error (environment) if the system
// cannot start a thread.
NextBatch ReadAhead(NextBatch next);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_AHEAD_H_
