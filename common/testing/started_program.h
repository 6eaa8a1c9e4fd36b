// Runs programs as a user would.
#ifndef STRUCTLAB_COMMON_TESTING_STARTED_PROGRAM_H_
#define STRUCTLAB_COMMON_TESTING_STARTED_PROGRAM_H_

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace structlab::common {

struct RunSetup {
  std::string program = {};                             // a path, from the current folder
  std::map<std::string, std::string> environment = {};  // beside this process's
  long file_size_limit = -1;                            // bytes, as of a disk that is full
  int standard_output = -1;                             // an open file that it goes to, not to RunOutcome
  std::vector<int> ignored_signals = {};                // as nohup leaves them; others are as by default
};

struct RunOutcome {
  int status = 0;  // exit status, or 128 + signal; 127 if the program could not be started
  std::string output, errors;
};

// A program that was started; killed at the end of its life if it still runs.
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
  // The processes that it has started itself and that still run.
  std::vector<pid_t> Children() const;
  RunOutcome Wait();

 private:
  std::string folder_;
  pid_t process_;
};

// An empty folder of the test's own, below $TEST_TMPDIR.
std::string FreshFolder(const std::string& name);

void SleepMilliseconds(int count);
// Waits at most ten seconds until the file is there.
bool WaitForFile(const std::string& path);

// Writes the file, and makes its folder.
void WriteText(const std::string& path, const std::string& text);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TESTING_STARTED_PROGRAM_H_
