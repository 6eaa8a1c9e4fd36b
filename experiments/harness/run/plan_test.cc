// Settings, cases and what they record, and the plan that is made of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <tuple>

#include "common/testing/message_of.h"
#include "experiments/harness/run/case.h"
#include "experiments/harness/run/select.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using enum common::ErrorKind;
using Words = std::vector<std::string>;

constexpr const char* kHead = "name\tkind\tpaper\tquick\tsmoke\trange\tdocumentation\n";

std::vector<SettingDeclaration> Parse(const std::string& lines) {
  return ParseSettings(kHead + lines, "settings.tsv");
}

Settings Declared(Profile profile) {
  return Settings("pack",
                  Parse("size\tint\t100\t10\t\t>=1\tSide.\n"
                        "epsilon\tnumber\t0.1\t0.5\t0.9\t>0\tTolerance.\n"
                        "init\ttext\tzero\t\t\tzero|random\tStart.\n"
                        "sizes\tints\t1,2,3\t1,2\t1\t0..9\tSides.\n"
                        "kappas\tnumbers\t0.1,0.5\t\t\t0..1\tValues.\n"
                        "methods\ttexts\ta,b\ta\t\ta|b|c\tMethods.\n"
                        "free\ttext\t\t\t\t\tAny text.\n"),
                  profile);
}

