#include "experiments/harness/run/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <tuple>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/quantity.h"

namespace structlab::harness {
namespace {

constexpr int kMaxRepeats = 1000;  // each seed of each case is held in memory, and named on the page
constexpr int kMaxThreads = 1024;  // of common::ThreadPool

template <typename Number>
Number ReadNumber(const std::string& text, const char* where, Number low, Number high, const char* expected) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low || number > high) {
    common::ThrowUsageError(where, expected, common::Quote(text));
  }
  return number;
}

int ReadCount(const std::string& text, const char* where, int high = INT32_MAX) {
  const std::string limit = high == INT32_MAX ? "" : fmt::format(" to {}", high);
  return ReadNumber<int>(text, where, 1, high, fmt::format("a whole number from 1{}", limit).c_str());
}

void AppendList(std::vector<std::string>& list, const std::string& text, const char* where) {
  for (const std::string_view part : SplitList(text, ',')) {
    if (part.empty()) common::ThrowUsageError(where, "names with commas between", common::Quote(text));
    list.emplace_back(part);
  }
}

SetFlag ReadSet(const std::string& text) {
  const size_t equals = text.find('=');
  const size_t dot = text.find('.');
  if (equals == text.npos || dot == text.npos || dot == 0 || dot + 1 >= equals) {
    common::ThrowUsageError("--set", "PACKAGE.SETTING=VALUE", common::Quote(text));
  }
  return {text.substr(0, dot), text.substr(dot + 1, equals - dot - 1), text.substr(equals + 1)};
}

Profile ReadProfile(const std::string& text) {
  const auto word = std::ranges::find(kWords<Profile>, text);
  if (word != kWords<Profile>.end()) return static_cast<Profile>(word - kWords<Profile>.begin());
  common::ThrowUsageError("--profile", "smoke, quick or paper", common::Quote(text));
}

// The flags of a program, each bound to a field.
class FlagParser {
 public:
  explicit FlagParser(Flags& flags) : flags_(flags), line_("", "") {
    line_.WithoutHelpFlag();
    line_.ColumnWidth(28);
    AddSelection();
    AddRun();
    AddRecord();
  }

  std::string Help(const std::string& about, const std::string& usage, const std::string& footer) {
    line_.Describe(about + "\n\n  " + usage + "\n", usage.substr(0, usage.rfind(" [")));
    line_.Footer(footer);
    return line_.Help();
  }

  std::string HelpAsJson(const std::string& about, const std::string& name, const std::string& footer,
                         const std::vector<common::MethodHelp>& methods) {
    line_.Describe(about, name);
    line_.Footer(footer);
    return line_.JsonHelp(methods);
  }

  void Parse(const std::vector<std::string>& arguments) { line_.Parse(arguments, stdout); }

 private:
  template <typename Read>
  common::Flag& Value(const char* name, const char* type, const char* help, Read read) {
    return line_.Function(name, read, help).TypeName(type);
  }
  void Switch(const char* name, const char* help, bool& field) { line_.Switch(name, field, help); }

  void AddSelection() {
    Value(
        "--only", "GLOB,...",
        "Run only what a pattern matches: a package, package/case or its beginning up to a slash, a table, a "
        "figure or a claim. Stored results of other cases are shown all the same.",
        [&](const std::string& v) { AppendList(flags_.only, v, "--only"); })
        .Repeatable();
    Value("--methods", "GLOB,...", "Run only the cases of these methods.", [&](const std::string& v) {
      AppendList(flags_.methods, v, "--methods");
    }).Repeatable();
    Value(
        "--profile", "smoke|quick|paper",
        "smoke: seconds. quick (default): every table and method, in minutes. paper: the source's protocol.",
        [&](const std::string& v) { flags_.profile = ReadProfile(v); });
    Value("--set", "PACKAGE.SETTING=VALUE", "Change a setting of a package; may be repeated.",
          [&](const std::string& v) { flags_.set.push_back(ReadSet(v)); })
        .Repeatable();
    Value("--repeats", "N", "Seeds for each case (default: the package's own number).",
          [&](const std::string& v) { flags_.repeats = ReadCount(v, "--repeats", kMaxRepeats); });
    Value("--seed", "N", "The first seed (default 1).", [&](const std::string& v) {
      flags_.seed =
          ReadNumber<uint64_t>(v, "--seed", 0, UINT64_MAX, "a whole number from 0 to 18446744073709551615");
    });
    Value("--budget", "TIME",
          "Run the cheapest cases that decide the claims of --only (or all claims) within this time, and say "
          "which claims stay open: 90s, 10m, 2h.",
          [&](const std::string& v) { flags_.budget_seconds = common::ParseSeconds(v, "--budget"); });
  }

