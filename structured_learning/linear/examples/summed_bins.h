// Maps the keys of examples to fewer bins and sums the values in each bin.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SUMMED_BINS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SUMMED_BINS_H_

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

// Replaces `summed` by the same examples whose keys are the last `bits` bits of their keys, in increasing
// order. This is the hashed feature map phi(x)[bin] = sum of the values whose keys are in the bin (Shi 2011,
// equation 2.3). Equal keys are summed, too. Throws common::Error (usage) unless 1 <= bits <= 32. O(features
// log features) for an example; for up to 2^11 bins O(features + bins). Deterministic, independent of the
// order of the features.
void SumInBins(const ExampleBatch& batch, int bits, ExampleBatch& summed);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SUMMED_BINS_H_
