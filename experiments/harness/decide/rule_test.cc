#include "experiments/harness/decide/rule.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <tuple>

#include "common/number.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct PlanOptions {
  int seeds = 4;
  double missing = 0;  // the share of planned cases without a result; above 0, some are not planned either
  bool deterministic = false, deterministic_baseline = false;
};

// A plan of methods A, B and the baseline N, which does not depend on w, on data sets D and E, with w = 1, 2,
// 3 and variants of A with another tolerance. Each case records m and n in table T, and other numbers in
// table U.
class World {
 public:
  World(uint64_t seed, const PlanOptions& options)
      : settings_(
            "p",
            {{.name = "tolerance", .kind = SettingKind::kNumber, .paper = "1", .quick = "2", .smoke = "2"}},
            seed % 2 == 0 ? Profile::kPaper : Profile::kQuick),
        random_(seed, "world"),
        options_(options) {
    common::RandomStream effects(seed, "effects");
    for (const char* method : {"A", "B"}) {
      for (const char* dataset : {"D", "E"}) {
        const double level = 100 + (seed % 3 == 0 ? 0.2 : 3) * effects.Normal();
        for (const int w : {1, 2, 3})
          Add(method, dataset, w, level + static_cast<double>(seed % 5) * w, false);
      }
    }
    for (const int w : {1, 2, 3}) Add("A", "D", w, 1000, true);
    for (const char* dataset : {"D", "E"}) Add("N", dataset, 0, 101, false);
  }

  Results Made() const { return Results(finished, settings_.profile(), settings_.values(), planned); }

  std::vector<Case> planned;
  std::vector<FinishedCase> finished;

 private:
  void Add(const std::string& method, const std::string& dataset, int w, double level, bool is_variant) {
    if (options_.missing > 0 && random_.UniformIndex(10) == 0) return;
    Case c = {.name = fmt::format("grid/{}/{}/{}{}", method, dataset, w, is_variant ? "/variant" : ""),
              .dataset = dataset,
              .method = method,
              .deterministic = options_.deterministic || (method == "N" && options_.deterministic_baseline),
              .settings = &settings_};
    if (w > 0) c.setting.Set("w", static_cast<double>(w));
    if (is_variant) c.Override("tolerance", "7");
    c.Number("tolerance");
    for (int i = 0; i < (c.deterministic ? 1 : options_.seeds); ++i) {
      c.seed = static_cast<uint64_t>(i + 1);
      planned.push_back(c);
      if (random_.Uniform() < options_.missing) continue;
      FinishedCase& f = finished.emplace_back();
      f.c = c;
      Recorder recorder(f.c);
      recorder.Value("U", "m", 7);  // before the others, in a table that no rule names
      recorder.Value("T", "m", level + 0.5 * random_.Normal());
      recorder.Value("T", "n", 2 + random_.Uniform());
      f.record = recorder.record();
    }
  }

  Settings settings_;
  common::RandomStream random_;
  PlanOptions options_;
};

const Values kM = {.table = "T", .metric = "m"};
const std::vector<double> kOne = {1}, kTwo = {2};
const Values kN = {.table = "T", .metric = "n"};

// One side of a comparison, evaluated without Values: of a method on a data set (or any) at w (or any).
struct Side {
  std::string method, dataset;
  int w = 0;
  bool is_over_n = false;
  double plus = 0;

  bool IsOf(const Case& c) const {
    const std::string* at = c.setting.Find("w");
    return c.method == method && (dataset.empty() || c.dataset == dataset) && !c.is_variant() &&
           (w == 0 || method == "N" || (at != nullptr && *at == std::to_string(w)));
  }
  double Of(const FinishedCase& f) const {
    return f.record.values[1].value / (is_over_n ? f.record.values[2].value : 1) + plus;
  }
  bool IsPlanned(const World& world) const {
    return std::ranges::any_of(world.planned, [&](const Case& c) { return IsOf(c); });
  }
};

