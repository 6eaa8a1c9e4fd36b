// The folder that a run writes to: one run at a time, and what the whole of it shows.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_OUTPUT_FOLDER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_OUTPUT_FOLDER_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "experiments/harness/report_dump.h"
#include "experiments/harness/results.h"

namespace structlab::harness {

// Makes the folder and what it stands in. Throws common::Error(kEnvironment), e.g. if a part of the path is a
// file.
void MakeFolder(const std::string& folder);

// Holds the folder against other runs as long as it lives; given back by the system if the process dies.
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

// Removes the temporary files that a killed run left in the folder, but for those below runs/, which are the
// stores' (Store::RemoveLeftovers): of results.tsv, claims.tsv, packages/*/package.json and the pictures
// below packages/, and of whatever stands in report/ and files/, which nobody else writes to. Only for who
// holds the lock.
void RemoveLeftovers(const std::string& folder);

// Writes what a package's run found as <folder>/packages/<name>/package.json, with the pictures of its
// figures in pictures/ beside it, whose names go into the dump.
void WritePackageDump(const std::string& folder, PackageDump& dump);

// Which file the package's dump in the folder is, 0 if there is none: another one after WritePackageDump.
uint64_t IdentityOfDump(const std::string& folder, const std::string& package);

// Writes the files that cases recorded, as <folder>/files/<package>/<key of the case>/<name>, and removes
// those that it wrote for earlier results and not for these; `.written` beside them says which those are, so
// that what a user puts there stays, and what was written without such a list.
void WriteRecordedFiles(const std::string& folder, const std::string& package, const Results& results);

// Reads every package's dump and pictures in the folder, in the order of their names. Throws common::Error
// naming the file if one of them is damaged.
std::vector<PackageDump> ReadPackageDumps(const std::string& folder);

// Throws what ReadPackageDumps would after a run that makes the dumps of these packages anew: what cannot be
// read should not be found when hours of work are done.
void CheckPackageDumps(const std::string& folder, const std::set<std::string>& anew);

// Writes results.tsv, claims.tsv and report/ from every package's dump in the folder: what ran now and what
// ran before. `command` and `provenance` are of this run, and `not_run` says which packages it left out, and
// why.
void WriteRun(const std::string& folder, const std::string& command, const std::vector<Fact>& provenance,
              const std::vector<Fact>& not_run = {});

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_OUTPUT_FOLDER_H_
