// The folder that a run writes to, and what a killed run leaves there.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_OUTPUT_FOLDER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_OUTPUT_FOLDER_H_

#include <string>

#include "experiments/harness/run/results.h"

namespace structlab::harness {

// Makes the folder and its parents. Throws common::Error(kEnvironment), e.g. if a part of the path is a file.
void MakeFolder(const std::string& folder);

// Removes the temporary files that a killed run left: of the tables in the folder itself, and anywhere below
// packages/, report/, files/ and runs/. Only for the holder of its lock (common/processes/folder_lock.h).
void RemoveLeftovers(const std::string& folder);

// Throws common::Error(kData) if an older version of the harness wrote into the folder, with what to do.
void RefuseOldFolder(const std::string& folder);

// Writes the files that cases recorded, as <folder>/files/<package>/<case key>/<name>, and removes those that
// it wrote for earlier results and that are gone. `.written` beside them lists what it wrote: files of the
// user stay.
void WriteRecordedFiles(const std::string& folder, const std::string& package, const Results& results);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_OUTPUT_FOLDER_H_
