// The command line of a program as data: the program declares its flags, and gets their values. --help,
// --help=json and the checks of values follow from the declarations.
#ifndef STRUCTLAB_COMMON_COMMAND_LINE_H_
#define STRUCTLAB_COMMON_COMMAND_LINE_H_

#include <cstdio>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/flag.h"
#include "common/json_help.h"

namespace structlab::common {

inline constexpr char kJsonHelpFlag[] = "--help=json";

// True if the words ask for the help as JSON: if --help=json is among those before "--".
bool AsksForJsonHelp(const std::vector<std::string>& words);

// The flags of a program, or of one of its commands. Targets must outlive it.
//
//     common::CommandLine line("Removes noise from a grey image.", "denoise");
//     line.Option("INPUT", arguments.input, "the grey image").Required();
//     line.Option("--threads", arguments.threads, "number of threads").Range(1, 1024).ShowDefault();
//     line.Switch("--quiet", arguments.quiet, "show no progress");
//     if (!line.Parse(words, out)) return 0;
class CommandLine {
 public:
  CommandLine(std::string description, std::string program);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Declares a flag with a value. `names` are one or several with commas between, "--model,--load"; without
  // dashes it is a positional argument. The present value of the target is the default. A name that is
  // declared twice is a bug and stops the program, and so is --help.
  template <class Target>
  Flag& Option(const std::string& names, Target& target, std::string help) {
    return Add(names, FlagTarget(&target), std::move(help));
  }
  Flag& Function(const std::string& names, std::function<void(const std::string&)> read, std::string help) {
    return Add(names, FlagTarget(std::move(read)), std::move(help));
  }
  // Declares a flag without a value.
  Flag& Switch(const std::string& names, bool& target, std::string help) {
    return Add(names, FlagTarget(&target), std::move(help));
  }

  // Text after the flags in --help.
  void Footer(std::string text) { footer_ = std::move(text); }
  void Describe(std::string description, std::string program);
  // Where the texts on flags begin in --help.
  void ColumnWidth(int width) { column_width_ = width; }
  // The program declares --help itself.
  void WithoutHelpFlag();

  // Reads the words after a program's name into the targets. Returns false if the program has nothing more to
  // do, because --help, or --help=json with the methods, was written to `out`. Throws Error(kUsage) for:
  //  - an unknown flag, with the nearest known ones, and a surplus word;
  //  - a flag that is given twice, unless it is repeatable;
  //  - a missing value, also after "="; a value that begins with "--" needs a "=" before it;
  //  - an empty value in a list with a separator;
  //  - a number that is not decimal, is out of range, or does not fit into its variable; a wrong choice.
  // Words after "--" are positional.
  bool Parse(const std::vector<std::string>& words, std::FILE* out,
             const std::function<std::vector<MethodHelp>()>& methods = {});

  // The texts of --help and --help=json.
  std::string Help() const;
  std::string JsonHelp(const std::vector<MethodHelp>& methods = {}) const;

  // The flag with this name, such as "--out". An undeclared name is a bug and stops the program.
  const Flag& Find(std::string_view name) const;
  bool IsGiven(std::string_view name) const { return Find(name).is_given(); }
  const std::deque<Flag>& flags() const { return flags_; }

 private:
  Flag& Add(const std::string& names, FlagTarget target, std::string help);
  // The flag of this name or alias, or null.
  Flag* FindOrNull(std::string_view name);
  void CheckWords(const std::vector<std::string>& words);
  struct Parser;
  enum class Left { kFlags, kAll };
  void RefuseWhatIsLeft(const std::vector<std::string>& left, Left what) const;

  std::string description_, program_, footer_;
  int column_width_ = 30;
  bool has_help_ = true;
  std::deque<Flag> flags_;  // references to its elements stay valid
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_COMMAND_LINE_H_
