// How cases read texts and record what was wrong.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_TEXT_RUNS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_TEXT_RUNS_H_

#include <cstdint>
#include <functional>
#include <string>

#include "common/thread_clock.h"
#include "experiments/harness/run/case.h"
#include "experiments/hashing/corpora.h"
#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/texts/text_methods.h"
#include "structured_learning/linear/texts/text_pieces.h"

namespace structlab::hashing {

inline CorpusTexts TextsOf(const Corpus& corpus, Classes classes, const TextLimits& limits,
                           const harness::Recorder& record) {
  return CorpusTexts(corpus, classes, record.Data(corpus.data).path, limits, record.this_case().seed);
}

// Calls `use` with each piece of a part, words as hashes of 32 bits and values of unit length or counts.
// `reading` counts the time that reading files takes.
inline void ForEachBatch(
    const CorpusTexts& texts, datasets::TextPart part, uint64_t seed, common::Stopwatch& reading,
    const std::function<void(structured_learning::ExampleBatch& batch)>& use,
    structured_learning::TextValues values = structured_learning::TextValues::kUnitLength) {
  const structured_learning::ScratchFolder scratch;
  structured_learning::ExampleBatch batch;
  structured_learning::ForEachPiece(*texts.Open(part), scratch, [&](const std::string& path) {
    reading.Start();
    structured_learning::ReadPiece(
        path, structured_learning::TextParser(values, static_cast<uint32_t>(seed), texts.encoding()),
        texts.num_classes(), batch);
    reading.Stop();
    use(batch);
  });
}

// Records an error in percent, and its items, the test documents in the order of all seeds: 100 of one that
// is wrong, 0 of others.
void RecordError(const std::string& table, const std::string& metric,
                 const structured_learning::Mistakes& mistakes, harness::Recorder& record,
                 const harness::Overrides& overrides = {});

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_TEXT_RUNS_H_
