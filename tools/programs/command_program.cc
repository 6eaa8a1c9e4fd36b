#include "tools/programs/command_program.h"

#include <optional>

#include "common/command_line.h"
#include "common/error.h"
#include "common/json_help.h"
#include "common/program.h"
#include "common/stop_point.h"

namespace structlab::tools {

int RunCommand(const std::string& program, const char* help, const std::vector<Command>& commands,
               const std::vector<std::string>& arguments, std::FILE* out) {
  const std::string name = arguments.empty() ? "" : arguments[0];
  if (name == "--help" || name == "-h") {
    std::fputs(help, out);
    common::CheckPrinted(out);
    return 0;
  }
  if (name == common::kJsonHelpFlag) {
    std::vector<common::CommandHelp> helps;
    for (const Command& command : commands) {
      helps.push_back({command.name, [&](std::FILE* to) { command.run({common::kJsonHelpFlag}, to); }});
    }
    std::fputs(common::JsonHelpOfCommands(program, help, helps).c_str(), out);
    common::CheckPrinted(out);
    return 0;
  }
  std::string names;
  for (const Command& command : commands) {
    if (name == command.name) return command.run({arguments.begin() + 1, arguments.end()}, out);
    names += (names.empty() ? "" : ", ") + command.name;
  }
  common::ThrowUsageError("command", "one of " + names, arguments.empty() ? "none" : common::Quote(name),
                          "see --help");
}

int RunUntilInterrupted(const std::string& program, std::FILE* messages, const std::atomic<bool>& interrupted,
                        const std::function<int()>& run) {
  return common::RunOnUserFiles(program, messages, [&] {
    const common::StopScope scope(&interrupted);
    try {
      return run();
    } catch (const common::Stopped&) {
      std::fprintf(messages, "%s: interrupted: nothing is written\n", program.c_str());
      return common::kInterruptedStatus;
    }
  });
}

bool RunTraining(const std::string& program, int steps, bool is_quiet, std::FILE* messages,
                 const std::string& kept, const std::function<void(common::ProgressLine&)>& work) {
  std::optional<common::ProgressLine> progress(
      std::in_place, "training", steps, messages,
      is_quiet ? common::ProgressStyle::kQuiet : common::ProgressStyle::kAutomatic);
  try {
    work(*progress);
    return true;
  } catch (const common::Stopped&) {
    progress.reset();
    std::fprintf(messages, "%s: interrupted: %s\n", program.c_str(),
                 kept.empty() ? "nothing is written" : kept.c_str());
    return false;
  } catch (const common::Error&) {
    progress.reset();
    if (!kept.empty()) std::fprintf(messages, "%s: note: %s\n", program.c_str(), kept.c_str());
    throw;
  }
}

}  // namespace structlab::tools