// Pairs by seed and data set, and by w unless the comparison fixes it or a side does not depend on it.
Pairs PairsOf(const World& world, const Side& a, const Side& b, bool on_log) {
  Pairs pairs;
  for (const FinishedCase& x : world.finished) {
    for (const FinishedCase& y : world.finished) {
      if (!a.IsOf(x.c) || !b.IsOf(y.c) || x.c.dataset != y.c.dataset) continue;
      // One side that is deterministic stands against each seed of the other.
      if (x.c.seed != y.c.seed && x.c.deterministic == y.c.deterministic) continue;
      const std::string *w = x.c.setting.Find("w"), *v = y.c.setting.Find("w");
      if (a.w == 0 && (w == nullptr) != (v == nullptr)) continue;
      if (a.w == 0 && w != nullptr && *w != *v) continue;
      pairs.a.push_back(on_log ? std::log(a.Of(x)) : a.Of(x));
      pairs.b.push_back(on_log ? std::log(b.Of(y)) : b.Of(y));
    }
  }
  return pairs;
}

// Less over several comparisons; `share` is of the mean of the second values.
ClaimOutcome LessByHand(const World& world, const std::vector<std::pair<Side, Side>>& comparisons,
                        double share, double absolute, bool on_log) {
  std::vector<ClaimOutcome> outcomes;
  for (const auto& [a, b] : comparisons) {
    const Pairs pairs = PairsOf(world, a, b, on_log);
    ClaimOutcome& outcome = outcomes.emplace_back();  // not tested
    if (pairs.a.empty()) continue;
    double mean = 0;
    for (const double value : pairs.b) mean += value / static_cast<double>(pairs.b.size());
    const double effect = on_log ? -std::log1p(-share) : absolute + share * mean;
    const bool is_exact = world.planned.front().deterministic && pairs.a.size() < 3;
    bool holds = true;
    for (size_t i = 0; i < pairs.a.size(); ++i) {
      const double least = on_log ? effect : absolute + share * pairs.b[i];
      holds = holds && pairs.a[i] - pairs.b[i] <= -least;
    }
    const Certainty certainty = {.comparisons = static_cast<int>(comparisons.size()), .min_effect = effect};
    outcome =
        is_exact ? ClaimOutcome{holds ? Verdict::kHolds : Verdict::kFails} : DecideLess(pairs, certainty);
  }
  return All(outcomes);
}

void ExpectSameVerdict(const ClaimOutcome& found, const ClaimOutcome& expected,
                       std::map<Verdict, int>& seen) {
  EXPECT_EQ(found.verdict, expected.verdict) << found.evidence;
  // The mean and its effect are summed in another order.
  EXPECT_NEAR(found.chance, expected.chance, 1e-9) << found.evidence;
  ++seen[found.verdict];
}

void ExpectAllSeen(const std::map<Verdict, int>& seen) {
  for (const Verdict verdict : {Verdict::kHolds, Verdict::kFails, Verdict::kUndecided, Verdict::kNotTested}) {
    EXPECT_GT(seen.contains(verdict) ? seen.at(verdict) : 0, 10) << NameOf(verdict);
  }
}

PlanOptions OptionsOf(uint64_t seed) {
  return {.seeds = static_cast<int>(2 + seed % 4),
          .missing = seed % 3 == 0 ? 0 : 0.15,
          .deterministic = seed % 7 == 0,
          .deterministic_baseline = seed % 2 == 0};
}