TEST(Settings, TakeTheProfilesValueAndFallBackToTheLargerOnes) {
  const Settings paper = Declared(Profile::kPaper), quick = Declared(Profile::kQuick),
                 smoke = Declared(Profile::kSmoke);
  EXPECT_EQ(paper.values().Format(),
            "epsilon=0.1;free=;init=zero;kappas=0.1,0.5;methods=a,b;size=100;sizes=1,2,3");
  EXPECT_EQ(quick.values().Format(),
            "epsilon=0.5;free=;init=zero;kappas=0.1,0.5;methods=a;size=10;sizes=1,2");
  EXPECT_EQ(smoke.values().Format(), "epsilon=0.9;free=;init=zero;kappas=0.1,0.5;methods=a;size=10;sizes=1");
  EXPECT_EQ(quick.Ints("sizes"), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(quick.Numbers("kappas"), (std::vector<double>{0.1, 0.5}));
  EXPECT_EQ(paper.Texts("methods"), (Words{"a", "b"}));
  EXPECT_TRUE(smoke.Changed().empty());
  EXPECT_THROW(quick.Int("init"), common::Error);
  EXPECT_EQ(MessageOf(kUsage, [&] { quick.Int("sise"); }).substr(0, 75),
            "setting pack.sise: expected a known setting, the nearest being size, sizes,");
}

TEST(Settings, AllowWhatKindAndRangeSay) {
  // clang-format off
  const std::tuple<const char*, bool, std::vector<const char*>> changes[] = {
      {"size", true, {"1"}}, {"size", false, {"0", "1.5", "1e2", "", "x", "nan"}},
      {"epsilon", true, {"1e-9"}}, {"epsilon", false, {"0", "-1", "inf", "nan", " 1"}},
      {"init", true, {"random"}}, {"init", false, {"Zero", "", "zero|random"}},
      {"sizes", true, {"0,9", "9", "1, 2"}}, {"sizes", false, {"10", "1,,2", "", "1,2,1", "2.0"}},
      {"kappas", true, {"1,0.5"}}, {"kappas", false, {"0.5,0.50", "1.1"}},
      {"methods", true, {"c,a"}}, {"methods", false, {"a,d", "a,a"}}, {"free", true, {"any, text", ""}}};
  // clang-format on
  for (const auto& [name, is_allowed, values] : changes) {
    for (const char* value : values) {
      SCOPED_TRACE(fmt::format("{}={}", name, value));
      Settings settings = Declared(Profile::kQuick);
      const std::string message = MessageOf(kUsage, [&, &name = name] { settings.Change(name, value); });
      EXPECT_TRUE(
          message.starts_with(is_allowed ? "no error" : fmt::format("--set=pack.{}: expected ", name)));
      EXPECT_EQ(settings.Text(name) == value, is_allowed);
    }
  }
  Settings settings = Declared(Profile::kQuick);
  EXPECT_EQ(MessageOf([&] { settings.Change("methods", "d"); }),
            "--set=pack.methods: expected values with commas between, each one of a, b, c, found 'd'");
  EXPECT_NE(MessageOf(kUsage, [&] { settings.Change("sise", "1"); }), "no error");
}

TEST(Settings, OnlyAValueOfNeitherProfileNorPaperIsAChange) {
  Settings settings = Declared(Profile::kQuick);
  const std::tuple<const char*, const char*, bool> changes[] = {
      // also spelled otherwise, and in lists
      {"epsilon", "0.50", false}, {"epsilon", "1e-1", false},  {"free", "", false},
      {"sizes", "1, 2", false},   {"sizes", "1,2 , 3", false}, {"sizes", "2,1", true},
      {"epsilon", "0.2", true},   {"free", "y", true}};
  for (const auto& [name, value, is_change] : changes) {
    settings.Change(name, value);
    EXPECT_EQ(settings.IsChanged(name), is_change) << name << "=" << value;
  }
  EXPECT_EQ(settings.Changed(), (Words{"epsilon", "sizes", "free"}));
  EXPECT_TRUE(settings.DiffersFromPaper("epsilon", "0.2"));
  EXPECT_FALSE(settings.DiffersFromPaper("epsilon", "0.10"));
  EXPECT_FALSE(settings.DiffersFromPaper("kappas", "0.1, 0.50"));
  EXPECT_FALSE(settings.DiffersFromPaper("undeclared", "0.2"));
}

TEST(ParseSettings, NamesThePlaceOfDamage) {
  const std::pair<const char*, const char*> damages[] = {
      {"a\tinteger\t1\t\t\t\t\n", "2:3"},  {"a\tint\tx\t\t\t\t\n", "2:7"},
      {"a\tint\t1\t1.5\t\t\t\n", "2:9"},   {"a\tint\t1\t\t0\t>0\t\n", "2:10"},
      {"a\tint\t1\t\t\t0-10\t\n", "2:11"}, {"a\tint\t1\t\t\t>x\t\n", "2:11"},
      {"a\tint\t1\t\t\t0..\t\n", "2:11"},  {"a\tint\t11\t\t\t0..10\t\n", "2:7"},
      {"\tint\t1\t\t\t\t\n", "2:1"},       {"b\tint\t1\t\t\t\t\nb\tint\t1\t\t\t\t\n", "3:1"},
      {"a\ttexts\tx,x\t\t\t\t\n", "2:9"},  {"a\ttext\tx\t\t\ty|z\t\n", "2:8"}};
  for (const auto& [lines, place] : damages) {
    const std::string message = MessageOf(kData, [&, &lines = lines] { Parse(lines); });
    EXPECT_TRUE(message.starts_with(fmt::format("settings.tsv:{}", place))) << lines << message;
    EXPECT_NE(message.find(": expected "), message.npos) << message;
  }
  EXPECT_TRUE(ParseSettings("", "settings.tsv").empty());
  EXPECT_TRUE(MessageOf(kData, [] { ParseSettings("name\tkind\n", "s.tsv"); }).starts_with("s.tsv:1: "));
}

TEST(Case, ReadingASettingDeclaresThatItDependsOnIt) {
  const Settings settings = Declared(Profile::kQuick);
  Planner plan(settings);
  plan.Int("size");  // decides which cases there are
  Case& c = plan.Add("a", "m");
  EXPECT_TRUE(c.parameters.empty());
  EXPECT_EQ(c.Int("size"), 10);
  EXPECT_EQ(c.Number("epsilon"), 0.5);
  EXPECT_EQ(c.Numbers("kappas").size(), 2u);
  EXPECT_EQ(c.Text("init"), "zero");
  EXPECT_EQ(c.parameters.Format(), "epsilon=0.5;init=zero;kappas=0.1,0.5;size=10");
  EXPECT_THROW(c.Int("sise"), common::Error);
  EXPECT_EQ(c.parameters.values().size(), 4u);
  // What the profile gives another value than the paper is a departure, and nothing else.
  EXPECT_EQ(ProtocolOf(c), Protocol::kCut);
  c.departures = {"half of the words, for memory"};
  EXPECT_EQ(DeparturesOf(c),
            (Words{"half of the words, for memory", "epsilon = 0.5 (paper: 0.1)", "size = 10 (paper: 100)"}));
  Case& same = plan.Add("b", "m");
  same.Text("init");
  EXPECT_EQ(ProtocolOf(same), Protocol::kPaper);
  EXPECT_TRUE(DeparturesOf(same).empty());
  c.changed_by_user = true;
  EXPECT_EQ(ProtocolOf(c), Protocol::kChanged);
}

TEST(Case, AnOverrideMakesAVariant) {
  const Settings settings = Declared(Profile::kPaper);
  Planner plan(settings);
  Case& c = plan.Add("a", "m", {{"w", "1"}});
  c.Override("epsilon", "7");
  EXPECT_EQ(c.Number("epsilon"), 7);
  EXPECT_TRUE(c.is_variant());
  EXPECT_EQ(ProtocolOf(c), Protocol::kChanged);
  EXPECT_EQ(c.setting.Format(), "epsilon=7;w=1");
  EXPECT_EQ(DeparturesOf(c), Words{"epsilon = 7 (paper: 0.1)"});
  EXPECT_EQ(settings.Number("epsilon"), 0.1);
  EXPECT_THROW(c.Override("epsilom", "7"), common::Error);
  EXPECT_DEATH(c.Override("epsilon", "8"), "bug");  // it has been read
}

TEST(Columns, PutBesideATableWhatTheSourceDoesNotPrint) {
  const Columns columns({}, {{{"T", "D", "A", {{"w", "1"}, {"eps", "0.5"}}, "m"}, true},
                             {{"T", "D", "all", {}, "curve"}, false}});
  const Setting one = {{"w", "1"}}, two = {{"w", "2"}};
  Case c = {.name = "n", .parameters = {{"eps", "0.5"}}}, other = {.name = "n", .parameters = {{"eps", "2"}}};
  const std::tuple<RowKey, ColumnKind, bool, bool> rows[] = {
      // printed for eps = 0.5, and for eps = 2
      {{"T", "D", "A", one, "m"}, ColumnKind::kValue, true, false},
      {{"T", "D", "A", one, "m"}, ColumnKind::kItems, true, false},
      {{"T", "D", "A", two, "m"}, ColumnKind::kValue, false, false},
      {{"T", "E", "A", one, "m"}, ColumnKind::kValue, false, false},
      {{"T", "D", "B", one, "m"}, ColumnKind::kValue, false, false},
      {{"T", "D", "A", one, "curve"}, ColumnKind::kCurve, true, true},
      {{"T", "E", "A", one, "curve"}, ColumnKind::kCurve, false, false},
      {{"T", "E", "A", one, "new curve"}, ColumnKind::kCurve, true, true},
      {{"ours", "D", "A", one, "m"}, ColumnKind::kValue, true, true}};
  for (const auto& [key, kind, printed, printed_for_other] : rows) {
    EXPECT_EQ(columns.TableFor(key, kind, c) == key.table, printed) << Describe(key);
    EXPECT_EQ(columns.TableFor(key, kind, other) == key.table, printed_for_other) << Describe(key);
  }
  EXPECT_EQ(columns.TableFor({"T", "D", "A", two, "m"}, ColumnKind::kValue, c), "beside T");
  c.overrides = {"eps"};  // a variant is told from the source's rows by its protocol
  EXPECT_EQ(columns.TableFor({"T", "D", "A", two, "m"}, ColumnKind::kValue, c), "T");
}

TEST(Case, HasTheWorstOriginOfItsDataUnlessItSaysOtherwise) {
  Case c;
  EXPECT_EQ(OriginOf(c), DataOrigin::kReal);
  c.resolved = {{.name = "a", .origin = DataOrigin::kSubstitute}, {.name = "b", .origin = DataOrigin::kReal}};
  EXPECT_EQ(OriginOf(c), DataOrigin::kSubstitute);
  c.origin = DataOrigin::kDrawn;
  EXPECT_EQ(OriginOf(c), DataOrigin::kDrawn);
}

// Cut off or unreadable in a file, or not to be told from another.
TEST(Recorder, RefusesWhatCannotBeStored) {
  Case c{.name = "n", .dataset = "D", .method = "M", .setting = Setting{{"k", "1"}}};
  Recorder recorder(c);
  recorder.Value("T", "m", 1);
  recorder.File("model.txt", "weights\n");
  const std::vector<double> x = {1, 2}, y = {1};
  const harness::Picture picture = {.width = 1, .height = 1, .values = {0}};
  const Items items = {.ids = {"a", "b"}}, twice = {.ids = {"a", "a"}},
              grouped = {.ids = {"a", "b"}, .groups = {{"g", "h"}, {"g"}}};
  recorder.Curve("T", "c", x, x);
  recorder.Picture("T", "p", picture);
  recorder.Items("T", "i", items, {x});
  const Overrides odd = {.setting = Setting{{"a", "x;y"}}}, same = {.setting = Setting{{"k", "1.0"}}};
  // clang-format off
  const std::function<void()> mistakes[] = {
      [&] { recorder.Value("T", "m", 1, same); }, [&] { recorder.Value("T", "v", 1, odd); },
      [&] { recorder.Curve("T", "m", x, y); }, [&] { recorder.Curve("T", "m", x, x, odd); },
      [&] { recorder.Curve("T", "c", x, x, same); }, [&] { recorder.Picture("T", "p", picture, same); },
      [&] { recorder.Picture("T", "m", {.width = 2, .height = 1, .values = {0}}); },
      [&] { recorder.Picture("T", "m", {.width = 0, .height = 1}); },
      [&] { recorder.Picture("T", "m", {.width = 16384, .height = 16384, .channels = 3}); },
      [&] { recorder.Items("T", "i", items, {x}, same); }, [&] { recorder.Items("T", "m", items, {y}); },
      [&] { recorder.Items("T", "m", items, {x, y}); }, [&] { recorder.Items("T", "m", items, {}); },
      [&] { recorder.Items("T", "m", twice, {x}); }, [&] { recorder.Items("T", "m", grouped, {x}); },
      [&] { recorder.File("model.txt", "x"); }, [&] { recorder.File("a/b", "x"); }, [&] { recorder.File("", "x"); },
      [&] { recorder.File("zero", std::string_view("a\0b", 3)); }};
  // clang-format on
  for (const auto& mistake : mistakes) EXPECT_NE(MessageOf(kUsage, mistake), "no error");
  EXPECT_EQ(recorder.record().values.size() + recorder.record().files.size(), 2u);
  EXPECT_EQ(recorder.record().curves.size() + recorder.record().pictures.size(), 2u);
  EXPECT_EQ(recorder.record().items.size(), 1u);
  recorder.Refuse("not for this");
  EXPECT_TRUE(recorder.record().values.empty() && recorder.record().files.empty());
}

TEST(MatchesPrefix, TakesAnythingForAStarAndTheBeginningUpToASlash) {
  // clang-format off
  const std::tuple<const char*, const char*, bool, bool> matches[] = {  // as a glob, and as a prefix
      {"a/b", "a/b", true, true}, {"a/b", "a/b/c", false, true}, {"a/b", "a/bc", false, false}, {"a", "a/b/c", false, true},
      {"*", "", true, true}, {"", "a", false, false}, {"a*c", "a/b/c", true, true}, {"*b", "a/b/c", false, true},
      {"?/b", "a/b/c", false, true}, {"a?c", "abbc", false, false}, {"*a*a", "aba", true, true}, {"a/", "a/b", false, false},
      {"T [1]", "T [1]", true, true}, {"a\\b", "ab", false, false}};
  // clang-format on
  for (const auto& [pattern, name, is_glob, is_prefix] : matches) {
    EXPECT_EQ(MatchesGlob(pattern, name), is_glob) << pattern << " " << name;
    EXPECT_EQ(MatchesPrefix(pattern, name), is_prefix) << pattern << " " << name;
  }
}

// A plan of two methods and two values of w, each case of which reads `side`, and a variant.
std::vector<Case> Expand(Settings& settings, const std::function<void(Case&)>& change = {}) {
  Planner plan(settings);
  for (const char* method : {"fast", "slow"}) {
    for (const double w : plan.Numbers("ws")) {
      Case& c = plan.Add("grid", method, {{"ws", fmt::format("{}", w)}});
      c.Int("side");
      c.run = [](uint64_t, Recorder&) {};
    }
  }
  Case& variant = plan.Add("variant", "slow");
  variant.Override("side", "7");
  variant.run = [](uint64_t, Recorder&) {};
  if (change) {
    Case changed = plan.cases().front();
    change(changed);
    plan.Add(changed);
  }
  return ExpandCases("pack", plan, {}, {{"letters", {}}});
}

Settings SettingsOfPlan() {
  return Settings("pack", Parse("side\tint\t9\t3\t2\t\t\nws\tnumbers\t1,2\t\t1\t\t\n"), Profile::kQuick);
}

// A change concerns the cases that have read the setting or stand for a new value of a list, and no variant
// that replaces the setting.
TEST(ExpandCases, KnowsWhatTheUserChanged) {
  const std::tuple<const char*, const char*, std::string> changes[] = {
      {"side", "3", ""},  // the profile's
      {"side", "9", ""},  // the paper's
      {"side", "4", "grid/fast/ws=1 grid/fast/ws=2 grid/slow/ws=1 grid/slow/ws=2 "},
      {"ws", "2,1", ""},  // the cases still stand for values of the paper
      {"ws", "1,8", "grid/fast/ws=8 grid/slow/ws=8 "}};
  for (const auto& [name, value, changed] : changes) {
    Settings settings = SettingsOfPlan();
    settings.Change(name, value);
    std::string names;
    for (const Case& c : Expand(settings)) names += c.changed_by_user ? c.name + " " : "";
    EXPECT_EQ(names, changed) << name << "=" << value;
  }
}

TEST(ExpandCases, RefusesWhatIsNoPlan) {
  const auto mistake = [](const std::function<void(Case&)>& change) {
    Settings settings = SettingsOfPlan();
    return MessageOf(kUsage, [&] { Expand(settings, change); });
  };
  EXPECT_EQ(mistake([](Case&) {}), "plan of pack: expected each case once, found 'grid/fast/ws=1' twice");
  EXPECT_EQ(mistake([](Case& c) { c.name = "../up"; }),
            "case '../up' of pack: expected letters, digits and ._=+- between slashes, found '../up'");
  EXPECT_EQ(mistake([](Case& c) { c.setting.Set("note", "a;b"); }),
            "setting of case 'grid/fast/ws=1' of pack: expected a value without ';' and blanks at its ends "
            "for 'note', found 'a;b'");
  EXPECT_EQ(mistake([](Case& c) {
              c.data.assign({"letters", "point"});
            }),
            "case 'grid/fast/ws=1' of pack: expected a declared data set, found 'point'");
  EXPECT_EQ(mistake([](Case& c) { c.run = {}; }),
            "case 'grid/fast/ws=1' of pack: expected a function that computes it (run), found none");
  EXPECT_EQ(mistake([](Case& c) { c.name = "other"; }), "no error");
}

}  // namespace
}  // namespace structlab::harness
