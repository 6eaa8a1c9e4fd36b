// For tests: records the calls of fsync and rename, and their order. Apart from a power cut, nothing else
// shows a missing or misplaced fsync.
#ifndef STRUCTLAB_COMMON_DISK_CALLS_H_
#define STRUCTLAB_COMMON_DISK_CALLS_H_

#include <string>
#include <vector>

namespace structlab::common {

// During its lifetime, records every fsync and rename of the thread that created it:
//
//   "sync the temporary file of a.tsv", "rename to a.tsv", "sync the folder results"
//
// At most one object at a time in each thread.
class DiskCalls {
 public:
  // If `syncs_fail`, every fsync fails with EIO, as on a damaged disk.
  explicit DiskCalls(bool syncs_fail = false);
  ~DiskCalls();
  DiskCalls(const DiskCalls&) = delete;
  DiskCalls& operator=(const DiskCalls&) = delete;

  const std::vector<std::string>& noted() const { return noted_; }

  // Called by the replacements of the system's functions.
  bool NoteSync(int file);
  void NoteRename(const char* to);

 private:
  bool syncs_fail_;
  std::vector<std::string> noted_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_DISK_CALLS_H_
