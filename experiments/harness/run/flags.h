// The command line, the same for every package and for reproduce.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_FLAGS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_FLAGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::harness {

struct SetFlag {
  std::string package, setting, value;
};

struct Flags {
  std::vector<std::string> only, methods;  // patterns; everything if empty
  std::optional<int> repeats;
  Profile profile = Profile::kQuick;
  std::vector<SetFlag> set;
  uint64_t seed = 1;
  std::optional<std::string> data_dir;
  std::string out = "results";
  int jobs = 0;  // 0: processors / threads
  int threads = 1;
  double timeout_seconds = 30 * 60;
  uint64_t memory_bytes = uint64_t{4} << 30;
  std::optional<double> budget_seconds;  // of the cases together, on the wall clock
  bool fresh = false, reuse = false, record = false, from_record = false, acknowledge = false, strict = false,
       list = false, help = false, help_as_json = false;
  std::string why;        // a case key: say why its stored result is not reused, and run nothing
  std::string run_case;   // a case key: run only this case, write its file and no report
  bool describe = false;  // print every name that --only, --methods and --set may use, and run nothing
  bool part = false;      // of a run of reproduce, which writes the front page
};

// The default flags with this profile.
inline Flags FlagsOf(Profile profile) {
  Flags flags;
  flags.profile = profile;
  return flags;
}

// Throws common::Error(kUsage) that names the argument: an unknown flag (the nearest known ones are listed),
// a value that is missing or reads otherwise, flags that contradict each other, a flag that is given twice;
// only the values of --only, --methods and --set add up. --help=json hides all others.
Flags ParseFlags(const std::vector<std::string>& arguments);

// The flags that decide what a case computes, on which data and within which bounds: "--profile=paper
// --seed=3 --memory=8G". A data folder of $STRUCTLAB_DATA is named too, since whoever pastes the command may
// not have the variable.
std::string FormatPlanFlags(const Flags& flags);

// Throws common::Error(kUsage): no case of the profile matches both --only and --methods.
[[noreturn]] void ThrowNoCaseIsChosen(const Flags& flags);

// The whole text of --help. `program` is the Bazel label; `about` one line about it.
std::string HelpText(const std::string& program, const std::string& about);
// The whole text of --help=json, with the names of methods.
std::string JsonHelpText(const std::string& program, const std::string& about,
                         const std::vector<std::string>& methods);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_FLAGS_H_
