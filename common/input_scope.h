// Protects the files that a program has read from its own outputs.
#ifndef STRUCTLAB_COMMON_INPUT_SCOPE_H_
#define STRUCTLAB_COMMON_INPUT_SCOPE_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace structlab::common {

// During its lifetime, files that this thread reads are noted (by ReadFile, ByteInput and TextInput, and by
// callers of NoteRead), and WriteFileAtomically replaces none of them. So also files are safe that no flag
// names: the voxels of a header, the transform that another one builds upon. Without a scope nothing is
// noted. Scopes nest; only the innermost one counts. Not for other threads than the one that created it.
//
//   const InputScope inputs;
//   const Image image = ReadImage("a.mhd");      // reads b.raw, too
//   InputScope::CheckNotRead("b.raw", "--out");  // throws
class InputScope {
 public:
  InputScope() : before_(current_) { current_ = this; }
  ~InputScope() { current_ = before_; }
  InputScope(const InputScope&) = delete;
  InputScope& operator=(const InputScope&) = delete;

  // For readers that open files by another library. Pipes, devices and missing files are not noted.
  static void NoteRead(const std::string& path);

  // Throws Error(kUsage), naming `where` (a flag, or the path itself), if the path is a file that was read,
  // by any of its names. O(number of files that were read).
  static void CheckNotRead(const std::string& path, const std::string& where);

 private:
  struct File {
    dev_t device;
    ino_t number;
    std::string path;
  };
  static inline thread_local InputScope* current_ = nullptr;

  InputScope* before_;
  std::vector<File> files_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_INPUT_SCOPE_H_
