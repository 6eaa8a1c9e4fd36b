// The command line, the same for every package and for reproduce.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_FLAGS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_FLAGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/report_model.h"

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
  int jobs = 0;  // 0: as many as fit the processor beside --threads
  int threads = 1;
  double timeout_seconds = 30 * 60;
  uint64_t memory_bytes = uint64_t{4} << 30;
  bool fresh = false, record = false, strict = false, list = false, help = false;
  // Between reproduce and the packages: print every name that --only, --methods and --set may use; write
  // only what reproduce puts together.
  bool describe = false, part = false;
};

// Reads `--name=value`, `--name value` and switches. Throws common::Error(kUsage) naming the argument: an
// unknown flag (with the known ones, nearest first), a value that is absent or reads otherwise, one too many.
// Those of --only, --methods and --set add up; of any other flag that stands twice the last counts.
Flags ParseFlags(const std::vector<std::string>& arguments);

// The flags that decide what a case computes, on which data and within which bounds, for the command of a
// case: "--profile=paper --seed=3 --memory=8G ...". A data folder of $STRUCTLAB_DATA is named, too: who
// pastes the command may not have the variable.
std::string FormatPlanFlags(const Flags& flags);

// Throws common::Error(kUsage): no case of the profile matches both --only and --methods.
[[noreturn]] void ThrowNoCaseIsChosen(const Flags& flags);

// The whole text of --help. `program` is the Bazel label; `about` one line about it.
std::string HelpText(const std::string& program, const std::string& about);

// "90", "90s", "30m", "2h" in seconds; "4G", "512M", "100K" in bytes (powers of 1024). Throw
// common::Error(kUsage) naming `where`.
double ParseDuration(const std::string& text, const std::string& where);
uint64_t ParseBytes(const std::string& text, const std::string& where);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_FLAGS_H_
