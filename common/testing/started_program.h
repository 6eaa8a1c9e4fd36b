// Starts programs as a user would, for tests.
#ifndef STRUCTLAB_COMMON_TESTING_STARTED_PROGRAM_H_
#define STRUCTLAB_COMMON_TESTING_STARTED_PROGRAM_H_

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace structlab::common {

struct RunSetup {
  std::string program = {};                             // a path, relative to the current folder
  std::map<std::string, std::string> environment = {};  // added to the environment of this process
  long file_size_limit = -1;                            // in bytes; simulates a full disk
  int standard_output = -1;               // if given, the open file to print to; RunOutcome gets none
  std::vector<int> ignored_signals = {};  // ignored as under nohup; others have their defaults
};

struct RunOutcome {
  int status = 0;  // exit status, or 128 + signal; 127 if the program could not be started
  std::string output, errors;
};

// A started program. The destructor kills it if it still runs.
//
//   StartedProgram program({"--out=here"}, {.program = "tools/programs/map"});
//   program.Send(SIGINT);
//   EXPECT_EQ(program.Wait().status, 130);
class StartedProgram {
 public:
  StartedProgram(const std::vector<std::string>& arguments, const RunSetup& setup);
  ~StartedProgram();
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  void Send(int signal) const;
  // The running processes that the program has started.
  std::vector<pid_t> Children() const;
  RunOutcome Wait();

 private:
  std::string folder_;
  pid_t process_;
};

// Creates an empty folder for the test below $TEST_TMPDIR.
std::string FreshFolder(const std::string& name);

void SleepMilliseconds(int count);
// Waits at most ten seconds until the file exists; false if it does not.
bool WaitForFile(const std::string& path);

// Writes the file, and creates its folder.
void WriteText(const std::string& path, const std::string& text);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TESTING_STARTED_PROGRAM_H_