  void AddRun() {
    Value("--data-dir", "DIR", "Where data sets are looked for (default: $STRUCTLAB_DATA, then data/).",
          [&](const std::string& v) { flags_.data_dir = v; });
    Value("--out", "DIR", "Where the results go (default results/).",
          [&](const std::string& v) { flags_.out = v; });
    Value("--jobs", "N", "Cases at once (default: processors / threads). Changes no result.",
          [&](const std::string& v) { flags_.jobs = ReadCount(v, "--jobs"); });
    Value("--threads", "N", "Threads of each case (default 1). Changes no result.",
          [&](const std::string& v) { flags_.threads = ReadCount(v, "--threads", kMaxThreads); });
    Value("--timeout", "TIME", "Time limit of a case: 90s, 30m (default), 2h.",
          [&](const std::string& v) { flags_.timeout_seconds = common::ParseSeconds(v, "--timeout"); });
    Value("--memory", "SIZE", "Memory limit of a case's process, without what it starts: 512M, 4G (default).",
          [&](const std::string& v) { flags_.memory_bytes = common::ParseMemory(v, "--memory"); });
    Switch("--fresh", "Run the chosen cases again even if they are stored.", flags_.fresh);
    Switch("--reuse", "Take stored results of older code too, and mark them.", flags_.reuse);
    Switch("--strict", "Exit with status 4 if a claim fails.", flags_.strict);
    Switch("--list", "Print the chosen cases, whether each is stored, and run nothing.", flags_.list);
    Value("--why", "CASE", "Say why the stored result of a case is not reused, and run nothing.",
          [&](const std::string& v) { flags_.why = v; });
    Value("--run-case", "CASE", "Run one case (with --seed), write its file below --out/runs and no report.",
          [&](const std::string& v) { flags_.run_case = v; });
  }

  void AddRecord() {
    Switch(
        "--record",
        "Keep the observations of the chosen cases in record/ of the package, in place of theirs before. "
        "Needs --profile=paper, real data, a checkout without uncommitted changes, and no --set, --repeats "
        "or --seed.",
        flags_.record);
    Switch("--from-record", "Draw the whole report from the record; run nothing.", flags_.from_record);
    Switch("--acknowledge",
           "With --from-record: write the verdicts to claims_expected.tsv, which the test compares.",
           flags_.acknowledge);
    Switch("--describe", "Print every name that --only, --methods and --set know, and run nothing.",
           flags_.describe);
    Switch("--help", "Print this.", flags_.help);
    line_.Switch("--part", flags_.part, "Write a part of the results of several packages.").Hidden();
  }

  Flags& flags_;
  common::CommandLine line_;
};

void CheckTogether(const Flags& flags) {
  const bool is_set = !flags.set.empty(), has_budget = flags.budget_seconds.has_value();
  const std::tuple<bool, const char*, const char*> contradictions[] = {
      {flags.fresh && flags.reuse, "--fresh", "--reuse"},
      {flags.from_record && flags.record, "--from-record", "--record"},
      {flags.from_record && is_set, "--from-record", "--set"},
      {flags.from_record && has_budget, "--from-record", "--budget"},
      {flags.record && flags.reuse, "--record", "--reuse"},
      {flags.record && has_budget, "--record", "--budget"}};
  for (const auto& [both, a, b] : contradictions) {
    if (both) common::ThrowUsageError(a, fmt::format("no {} beside it", b), "both");
  }
  if (flags.acknowledge && !flags.from_record) {
    common::ThrowUsageError("--acknowledge", "--from-record beside it", "none");
  }
}

