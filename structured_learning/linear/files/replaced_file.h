// Files that are written piece by piece and appear at once.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_

#include <cstddef>
#include <fstream>
#include <string>

namespace structlab::structured_learning {

// Collects content under a temporary name beside the file until Commit, so that a reader sees the old file or
// the new one and a full disk leaves the old one; for content that does not fit into memory as the string
// that common::WriteFileAtomically takes. Pipes and devices are written to directly. Without Commit nothing
// stays.
class ReplacedFile {
 public:
  // Throws common::Error (environment) that names the path if it cannot be written.
  explicit ReplacedFile(const std::string& path);
  ~ReplacedFile();
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  // Both throw common::Error (environment) that names the path if anything fails.
  void Write(const void* bytes, size_t size);
  void Commit();

 private:
  [[noreturn]] void Refuse() const;

  std::string path_;       // as messages name it
  std::string target_;     // behind symbolic links
  std::string temporary_;  // empty if it is written directly
  std::ofstream file_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_FILES_REPLACED_FILE_H_
