// Examples after a random projection.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_PROJECTED_BATCH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_PROJECTED_BATCH_H_

#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

// Replaces `projected` by the examples, projected (Achlioptas 2003): keys are the rows of the projection, all
// of them; labels, targets and importances stay. Values are summed as doubles and kept as floats. O(features
// * rows). Throws common::Error (usage) for values that are not finite.
void Project(const ExampleBatch& batch, const kernels::RandomProjection& projection, ExampleBatch& projected);
// The same to the last bit as by the projection of this seed by dense signs.
void Project(const ExampleBatch& batch, kernels::StoredSigns& signs, ExampleBatch& projected);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_PROJECTED_BATCH_H_
