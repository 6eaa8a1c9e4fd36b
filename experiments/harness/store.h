// The results of a package's cases on disk.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_STORE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_STORE_H_

#include <string>

#include "experiments/harness/case.h"
#include "experiments/harness/stored_case.h"

namespace structlab::harness {

// Everything that decides whether a stored result is still the case's: a digest of its key, parameters, data
// (origin and checksums) and the executable's digest. Commit, jobs and threads are not in it.
std::string FingerprintOf(const Case& c, const std::string& executable_digest);

// One folder, with <key>.h5 and <key>.h5.sha256 for each case; the latter is what `sha256sum --check` reads,
// and comment lines with the fingerprint and with the digest of the lines before it. Several processes may
// use it at once, one a case. A kill at any moment leaves each case as it was or as it is now: the digests
// are renamed before the result, and name the result before too. Where the digests are lost (a power cut
// leaves none, or an empty file), the case is stale and runs again.
class Store {
 public:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}

  enum class State { kAbsent, kStale, kDamaged, kDone };
  struct Found {
    State state;
    std::string message;  // one line: what is damaged, expected and found
  };

  // Is the case done? Reads the whole file and compares its digest, without HDF5. A damaged result, or
  // damaged digests, of which nobody knows whether they were this case's, are no error here: a run says file,
  // expected and found digest, runs the case again if --only and --methods choose it and else leaves it out,
  // and ends with status 3 in both cases.
  Found Check(const std::string& key, const std::string& fingerprint) const;

  // Is there a result of the case, whole and its own or not?
  bool Holds(const std::string& key) const;

  // Throws common::Error(kData) if the file does not match its digest, or that cannot be read.
  StoredCase Load(const std::string& key) const;

  // Creates folders as needed. Throws common::Error(kEnvironment) if it cannot be written (e.g. a full disk);
  // what was stored before is then untouched.
  void Save(const std::string& key, const std::string& fingerprint, const StoredCase& stored) const;

  // Removes temporary files that a killed run left. Only for a run that owns the folder.
  void RemoveLeftovers() const;

  std::string PathOf(const std::string& key) const { return folder_ + "/" + key + ".h5"; }

 private:
  std::string folder_;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_STORE_H_
