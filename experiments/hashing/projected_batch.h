// Examples after a random projection.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_PROJECTED_BATCH_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_PROJECTED_BATCH_H_

#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::hashing {

// Keys are the rows of the projection, all of them; labels, targets and importances stay.
structured_learning::ExampleBatch Projected(const structured_learning::ExampleBatch& batch,
                                            const kernels::RandomProjection& projection);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_PROJECTED_BATCH_H_
