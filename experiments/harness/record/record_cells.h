// Cells that the tables of records have in common, whatever their format. All functions throw
// common::Error(kData) with file, line and column at a damaged cell.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_CELLS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_CELLS_H_

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "common/table.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

// "seed".
uint64_t ReadSeed(const common::Table& table, size_t row);

// "case", "seed", "data", "protocol", "seconds", "cpu_seconds", "peak_rss_mb", "processor", "commit", "date".
FinishedCase ReadCaseCells(const common::Table& table, size_t row);

// "table", "dataset", "method", "setting", "metric".
RowKey ReadKey(const common::Table& table, size_t row);

// "x" and "y", of equal lengths.
RecordedCurve ReadCurve(const common::Table& table, size_t row, RowKey key);

// Throws for a picture that is not valid (common::CheckPicture), at this column.
void CheckRecordedPicture(const Picture& picture, const common::Table& table, size_t row,
                          std::string_view column);

// Throws for a table of another format than " structlab record NUMBER" in its first comment.
void CheckFormat(const common::Table& table, std::string_view format);

[[noreturn]] void ThrowRepeated(const common::Table& table, size_t row, const RowKey& key);

// Adds what a line recorded. Throws if there already is one with this key.
template <typename Recorded>
void AddOnce(const common::Table& table, size_t row, Recorded recorded, std::vector<Recorded>& all) {
  if (std::ranges::find(all, recorded.key, &Recorded::key) != all.end()) {
    ThrowRepeated(table, row, recorded.key);
  }
  all.push_back(std::move(recorded));
}

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_CELLS_H_
