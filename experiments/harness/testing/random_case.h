// Finished cases that recorded anything that a case may record, drawn for tests of what is kept of them.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_RANDOM_CASE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_RANDOM_CASE_H_

#include <cstdint>
#include <string>
#include <tuple>

#include "experiments/harness/run/results.h"

namespace structlab::harness {

// Draws a case whose name no other `seed` has: values, curves, pictures and items under keys with signs that
// files treat specially. Some record nothing, some refuse. Numbers are also NaN, infinities, -0 and
// denormals.
FinishedCase RandomFinished(uint64_t seed, bool with_notes_and_files);

// Everything in a record as text. The bits of values in items are in it; of other numbers all except the
// payload of a NaN.
std::string TextOf(const Record& record);

inline auto CostOf(const FinishedCase& c) {
  return std::tuple(c.seconds, c.cpu_seconds, c.peak_rss_mb, c.finished);
}

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_RANDOM_CASE_H_
