// The folder that a run writes to: one run at a time, and what a killed run leaves is cleaned up.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_OUTPUT_FOLDER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_OUTPUT_FOLDER_H_

#include <string>
#include <string_view>

#include "experiments/harness/run/results.h"

namespace structlab::harness {

// Makes the folder and its parents. Throws common::Error(kEnvironment), e.g. if a part of the path is a file.
void MakeFolder(const std::string& folder);

// Holds the folder against other runs as long as it lives; the system gives it back if the process dies.
// Throws common::Error(kEnvironment), naming the other process, if another run has it.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // For a child process, which must not hold the lock when its parent has died.
  void CloseInChild() const;

 private:
  int file_ = -1;
};

// Removes the temporary files that a killed run left: of the tables in the folder itself, and anywhere below
// packages/, report/ and files/; runs/ is the stores' (Store). Only for the holder of the lock.
void RemoveLeftovers(const std::string& folder);

// Throws common::Error(kData) if an older version of the harness wrote into the folder, with what to do.
void RefuseOldFolder(const std::string& folder);

// Writes the files that cases recorded, as <folder>/files/<package>/<case key>/<name>, and removes those that
// it wrote for earlier results and that are gone. `.written` beside them lists what it wrote: files of the
// user stay.
void WriteRecordedFiles(const std::string& folder, const std::string& package, const Results& results);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_OUTPUT_FOLDER_H_
