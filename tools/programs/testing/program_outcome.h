// Runs programs in tests, and holds their output and exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_TESTING_PROGRAM_OUTCOME_H_
#define STRUCTLAB_TOOLS_PROGRAMS_TESTING_PROGRAM_OUTCOME_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace structlab::tools {

struct Outcome {
  int status;
  std::string out, messages;
};

// Returns the whole content of the file and closes it.
inline std::string Drain(std::FILE* file) {
  std::string text(std::ftell(file), '\0');
  std::rewind(file);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
  std::fclose(file);
  return text;
}

using ProgramFunction = int(const std::vector<std::string>&, std::FILE*, std::FILE*,
                            const std::atomic<bool>&);

inline Outcome RunProgram(ProgramFunction* run, const std::vector<std::string>& arguments,
                          bool interrupted = false) {
  std::FILE* const out = std::tmpfile();
  std::FILE* const messages = std::tmpfile();
  const std::atomic<bool> flag = interrupted;
  const int status = run(arguments, out, messages, flag);
  return {status, Drain(out), Drain(messages)};
}

// The same, but interrupts the program after this time.
inline Outcome RunProgramInterruptedAfter(ProgramFunction* run, const std::vector<std::string>& arguments,
                                          int milliseconds) {
  std::FILE* const out = std::tmpfile();
  std::FILE* const messages = std::tmpfile();
  std::atomic<bool> flag = false;
  std::jthread interrupter([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    flag = true;
  });
  const int status = run(arguments, out, messages, flag);
  interrupter.join();
  return {status, Drain(out), Drain(messages)};
}

// Interrupts the program after varying times, until is_in_midst(outcome) is true: the program had begun its
// work. Takes a longer time if the interrupt came too early, and a time between if the program had already
// ended.
template <class IsInMidst>
Outcome RunProgramInterruptedInItsMidst(ProgramFunction* run, const std::vector<std::string>& arguments,
                                        const IsInMidst& is_in_midst) {
  Outcome outcome = {};
  int too_soon = 0, too_late = 60'000;
  for (int milliseconds = 25; too_soon + 1 < too_late;) {
    outcome = RunProgramInterruptedAfter(run, arguments, milliseconds);
    if (outcome.status == 0) {
      too_late = milliseconds;
    } else {
      EXPECT_EQ(outcome.status, 130) << outcome.out << outcome.messages;
      if (outcome.status != 130 || is_in_midst(outcome)) return outcome;
      too_soon = milliseconds;
    }
    const int between = (too_soon + too_late) / 2;
    milliseconds = outcome.status == 0 ? between : std::min(milliseconds + milliseconds / 2, between);
  }
  ADD_FAILURE() << "got nowhere:\n" << outcome.out << outcome.messages;
  return outcome;
}

// Expects exactly one line on `messages`, which begins with `message`, and no other output.
inline void ExpectMistake(const Outcome& outcome, int status, const std::string& message) {
  EXPECT_EQ(outcome.status, status);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.messages.substr(0, message.size()), message);
  EXPECT_EQ(std::count(outcome.messages.begin(), outcome.messages.end(), '\n'), 1) << outcome.messages;
}

// Runs the program with a full disk as standard output, and expects exit status 3 and an error message.
inline void ExpectFullDiskIsAnError(ProgramFunction* run, const std::vector<std::string>& arguments,
                                    const std::string& program) {
  std::FILE* const full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  std::FILE* const messages = std::tmpfile();
  const std::atomic<bool> flag = false;
  EXPECT_EQ(run(arguments, full, messages, flag), 3);
  EXPECT_NE(Drain(messages).find(program + ": standard output: cannot be written"), std::string::npos);
  std::fclose(full);
}

// Gives each test an empty folder.
class ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::string(testing::TempDir()) + "/program";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  std::string folder_;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_TESTING_PROGRAM_OUTCOME_H_
