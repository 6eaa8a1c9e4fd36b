#include "experiments/harness/flags.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

using Words = std::vector<std::string>;

// The message of a wrong usage.
std::string MistakeIn(const std::function<void()>& action) {
  return common::MessageOf(common::ErrorKind::kUsage, action);
}

std::string MistakeIn(const Words& arguments) {
  return MistakeIn([&] { ParseFlags(arguments); });
}

TEST(Flags, HaveTheirDefaults) {
  const Flags flags = ParseFlags({});
  EXPECT_TRUE(flags.only.empty() && flags.methods.empty() && flags.set.empty());
  EXPECT_FALSE(flags.repeats || flags.data_dir);
  EXPECT_EQ(flags.profile, Profile::kQuick);
  EXPECT_EQ(flags.seed, 1u);
  EXPECT_EQ(flags.out, "results");
  EXPECT_EQ(flags.jobs, 0);
  EXPECT_EQ(flags.threads, 1);
  EXPECT_EQ(flags.timeout_seconds, 1800);
  EXPECT_EQ(flags.memory_bytes, uint64_t{4} << 30);
  EXPECT_FALSE(flags.fresh || flags.record || flags.strict || flags.list || flags.help);
  EXPECT_FALSE(flags.describe || flags.part);
}

// Each flag with a value, in both spellings, and how it is seen to be read.
TEST(Flags, ValuesAreReadInBothSpellings) {
  struct Reading {
    std::string name, value;
    std::function<bool(const Flags&)> is_read;
  };
  const std::vector<Reading> readings = {
      {"--only", "a*, Table 1",
       [](const Flags& f) {
         return f.only == Words{"a*", "Table 1"};
       }},
      {"--methods", "m,n",
       [](const Flags& f) {
         return f.methods == Words{"m", "n"};
       }},
      {"--repeats", "1", [](const Flags& f) { return f.repeats == 1; }},
      {"--repeats", "1000", [](const Flags& f) { return f.repeats == 1000; }},
      {"--profile", "smoke", [](const Flags& f) { return f.profile == Profile::kSmoke; }},
      {"--profile", "quick", [](const Flags& f) { return f.profile == Profile::kQuick; }},
      {"--profile", "paper", [](const Flags& f) { return f.profile == Profile::kPaper; }},
      {"--seed", "0", [](const Flags& f) { return f.seed == 0; }},
      {"--seed", "18446744073709551615", [](const Flags& f) { return f.seed == UINT64_MAX; }},
      {"--data-dir", "some/where", [](const Flags& f) { return f.data_dir == "some/where"; }},
      {"--out", "-", [](const Flags& f) { return f.out == "-"; }},
      {"--jobs", "3", [](const Flags& f) { return f.jobs == 3; }},
      {"--threads", "4", [](const Flags& f) { return f.threads == 4; }},
      {"--timeout", "90", [](const Flags& f) { return f.timeout_seconds == 90; }},
      {"--memory", "512M", [](const Flags& f) { return f.memory_bytes == 512u << 20; }},
      {"--set", "p.s=a=b,c",
       [](const Flags& f) {
         return f.set.size() == 1 && f.set[0].package == "p" && f.set[0].setting == "s" &&
                f.set[0].value == "a=b,c";
       }},
      // What follows the first dot of the name is the setting's; a value may hold dots and be empty.
      {"--set", "p.s.t=1.5",
       [](const Flags& f) { return f.set[0].setting == "s.t" && f.set[0].value == "1.5"; }},
      {"--set", "p.s=", [](const Flags& f) { return f.set[0].value.empty(); }},
  };
  for (const Reading& reading : readings) {
    SCOPED_TRACE(reading.name + "=" + reading.value);
    EXPECT_TRUE(reading.is_read(ParseFlags({reading.name + "=" + reading.value})));
    EXPECT_TRUE(reading.is_read(ParseFlags({reading.name, reading.value})));
    EXPECT_FALSE(reading.value != "quick" && reading.name != "--set" && reading.is_read(ParseFlags({})));
  }
}

TEST(Flags, SwitchesAreOffUnlessGiven) {
  const std::vector<std::pair<std::string, bool Flags::*>> switches = {
      {"--fresh", &Flags::fresh}, {"--record", &Flags::record}, {"--strict", &Flags::strict},
      {"--list", &Flags::list},   {"--help", &Flags::help},     {"--describe", &Flags::describe},
      {"--part", &Flags::part},
  };
  for (const auto& [name, member] : switches) {
    const Flags flags = ParseFlags({name});
    for (const auto& [other, other_member] : switches) {
      EXPECT_EQ(flags.*other_member, name == other) << name << " " << other;
    }
    EXPECT_EQ(MistakeIn({name + "=yes"}), name + "=yes: expected " + name + " without a value, found one");
    EXPECT_EQ(MistakeIn({name, "yes"}), "yes: expected flags that begin with --, found 'yes'; see --help");
  }
}

