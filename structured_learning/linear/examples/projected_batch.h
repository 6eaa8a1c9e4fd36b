// Random projections of examples.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_PROJECTED_BATCH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_PROJECTED_BATCH_H_

#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

// Replaces `projected` by the projected examples (Achlioptas 2003). The keys are all rows of the projection;
// labels, targets and importances do not change. Values are summed as doubles and stored as floats.
// O(features * rows) for each example. Throws common::Error (usage) for values that are not finite.
void Project(const ExampleBatch& batch, const kernels::RandomProjection& projection, ExampleBatch& projected);
// The same, with the same bits, for the projection of this seed with dense signs.
void Project(const ExampleBatch& batch, kernels::StoredSigns& signs, ExampleBatch& projected);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_PROJECTED_BATCH_H_
