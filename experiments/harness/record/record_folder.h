// The folder record/ of a package on disk.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_FOLDER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_FOLDER_H_

#include <string>
#include <vector>

#include "experiments/harness/run/results.h"

namespace structlab::harness {

// The content of a file; empty if it does not exist. Throws common::Error(kEnvironment) if it cannot be read.
std::string ReadIfThere(const std::string& path);

// The cases of a record; none without cases.tsv. Throws as ParseRecord (record_tables.h).
std::vector<FinishedCase> ReadRecordFolder(const std::string& folder);

// Writes the files of FormatRecord that are not there with the same content, and removes pictures that the
// record does not have any more. Pictures come first, then values.tsv, then cases.tsv. A kill in between
// leaves the old record, or one that ReadRecordFolder refuses because its files are not of one write. Throws
// common::Error(kEnvironment) if a file cannot be written.
void WriteRecordFolder(const std::string& folder, const std::vector<FinishedCase>& cases);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_FOLDER_H_