TEST(Flags, ListsAddUpAndOfOtherFlagsTheLastCounts) {
  const Flags flags = ParseFlags({"--only=a,b", "--only=c", "--methods=m", "--methods", "n", "--set=p.s=1",
                                  "--set=p.t=2", "--jobs=2", "--jobs=3"});
  EXPECT_EQ(flags.only, (Words{"a", "b", "c"}));
  EXPECT_EQ(flags.methods, (Words{"m", "n"}));
  ASSERT_EQ(flags.set.size(), 2u);
  EXPECT_EQ(flags.set[1].setting, "t");
  EXPECT_EQ(flags.jobs, 3);
}

TEST(Flags, AWrongValueIsNamedWithWhatWouldBeRight) {
  const std::string from_one = ": expected a whole number from 1, found '";
  for (const char* value : {"0", "-1", "x", "1x", "1.5", "+1", "2147483648", " 1"}) {
    EXPECT_EQ(MistakeIn({"--jobs", value}), "--jobs" + from_one + value + "'");
    EXPECT_EQ(MistakeIn({"--repeats", value}),
              std::string("--repeats: expected a whole number from 1 to 1000, found '") + value + "'");
    EXPECT_EQ(MistakeIn({"--threads", value}),
              std::string("--threads: expected a whole number from 1 to 1024, found '") + value + "'");
  }
  // What would take the machine's memory for the plan alone.
  for (const char* value : {"1001", "2000000000"}) {
    EXPECT_EQ(MistakeIn({"--repeats", value}),
              std::string("--repeats: expected a whole number from 1 to 1000, found '") + value + "'");
  }
  EXPECT_EQ(MistakeIn({"--threads", "1025"}),
            "--threads: expected a whole number from 1 to 1024, found '1025'");
  EXPECT_EQ(ParseFlags({"--threads=1024"}).threads, 1024);
  for (const char* value : {"-1", "x", "18446744073709551616", "1e3"}) {
    EXPECT_EQ(MistakeIn({"--seed", value}),
              std::string("--seed: expected a whole number from 0, found '") + value + "'");
  }
  for (const char* value : {"Paper", "paper ", "big"}) {
    EXPECT_EQ(MistakeIn({"--profile", value}),
              std::string("--profile: expected smoke, quick or paper, found '") + value + "'");
  }
  for (const char* name : {"--only", "--methods"}) {
    for (const char* value : {",", "a,", ",a", "a,,b", " "}) {
      EXPECT_EQ(MistakeIn({name, value}),
                std::string(name) + ": expected names with commas between, found '" + value + "'");
    }
  }
  for (const char* value : {"s", "p.s", "p=1", ".s=1", "p.=1", "s=p.1", "="}) {
    EXPECT_EQ(MistakeIn({"--set", value}),
              std::string("--set: expected PACKAGE.SETTING=VALUE, found '") + value + "'");
  }
  EXPECT_EQ(MistakeIn({"--timeout=1d"}), "--timeout: expected a time such as 90s, 30m or 2h, found '1d'");
  EXPECT_EQ(MistakeIn({"--memory=4Q"}), "--memory: expected a size such as 512M or 4G, found '4Q'");
  EXPECT_EQ(MistakeIn({"--memory=4"}), "--memory: expected a size from 1M, such as 512M or 4G, found '4'");
}

TEST(Flags, AnAbsentValueIsNamed) {
  const std::vector<std::pair<std::string, std::string>> values = {
      {"--only", "GLOB,..."}, {"--methods", "GLOB,..."},
      {"--repeats", "N"},     {"--profile", "smoke|quick|paper"},
      {"--seed", "N"},        {"--data-dir", "DIR"},
      {"--out", "DIR"},       {"--jobs", "N"},
      {"--threads", "N"},     {"--timeout", "TIME"},
      {"--memory", "SIZE"},   {"--set", "PACKAGE.SETTING=VALUE"}};
  for (const auto& [name, value] : values) {
    const std::string rest = ": expected " + name + "=" + value + ", found no value";
    EXPECT_EQ(MistakeIn({name}), name + rest);
    EXPECT_EQ(MistakeIn({name, "--list"}), name + rest);  // a flag is no value
    EXPECT_EQ(MistakeIn({name + "="}), name + "=" + rest);
    EXPECT_EQ(MistakeIn({name, ""}), name + rest);
  }
}

TEST(Flags, AnUnknownOneListsTheNearest) {
  const std::string mistake = MistakeIn({"--jbos=3"});
  EXPECT_EQ(mistake.substr(0, mistake.find(", --")),
            "--jbos=3: expected a known flag, the nearest being --jobs");
  EXPECT_EQ(mistake.substr(mistake.find(" and ")), " and 12 more (see --help), found --jbos");
  const std::string help = HelpText("//program", "About.");
  for (const char* name :
       {"--only", "--methods", "--repeats", "--profile", "--set", "--seed", "--data-dir", "--out", "--jobs",
        "--threads", "--timeout", "--memory", "--fresh", "--record", "--strict", "--list", "--help"}) {
    EXPECT_NE(help.find(std::string("  ") + name), std::string::npos) << name;
  }
  // What only reproduce says to its packages is nobody else's.
  EXPECT_EQ(MistakeIn({"--describ"}).find("--describe"), std::string::npos);
  EXPECT_EQ(MistakeIn({"--prt"}).find("--part"), std::string::npos);
  EXPECT_NE(MistakeIn({"--method=x"}).find("the nearest being --methods, "), std::string::npos);
  EXPECT_NE(MistakeIn({"--Jobs=1"}).find("the nearest being --jobs, "), std::string::npos);
  for (const char* word : {"jobs", "-j", "--", "", "-"}) {
    EXPECT_EQ(MistakeIn({word}), std::string(word) + (*word == '\0' ? "" : ": ") +
                                     "expected flags that begin with --, found '" + word + "'; see --help");
  }
}

