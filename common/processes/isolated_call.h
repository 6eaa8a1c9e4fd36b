// Runs code that may crash, hang or take all memory, such as a reader of foreign files, in a process of its
// own.
#ifndef STRUCTLAB_COMMON_PROCESSES_ISOLATED_CALL_H_
#define STRUCTLAB_COMMON_PROCESSES_ISOLATED_CALL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace structlab::common {

// Memory that a child process fills and its parent then reads.
class SharedBytes {
 public:
  SharedBytes();
  ~SharedBytes();
  SharedBytes(SharedBytes&& other) noexcept;
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(SharedBytes other) noexcept;

  // Makes it so large; the content is 0. For the child.
  char* Resize(size_t bytes);
  // Looks up what the child has left. For the parent.
  void Open();

  char* data() { return data_; }
  const char* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  int file_ = -1;
  char* data_ = nullptr;
  size_t size_ = 0;
};

struct IsolationLimits {
  uint64_t memory = uint64_t{1} << 34;  // bytes that the child may take beside what this process has
  int seconds = 600;                    // of processor time
};

// Calls `work` in a child process and returns the bytes that it leaves. A Error that it throws is
// thrown here too. Throws Error(kData), naming `file`, if the child crashes, takes too long, takes
// more memory than it may, or throws anything else; the message says that the file cannot be read and what
// may be wrong with it. What the child prints is lost. Throws Stopped (stop_point.h) if the calling thread is
// told to stop. `work` must not start threads or wait for those of the parent: the child has none of them.
// Costs about a millisecond.
SharedBytes CallIsolated(const std::string& file, const IsolationLimits& limits,
                         const std::function<void(SharedBytes&)>& work);

// Lowers the memory that the calling child may still take, once it is known how much it needs.
void LimitFurtherMemory(uint64_t bytes);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROCESSES_ISOLATED_CALL_H_
