#include "experiments/harness/flags.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "common/program.h"
#include "experiments/harness/command_line.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::harness {
namespace {

struct FlagDeclaration {
  const char* name;
  const char* value;  // what stands after '=' in the help; null for a switch
  const char* help;   // null for a flag that is not in the help
  std::function<void(Flags&, const std::string& value, const std::string& where)> read;
};

template <typename Number>
Number ReadNumber(const std::string& text, const std::string& where, Number low,
                  const std::string& expected) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low) {
    common::ThrowUsageError(where, expected, "'" + text + "'");
  }
  return number;
}

void AppendList(std::vector<std::string>& list, const std::string& text, const std::string& where) {
  for (const std::string_view part : SplitList(text, ',')) {
    if (part.empty()) common::ThrowUsageError(where, "names with commas between", "'" + text + "'");
    list.emplace_back(part);
  }
}

SetFlag ReadSet(const std::string& text, const std::string& where) {
  const size_t equals = text.find('=');
  const size_t dot = text.find('.');
  if (equals == text.npos || dot == text.npos || dot == 0 || dot + 1 >= equals) {
    common::ThrowUsageError(where, "PACKAGE.SETTING=VALUE", "'" + text + "'");
  }
  return {text.substr(0, dot), text.substr(dot + 1, equals - dot - 1), text.substr(equals + 1)};
}

Profile ReadProfile(const std::string& text, const std::string& where) {
  for (const Profile profile : {Profile::kSmoke, Profile::kQuick, Profile::kPaper}) {
    if (text == NameOf(profile)) return profile;
  }
  common::ThrowUsageError(where, "smoke, quick or paper", "'" + text + "'");
}

// Each seed of each case is held in memory, and named on the page.
const char* const kRepeatsExpected = "a whole number from 1 to 1000";
constexpr int kMostRepeats = 1000;

const char* const kThreadsExpected = "a whole number from 1 to 1024";
constexpr int kMostThreads = 1024;  // of common::ThreadPool

// A bound under a megabyte is a forgotten unit: no process fits into it.
uint64_t ReadMemory(const std::string& text, const std::string& where) {
  const uint64_t bytes = ParseBytes(text, where);
  if (bytes < 1u << 20)
    common::ThrowUsageError(where, "a size from 1M, such as 512M or 4G", "'" + text + "'");
  return bytes;
}

