// Runs programs as a user would, and reads what they leave behind.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PROGRAM_RUN_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PROGRAM_RUN_H_

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "common/table.h"

namespace structlab::harness {

struct RunSetup {
  std::string program = "fake";                         // in this folder, or a path from the checkout
  std::map<std::string, std::string> environment = {};  // beside this process's; STRUCTLAB_DATA is removed
  long file_size_limit = -1;                            // bytes, as of a disk that is full
  int standard_output = -1;                             // an open file that it goes to, not to RunOutcome
  std::vector<int> ignored_signals = {};                // as nohup leaves them; others are as by default
};

// What a run of `fake` without data says first: run in the test's own folder, it looks into data/.
inline constexpr const char* kStandInLine =
    "tiny: not found in data; a generated stand-in takes its place (tools/fetch_data, --data-dir or "
    "STRUCTLAB_DATA "
    "bring the real data)\n";

struct RunOutcome {
  int status = 0;  // exit status, or 128 + signal
  std::string output, errors;
};

// A program that was started; killed at the end of its life if it still runs.
class StartedProgram {
 public:
  explicit StartedProgram(const std::vector<std::string>& arguments, const RunSetup& setup = {});
  ~StartedProgram();
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  void Send(int signal) const;
  // The processes that it has started itself and that still run.
  std::vector<pid_t> Children() const;
  RunOutcome Wait();

 private:
  std::string folder_;
  pid_t process_;
};

RunOutcome RunFake(const std::vector<std::string>& arguments, const RunSetup& setup = {});

// An empty folder of the test's own.
std::string FreshFolder(const std::string& name);

void SleepMilliseconds(int count);
// Waits some seconds until the file is there. A run has begun its cases when it has stored the first.
bool WaitForFile(const std::string& path);

// The page of the package fake.
std::string PageOf(const std::string& out);
// Every page, drawing and picture of the report with its size, except what gnuplot is drawing; 0 for one that
// is not there to its end.
std::map<std::string, size_t> ReportFiles(const std::string& out);

// results.tsv without what may differ: the columns for times and memory, and the rows whose unit is a time.
std::string ComparableResults(const std::string& out);
// The same of such a table.
std::string ComparableRows(common::Table results);

// The value of one row of results.tsv, as text; "absent" if there is no such row.
std::string CellOf(const std::string& out, const std::string& column, const std::string& method,
                   const std::string& setting, const std::string& metric);

// What --list says of each case: "stored" or "to run".
std::map<std::string, std::string> ListCases(const std::string& out, std::vector<std::string> arguments = {});

void WriteText(const std::string& path, const std::string& text);

// Columns to cells.
using NamedRow = std::map<std::string, std::string>;
// The rows of a TSV file, such as results.tsv. Throws what common::ReadTsv throws.
std::vector<NamedRow> ReadNamedRows(const std::string& path);

// Signals that end a program do so, and children leave a status behind, even if whoever started this process
// ignores them, as nohup does. To be called before anything asks for InterruptingSignals. Always true.
bool HaveDefaultSignals();

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PROGRAM_RUN_H_
