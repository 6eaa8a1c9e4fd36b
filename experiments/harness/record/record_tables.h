// A record as files: two tables and pictures.
//
// cases.tsv   one line a case and seed, in the order of the plan:
//             case seed data protocol seconds cpu_seconds peak_rss_mb processor commit date refused
//   data      origin of the data, and behind a colon the digest of the case's data
//   refused   "yes" or empty
// Its first lines are the comments "# structlab record 2" and "# sha256 of values.tsv: DIGEST".
//
// values.tsv  one line a value, curve, list of items or picture:
//             case seed table dataset method setting metric unit value x y
//   value     the number, or "curve", "items", or the name of a picture's file
//   x         of a curve and y: common::PackNumbers; of items: FormatItems (run/items.h); of a picture: 16
//             digits of the SHA-256 of "WIDTH HEIGHT CHANNELS\n" and its values
//   y         of items: a common::PackNumbers for each part, with ';' between
//
// NAME.png    a picture, without loss. The name follows from case and metric; a second picture of that name
//             gets "-2".
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_TABLES_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_TABLES_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/table.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

inline constexpr const char* kCasesFile = "cases.tsv";
inline constexpr const char* kValuesFile = "values.tsv";

// The files of a record by their names.
using RecordFiles = std::map<std::string, std::string>;

// The files of a record: equal records give equal bytes. Notes, files and reasons of refusals are left out.
// Of curves and pictures, which are for figures, only those of the first case of a name are kept; values and
// items are kept for each seed.
RecordFiles FormatRecord(const std::vector<FinishedCase>& cases);

// The inverse. `folder` begins the places in errors. Without cases.tsv there are no cases. Throws
// common::Error(kData) with file, line and column for a damaged cell, for a record of another format, for a
// picture that is not the recorded one, and if values.tsv is not the one for which cases.tsv was written.
// Other files are ignored.
std::vector<FinishedCase> ParseRecord(const RecordFiles& files, const std::string& folder);

// The cases of cases.tsv without what they recorded; `name` begins the places in errors. An empty text has no
// cases. Throws as ParseRecord.
std::vector<FinishedCase> ParseRecordedCases(std::string_view cases_tsv, const std::string& name);

// The cell "seed" of a table. Throws common::Error(kData) for another text.
uint64_t ReadSeed(const common::Table& table, size_t row);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_TABLES_H_
