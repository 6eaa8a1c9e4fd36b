// For tests: what a program asks of the disk, in which order. A missing or misplaced fsync shows in nothing
// else, short of a power cut.
#ifndef STRUCTLAB_COMMON_DISK_CALLS_H_
#define STRUCTLAB_COMMON_DISK_CALLS_H_

#include <string>
#include <vector>

namespace structlab::common {

// Notes every fsync and rename of the thread that made it, as long as it lives:
//
//   "sync the temporary file of a.tsv", "rename to a.tsv", "sync the folder results"
//
// One at a time in each thread.
class DiskCalls {
 public:
  // With `syncs_fail` every fsync fails with EIO, as on a damaged disk.
  explicit DiskCalls(bool syncs_fail = false);
  ~DiskCalls();
  DiskCalls(const DiskCalls&) = delete;
  DiskCalls& operator=(const DiskCalls&) = delete;

  const std::vector<std::string>& noted() const { return noted_; }

  // For the functions that stand in for those of the system.
  bool NoteSync(int file);
  void NoteRename(const char* to);

 private:
  bool syncs_fail_;
  std::vector<std::string> noted_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_DISK_CALLS_H_