// At each value, without one, and from each planned value to the next.
TEST(LessRisingAndFalling, AreDecidedByTheirPairs) {
  std::map<Verdict, int> seen;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const World world(seed, OptionsOf(seed));
    if (world.planned.empty()) continue;
    const Results results = world.Made();
    const bool on_log = seed % 4 == 1, is_baseline = seed % 5 == 2, is_over = seed % 6 == 3;
    const std::string dataset = seed % 2 == 0 ? "D" : "";
    const double plus = seed % 8 == 5 ? 3 : 0;
    Values values = is_over ? kM.Over(kN) : kM;
    values.dataset = dataset;
    const Side a = {"A", dataset, 0, is_over, plus}, b = {is_baseline ? "N" : "B", dataset, 0, is_over};
    const Rule less = Less(values.Of("A").Plus(plus), values.Of(b.method)),
               rising = Rising(values.Of("A"), "w", {1, 3, 5}),
               falling = Falling(values.Of("A"), "w", {1, 3, 5});
    std::vector<std::pair<Side, Side>> each, rises, falls;
    Side last;
    for (const int w : {1, 3, 5}) {
      Side a_at = a, b_at = b;
      a_at.w = b_at.w = w;
      if (!a_at.IsPlanned(world)) continue;
      if (b_at.IsPlanned(world)) each.emplace_back(a_at, b_at);
      a_at.plus = 0;
      if (last.w > 0) rises.emplace_back(last, a_at);
      if (last.w > 0) falls.emplace_back(a_at, last);
      last = a_at;
    }
    // 1% is the default for a metric of this name; 2% and 0.5 are given.
    for (const auto& [effect, share, difference] : {std::tuple(std::optional<Effect>(), 0.01, 0.0),
                                                    {Percent(2), 0.02, 0.0},
                                                    {Absolute(0.5), 0.0, on_log ? 0.0 : 0.5}}) {
      const auto expect = [&, &effect = effect, &share = share, &difference = difference](
                              const Rule& rule, const std::vector<std::pair<Side, Side>>& by_hand) {
        const Rule with_effect = effect ? rule.ByAtLeast(*effect) : rule;
        ExpectSameVerdict((on_log ? with_effect.OnLog() : with_effect).Decide(results),
                          LessByHand(world, by_hand, share, difference, on_log), seen);
      };
      expect(less.AtEach("w", {1, 3, 5}), each);
      expect(rising, rises);
      expect(falling, falls);
      if (!is_baseline) expect(less, {{a, b}});
    }
  }
  ExpectAllSeen(seen);
}

TEST(EqualAtMostAndAll, AreDecidedAsWritten) {
  std::map<Verdict, int> seen;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    PlanOptions options = OptionsOf(seed);
    options.deterministic = false;
    options.missing /= 3;
    const World world(seed, options);
    const Results results = world.Made();
    const Side a = {"A", "D", 1}, b = {"B", "D", 1};
    const double margin = 0.5 + static_cast<double>(seed % 4), bound = 99 + static_cast<double>(seed % 6);
    Values values = kM.At("w", 1);
    values.dataset = "D";
    const Pairs pairs = PairsOf(world, a, b, false);
    const auto equal_by_hand = [&](int comparisons) {
      return pairs.a.empty() ? ClaimOutcome{} : DecideEqual(pairs, margin, {.comparisons = comparisons});
    };
    const Rule equal = Equal(values.Of("A"), values.Of("B"), margin);
    ExpectSameVerdict(equal.Decide(results), equal_by_hand(1), seen);
    // A bound fails by one value; it holds only if no planned value is missing.
    const auto by_hand = [&](bool at_most) -> ClaimOutcome {
      size_t num_planned = 0, num_found = 0, broken = 0;
      for (const Case& c : world.planned) num_planned += a.IsOf(c);
      for (const FinishedCase& f : world.finished) {
        num_found += a.IsOf(f.c);
        broken += a.IsOf(f.c) && (at_most ? a.Of(f) > bound : a.Of(f) < bound);
      }
      if (broken > 0) return {Verdict::kFails};
      return {num_found > 0 && num_found == num_planned ? Verdict::kHolds : Verdict::kNotTested};
    };
    const Rule at_most = AtMost(values.Of("A"), bound), at_least = AtLeast(values.Of("A"), bound);
    ExpectSameVerdict(at_most.Decide(results), by_hand(true), seen);
    ExpectSameVerdict(at_least.Decide(results), by_hand(false), seen);
    Values at_any = values;
    at_any.setting = {};
    const ClaimOutcome at_each = AtMost(at_any.Of("A"), bound).AtEach("w", {1, 2}).Decide(results);
    double largest = 0;
    for (const FinishedCase& f : world.finished) {
      if (a.IsOf(f.c) || Side{"A", "D", 2}.IsOf(f.c)) largest = std::max(largest, a.Of(f));
    }
    EXPECT_EQ(at_each.effect, at_each.verdict == Verdict::kNotTested ? "" : common::FormatShort(largest));
    // Two comparisons and a rule that is a function: each can fail the whole.
    const Rule custom = Custom("c", {}, [&](const Results&) { return ClaimOutcome{Verdict::kHolds, "c"}; });
    ExpectSameVerdict(All({equal, at_most, custom}).Decide(results), All({equal_by_hand(3), by_hand(true)}),
                      seen);
  }
  ExpectAllSeen(seen);
}

