#include "experiments/harness/testing/program_run.h"

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
#include "common/table.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

std::string TestFolder() {
  const char* folder = std::getenv("TEST_TMPDIR");
  return folder == nullptr ? fs::temp_directory_path().string() : folder;
}

// A program that was killed before it began has written nothing.
std::string ReadIfThere(const std::string& path) { return fs::exists(path) ? common::ReadFile(path) : ""; }

void Redirect(int descriptor, const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  ::dup2(file, descriptor);
  ::close(file);
}

}  // namespace

StartedProgram::StartedProgram(const std::vector<std::string>& arguments, const RunSetup& setup) {
  static std::atomic<int> count = 0;
  folder_ = FreshFolder("program_" + std::to_string(count++));
  const bool is_path = setup.program.find('/') != setup.program.npos;
  const std::string path =
      fs::absolute(is_path ? setup.program : "experiments/harness/testing/" + setup.program).string();
  STRUCTLAB_CHECK(fs::exists(path));
  process_ = ::fork();
  STRUCTLAB_CHECK(process_ >= 0);
  if (process_ > 0) return;
  Redirect(STDOUT_FILENO, folder_ + "/output");
  if (setup.standard_output >= 0) ::dup2(setup.standard_output, STDOUT_FILENO);
  Redirect(STDERR_FILENO, folder_ + "/errors");
  ::unsetenv("STRUCTLAB_DATA");
  for (const auto& [name, value] : setup.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (setup.file_size_limit >= 0) {
    const rlimit limit = {static_cast<rlim_t>(setup.file_size_limit),
                          static_cast<rlim_t>(setup.file_size_limit)};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  HaveDefaultSignals();
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
    std::getline(file, stat, '\0');  // of a process that ended meanwhile: nothing, where an iterator throws
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

RunOutcome RunFake(const std::vector<std::string>& arguments, const RunSetup& setup) {
  return StartedProgram(arguments, setup).Wait();
}

std::string FreshFolder(const std::string& name) {
  const std::string folder = TestFolder() + "/" + name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

void SleepMilliseconds(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

bool WaitForFile(const std::string& path) {
  for (int i = 0; i < 2000 && !fs::exists(path); ++i) SleepMilliseconds(5);
  return fs::exists(path);
}

std::string PageOf(const std::string& out) { return common::ReadFile(out + "/report/fake/index.html"); }

std::map<std::string, size_t> ReportFiles(const std::string& out) {
  using namespace std::string_literals;
  static const std::map<std::string, std::string> ends = {
      {".html", "</html>"}, {".svg", "</svg>"}, {".png", "IEND\xAE\x42\x60\x82"s}};
  std::map<std::string, size_t> files;
  if (!fs::exists(out + "/report")) return files;
  for (const auto& entry : fs::recursive_directory_iterator(out + "/report")) {
    const auto end = ends.find(entry.path().extension().string());
    const bool is_being_drawn = entry.path().parent_path().filename().string().starts_with(".drawing_");
    if (!entry.is_regular_file() || is_being_drawn || end == ends.end()) continue;
    std::string content = common::ReadFile(entry.path().string());
    while (content.ends_with('\n')) content.pop_back();
    files[entry.path().string()] = content.ends_with(end->second) ? content.size() : 0;
  }
  return files;
}

std::string ComparableRows(common::Table table) {
  const auto unit = static_cast<size_t>(table.Column("unit"));
  const auto metric = static_cast<size_t>(table.Column("metric"));
  // Times, estimates from times, and ratios of times; and what processes took.
  std::erase_if(table.rows, [&](const std::vector<std::string>& row) {
    return row[metric] == "peak_memory" || row[unit] == "s" || row[unit] == "ms" || row[unit] == "days" ||
           row[unit] == "x";
  });
  for (const char* column : {"seconds", "cpu_seconds", "peak_rss_mb"}) {
    for (auto& row : table.rows) row[static_cast<size_t>(table.Column(column))].clear();
  }
  return common::FormatTsv(table);
}

std::string ComparableResults(const std::string& out) {
  return ComparableRows(common::ReadTsv(out + "/results.tsv"));
}

std::string CellOf(const std::string& out, const std::string& column, const std::string& method,
                   const std::string& setting, const std::string& metric) {
  const common::Table table = common::ReadTsv(out + "/results.tsv");
  const auto cell = [&](const auto& row, const char* name) {
    return row[static_cast<size_t>(table.Column(name))];
  };
  for (const auto& row : table.rows) {
    if (cell(row, "method") == method && cell(row, "setting") == setting && cell(row, "metric") == metric) {
      return cell(row, column.c_str());
    }
  }
  return "absent";
}

std::map<std::string, std::string> ListCases(const std::string& out, std::vector<std::string> arguments) {
  arguments.push_back("--out=" + out);
  arguments.push_back("--list");
  std::map<std::string, std::string> states;
  const std::string text = RunFake(arguments).output;
  for (size_t begin = 0; begin < text.size();) {
    const size_t tab = text.find('\t', begin), end = text.find('\n', begin);
    states[text.substr(begin, tab - begin)] = text.substr(tab + 1, end - tab - 1);
    begin = end + 1;
  }
  return states;
}

std::vector<NamedRow> ReadNamedRows(const std::string& path) {
  const common::Table table = common::ReadTsv(path);
  std::vector<NamedRow> rows;
  for (const std::vector<std::string>& cells : table.rows) {
    NamedRow& row = rows.emplace_back();
    for (size_t column = 0; column < cells.size(); ++column) row[table.columns[column]] = cells[column];
  }
  return rows;
}

bool HaveDefaultSignals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::signal(signal, SIG_DFL);
  return true;
}

void WriteText(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
}

}  // namespace structlab::harness
