#include "experiments/harness/run/select.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using enum common::ErrorKind;
using Words = std::vector<std::string>;

// The definition, letter by letter.
bool MatchesByDefinition(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*') {
    for (size_t i = 0; i <= name.size(); ++i) {
      if (MatchesByDefinition(pattern.substr(1), name.substr(i))) return true;
    }
    return false;
  }
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
         MatchesByDefinition(pattern.substr(1), name.substr(1));
}

std::string RandomText(common::RandomStream& random, std::string_view letters) {
  std::string text;
  for (uint64_t i = random.UniformIndex(8); i > 0; --i) text += letters[random.UniformIndex(letters.size())];
  return text;
}

TEST(MatchesGlob, IsItsDefinition) {
  common::RandomStream random(1, "globs");
  int matches = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string pattern = RandomText(random, "ab*?*/"), name = RandomText(random, "ab/");
    const bool expected = MatchesByDefinition(pattern, name);
    EXPECT_EQ(MatchesGlob(pattern, name), expected) << pattern << " " << name;
    bool prefix = expected;
    for (size_t k = 0; k < name.size(); ++k) {
      prefix = prefix || (name[k] == '/' && MatchesByDefinition(pattern, name.substr(0, k)));
    }
    EXPECT_EQ(MatchesPrefix(pattern, name), prefix) << pattern << " " << name;
    matches += expected;
  }
  EXPECT_GT(matches, 1000);
}

// A package of two methods, two values of w and a variant; one case serves a claim that no value tells.
class SelectTest : public testing::Test {
 protected:
  SelectTest() {
    Planner plan(settings_);
    for (const char* method : {"fast", "slow"}) {
      for (const double w : plan.Numbers("ws")) {
        Case& c = plan.Add("grid", method, {{"ws", fmt::format("{}", w)}});
        c.Int("side");
        c.repeats = 2;
        c.run = [](uint64_t, Recorder&) {};
      }
    }
    Case& fixed = plan.Add("fixed", "fast");
    fixed.deterministic = true;
    fixed.serves = {"C2"};
    fixed.run = [](uint64_t, Recorder&) {};
    Case& variant = plan.Add("variant", "slow");
    variant.Override("side", "7");
    variant.run = [](uint64_t, Recorder&) {};
    for (const Case& c : plan.cases()) planned_.push_back(c);
    names_.packages = {"pack"};
    names_.tables = {"Table 1", "Table 2", "Figure 5(b,c), Figure 7"};
    names_.claims = {"C1", "C2"};
    names_.figures = {"figure_1"};
    names_.methods = {"fast", "slow"};
    names_.settings = {"pack.side", "pack.ws"};
    for (const Case& c : Expand()) names_.cases.push_back("pack/" + c.Key());
  }

  std::vector<Case> Expand(const Flags& flags = {}) const {
    Planner plan(settings_);
    for (const Case& c : planned_) plan.Add(c);
    return ExpandCases("pack", plan, flags, {{"letters", {}}});
  }
  std::string MistakeWith(const std::function<void(std::vector<Case>&)>& change) {
    std::vector<Case> before = planned_;
    change(planned_);
    const std::string message = MessageOf(kUsage, [&] { Expand(); });
    planned_ = std::move(before);
    return message;
  }

  // Claim C1 and figure_1 are about the fast method, Table 1 about w = 1, Table 2 about all.
  static bool Serves(const Case& c, const std::string& name) {
    if (name == "C1" || name == "figure_1") return c.method == "fast";
    const std::string* w = c.setting.Find("ws");
    return name == "Table 2" || (name == "Table 1" && w != nullptr && *w == "1");
  }
  Words Selected(const Words& arguments) const {
    Flags flags = ParseFlags(arguments);
    JoinNames(names_, flags);
    Words found;
    for (const Case& c : Expand(ParseFlags({"--repeats=1"}))) {
      if (IsSelected(flags, names_, &Serves, c)) found.push_back(c.name);
    }
    return found;
  }

  Settings settings_ =
      Settings("pack",
               {{.name = "side", .kind = SettingKind::kInt, .paper = "9", .quick = "3", .smoke = "2"},
                {.name = "ws", .kind = SettingKind::kNumbers, .paper = "1,2", .quick = "1,2", .smoke = "1"}},
               Profile::kQuick);
  std::vector<Case> planned_;
  KnownNames names_;
};

