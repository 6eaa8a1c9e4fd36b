// Examples after a random projection.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_PROJECTED_BATCH_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_PROJECTED_BATCH_H_

#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::hashing {

// Replaces `projected` by the examples, projected: keys are the rows of the projection, all of them; labels,
// targets and importances stay.
void Project(const structured_learning::ExampleBatch& batch, const kernels::RandomProjection& projection,
             structured_learning::ExampleBatch& projected);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_PROJECTED_BATCH_H_
