#include "common/testing/started_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "common/check.h"
#include "common/file.h"

namespace structlab::common {
namespace {

namespace fs = std::filesystem;

// A program that was killed before it started has written nothing.
std::string ReadIfThere(const std::string& path) { return fs::exists(path) ? ReadFile(path) : ""; }

void Redirect(int descriptor, const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  ::dup2(file, descriptor);
  ::close(file);
}

}  // namespace

StartedProgram::StartedProgram(const std::vector<std::string>& arguments, const RunSetup& setup) {
  static std::atomic<int> count = 0;
  folder_ = FreshFolder("program_" + std::to_string(count++));
  const std::string path = fs::absolute(setup.program).string();
  process_ = ::fork();
  STRUCTLAB_CHECK(process_ >= 0);
  if (process_ > 0) return;
  Redirect(STDOUT_FILENO, folder_ + "/output");
  if (setup.standard_output >= 0) ::dup2(setup.standard_output, STDOUT_FILENO);
  Redirect(STDERR_FILENO, folder_ + "/errors");
  for (const auto& [name, value] : setup.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (setup.file_size_limit >= 0) {
    const rlimit limit = {static_cast<rlim_t>(setup.file_size_limit),
                          static_cast<rlim_t>(setup.file_size_limit)};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  // The parent of this process may ignore them, as nohup does.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::signal(signal, SIG_DFL);
  for (const int signal : setup.ignored_signals) ::signal(signal, SIG_IGN);
  std::vector<char*> words = {const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(path.c_str(), words.data());
  ::_exit(127);
}

StartedProgram::~StartedProgram() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

void StartedProgram::Send(int signal) const { ::kill(process_, signal); }

std::vector<pid_t> StartedProgram::Children() const {
  std::vector<pid_t> children;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != name.npos) continue;
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    std::getline(file, stat, '\0');           // empty if the process has ended; an iterator would throw
    const size_t name_end = stat.rfind(')');  // "pid (name) state parent ..."
    if (name_end == stat.npos || name_end + 4 >= stat.size()) continue;
    if (std::atoi(stat.c_str() + name_end + 4) == process_) children.push_back(std::atoi(name.c_str()));
  }
  return children;
}

RunOutcome StartedProgram::Wait() {
  int status = 0;
  STRUCTLAB_CHECK(::waitpid(process_, &status, 0) == process_);
  process_ = -1;
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .output = ReadIfThere(folder_ + "/output"),
          .errors = ReadIfThere(folder_ + "/errors")};
}

std::string FreshFolder(const std::string& name) {
  const char* const of_test = std::getenv("TEST_TMPDIR");
  const std::string folder =
      (of_test == nullptr ? fs::temp_directory_path().string() : of_test) + ("/" + name);
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

void SleepMilliseconds(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

bool WaitForFile(const std::string& path) {
  for (int i = 0; i < 2000 && !fs::exists(path); ++i) SleepMilliseconds(5);
  return fs::exists(path);
}

void WriteText(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
}

}  // namespace structlab::common
