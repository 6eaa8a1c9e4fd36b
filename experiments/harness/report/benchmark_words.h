// What is said of a recorded benchmark, on the report's page and in experiments/RESULTS.md alike.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_BENCHMARK_WORDS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_BENCHMARK_WORDS_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// "3.2 ms"; empty where there is no value.
std::string ReadableWithUnit(const std::optional<double>& value, const std::string& unit);

// Whether the row reaches what it must: "✓ ratio>=9", "✗ missed: ratio>=9", or a dash if there is no target.
std::string MarkOf(const RecordedBenchmark& row);

// How the rows were measured and what the ratio means; then which tree and machine they are of:
// "commit abc on 2026-01-31, some processor", each once.
std::string HowMeasured(const std::vector<RecordedBenchmark>& rows);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_BENCHMARK_WORDS_H_
