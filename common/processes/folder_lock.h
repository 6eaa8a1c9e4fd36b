// Locks a folder, so that only one process at a time uses it.
#ifndef STRUCTLAB_COMMON_PROCESSES_FOLDER_LOCK_H_
#define STRUCTLAB_COMMON_PROCESSES_FOLDER_LOCK_H_

#include <string>

namespace structlab::common {

// Locks the folder by the file .lock in it, during its lifetime. If the process dies, the system releases the
// lock. Throws Error(kEnvironment) that names the other process if the folder is locked.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // To be called in a child process, so that it does not keep the lock when its parent dies.
  void CloseInChild() const;

 private:
  int file_ = -1;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROCESSES_FOLDER_LOCK_H_