std::vector<std::pair<std::string, Rule>> RulesOfEachKind() {
  Values on_d = kM;
  on_d.dataset = "D";
  const Values a = kM.Of("A"), b = kM.Of("B"), d = on_d.Of("A");
  const Rule custom = Custom("every number of B on D", {on_d.Of("B")}, [=](const Results& results) {
    std::string text;
    for (const auto& [finished, value] : on_d.Of("B").In(results)) text += fmt::format("{} ", value);
    return ClaimOutcome{Verdict::kHolds, text};
  });
  return {{"less", Less(a, b)},
          {"at each", Less(a, b).AtEach("w", {1, 3})},
          {"one word of several", Less(a, b).AtEach("w", std::vector<std::string>{"2.0"})},
          {"against the baseline", Less(a, kM.Of("N")).AtEach("w", {1, 2, 3})},
          {"over", Less(a.Over(kN), b.Over(kN)).ByAtLeast(Percent(40))},
          {"on log", Less(a, b).OnLog().ByAtLeast(Percent(75))},
          {"absolute", Less(a, b).ByAtLeast(Absolute(5000))},
          {"equal", Equal(a, b, 3).AtEach("w", kTwo)},
          {"at most", AtMost(d, 100)},
          {"at least, at each", AtLeast(d.Plus(-5), 100).AtEach("w", {1, 2})},
          {"rising", Rising(d, "w", {1, 2, 3})},
          {"falling", Falling(a, "w", {3, 1}).ByAtLeast(Percent(60))},
          {"rising by much", Rising(d, "w", {1, 2, 3}).ByAtLeast(Absolute(5000))},
          {"variants", AtMost(d.At("tolerance", 7), 100)},
          {"baseline", AtMost(kM.Of("N"), 100)},
          {"custom", custom},
          {"all", All({Less(d, on_d.Of("B")), AtMost(kM.Of("N"), 100), custom})}};
}

// A rule needs those cases of a finished plan without whose results it decides otherwise.
TEST(Rule, NeedsTheCasesWhoseValuesItReads) {
  for (const auto& [name, rule] : RulesOfEachKind()) {
    SCOPED_TRACE(name);
    World world(1, {});
    const ClaimOutcome whole = rule.Decide(world.Made());
    size_t needed = 0;
    for (FinishedCase& finished : world.finished) {
      Record record;
      std::swap(record, finished.record);
      const ClaimOutcome without = rule.Decide(world.Made());
      std::swap(record, finished.record);
      const bool is_read = without.evidence != whole.evidence || without.verdict != whole.verdict;
      EXPECT_EQ(rule.Needs(finished.c), is_read) << finished.c.Key() << "\n" << without.evidence;
      needed += is_read;
      EXPECT_TRUE(!finished.c.is_variant() || is_read == (name == "variants")) << finished.c.Key();
    }
    EXPECT_GT(needed, 0u);
    EXPECT_LT(needed, world.finished.size());
  }
}

// columns.tsv tells the cases that record the values from others of the same method and setting.
TEST(Values, ComeFromTheCasesThatFillTheirColumn) {
  World world(0, {});
  Case other = {.name = "other/a", .dataset = "D", .method = "A", .setting = {{"w", "1"}}, .seed = 1};
  world.planned.push_back(other);
  const auto columns = std::make_shared<const Columns>(
      std::vector<Column>{
          {.table = "T", .metric = "m", .cases = {"*", "!other/*"}},
          {.table = "U", .metric = "n", .cases = {"*", "!other/*"}},
          {.table = "V", .metric = "gap", .cases = {"other/*"}, .methods = {"Z"}, .settings = {"lambda"}}},
      std::vector<PrintedRow>());
  const Values gap = {.table = "V", .metric = "gap", .method = "Z"};
  const Rule at_most = AtMost(kM.Of("A").At("w", 1), 1000);
  for (Case c : world.planned) {
    c.columns = columns;
    const bool is_asked =
        c.method == "A" && !c.is_variant() && c.setting.Contains({{"w", "1"}}) && c.name != "other/a";
    EXPECT_EQ(at_most.Needs(c), is_asked) << c.Key();
    const bool is_other = c.name == "other/a";
    EXPECT_EQ(AtMost(gap, 1).Needs(c), is_other) << c.Key();
    EXPECT_EQ(AtMost(gap.At("lambda", 7), 1).Needs(c), is_other) << c.Key();
    EXPECT_FALSE(AtMost(gap.At("kappa", 7), 1).Needs(c)) << c.Key();
    Values elsewhere = gap;
    elsewhere.dataset = "elsewhere";
    EXPECT_FALSE(AtMost(elsewhere, 1).Needs(c)) << c.Key();
    EXPECT_FALSE(AtMost({.table = "V", .metric = "new", .method = "A"}, 1).Needs(c)) << c.Key();
  }
}