TEST(Duration, IsANumberWithAUnit) {
  EXPECT_EQ(ParseDuration("90", "w"), 90);
  EXPECT_EQ(ParseDuration("90s", "w"), 90);
  EXPECT_EQ(ParseDuration("30m", "w"), 1800);
  EXPECT_EQ(ParseDuration("1.5h", "w"), 5400);
  EXPECT_EQ(ParseDuration("1e3s", "w"), 1000);
  for (const char* text : {"", "s", "0", "-1s", "1 s", "1d", "1sm", "1S", "nan", "inf", "infm", "1e999"}) {
    EXPECT_EQ(MistakeIn([&] { ParseDuration(text, "w"); }),
              std::string("w: expected a time such as 90s, 30m or 2h, found '") + text + "'");
  }
}

TEST(Bytes, AreANumberWithAUnit) {
  EXPECT_EQ(ParseBytes("1", "w"), 1u);
  EXPECT_EQ(ParseBytes("100K", "w"), 102400u);
  EXPECT_EQ(ParseBytes("0.5M", "w"), 1u << 19);
  EXPECT_EQ(ParseBytes("4G", "w"), uint64_t{4} << 30);
  EXPECT_EQ(ParseBytes("2T", "w"), uint64_t{2} << 40);
  for (const char* text : {"", "G", "0", "0.5", "-1G", "4Q", "4GB", "4g", "nan", "inf", "1e19", "1e308T"}) {
    EXPECT_EQ(MistakeIn([&] { ParseBytes(text, "w"); }),
              std::string("w: expected a size such as 512M or 4G, found '") + text + "'");
  }
}

// The command of a case, pasted, plans the same cases on the same data and ends them no earlier; where their
// results go and how many run at once is left out.
TEST(PlanFlags, SayWhatDecidesWhatACaseComputes) {
  ::unsetenv("STRUCTLAB_DATA");
  const Flags flags = ParseFlags({"--profile=paper", "--repeats=3", "--seed=7", "--set=p.s=1,2",
                                  "--set=p.t=a b", "--jobs=8", "--out=x", "--only=y", "--fresh"});
  EXPECT_EQ(FormatPlanFlags(flags), "--profile=paper --repeats=3 --seed=7 --set=p.s=1,2 --set='p.t=a b'");
  EXPECT_EQ(FormatPlanFlags(ParseFlags({})), "--profile=quick");
  EXPECT_EQ(FormatPlanFlags(ParseFlags({"--data-dir=/some where"})),
            "--profile=quick --data-dir='/some where'");
  EXPECT_EQ(FormatPlanFlags(ParseFlags({"--timeout=1.5h", "--memory=512M"})),
            "--profile=quick --timeout=5400s --memory=512M");
  EXPECT_EQ(FormatPlanFlags(ParseFlags({"--timeout=30m", "--memory=4096M"})), "--profile=quick");
  for (const char* size : {"1M", "1025K", "8G", "2T", "1048577"}) {
    EXPECT_EQ(FormatPlanFlags(ParseFlags({"--memory", size})),
              std::string("--profile=quick --memory=") + size);
  }
}

TEST(PlanFlags, NameTheDataFolderOfTheEnvironment) {
  ::setenv("STRUCTLAB_DATA", "/their/data", 1);
  EXPECT_EQ(FormatPlanFlags(ParseFlags({})), "--profile=quick --data-dir=/their/data");
  EXPECT_EQ(FormatPlanFlags(ParseFlags({"--data-dir=/mine"})), "--profile=quick --data-dir=/mine");
  ::setenv("STRUCTLAB_DATA", "", 1);
  EXPECT_EQ(FormatPlanFlags(ParseFlags({})), "--profile=quick");
  ::unsetenv("STRUCTLAB_DATA");
}

TEST(Help, NamesTheProgramItsFlagsAndItsExitStatuses) {
  const std::string help = HelpText("//experiments/x", "About x.");
  EXPECT_EQ(help.find("About x.\n\n  bazel run //experiments/x -- [flags]\n"), 0u);
  for (const char* text : {"\n  --set=PACKAGE.SETTING=VALUE\n", "\n  --fresh\n", "\n  --timeout=TIME\n",
                           "130 interrupted; 2 wrong usage; 3 environment or data damaged",
                           "\nA damaged stored result runs again if --only and --methods choose it, else it "
                           "is left out:\nstatus 3 in both cases.\n"}) {
    EXPECT_NE(help.find(text), std::string::npos) << text;
  }
  EXPECT_EQ(help.find("--part"), std::string::npos);
}

}  // namespace
}  // namespace structlab::harness
