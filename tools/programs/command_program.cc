#include "tools/programs/command_program.h"

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

}  // namespace structlab::tools