// A least effect belongs to the unit of the column, unless the rule or the column has one.
TEST(Rule, HasTheLeastEffectOfItsColumn) {
  const auto column = [](const std::string& metric, const std::string& unit,
                         std::optional<double> least = {}) {
    return Column{.table = "T", .metric = metric, .unit = unit, .least_effect = least, .cases = {"*"}};
  };
  const Columns columns({column("accuracy", "share"), column("error", "%"), column("energy", "energy"),
                         column("seconds", "s"), column("edges", "exact"), column("dice", "share", 0.005)},
                        {});
  const std::tuple<const char*, double, double> effects[] = {{"accuracy", 0, 0.002}, {"error", 0, 0.2},
                                                             {"energy", 0.001, 0},   {"seconds", 0.01, 0},
                                                             {"edges", 0, 0},        {"dice", 0, 0.005}};
  for (const auto& [metric, share, absolute] : effects) {
    const Values values = {.table = "T", .metric = metric};
    const Rule rule = All({Less(values.Of("A"), values.Of("B"))}).WithEffectsOf(columns);
    EXPECT_EQ(rule.parts[0].min_effect().share, share) << metric;
    EXPECT_EQ(rule.parts[0].min_effect().absolute, absolute) << metric;
    const Rule own = Less(values.Of("A"), values.Of("B")).ByAtLeast(Percent(7)).WithEffectsOf(columns);
    EXPECT_EQ(own.min_effect().share, 0.07);
  }
}

TEST(Values, ADivisorIsATableAndAMetric) {
  Values on_d = kN;
  on_d.dataset = "D";
  for (const Values& divisor : {kN.Of("B"), kN.At("w", 1), kN.Plus(1), kN.Over(kN), on_d}) {
    const std::string message = common::MessageOf(common::ErrorKind::kUsage, [&] { (void)kM.Over(divisor); });
    EXPECT_TRUE(message.starts_with("divisor of m: expected a table and a metric only")) << message;
  }
}

// A single case is compared with nothing, least of all with itself.
TEST(Values, AreOneACase) {
  FinishedCase finished = {.c = {.name = "a", .method = "A"}};
  for (const char* t : {"1", "2"}) finished.record.values.push_back({{"T", "D", "A", {{"t", t}}, "m"}, 3});
  const Results results = AllFinished({finished});
  const std::string message =
      common::MessageOf(common::ErrorKind::kUsage, [&] { AtMost(kM, 1).Decide(results); });
  EXPECT_NE(message.find("expected one value a case, found several in a"), message.npos) << message;
  EXPECT_EQ(AtMost(kM.At("t", 2), 3).Decide(results).verdict, Verdict::kHolds);
}

TEST(Rule, SplitsOfTheSameExamplesAreLessSure) {
  World world(1, {});
  std::erase_if(world.finished, [](const FinishedCase& f) { return f.c.is_variant(); });
  for (FinishedCase& f : world.finished) {
    f.record.values[1].value = 10 + (f.c.method == "B" ? 1 + 0.1 * static_cast<double>(f.c.seed) : 0);
  }
  const Rule rule = Less(kM.Of("A").At("w", 1), kM.Of("B").At("w", 1));
  EXPECT_EQ(rule.Decide(world.Made()).verdict, Verdict::kHolds);
  EXPECT_EQ(rule.OfSplits(0.1).Decide(world.Made()).verdict, Verdict::kHolds);
  EXPECT_EQ(rule.OfSplits(50).Decide(world.Made()).verdict, Verdict::kUndecided);
}