// A change concerns the cases that have read the setting or stand for a new value of a list, and no variant
// that replaces the setting.
TEST_F(SelectTest, ExpandCasesKnowsWhatTheUserChanged) {
  const auto changed = [&] {
    Words names;
    for (const Case& c : Expand(ParseFlags({"--repeats=1"}))) {
      if (c.changed_by_user) names.push_back(c.name);
    }
    return names;
  };
  const auto at = [&](const char* name, const char* value) {
    settings_.Change(name, value);
    for (Case& c : planned_) {
      c.settings = &settings_;
      if (c.setting.Find("ws") == nullptr) continue;
      c.parameters = {};
      c.Int("side");
    }
    return changed();
  };
  const Words grid = {"grid/fast/ws=1", "grid/fast/ws=2", "grid/slow/ws=1", "grid/slow/ws=2"};
  EXPECT_EQ(at("side", "3"), Words{});  // the profile's
  EXPECT_EQ(at("side", "9"), Words{});  // the paper's
  EXPECT_EQ(at("side", "4"), grid);     // the variant has its own value
  EXPECT_EQ(at("side", "3"), Words{});
  EXPECT_EQ(at("ws", "2,1"), Words{});  // the cases still stand for values of the paper
  for (const size_t i : {1u, 3u}) {
    planned_[i].setting.Set("ws", std::string("8"));
    planned_[i].name += "-new";
  }
  EXPECT_EQ(at("ws", "1,8"), (Words{"grid/fast/ws=2-new", "grid/slow/ws=2-new"}));
}

TEST_F(SelectTest, ExpandCasesRefusesWhatIsNoPlan) {
  EXPECT_EQ(MistakeWith([](auto& cases) { cases.push_back(cases.front()); }),
            "plan of pack: expected each case once, found 'grid/fast/ws=1' twice");
  EXPECT_EQ(MistakeWith([](auto& cases) { cases[0].name = "../up"; }),
            "case '../up' of pack: expected letters, digits and ._=+- between slashes, found '../up'");
  EXPECT_EQ(MistakeWith([](auto& cases) { cases[0].setting.Set("note", "a;b"); }),
            "setting of case 'grid/fast/ws=1' of pack: expected a value without ';' and blanks at its ends "
            "for 'note', "
            "found 'a;b'");
  EXPECT_EQ(MistakeWith([](auto& cases) {
              cases[0].data = {"letters", "point"};
            }),
            "case 'grid/fast/ws=1' of pack: expected a declared data set, found 'point'");
  EXPECT_EQ(MistakeWith([](auto& cases) { cases[0].run = {}; }),
            "case 'grid/fast/ws=1' of pack: expected a function that computes it (run), found none");
  EXPECT_EQ(MistakeWith([](auto&) {}), "no error");
}

TEST_F(SelectTest, JoinNamesTakesThePartsOfANameWithCommasForTheName) {
  const std::string name = names_.tables[2];
  names_.tables.push_back("Figure 7");
  const auto only = [&](const std::string& list) {
    Flags flags = ParseFlags({"--only=" + list});
    JoinNames(names_, flags);
    return flags.only;
  };
  EXPECT_EQ(only("Figure 5(b,c), Figure 7"), Words{name});
  EXPECT_EQ(only("C1,Figure 5(b, c),Figure 7, Table 1"), (Words{"C1", name, "Table 1"}));
  EXPECT_EQ(only("Figure 5(b,c), Figure 7,Figure 5(b,c), Figure 7"), (Words{name, name}));
  EXPECT_EQ(only("Figure 5(b,c)"), (Words{"Figure 5(b", "c)"}));  // no whole name: an error later
  EXPECT_EQ(only("Figure 5(b, Figure 7,c)"), (Words{"Figure 5(b", "Figure 7", "c)"}));
}

