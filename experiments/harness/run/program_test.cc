// What the programs share: the command line, and the files of the output folder.
#include "experiments/harness/run/program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/run/flags.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string MistakeIn(const Words& arguments) {
  return common::MessageOf(common::ErrorKind::kUsage, [&] { ParseFlags(arguments); });
}

// Each flag that takes a value, a value, and how it is seen to be read.
struct Reading {
  std::string name, value;
  std::function<bool(const Flags&)> is_read;
};

// clang-format off
const std::vector<Reading> kReadings = {
    {"--only", "a*, Table 1", [](const Flags& f) { return f.only == Words{"a*", "Table 1"}; }},
    {"--methods", "m,n", [](const Flags& f) { return f.methods == Words{"m", "n"}; }},
    {"--repeats", "1000", [](const Flags& f) { return f.repeats == 1000; }},
    {"--profile", "smoke", [](const Flags& f) { return f.profile == Profile::kSmoke; }},
    {"--seed", "18446744073709551615", [](const Flags& f) { return f.seed == UINT64_MAX; }},
    {"--budget", "10m", [](const Flags& f) { return f.budget_seconds == 600; }},
    {"--data-dir", "some/where", [](const Flags& f) { return f.data_dir == "some/where"; }},
    {"--out", "-", [](const Flags& f) { return f.out == "-"; }},
    {"--jobs", "3", [](const Flags& f) { return f.jobs == 3; }},
    {"--threads", "1024", [](const Flags& f) { return f.threads == 1024; }},
    {"--timeout", "1.5h", [](const Flags& f) { return f.timeout_seconds == 5400; }},
    {"--memory", "512M", [](const Flags& f) { return f.memory_bytes == 512u << 20; }},
    {"--why", "p/a/seed=1", [](const Flags& f) { return f.why == "p/a/seed=1"; }},
    {"--run-case", "a=1", [](const Flags& f) { return f.run_case == "a=1"; }},
    {"--set", "p.s=a=b,c", [](const Flags& f) { return f.set.size() == 1 && f.set[0].package == "p" && f.set[0].value == "a=b,c"; }},
    {"--set", "p.s.t=1.5", [](const Flags& f) { return f.set.size() == 1 && f.set[0].setting == "s.t"; }},
    {"--set", "p.s=", [](const Flags& f) { return f.set.size() == 1 && f.set[0].value.empty(); }}};

const std::vector<std::pair<std::string, bool Flags::*>> kSwitches = {
    {"--fresh", &Flags::fresh}, {"--reuse", &Flags::reuse}, {"--record", &Flags::record}, {"--strict", &Flags::strict},
    {"--from-record", &Flags::from_record}, {"--list", &Flags::list}, {"--help", &Flags::help},
    {"--describe", &Flags::describe}, {"--part", &Flags::part}};
// clang-format on

TEST(Flags, AreReadInBothSpellings) {
  const std::string help = HelpText("//program", "About.");
  for (const Reading& reading : kReadings) {
    SCOPED_TRACE(reading.name + "=" + reading.value);
    EXPECT_TRUE(reading.is_read(ParseFlags({reading.name + "=" + reading.value})));
    EXPECT_TRUE(reading.is_read(ParseFlags({reading.name, reading.value})));
    EXPECT_FALSE(reading.is_read(ParseFlags({})));
    for (const Words& absent : {Words{reading.name}, {reading.name, "--list"}, {reading.name + "="}}) {
      EXPECT_EQ(MistakeIn(absent), reading.name + ": expected a value, found none") << absent.size();
    }
    EXPECT_NE(help.find("  " + reading.name), help.npos);
  }
  for (const auto& [name, member] : kSwitches) {
    const Flags flags = ParseFlags({name});
    for (const auto& [other, other_member] : kSwitches) EXPECT_EQ(flags.*other_member, name == other) << name;
    EXPECT_NE(MistakeIn({name + "=so"}), "no error");
    EXPECT_EQ(MistakeIn({name, "yes"}), "arguments: expected no further one, found 'yes'; see --help");
  }
  const Flags flags = ParseFlags({"--only=a,b", "--jobs=2", "--set=p.s=1", "--only=c", "--set=p.t=2"});
  EXPECT_EQ(flags.only, (Words{"a", "b", "c"}));  // lists add up
  EXPECT_EQ(flags.set.size(), 2u);
  EXPECT_EQ(flags.jobs, 2);
}

TEST(Flags, AreRefusedIfGivenTwice) {
  for (const std::string name : {"--jobs=2", "--seed=1", "--list", "--out=a"}) {
    const std::string flag = name.substr(0, name.find('='));
    EXPECT_EQ(MistakeIn({name, name}),
              flag + ": expected the flag once, found it twice; leave one of them out");
  }
  EXPECT_EQ(MistakeIn({"--seed=18446744073709551616"}),
            "--seed: expected a whole number from 0 to 18446744073709551615, found '18446744073709551616'");
}

