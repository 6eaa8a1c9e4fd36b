// One process at a time for a folder.
#ifndef STRUCTLAB_COMMON_PROCESSES_FOLDER_LOCK_H_
#define STRUCTLAB_COMMON_PROCESSES_FOLDER_LOCK_H_

#include <string>

namespace structlab::common {

// Holds the folder, by the file .lock in it, as long as it lives; the system gives it back if the process
// dies. Throws Error(kEnvironment), naming the other process, if another run has it.
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

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROCESSES_FOLDER_LOCK_H_