std::optional<std::string> NamedDataFolder(const Flags& flags) {
  if (flags.data_dir) return flags.data_dir;
  const char* const variable = std::getenv("STRUCTLAB_DATA");
  return variable == nullptr || *variable == '\0' ? std::nullopt : std::optional<std::string>(variable);
}

constexpr const char* kHelpFooter = R"(
Relative paths are the caller's. The output folder gets
  report/index.html   the report: ours beside theirs, claims, figures; opens without a network
  results.tsv         every number, with the reported one beside it; results.json: the same for machines
  claims.tsv          every claim with its verdict and the evidence
  runs/**.h5          each case's measurements and where they come from
  files/**            what cases made for you, e.g. trained models
A stored case is run again only if what computes it has changed: its settings, its data, its section of the
package or the library of its method (--why says which).

Exit status, the first that applies: 130 interrupted; 2 wrong usage; 3 environment or data damaged;
1 a case failed (the others still ran); 4 with --strict, a claim fails; 0 otherwise.
A damaged stored result is run again if --only and --methods choose it, else it is left out: status 3 in both
cases.)";

}  // namespace

Flags ParseFlags(const std::vector<std::string>& arguments) {
  Flags flags;
  flags.help_as_json = common::AsksForJsonHelp(arguments);
  if (flags.help_as_json) return flags;
  FlagParser(flags).Parse(arguments);
  CheckTogether(flags);
  return flags;
}

std::string FormatPlanFlags(const Flags& flags) {
  std::string text = fmt::format("--profile={}", NameOf(flags.profile));
  if (flags.repeats) text += fmt::format(" --repeats={}", *flags.repeats);
  if (flags.seed != 1) text += fmt::format(" --seed={}", flags.seed);
  if (const std::optional<std::string> folder = NamedDataFolder(flags)) {
    text +=
        fmt::format(" {}", common::ShellQuoted(fmt::format("--data-dir={}", common::CallersPath(*folder))));
  }
  const Flags defaults;
  if (flags.timeout_seconds != defaults.timeout_seconds) {
    text += " --timeout=" + common::FormatDouble(flags.timeout_seconds) + "s";
  }
  if (flags.memory_bytes != defaults.memory_bytes)
    text += " --memory=" + common::FormatMemory(flags.memory_bytes);
  for (const SetFlag& set : flags.set) {
    text += fmt::format(
        " {}", common::ShellQuoted(fmt::format("--set={}.{}={}", set.package, set.setting, set.value)));
  }
  return text;
}

void ThrowNoCaseIsChosen(const Flags& flags) {
  const std::string names = flags.only.empty()      ? "--methods"
                            : flags.methods.empty() ? "--only"
                                                    : "--only with --methods";
  common::ThrowUsageError(names, "a case of the profile " + std::string(NameOf(flags.profile)), "none",
                          flags.list ? "--describe shows the names that there are"
                                     : "see what there is by --list, or take another profile");
}

std::string HelpText(const std::string& program, const std::string& about) {
  Flags flags;
  return FlagParser(flags).Help(about, "bazel run " + program + " -- [flags]", kHelpFooter);
}

std::string JsonHelpText(const std::string& program, const std::string& about,
                         const std::vector<std::string>& methods) {
  Flags flags;
  std::vector<common::MethodHelp> named;
  for (const std::string& method : methods) named.push_back({.name = method, .help = ""});
  return FlagParser(flags).HelpAsJson(about, program, kHelpFooter, named);
}

}  // namespace structlab::harness