TEST_F(SelectTest, IsSelectedByPackageCaseTableFigureClaimAndMethod) {
  const std::string f1 = "grid/fast/ws=1", f2 = "grid/fast/ws=2", s1 = "grid/slow/ws=1",
                    s2 = "grid/slow/ws=2", fixed = "fixed/fast", variant = "variant/slow";
  const Words all = {f1, f2, s1, s2, fixed, variant};
  // clang-format off
  const std::pair<Words, Words> selections[] = {
      {{}, all}, {{"--only=p*"}, all}, {{"--only=pack/grid"}, {f1, f2, s1, s2}}, {{"--only=pack/gri"}, {}},
      {{"--only=pack/*/ws=1"}, {f1, s1}}, {{"--only=pack/grid/slow/ws=2/seed=1"}, {s2}},
      {{"--only=pack/grid/slow/ws=2/seed=2"}, {}}, {{"--only=Table 1"}, {f1, s1}}, {{"--only=Table 2"}, all},
      {{"--only=C1"}, {f1, f2, fixed}}, {{"--only=figure_1"}, {f1, f2, fixed}}, {{"--only=C2"}, {fixed}},
      {{"--only=Figure 5(b,c), Figure 7"}, {}}, {{"--only=elsewhere"}, {}}, {{"--methods=slow"}, {s1, s2, variant}},
      {{"--only=C1,pack/grid/slow", "--methods=*"}, {f1, f2, s1, s2, fixed}}, {{"--only=C1", "--methods=slow"}, {}}};
  // clang-format on
  for (const auto& [arguments, expected] : selections) {
    EXPECT_EQ(Selected(arguments), expected) << (arguments.empty() ? "" : arguments[0]);
  }
  for (const char* flag :
       {"--only=pack", "--only=pack/grid", "--only=C*", "--only=other,figure_1", "--methods=slow"}) {
    EXPECT_TRUE(IsPackageSelected(ParseFlags({flag}), names_)) << flag;
  }
  for (const char* flag :
       {"--only=other", "--only=other/grid", "--only=Table 9", "--only=pack/x", "--methods=none"}) {
    EXPECT_FALSE(IsPackageSelected(ParseFlags({flag}), names_)) << flag;
  }
}

std::string MistakeIn(const Words& arguments) {
  return MessageOf(kUsage, [&] { ParseFlags(arguments); });
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
      EXPECT_TRUE(MistakeIn(absent).starts_with(reading.name + ": expected " + reading.name + "="));
    }
    EXPECT_NE(help.find("  " + reading.name), help.npos);
  }
  for (const auto& [name, member] : kSwitches) {
    const Flags flags = ParseFlags({name});
    for (const auto& [other, other_member] : kSwitches) EXPECT_EQ(flags.*other_member, name == other) << name;
    EXPECT_EQ(MistakeIn({name + "=yes"}), name + "=yes: expected " + name + " without a value, found one");
    EXPECT_EQ(MistakeIn({name, "yes"}), "yes: expected flags that begin with --, found 'yes'; see --help");
  }
  const Flags flags =
      ParseFlags({"--only=a,b", "--jobs=2", "--set=p.s=1", "--only=c", "--set=p.t=2", "--jobs=3"});
  EXPECT_EQ(flags.only, (Words{"a", "b", "c"}));  // lists add up, of other flags the last counts
  EXPECT_EQ(flags.set.size(), 2u);
  EXPECT_EQ(flags.jobs, 3);
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
      {"--timeout", {"1d", "0", "nan", "1 s", "1sm", "1e999"}}, {"--memory", {"4Q", "4", "1023K", "4GB", "1e19"}}};
  // clang-format on
  for (const auto& [name, values] : wrong) {
    for (const std::string& value : values) {
      EXPECT_TRUE(MistakeIn({name, value}).starts_with(fmt::format("{}: expected ", name))) << value;
      EXPECT_TRUE(MistakeIn({name, value}).ends_with(", found '" + value + "'")) << value;
    }
  }
  EXPECT_NE(MistakeIn({"--jbos=3"}).find("expected a known flag, the nearest being --jobs, "),
            std::string::npos);
  for (const char* word : {"jobs", "-j", "--", "", "-"}) {
    EXPECT_TRUE(MistakeIn({word}).ends_with(fmt::format("begin with --, found '{}'; see --help", word)))
        << word;
  }
}

}  // namespace
}  // namespace structlab::harness
