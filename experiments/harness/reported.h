// What a package keeps as text: the rows and claims of the source, and what its benchmarks have measured.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORTED_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORTED_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/recorder.h"
#include "experiments/harness/report_model.h"

namespace structlab::harness {

struct ReportedRow {
  RowKey key;
  std::optional<double> value, std;  // none where the source prints no number
  std::string unit;
  std::optional<bool> higher_is_better;
  std::string note;
};

struct ReportedClaim {
  std::string id, statement;
};

// Read the TSV text; columns as in reported.tsv (table dataset method setting metric value std unit
// higher_is_better note) and claims.tsv (id statement), others are ignored. Among these, `source_file` names
// the file of a collection of texts that the numbers were read from; the file is not part of the repository,
// and nothing shows its name: which work it is says Experiment::source. Throw common::Error(kData) with
// name:line:column for what cannot be read. An empty text has no rows.
std::vector<ReportedRow> ParseReported(std::string_view tsv, const std::string& name);
std::vector<ReportedClaim> ParseReportedClaims(std::string_view tsv, const std::string& name);

// The same for benchmarks.tsv, as tools/bench writes it: benchmark value unit yardstick yardstick_value ratio
// target threads note met commit date processor.
std::vector<RecordedBenchmark> ParseBenchmarks(std::string_view tsv, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORTED_H_
