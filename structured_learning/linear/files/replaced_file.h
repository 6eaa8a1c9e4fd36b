// Files that are written piece by piece and appear at once.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

#include "common/file.h"

namespace structlab::structured_learning {

// Collects content under a temporary name beside the file until Commit, so that a reader sees the old file or
// the new one and a full disk leaves the old one; for content that does not fit into memory as the string
// that common::WriteFileAtomically takes, with the same durability and temporary names. Pipes and devices are
// written to directly. Without Commit nothing stays. Several writers of one path, in one process or in many,
// do not see each other: one of the contents stays.
class ReplacedFile {
 public:
  // Throws common::Error (environment) that names the path if it cannot be written.
  explicit ReplacedFile(const std::string& path,
                        common::Durability durability = common::Durability::kFileAndFolder);
  ~ReplacedFile();
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  // Both throw common::Error (environment) that names the path if anything fails.
  void Write(const void* bytes, size_t size);
  void Commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void OpenTemporary();
  void SyncFolder() const;
  [[noreturn]] void Refuse(const char* what) const;

  std::string path_;       // as messages name it
  std::string target_;     // behind symbolic links
  std::string temporary_;  // empty if it is written directly
  common::Durability durability_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_