const std::vector<FlagDeclaration>& Declarations() {
  using Text = const std::string&;
  static const std::vector<FlagDeclaration> declarations = {
      {"only", "GLOB,...",
       "Run only what a pattern matches: a package, package/case or its beginning up to a slash, a table or\n"
       "a claim id. What is stored already is shown all the same.",
       [](Flags& f, Text v, Text w) { AppendList(f.only, v, w); }},
      {"methods", "GLOB,...", "Run only the cases of these methods.",
       [](Flags& f, Text v, Text w) { AppendList(f.methods, v, w); }},
      {"repeats", "N", "Seeds for each case (default: the package's own number).",
       [](Flags& f, Text v, Text w) {
         f.repeats = ReadNumber<int>(v, w, 1, kRepeatsExpected);
         if (f.repeats > kMostRepeats) common::ThrowUsageError(w, kRepeatsExpected, "'" + v + "'");
       }},
      {"profile", "smoke|quick|paper",
       "smoke: seconds. quick (default): every table and method, in minutes. paper: the source's protocol.",
       [](Flags& f, Text v, Text w) { f.profile = ReadProfile(v, w); }},
      {"set", "PACKAGE.SETTING=VALUE", "Change a setting of a package; may stand several times.",
       [](Flags& f, Text v, Text w) { f.set.push_back(ReadSet(v, w)); }},
      {"seed", "N", "The first seed (default 1).",
       [](Flags& f, Text v, Text w) { f.seed = ReadNumber<uint64_t>(v, w, 0, "a whole number from 0"); }},
      {"data-dir", "DIR", "Where data sets are looked for (default: $STRUCTLAB_DATA, then data/).",
       [](Flags& f, Text v, Text) { f.data_dir = v; }},
      {"out", "DIR", "Where the results go (default results/).", [](Flags& f, Text v, Text) { f.out = v; }},
      {"jobs", "N", "Cases at once (default: processors / threads). Changes no result.",
       [](Flags& f, Text v, Text w) { f.jobs = ReadNumber<int>(v, w, 1, "a whole number from 1"); }},
      {"threads", "N", "Threads of each case (default 1). Changes no result.",
       [](Flags& f, Text v, Text w) {
         f.threads = ReadNumber<int>(v, w, 1, kThreadsExpected);
         if (f.threads > kMostThreads) common::ThrowUsageError(w, kThreadsExpected, "'" + v + "'");
       }},
      {"timeout", "TIME", "The most a case may take: 90s, 30m (default), 2h.",
       [](Flags& f, Text v, Text w) { f.timeout_seconds = ParseDuration(v, w); }},
      {"memory", "SIZE",
       "The most memory the process of a case may use: 512M, 4G (default). What the case itself starts is "
       "not\n"
       "counted.",
       [](Flags& f, Text v, Text w) { f.memory_bytes = ReadMemory(v, w); }},
      {"fresh", nullptr, "Run the chosen cases again even if they are stored.",
       [](Flags& f, Text, Text) { f.fresh = true; }},
      {"record", nullptr,
       "Keep what this run found as measured*.tsv of the package: rows, claims, texts. Needs the paper\n"
       "profile and the data that everyone can have (stand-ins of other data are kept, marked as such); "
       "refused\n"
       "on a tree with uncommitted changes, with --only, --methods, --repeats, --seed or --set, and after a\n"
       "failed case.",
       [](Flags& f, Text, Text) { f.record = true; }},
      {"strict", nullptr, "Exit with status 4 if a claim fails.",
       [](Flags& f, Text, Text) { f.strict = true; }},
      {"list", nullptr, "Print the chosen cases, whether each is stored, and run nothing.",
       [](Flags& f, Text, Text) { f.list = true; }},
      {"help", nullptr, "Print this.", [](Flags& f, Text, Text) { f.help = true; }},
      {"describe", nullptr, nullptr, [](Flags& f, Text, Text) { f.describe = true; }},
      {"part", nullptr, nullptr, [](Flags& f, Text, Text) { f.part = true; }},
  };
  return declarations;
}

const FlagDeclaration& FindDeclaration(const std::string& argument, const std::string& name) {
  std::vector<std::string> known;
  for (const FlagDeclaration& declaration : Declarations()) {
    if (name == declaration.name) return declaration;
    if (declaration.help != nullptr) known.push_back(std::string("--") + declaration.name);
  }
  common::ThrowUsageError(argument,
                          "a known flag, the nearest being " +
                              common::ListNearest("--" + name, known, common::kNearestShown, "--help"),
                          "--" + name);
}

// A number with a unit: its value, and the unit's place in `units`, or -1 without one.
std::pair<double, int> ReadWithUnit(const std::string& text, const std::string& units,
                                    const std::string& where, const std::string& expected) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const size_t place = unit.size() == 1 ? units.find(unit) : std::string::npos;
  if (error != std::errc() || !(number > 0) || !std::isfinite(number) ||
      (!unit.empty() && place == units.npos)) {
    common::ThrowUsageError(where, expected, "'" + text + "'");
  }
  return {number, unit.empty() ? -1 : static_cast<int>(place)};
}

}  // namespace

double ParseDuration(const std::string& text, const std::string& where) {
  const auto [number, unit] = ReadWithUnit(text, "smh", where, "a time such as 90s, 30m or 2h");
  return number * (unit == 2 ? 3600 : unit == 1 ? 60 : 1);
}

uint64_t ParseBytes(const std::string& text, const std::string& where) {
  const auto [number, unit] = ReadWithUnit(text, "KMGT", where, "a size such as 512M or 4G");
  const double bytes = number * std::pow(1024.0, unit + 1);
  if (bytes < 1 || bytes > 1e18)
    common::ThrowUsageError(where, "a size such as 512M or 4G", "'" + text + "'");
  return static_cast<uint64_t>(bytes);
}

