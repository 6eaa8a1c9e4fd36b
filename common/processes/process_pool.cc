#include "common/processes/process_pool.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <new>
#include <system_error>
#include <vector>

#include "common/check.h"
#include "common/processes/child_process.h"
#include "common/sanitizers.h"

namespace structlab::common {
namespace {

constexpr double kMegabyte = 1e6;
constexpr double kSecondsBetweenLooks = 0.02;
constexpr size_t kLongestOutput = 4096;

double Now() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// If SIGCHLD is ignored, the system keeps no status of a child.
[[noreturn]] void ThrowLostChild(int error) {
  ThrowEnvironmentError("", "a child process is lost: " + std::generic_category().message(error));
}

// Thrown by CheckBounds in a child, which reports the kind to the parent.
struct BoundBroken {
  ProcessEnding::Kind kind;
  std::string message;
};

std::string TimeMessage(const ProcessBounds& bounds) {
  char text[64];
  std::snprintf(text, sizeof text, "took longer than %.4g s", bounds.seconds);
  return text;
}

std::string MemoryMessage(const ProcessBounds& bounds) {
  char text[64];
  std::snprintf(text, sizeof text, "needed more than %.4g MB", static_cast<double>(bounds.bytes) / kMegabyte);
  return text;
}

// The report of a child to its parent, in a page of shared memory: a crash can neither damage nor block it.
struct SharedReport {
  bool is_filled;
  ProcessEnding::Kind kind;
  int error;  // ErrorKind, or -1
  char message[3072];
};

void Fill(SharedReport* report, ProcessEnding::Kind kind, int error, const std::string& message) {
  report->kind = kind;
  report->error = error;
  const size_t size = std::min(message.size(), sizeof report->message - 1);
  std::memcpy(report->message, message.data(), size);
  report->message[size] = '\0';
  report->is_filled = true;
}

// Hard limit, in case memory grows faster than the parent polls. It is above the bound, because it counts
// address space that is only reserved. The sanitizers reserve terabytes.
void LimitAllocations(const ProcessBounds& bounds) {
  if (kAddressSanitizer || kThreadSanitizer) return;
  const rlim_t bytes = 2 * bounds.bytes + (rlim_t{256} << 20);
  const rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_DATA, &limit);
}

class Child {
 public:
  Child(size_t index, const ProcessBounds& bounds,
        const std::function<void(size_t, const ProcessResources&)>& body)
      : index_(index), bounds_(bounds), begin_(Now()) {
    void* page =
        ::mmap(nullptr, sizeof(SharedReport), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) ThrowSystemError("no memory for a child process");
    report_ = static_cast<SharedReport*>(page);
    output_ = ::memfd_create("output", MFD_CLOEXEC);
    if (output_ < 0) ThrowSystemError("no file for the output of a child process");
    std::fflush(nullptr);
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ < 0) ThrowSystemError("no process can be made");
    if (process_ == 0) RunAndExit(parent, body);
    ::setpgid(process_, process_);  // also in the child: whoever is first
  }
  ~Child() {
    ::munmap(report_, sizeof(SharedReport));
    ::close(output_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  size_t index() const { return index_; }

  // True if the child has ended. Kills it first if it exceeds a bound.
  bool HasEnded() {
    if (Reap(WNOHANG)) return true;
    if (lost_ != 0) ThrowLostChild(lost_);
    if (Now() - begin_ > bounds_.seconds) {
      return EndBy(ProcessEnding::Kind::kTimedOut, TimeMessage(bounds_));
    }
    if (ResidentBytes() > bounds_.bytes) {
      return EndBy(ProcessEnding::Kind::kOutOfMemory, MemoryMessage(bounds_));
    }
    return false;
  }

  void Kill() {
    ::kill(-process_, SIGKILL);
    ::kill(process_, SIGKILL);
    Reap(0);  // a child without a status has ended, too
  }

  double SecondsLeft() const { return begin_ + bounds_.seconds - Now(); }

  ProcessEnding Ending() const {
    ProcessEnding ending;
    ending.seconds = end_ - begin_;
    ending.output = ReadOutput();
    if (killed_for_) {
      ending.kind = killed_for_->kind;
      ending.message = killed_for_->message;
    } else if (report_->is_filled) {
      ending.kind = report_->kind;
      ending.message = report_->message;
      if (report_->error >= 0) ending.error = static_cast<ErrorKind>(report_->error);
    } else {
      ending.kind = ProcessEnding::Kind::kFailed;
      ending.message = HowItDied() + LastLine(ending.output);
    }
    std::replace(ending.message.begin(), ending.message.end(), '\n', ' ');
    return ending;
  }

 private:
  [[noreturn]] static void ThrowSystemError(const std::string& what) {
    ThrowEnvironmentError("", what + ": " + std::generic_category().message(errno));
  }

  [[noreturn]] void RunAndExit(pid_t parent,
                               const std::function<void(size_t, const ProcessResources&)>& body) {
    DieWithParent(parent);
    ::setpgid(0, 0);
    ::signal(SIGCHLD, SIG_DFL);
    for (const int signal : InterruptingSignals()) ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    ::dup2(output_, STDOUT_FILENO);
    ::dup2(output_, STDERR_FILENO);
    LimitAllocations(bounds_);
    const ProcessResources resources(bounds_);
    try {
      body(index_, resources);
      Fill(report_, ProcessEnding::Kind::kDone, -1, "");
    } catch (const BoundBroken& broken) {
      Fill(report_, broken.kind, -1, broken.message);
    } catch (const Error& error) {
      Fill(report_, ProcessEnding::Kind::kFailed, static_cast<int>(error.kind()), error.what());
    } catch (const std::bad_alloc&) {
      Fill(report_, ProcessEnding::Kind::kOutOfMemory, -1, MemoryMessage(bounds_));
    } catch (const std::exception& exception) {
      Fill(report_, ProcessEnding::Kind::kFailed, -1, exception.what());
    } catch (...) {
      Fill(report_, ProcessEnding::Kind::kFailed, -1, "threw something that is not a std::exception");
    }
    std::fflush(nullptr);
    ::_exit(0);
  }

  bool Reap(int options) {
    int result;
    do {
      result = ::waitpid(process_, &status_, options);
    } while (result < 0 && errno == EINTR);
    if (result < 0) lost_ = errno;
    if (result != process_) return false;
    end_ = Now();
    ::kill(-process_, SIGKILL);  // also the processes that the child has started
    return true;
  }

  bool EndBy(ProcessEnding::Kind kind, const std::string& message) {
    killed_for_ = BoundBroken{kind, message};
    Kill();
    // The child may have ended just before.
    if (report_->is_filled && report_->kind == ProcessEnding::Kind::kDone) killed_for_.reset();
    return true;
  }

  uint64_t ResidentBytes() const {
    char path[48], text[96] = {};
    std::snprintf(path, sizeof path, "/proc/%d/statm", process_);
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t size = ::read(file, text, sizeof text - 1);
    ::close(file);
    unsigned long long total = 0, resident = 0;
    if (size <= 0 || std::sscanf(text, "%llu %llu", &total, &resident) != 2) return 0;
    return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) + OutputBytes();
  }

  // The output of the child is kept in memory, too.
  uint64_t OutputBytes() const {
    struct stat status = {};
    return ::fstat(output_, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
  }

  std::string ReadOutput() const {
    const off_t size = ::lseek(output_, 0, SEEK_END);
    std::string text(kLongestOutput, '\0');
    const off_t from = std::max<off_t>(0, size - static_cast<off_t>(kLongestOutput));
    const ssize_t got = ::pread(output_, text.data(), text.size(), from);
    text.resize(got > 0 ? static_cast<size_t>(got) : 0);
    return text;
  }

  std::string HowItDied() const {
    if (WIFSIGNALED(status_)) {
      return std::string("killed by signal ") + std::to_string(WTERMSIG(status_)) + " (" +
             strsignal(WTERMSIG(status_)) + ")";
    }
    return "ended by itself with exit status " + std::to_string(WEXITSTATUS(status_));
  }

  static std::string LastLine(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (text.empty()) return "";
    return ": " + text.substr(text.rfind('\n') == text.npos ? 0 : text.rfind('\n') + 1);
  }

  size_t index_;
  ProcessBounds bounds_;
  double begin_, end_ = 0;
  SharedReport* report_ = nullptr;
  int output_ = -1;
  pid_t process_ = -1;
  int status_ = 0;
  int lost_ = 0;  // errno if the system has discarded the child's status
  std::optional<BoundBroken> killed_for_;
};

}  // namespace

ProcessResources::ProcessResources(const ProcessBounds& bounds) : bounds_(bounds), begin_(Now()) {}

double ProcessResources::Seconds() const { return Now() - begin_; }

double ProcessResources::CpuSeconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double ProcessResources::PeakRssMegabytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / kMegabyte;
}