TEST(Flags, AreShownAsJson) {
  EXPECT_TRUE(ParseFlags({"--list", "--help=json"}).help_as_json);
  const nlohmann::json help = nlohmann::json::parse(JsonHelpText("//program", "About.", {"bp", "trws"}));
  const std::string text = HelpText("//program", "About.");
  std::set<std::string> names;
  for (const nlohmann::json& flag : help["flags"]) {
    names.insert(flag["name"].get<std::string>());
    EXPECT_NE(text.find("  " + flag["name"].get<std::string>()), text.npos) << flag;
  }
  for (const Reading& reading : kReadings) EXPECT_TRUE(names.contains(reading.name)) << reading.name;
  EXPECT_FALSE(names.contains("--part"));
  EXPECT_EQ(help["program"], "//program");
  EXPECT_EQ(help["methods"][1]["name"], "trws");
}

TEST(Flags, RefuseContradictionsAndWrongValues) {
  for (const Words& arguments : {Words{"--fresh", "--reuse"},
                                 {"--from-record", "--record"},
                                 {"--from-record", "--set=p.s=1"},
                                 {"--from-record", "--budget=1m"},
                                 {"--record", "--reuse"},
                                 {"--record", "--budget=1m"}}) {
    EXPECT_TRUE(MistakeIn(arguments).ends_with(" beside it, found both")) << arguments[0];
    EXPECT_EQ(MistakeIn(arguments), MistakeIn({arguments[1], arguments[0]}));  // in either order
    for (const std::string& one : arguments) EXPECT_EQ(MistakeIn({one}), "no error");
  }
  EXPECT_EQ(MistakeIn({"--acknowledge"}), "--acknowledge: expected --from-record beside it, found none");
  EXPECT_TRUE(ParseFlags({"--acknowledge", "--from-record"}).acknowledge);
  // clang-format off
  const std::pair<const char*, Words> wrong[] = {
      {"--jobs", {"0", "-1", "x", "1x", "1.5", "+1", "2147483648", " 1"}}, {"--repeats", {"0", "1001"}},
      {"--threads", {"1025"}}, {"--seed", {"-1", "x", "18446744073709551616", "1e3"}}, {"--profile", {"Paper", "big"}},
      {"--only", {",", "a,", ",a", "a,,b", " "}}, {"--set", {"s", "p.s", "p=1", ".s=1", "p.=1", "s=p.1", "="}},
      {"--timeout", {"1d", "0"}}, {"--memory", {"4Q", "1023K"}}};
  // clang-format on
  for (const auto& [name, values] : wrong) {
    for (const std::string& value : values) {
      const std::string mistake = MistakeIn({fmt::format("{}={}", name, value)});
      EXPECT_TRUE(mistake.starts_with(fmt::format("{}: expected ", name))) << value << ": " << mistake;
      EXPECT_TRUE(mistake.ends_with(fmt::format(", found '{}'", value))) << mistake;
    }
  }
  for (const char* word : {"jobs", "-j", "-"}) {
    EXPECT_TRUE(MistakeIn({word}).find(fmt::format("found '{}'", word)) != std::string::npos) << word;
  }
}

// What an older run left of a case that is gone, or that records another file now, and nothing else.
TEST(RecordedFiles, StandBelowTheirCaseUntilTheCaseIsGone) {
  const common::ScratchFolder scratch("recorded_files");
  const std::string& folder = scratch.path();
  const std::string package = folder + "/files/pack";
  FinishedCase kept = {.c = {.name = "grid/a"}}, gone = {.c = {.name = "old/deep/b"}};
  kept.record.files = {{"model.txt", "weights\n"}, {"more.txt", ""}};
  gone.record.files = {{"model.txt", "2"}};
  WriteRecordedFiles(folder, "other", Results({gone}, Profile::kQuick));
  WriteRecordedFiles(folder, "pack", Results({kept, gone}, Profile::kQuick));
  EXPECT_EQ(common::ReadFile(package + "/grid/a/seed=0/model.txt"), "weights\n");
  EXPECT_TRUE(fs::exists(package + "/old/deep/b/seed=0/model.txt"));
  for (const char* own : {"/old/notes.txt", "/grid/a/seed=0/predictions.txt"}) {
    std::ofstream(package + own) << "x";
  }
  kept.record.files.pop_back();
  WriteRecordedFiles(folder, "pack", Results({kept}, Profile::kQuick));
  for (const char* there : {"/pack/grid/a/seed=0/model.txt", "/pack/grid/a/seed=0/predictions.txt",
                            "/pack/old/notes.txt", "/other/old/deep/b/seed=0/model.txt"}) {
    EXPECT_TRUE(fs::exists(folder + "/files" + there)) << there;
  }
  EXPECT_FALSE(fs::exists(package + "/grid/a/seed=0/more.txt") || fs::exists(package + "/old/deep"));
  // A damaged list that names what is not below the folder removes nothing.
  std::ofstream(folder + "/outside") << "x";
  std::ofstream(package + "/.written") << "../../outside\n\n.\n" << folder << "/outside\n";
  WriteRecordedFiles(folder, "pack", Results({}, Profile::kQuick));
  EXPECT_TRUE(fs::exists(folder + "/outside") && fs::exists(package));
}

}  // namespace
}  // namespace structlab::harness
