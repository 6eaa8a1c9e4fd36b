#include "common/processes/isolated_call.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/sanitizers.h"
#include "common/stop_point.h"

namespace structlab::common {
namespace {

constexpr char kRemedy[] =
    "check that the file is complete, and convert it anew with the program that wrote it";

// What the child says through the pipe: how it ended, and the parts of an Error, each with a NUL behind it.
enum ChildEnding : char { kDone = 'd', kError = 'e', kOther = 'o', kNoMemory = 'm' };

uint64_t AddressSpace() {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGE_SIZE));
}

void SetLimit(__rlimit_resource resource, uint64_t value) {
  rlimit limit;
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, value);
  ::setrlimit(resource, &limit);
}

void Send(int pipe, char ending, const std::vector<std::string>& parts) {
  std::string text(1, ending);
  for (const std::string& part : parts) text.append(part.c_str()).push_back('\0');
  for (size_t sent = 0; sent < text.size();) {
    const ssize_t count = ::write(pipe, text.data() + sent, text.size() - sent);
    if (count <= 0) return;
    sent += static_cast<size_t>(count);
  }
}

[[noreturn]] void RunChild(int pipe, const IsolationLimits& limits, SharedBytes& bytes,
                           const std::function<void(SharedBytes&)>& work) {
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, 1);
  ::dup2(nowhere, 2);
  SetLimit(RLIMIT_CORE, 0);
  SetLimit(RLIMIT_CPU, static_cast<uint64_t>(limits.seconds));
  LimitFurtherMemory(limits.memory);
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGXCPU}) ::signal(signal, SIG_DFL);
  // The parent ends this process where it is told to stop itself.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  const StopScope scope(nullptr);
  try {
    work(bytes);
    Send(pipe, kDone, {});
  } catch (const Error& error) {
    const ErrorParts& parts = error.parts();
    Send(pipe, kError,
         {std::to_string(static_cast<int>(error.kind())), parts.where, parts.what, parts.expected,
          parts.found, parts.remedy});
  } catch (const std::bad_alloc&) {
    Send(pipe, kNoMemory, {});
  } catch (const std::exception& error) {
    Send(pipe, kOther, {error.what()});
  } catch (...) {
    Send(pipe, kOther, {"unknown"});
  }
  ::_exit(0);
}

// Ends the child in every case, and takes its status.
class Child {
 public:
  explicit Child(pid_t process) : process_(process) {}
  ~Child() {
    if (process_ < 0) return;
    ::kill(process_, SIGKILL);
    Wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int Wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

 private:
  pid_t process_;
};

// Until the child closes its end.
std::string ReadAll(int pipe) {
  std::string text;
  for (;;) {
    StopPoint();
    pollfd waiting = {pipe, POLLIN, 0};
    if (::poll(&waiting, 1, 20) <= 0) continue;
    char buffer[4096];
    const ssize_t count = ::read(pipe, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer, static_cast<size_t>(count));
  }
}

[[noreturn]] void ThrowUnreadable(const std::string& file, const std::string& what) {
  throw Error(ErrorKind::kData, {.where = file, .what = what, .remedy = kRemedy});
}

void CheckEnding(const std::string& file, const std::string& said, int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    ThrowUnreadable(file, "cannot be read: its reader did not come to an end");
  }
  if (said.empty() || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    ThrowUnreadable(file, "cannot be read: its reader crashed");
  }
  if (said[0] == kDone) return;
  if (said[0] == kNoMemory) {
    ThrowUnreadable(file,
                    "cannot be read: its reader asked for more memory than a file of this size can need");
  }
  std::vector<std::string> parts;
  for (size_t begin = 1; begin < said.size();) {
    parts.emplace_back(said.c_str() + begin);
    begin += parts.back().size() + 1;
  }
  if (said[0] == kError && parts.size() == 6) {
    throw Error(static_cast<ErrorKind>(std::stoi(parts[0])),
                {parts[1], parts[2], parts[3], parts[4], parts[5]});
  }
  ThrowUnreadable(file, fmt::format("cannot be read ({})", parts.empty() ? "" : parts[0]));
}

}  // namespace

SharedBytes::SharedBytes() : file_(::memfd_create("shared bytes", MFD_CLOEXEC)) {
  if (file_ < 0) ThrowEnvironmentError("memory", "none can be shared with a child process");
}

SharedBytes::~SharedBytes() {
  if (data_ != nullptr) ::munmap(data_, size_);
  if (file_ >= 0) ::close(file_);
}

SharedBytes::SharedBytes(SharedBytes&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

SharedBytes& SharedBytes::operator=(SharedBytes other) noexcept {
  std::swap(file_, other.file_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

char* SharedBytes::Resize(size_t bytes) {
  STRUCTLAB_CHECK(data_ == nullptr && bytes > 0);
  if (::ftruncate(file_, static_cast<off_t>(bytes)) != 0) throw std::bad_alloc();
  Open();
  return data_;
}

void SharedBytes::Open() {
  struct stat facts;
  STRUCTLAB_CHECK(::fstat(file_, &facts) == 0);
  size_ = static_cast<size_t>(facts.st_size);
  if (size_ == 0) return;
  void* const place = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (place == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<char*>(place);
}

void LimitFurtherMemory(uint64_t bytes) {
  // Sanitizers reserve address space by the terabyte.
  if (!kAddressSanitizer && !kThreadSanitizer) SetLimit(RLIMIT_AS, AddressSpace() + bytes);
}

SharedBytes CallIsolated(const std::string& file, const IsolationLimits& limits,
                         const std::function<void(SharedBytes&)>& work) {
  SharedBytes bytes;
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) ThrowEnvironmentError(file, "no pipe to a child process");
  const pid_t process = ::fork();
  if (process < 0) {
    ::close(pipe[0]);
    ::close(pipe[1]);
    ThrowEnvironmentError(file, "no child process can be started to read it");
  }
  if (process == 0) RunChild(pipe[1], limits, bytes, work);
  ::close(pipe[1]);
  struct Closer {
    int file;
    ~Closer() { ::close(file); }
  } const closer = {pipe[0]};
  Child child(process);
  const std::string said = ReadAll(pipe[0]);
  CheckEnding(file, said, child.Wait());
  bytes.Open();
  return bytes;
}

}  // namespace structlab::common