Flags ParseFlags(const std::vector<std::string>& arguments) {
  Flags flags;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!argument.starts_with("--") || argument.size() == 2) {
      common::ThrowUsageError(argument, "flags that begin with --", "'" + argument + "'", "see --help");
    }
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(2, equals == argument.npos ? equals : equals - 2);
    const FlagDeclaration& declaration = FindDeclaration(argument, name);
    if (declaration.value == nullptr) {
      if (equals != argument.npos) common::ThrowUsageError(argument, "--" + name + " without a value", "one");
      declaration.read(flags, "", argument);
      continue;
    }
    std::string value;
    if (equals != argument.npos) {
      value = argument.substr(equals + 1);
    } else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--")) {
      value = arguments[++i];
    }
    if (value.empty()) common::ThrowUsageError(argument, "--" + name + "=" + declaration.value, "no value");
    declaration.read(flags, value, "--" + name);
  }
  return flags;
}

namespace {

// As ParseBytes reads it.
std::string FormatBytes(uint64_t bytes) {
  std::string unit;
  for (const char* larger : {"K", "M", "G", "T"}) {
    if (bytes % 1024 != 0) break;
    bytes /= 1024;
    unit = larger;
  }
  return std::to_string(bytes) + unit;
}

std::optional<std::string> NamedDataFolder(const Flags& flags) {
  if (flags.data_dir) return flags.data_dir;
  const char* const variable = std::getenv("STRUCTLAB_DATA");
  return variable == nullptr || *variable == '\0' ? std::nullopt : std::optional<std::string>(variable);
}

}  // namespace

std::string FormatPlanFlags(const Flags& flags) {
  std::string text = "--profile=" + std::string(NameOf(flags.profile));
  if (flags.repeats) text += " --repeats=" + std::to_string(*flags.repeats);
  if (flags.seed != 1) text += " --seed=" + std::to_string(flags.seed);
  if (const std::optional<std::string> folder = NamedDataFolder(flags)) {
    text.append(" ").append(ShellQuoted("--data-dir=" + common::CallersPath(*folder)));
  }
  const Flags defaults;
  if (flags.timeout_seconds != defaults.timeout_seconds) {
    text += " --timeout=" + common::FormatDouble(flags.timeout_seconds) + "s";
  }
  if (flags.memory_bytes != defaults.memory_bytes) text += " --memory=" + FormatBytes(flags.memory_bytes);
  for (const SetFlag& set : flags.set) {
    text.append(" ").append(ShellQuoted("--set=" + set.package + "." + set.setting + "=" + set.value));
  }
  return text;
}

void ThrowNoCaseIsChosen(const Flags& flags) {
  const std::string names = flags.only.empty()      ? "--methods"
                            : flags.methods.empty() ? "--only"
                                                    : "--only with --methods";
  common::ThrowUsageError(names, "a case of the profile " + std::string(NameOf(flags.profile)), "none",
                          "see what there is by --list, or take another profile");
}

std::string HelpText(const std::string& program, const std::string& about) {
  std::string text = about + "\n\n  bazel run " + program + " -- [flags]\n\n";
  for (const FlagDeclaration& declaration : Declarations()) {
    if (declaration.help == nullptr) continue;
    text += std::string("  --") + declaration.name;
    if (declaration.value != nullptr) text += std::string("=") + declaration.value;
    text += "\n      ";
    for (const char* c = declaration.help; *c != '\0'; ++c)
      text += *c == '\n' ? "\n      " : std::string(1, *c);
    text += "\n";
  }
  text += R"(
Relative paths are the caller's. The output folder gets
  report/index.html   the report: ours beside theirs, claims, figures; opens without a network
  results.tsv         every number, with the reported one beside it
  claims.tsv          every claim with its verdict and the evidence
  runs/**.h5          each case's measurements and where they come from
  files/**            what cases made for you, e.g. trained models
A case that is stored is not run again unless its settings, its data or the program changed.

Exit status, the first that applies: 130 interrupted; 2 wrong usage; 3 environment or data damaged;
1 a case failed (the others still ran); 4 with --strict, a claim fails; 0 otherwise.
A damaged stored result runs again if --only and --methods choose it, else it is left out:
status 3 in both cases.
)";
  return text;
}

}  // namespace structlab::harness