void ProcessResources::CheckBounds() const {
  if (Seconds() > bounds_.seconds) throw BoundBroken{ProcessEnding::Kind::kTimedOut, TimeMessage(bounds_)};
  if (PeakRssMegabytes() * kMegabyte > static_cast<double>(bounds_.bytes)) {
    throw BoundBroken{ProcessEnding::Kind::kOutOfMemory, MemoryMessage(bounds_)};
  }
}

bool RunInProcesses(size_t count, int jobs, const ProcessBounds& bounds,
                    const std::function<void(size_t, const ProcessResources&)>& body,
                    const std::function<void(size_t, const ProcessEnding&)>& on_end,
                    const std::function<bool()>& may_begin) {
  STRUCTLAB_CHECK(jobs >= 1);
  std::vector<std::unique_ptr<Child>> children;
  size_t next = 0;
  const auto kill_all = [&] {
    for (const auto& child : children) child->Kill();
  };
  try {
    while (next < count || !children.empty()) {
      if (next < count && may_begin && !may_begin()) next = count;
      while (next < count && children.size() < static_cast<size_t>(jobs)) {
        children.push_back(std::make_unique<Child>(next++, bounds, body));
      }
      double patience = kSecondsBetweenLooks;
      for (const auto& child : children) patience = std::min(patience, std::max(0.0, child->SecondsLeft()));
      if (WaitForInterrupt(patience)) {
        kill_all();
        return false;
      }
      for (size_t i = 0; i < children.size();) {
        if (!children[i]->HasEnded()) {
          ++i;
          continue;
        }
        const std::unique_ptr<Child> ended = std::move(children[i]);
        children.erase(children.begin() + static_cast<std::ptrdiff_t>(i));
        on_end(ended->index(), ended->Ending());
      }
    }
  } catch (...) {
    kill_all();
    throw;
  }
  return true;
}

}  // namespace structlab::common