// 10 against 12: what is added belongs to the values, what is allowed only to the comparison.
TEST(Rule, ShowsValuesWithoutTheirMargin) {
  World world(1, {});
  std::erase_if(world.finished, [](const FinishedCase& f) { return f.c.is_variant(); });
  for (FinishedCase& f : world.finished) f.record.values[1].value = f.c.method == "B" ? 12 : 10;
  const Values a = kM.Of("A").At("w", 1), b = kM.Of("B").At("w", 1);
  const ClaimOutcome added = Less(a.Plus(1), b).Decide(world.Made()),
                     allowed = Less(a.Margin(5), b).Decide(world.Made());
  EXPECT_TRUE(added.evidence.starts_with("11 against 12 (−8.3%)")) << added.evidence;
  EXPECT_EQ(added.verdict, Verdict::kHolds);
  EXPECT_TRUE(allowed.evidence.starts_with("10 + 5 against 12 (−16.7%)")) << allowed.evidence;
  EXPECT_EQ(allowed.verdict, Verdict::kFails);
}

TEST(Rule, OneCaseDecidesNoComparison) {
  World world(0, {.deterministic = true});
  world.planned.resize(1);
  world.finished.resize(1);
  for (const Rule& rule : {Rising(kM.Of("A"), "w", {1, 2}), Less(kM.Of("A"), kM.Of("B")).AtEach("w", kOne),
                           Less(kM.Of("B"), kM.Of("A")).AtEach("w", kOne), Less(kM.Of("A"), kM.Of("B"))}) {
    EXPECT_EQ(rule.Decide(world.Made()).verdict, Verdict::kNotTested) << rule.Decide(world.Made()).evidence;
    EXPECT_TRUE(rule.Needs(world.planned[0]));
  }
}

TEST(Rule, IsDecidedByMadeUpValuesAndOnlyAtThePapersSettings) {
  for (const uint64_t seed : {0u, 1u}) {  // the profile paper, and quick with another tolerance
    const World world(seed, {.deterministic = seed == 1});
    const Results results = world.Made();
    for (const auto& [name, rule] : RulesOfEachKind()) {
      SCOPED_TRACE(name);
      EXPECT_EQ(rule.Parts().size(), name == "custom" ? 0u : name == "all" ? 2u : 1u);
      for (const Rule& part : rule.Parts()) {
        EXPECT_EQ(part.Decide(part.MakeBelieve(true, results)).verdict, Verdict::kHolds);
        EXPECT_EQ(part.Decide(part.MakeBelieve(false, results)).verdict, Verdict::kFails);
      }
      const ClaimOutcome outcome = rule.OnlyAtPaper({"tolerance"}).Decide(results);
      if (seed == 1 || name == "variants") {
        EXPECT_EQ(outcome.verdict, Verdict::kNotTested) << outcome.evidence;
        EXPECT_NE(outcome.evidence.find("needs tolerance = 1 as in the "), std::string::npos);
      } else {
        EXPECT_EQ(outcome.evidence, rule.Decide(results).evidence);
      }
      EXPECT_EQ(rule.OnlyAtPaper({"another"}).Decide(results).evidence, rule.Decide(results).evidence);
    }
  }
}

// NaN leaves a comparison untested and breaks a bound; it does not stop the others.
TEST(Rule, ValuesThatAreNotFiniteDecideNothing) {
  for (const bool deterministic : {false, true}) {
    World world(0, {.deterministic = deterministic});
    for (FinishedCase& finished : world.finished) {
      if (finished.c.method == "B" && finished.c.seed == 1) finished.record.values[1].value = kNan;
    }
    const Rule less = Less(kM.Of("A"), kM.Of("B"));
    for (const Rule& rule :
         {less, less.OnLog(), less.AtEach("w", {1, 2}), Equal(kM.Of("A"), kM.Of("B"), 3).AtEach("w", kOne)}) {
      EXPECT_EQ(rule.Decide(world.Made()).verdict, Verdict::kNotTested) << rule.Decide(world.Made()).evidence;
    }
    EXPECT_EQ(AtMost(kM.Of("B"), 1e9).Decide(world.Made()).verdict, Verdict::kFails);
    EXPECT_EQ(All({less, AtMost(kM.Of("A"), 0)}).Decide(world.Made()).verdict, Verdict::kFails);
  }
}

ReportedRow Printed(const std::string& method, const Setting& setting, double value,
                    const std::string& metric = "m") {
  return {{"T", "D", method, setting, metric}, value};
}

