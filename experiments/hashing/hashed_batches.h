// The words of a collection as bins of a hash of 32 bits, piece by piece.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_HASHED_BATCHES_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_HASHED_BATCHES_H_

#include <cstdint>
#include <functional>
#include <string>

#include "experiments/hashing/corpora.h"
#include "experiments/hashing/stopwatch.h"
#include "experiments/hashing/text_pieces.h"
#include "structured_learning/linear/examples/example_batch.h"

namespace structlab::hashing {

// Calls `use` with each piece of a part, of unit length. `reading` counts the time that reading files takes.
inline void ForEachBatch(const CorpusTexts& texts, datasets::TextPart part, uint64_t seed, Stopwatch& reading,
                         const std::function<void(structured_learning::ExampleBatch& batch)>& use) {
  const ScratchFolder scratch;
  structured_learning::ExampleBatch batch;
  ForEachPiece(*texts.Open(part), scratch, [&](const std::string& path) {
    reading.Start();
    ReadPiece(path, TextParser(TextValues::kUnitLength, static_cast<uint32_t>(seed), texts.encoding()),
              texts.num_classes(), batch);
    reading.Stop();
    use(batch);
  });
}

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_HASHED_BATCHES_H_
