// Writes a file piece by piece and makes it visible at once.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

#include "common/file.h"

namespace structlab::structured_learning {

// Collects content in a temporary file next to the target until Commit. So a reader sees either the old file
// or the new one, and on a full disk the old file remains. Take it for content that is too large for the
// string that common::WriteFileAtomically takes; durability and temporary names are the same. Pipes and
// devices are written to directly. Without Commit nothing remains. Several writers of one path, in one or
// several processes, do not disturb each other: one of the contents remains.
//
//     ReplacedFile file("big.bin");
//     file.Write(bytes.data(), bytes.size());
//     file.Commit();
class ReplacedFile {
 public:
  // Throws common::Error (environment), which names the path, if it cannot be written.
  explicit ReplacedFile(const std::string& path,
                        common::Durability durability = common::Durability::kFileAndFolder);
  ~ReplacedFile();
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  // Both throw common::Error (environment), which names the path, if anything fails.
  void Write(const void* bytes, size_t size);
  void Commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void OpenTemporary();
  void SyncFolder() const;
  [[noreturn]] void Refuse(const char* what) const;

  std::string path_;       // the path in messages
  std::string target_;     // the path after resolving symbolic links
  std::string temporary_;  // empty if the target is written directly
  common::Durability durability_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_
