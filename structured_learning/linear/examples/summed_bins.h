// Examples in fewer bins than their keys have, each bin once.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SUMMED_BINS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SUMMED_BINS_H_

#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::structured_learning {

// Replaces `summed` by the same examples with the last `bits` bits of their keys as keys, in rising order:
// the hashed feature map phi(x)[bin] = sum of the values whose keys are in it (Shi 2011, equation 2.3). A key
// that stands twice is summed, too. Throws common::Error (usage) unless 1 <= bits <= 32. O(features log
// features) an example, of up to 2^11 bins O(features + bins); deterministic, whatever the order of the
// features.
void SumInBins(const ExampleBatch& batch, int bits, ExampleBatch& summed);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_SUMMED_BINS_H_
