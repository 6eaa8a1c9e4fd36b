// A command as a user can paste it into a shell.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_COMMAND_LINE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_COMMAND_LINE_H_

#include <string>
#include <utility>
#include <vector>

namespace structlab::harness {

// The word as a shell reads it back: as it is where it holds nothing that a shell would act upon, else in
// single quotes. Of "--name=value" the value alone is quoted: --only='Table 5.1'.
std::string ShellQuoted(const std::string& word);

// "bazel run //experiments/x -- --only='Table 5.1'"
std::string FormatCommand(const std::string& label, const std::vector<std::string>& arguments);

// The arguments without what is of one machine or one run (--out, --data-dir) and what reproduce adds for
// its packages (--part): what another user would type.
std::vector<std::string> WithoutMachinePaths(const std::vector<std::string>& arguments);

// The arguments with these values of some flags in place of all that they have: the first names a flag
// without its dashes, the second its values, each of which becomes an argument at the end.
std::vector<std::string> WithValues(
    const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::vector<std::string>>>& flags);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_COMMAND_LINE_H_