// Each printed number is one value: no chance, only the least effect. What is not printed is left out.
TEST(DecideOnPrint, ComparesThePrintedNumbers) {
  using enum Verdict;
  std::vector<ReportedRow> rows = {Printed("A", {{"w", "9"}}, 1, "other"), Printed("A", {{"w", "1.0"}}, 100),
                                   Printed("A", {{"w", "2"}}, 102),        Printed("B", {{"w", "1"}}, 102),
                                   Printed("B", {{"w", "2.0"}}, 103),      Printed("B", {{"w", "3"}}, 200),
                                   Printed("A", {{"w", "1"}}, 0),          Printed("A", {{"w", "3"}}, 0)};
  rows[6].same_as = "T";  // repeats another row
  rows[7].value.reset();
  const std::vector<ReportedRow>
      one = {Printed("A", {{"w", "1"}}, 5)},
      odd = {Printed("A", {}, kNan), Printed("B", {}, 5), Printed("C", {}, -5)},
      ratios = {Printed("A", {{"w", "1"}}, 10), Printed("A", {{"w", "1"}}, 1, "n"),
                Printed("A", {{"w", "2"}}, 20), Printed("A", {{"w", "2"}}, 4, "n")},
      // v changes with the setting that rises; between A and B it differs by itself.
      both = {Printed("A", {{"w", "1"}, {"v", "9"}}, 10), Printed("A", {{"w", "2"}, {"v", "8"}}, 20),
              Printed("B", {{"w", "1"}, {"v", "8"}}, 20)};
  const Values a = kM.Of("A"), b = kM.Of("B"), c = kM.Of("C"), ratio = a.Over(kN);
  const Rule less = Less(a, b).ByAtLeast(Percent(1.5)), nothing = AtMost(kM.Of("Z"), 1),
             c_below_b = Less(c, b);
  const std::tuple<Rule, std::vector<ReportedRow>, Verdict> decisions[] = {
      {less, rows, kFails},
      {less.ByAtLeast(Percent(0.5)), rows, kHolds},
      {less.AtEach("w", {1, 3}), rows, kHolds},
      {less.AtEach("w", {1, 2}), rows, kFails},
      {less.AtEach("w", std::vector<double>{3}), rows, kNotTested},
      {Rising(a, "w", {1, 2, 3}).ByAtLeast(Percent(1.5)), rows, kHolds},
      {Rising(b, "w", {1, 2, 3}).ByAtLeast(Percent(1.5)), rows, kFails},
      {Equal(a, b, 2), rows, kHolds},
      {Equal(a, b, 1.5), rows, kFails},
      {nothing.PrintedAs(less), rows, kFails},
      {All({nothing.PrintedAs(less), less}), rows, kFails},
      {nothing, rows, kNotTested},
      {less.NotOfPrint(), rows, kNotTested},
      {All({less, less}).NotOfPrint(), rows, kNotTested},
      {Custom("c", {}, {}), rows, kNotTested},
      {Rising(a, "w", {1, 2}), one, kNotTested},
      {Less(a, b), odd, kNotTested},
      {c_below_b.OnLog(), odd, kNotTested},
      {All({c_below_b, c_below_b}), odd, kHolds},
      // Where only some parts are printed, the print may fail the claim and does not support it.
      {All({Less(b, c), nothing}), odd, kFails},
      {All({c_below_b, nothing}), odd, kNotTested},
      {Rising(a, "w", {1, 2}), both, kHolds},
      {Falling(a, "w", {1, 2}), both, kFails},
      {Less(a.At("w", 1), b), both, kNotTested},
      {Falling(ratio, "w", {1, 2}), ratios, kHolds},
      {AtMost(ratio, 10), ratios, kHolds},
      {AtLeast(ratio, 10), ratios, kFails}};
  for (const auto& [rule, printed, verdict] : decisions) {
    EXPECT_EQ(rule.DecideOnPrint(printed).verdict, verdict) << rule.Sentence();
    EXPECT_EQ(rule.DecideOnPrint({}).verdict, kNotTested) << rule.Sentence();
  }
  const std::string in_part = All({c_below_b, nothing, less.NotOfPrint()}).DecideOnPrint(odd).evidence;
  EXPECT_TRUE(in_part.starts_with("printed in part (1 of 3): ")) << in_part;
}

// Two deviations of 1 over 4 trials: an error of sqrt(1/2) and 6 degrees of freedom, so that a difference is
// known to +-2.447 sqrt(1/2) = 1.730. Of splits with a test example to four training examples, to +-2.447.
TEST(DecideOnPrint, TakesThePrintedDeviations) {
  using enum Verdict;
  const Values a = kM.Of("A"), b = kM.Of("B");
  const auto print = [](double value_of_b, std::optional<int> trials = 4) {
    std::vector<ReportedRow> rows = {Printed("A", {}, 10), Printed("B", {}, value_of_b)};
    for (ReportedRow& row : rows) row.std = 1, row.trials = trials;
    rows.push_back(rows[0]);
    rows.back().same_as = "another table";  // a repetition is no second number
    return rows;
  };
  const Rule less = Less(a, b), more = Less(b, a);
  const std::tuple<Rule, double, Verdict> decisions[] = {{less, 11.74, kHolds},
                                                         {less, 11.72, kUndecided},
                                                         {less.OnLog(), 12.2, kHolds},
                                                         {more, 11.64, kFails},
                                                         {more, 11.62, kUndecided},
                                                         {less.OfSplits(0.25), 12.44, kUndecided},
                                                         {Equal(a, b, 4), 12, kHolds},
                                                         {Equal(a, b, 2), 12, kUndecided},
                                                         {less.OfSplits(0.25), 12.46, kHolds},
                                                         {Equal(a, b, 0.2), 12, kFails}};
  for (const auto& [rule, value_of_b, verdict] : decisions) {
    const ClaimOutcome outcome = rule.DecideOnPrint(print(value_of_b));
    EXPECT_EQ(outcome.verdict, verdict) << rule.Sentence() << ": " << value_of_b << outcome.evidence;
    EXPECT_NE(outcome.evidence.find("by printed deviations"), std::string::npos) << outcome.evidence;
  }
  // Without a number of trials there are as many as we run; with neither only the least effect decides.
  EXPECT_EQ(less.DecideOnPrint(print(11.72, {})).verdict, kHolds);
  std::vector<FinishedCase> ours;
  for (const char* method : {"A", "B"}) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      ours.push_back({.c = {.name = method, .dataset = "D", .method = method, .seed = seed}});
      ours.back().record.values.push_back({{"T", "D", method, {}, "m"}, 1});
    }
  }
  const Results four = AllFinished(std::move(ours));
  EXPECT_EQ(less.DecideOnPrint(print(11.72, {}), &four).verdict, kUndecided);
  EXPECT_EQ(less.DecideOnPrint(print(11.74, {}), &four).verdict, kHolds);
}

// Differences of ours of -1, 1, -1 and 1 have the deviation 1.1547; times t(3) = 3.1824 it is 3.675.
TEST(DecideOnPrint, TakesTheDeviationOfOurSeeds) {
  using enum Verdict;
  const auto ours = [](int seeds, bool is_changed = false) {
    std::vector<FinishedCase> cases;
    for (const std::string method : {"A", "B"}) {
      for (int seed = 1; seed <= seeds; ++seed) {
        FinishedCase& one = cases.emplace_back();
        one.c = {.name = method, .dataset = "D", .method = method, .seed = static_cast<uint64_t>(seed)};
        one.c.changed_by_user = is_changed;
        one.record.values.push_back({{"T", "D", method, {}, "m"},
                                     method == "B"   ? 50.0
                                     : seed % 2 == 0 ? 51.0
                                                     : 49.0});
      }
    }
    return AllFinished(std::move(cases));
  };
  const auto verdict = [](double value_of_b, const Results& results) {
    return Less(kM.Of("A"), kM.Of("B"))
        .DecideOnPrint({Printed("A", {}, 100), Printed("B", {}, value_of_b)}, &results)
        .verdict;
  };
  EXPECT_EQ(verdict(103.68, ours(4)), kHolds);
  EXPECT_EQ(verdict(103.67, ours(4)), kUndecided);
  EXPECT_EQ(verdict(90, ours(4)), kFails);
  // Two seeds are too few, and those of another protocol say nothing: then the numbers decide.
  EXPECT_EQ(verdict(103.67, ours(2)), kHolds);
  EXPECT_EQ(verdict(103.67, ours(4, /*is_changed=*/true)), kHolds);
}

}  // namespace
}  // namespace structlab::harness
