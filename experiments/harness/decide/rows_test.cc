#include "experiments/harness/decide/rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <utility>

#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using enum common::ErrorKind;

constexpr const char* kColumns =
    "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote";

TEST(ParseReported, NamesThePlaceOfDamage) {
  const std::pair<const char*, const char*> damages[] = {{"T\tD\tM\tk\tm\t1\t\t\t\t\n", "2:7"},
                                                         {"T\tD\tM\t\tm\t1,5\t\t\t\t\n", "2:10"},
                                                         {"T\tD\tM\t\tm\t\tx\t\t\t\n", "2:11"},
                                                         {"T\tD\tM\t\tm\t\t\t\tup\t\n", "2:13"}};
  for (const auto& [line, place] : damages) {
    const std::string message =
        MessageOf(kData, [&, &line = line] { ParseReported(std::string(kColumns) + "\n" + line, "r.tsv"); });
    EXPECT_TRUE(message.starts_with(fmt::format("r.tsv:{}", place))) << message;
  }
  EXPECT_TRUE(MessageOf(kData, [] { ParseReported("table\nT\n", "r.tsv"); }).starts_with("r.tsv:1"));
  EXPECT_TRUE(MessageOf(kData, [] { ParseReportedClaims("id\nC\n", "c.tsv"); }).starts_with("c.tsv:1"));
}

// The setting k=1.0 of the source against what is recorded and what the case has read.
TEST(MatchRow, IsItsDefinition) {
  const auto key_of = [](const Setting& setting) -> RowKey { return {"T", "D", "M", setting, "m"}; };
  struct Example {
    std::vector<Setting> rows;
    Setting recorded, parameters;
    std::optional<size_t> match;
    bool is_ambiguous = false;
  };
  const Setting none, k1 = {{"k", "1"}}, k2 = {{"k", "2"}}, also_l = {{"k", "1.0"}, {"l", "3"}};
  for (const auto& [rows, recorded, parameters, row, is_ambiguous] :
       std::vector<Example>{{{}, none, none, {}},
                            {{k2, {{"k", "1.0"}}}, k1, none, 1},
                            {{also_l, k1}, k1, k2, 1},  // an exact match wins, whatever the case has read
                            {{also_l}, k1, none, 0},
                            {{also_l}, k1, {{"l", "3.0"}}, 0},
                            {{also_l}, k1, {{"l", "4"}}, {}},
                            {{k1}, also_l, none, {}},  // a pair that the row does not have
                            {{also_l}, k2, none, {}},
                            {{k1, k2}, none, k2, 1},
                            {{k1, k2, also_l}, none, none, {}, true}}) {
    SCOPED_TRACE(recorded.Format() + " | " + parameters.Format());
    std::vector<ReportedRow> reported;
    for (const Setting& setting : rows) reported.emplace_back().key = key_of(setting);
    RowKey key = key_of(recorded);
    const RowMatch match = MatchRow(key, parameters, reported);
    EXPECT_EQ(match.row, row);
    EXPECT_EQ(match.is_ambiguous, is_ambiguous);
    for (std::string* text : {&key.table, &key.dataset, &key.method, &key.metric}) {
      const std::string same = std::exchange(*text, "other");
      EXPECT_EQ(MatchRow(key, parameters, reported).row, std::nullopt);
      *text = same;
    }
  }
}

FinishedCase CaseOf(const std::string& method, const Setting& setting, uint64_t seed, double value) {
  FinishedCase finished = {.c = {.name = "x/" + method + NamePart(setting.Format()),
                                 .dataset = "D",
                                 .method = method,
                                 .setting = setting,
                                 .seed = seed},
                           .seconds = 1,
                           .cpu_seconds = static_cast<double>(seed),
                           .peak_rss_mb = static_cast<double>(10 * (5 - seed))};
  Recorder recorder(finished.c);
  recorder.Value("T", "m", value);
  finished.record = recorder.record();
  return finished;
}

ReportedRow Reported(const Setting& setting, std::optional<double> value, const std::string& method = "A",
                     const std::string& table = "T") {
  return {{table, "D", method, setting, "m"}, value};
}

std::vector<ResultRow> Join(const std::vector<ReportedRow>& reported, std::vector<FinishedCase> cases,
                            const std::vector<DrawnFigure>& figures = {}) {
  return JoinRows("p", reported, Results(std::move(cases), Profile::kPaper), figures);
}

TEST(JoinRows, AveragesOverSeedsAndNothingElse) {
  std::vector<FinishedCase> cases = {CaseOf("A", {{"k", "0.50"}}, 1, 10), CaseOf("A", {{"k", "0.50"}}, 2, 13),
                                     CaseOf("A", {{"k", "0.50"}}, 4, 16),
                                     CaseOf("A", {{"k", "0.51"}}, 1, 99)};
  cases[1].c.resolved = {{.name = "d", .origin = DataOrigin::kSubstitute}};
  cases[2].c.protocol = Protocol::kCut;
  cases[2].c.departures = {"half of the passes, for time"};
  FinishedCase other_name = CaseOf("A", {{"k", "0.50"}}, 1, 50);
  other_name.c.name = "y";
  cases.push_back(other_name);
  ReportedRow reported = Reported({{"k", "5e-1"}}, 12);
  reported.std = 0.5;
  reported.unit = "passes";
  reported.higher_is_better = false;
  reported.note = "as printed";
  const std::vector<ResultRow> rows = Join({reported}, cases);
  ASSERT_EQ(rows.size(), 3u);
  const ResultRow& row = rows[0];
  EXPECT_EQ(std::tie(row.package, row.unit, row.reported_note), std::make_tuple("p", "passes", "as printed"));
  EXPECT_EQ(row.setting.Format(), "k=5e-1");  // as the source spells it
  EXPECT_EQ(std::tie(row.value, row.std, row.min, row.max), std::make_tuple(13, 3, 10, 16));
  EXPECT_EQ(std::tie(row.reported, row.reported_std), std::make_tuple(12, 0.5));
  EXPECT_EQ(std::tie(row.data, row.protocol), std::make_tuple(DataOrigin::kSubstitute, Protocol::kCut));
  EXPECT_EQ(std::tie(row.n, row.seconds, row.cpu_seconds, row.peak_rss_mb), std::make_tuple(3, 3, 7, 40));
  EXPECT_EQ(row.departures, std::vector<std::string>{"half of the passes, for time"});
  EXPECT_EQ(row.seeds, (std::vector<uint64_t>{1, 2, 4}));
  EXPECT_TRUE(row.is_regenerated() && row.cases.size() == 3);
  // The case of another name beside the same printed row, and the one that only we have.
  EXPECT_EQ(std::tie(rows[1].value, rows[1].reported, rows[1].std), std::make_tuple(50, 12, std::nullopt));
  EXPECT_EQ(rows[2].value, 99);
  EXPECT_FALSE(rows[2].is_reported_row);
  EXPECT_EQ(rows[2].unit, "passes");  // of the metric
}

TEST(JoinRows, MatchesWhatACaseHasReadAndNoVariants) {
  FinishedCase finished = CaseOf("A", {}, 1, 3), variant = CaseOf("A", {}, 1, 4);
  finished.c.parameters = {{"k", "2"}};
  variant.c.name = "variant";
  variant.c.overrides = {"k"};
  variant.c.parameters = {{"k", "1"}};
  const std::vector<ReportedRow> reported = {Reported({{"k", "1"}}, 10), Reported({{"k", "2"}}, 20)};
  const std::vector<ResultRow> rows = Join(reported, {finished, variant});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].value, std::nullopt);
  EXPECT_EQ(rows[1].value, 3);
  EXPECT_EQ(rows[2].value, 4);
  EXPECT_FALSE(rows[2].is_reported_row);
  // Several rows agree: the value belongs to none, and that is a problem of the package.
  finished.c.parameters = {};
  EXPECT_EQ(Join(reported, {finished}).size(), 3u);
}

TEST(AmbiguousValues, NamesWhatAgreesWithSeveralReportedRows) {
  FinishedCase finished = CaseOf("A", {}, 1, 3);
  const auto problems = [&](const std::vector<ReportedRow>& reported) {
    return fmt::format("{}",
                       fmt::join(AmbiguousValues(reported, Results({finished}, Profile::kPaper)), "; "));
  };
  const std::vector<ReportedRow> two = {Reported({{"k", "1"}}, 10), Reported({{"k", "2"}}, 20)};
  EXPECT_EQ(problems(two), "T, D, A, , m agrees with more than one reported row (recorded by x/A)");
  EXPECT_EQ(problems({Reported({}, 1)}), "");
  EXPECT_EQ(problems({Reported({}, 1, "B")}), "");
  finished.c.overrides = {"k"};  // a variant
  EXPECT_EQ(problems(two), "");
}

// Why it is missing; "(not applicable)" follows if its method refuses the source's protocol.
std::string MissingOf(const ReportedRow& reported, const std::vector<CaseStatus>& cases) {
  std::vector<ResultRow> rows = Join({reported}, {});
  FillMissingReasons(cases, Profile::kSmoke, rows);
  return rows[0].missing + (rows[0].is_applicable ? "" : " (not applicable)");
}

CaseStatus Ended(const Setting& setting, CaseState state, Protocol protocol = Protocol::kPaper) {
  CaseStatus status;
  status.c = CaseOf("A", setting, 1, 0).c;
  status.c.protocol = protocol;
  status.state = state;
  status.message = "why";
  return status;
}

TEST(FillMissingReasons, SaysWhatWentWorst) {
  using enum CaseState;
  const ReportedRow row = Reported({{"k", "0.50"}, {"split", "test"}}, 1);
  const Setting half = {{"k", "0.5"}};
  const std::string not_planned = "not in this profile (smoke): no case that it plans makes this row";
  EXPECT_EQ(MissingOf(row, {}), not_planned);
  const std::pair<std::vector<CaseStatus>, std::string> reasons[] = {
      {{Ended({{"k", "0.6"}}, kFailed)}, not_planned},
      {{Ended(half, kTimedOut)}, "timed out: why"},
      {{Ended(half, kNotRun), Ended(half, kFailed), Ended(half, kDone)}, "failed: why"},
      {{Ended(half, kDone)}, "its cases are done and recorded nothing for it"},
      {{Ended(half, kRefused)}, "refused: why (not applicable)"},
      {{Ended(half, kRefused), Ended(half, kDone)}, "refused: why"},
      {{Ended(half, kRefused, Protocol::kCut)}, "refused (cut protocol): why"}};
  for (const auto& [cases, reason] : reasons) EXPECT_EQ(MissingOf(row, cases), reason);
  EXPECT_EQ(MissingOf(Reported({}, {}), {Ended(half, kDone)}),
            "the figure that would show it is missing or not complete");
  // Other methods, data sets, tables and parameters make other rows, and so do variants.
  std::vector<CaseStatus> others(5, Ended(half, kFailed));
  others[0].c.method = "B";
  others[1].c.dataset = "E";
  others[2].c.columns = std::make_shared<const Columns>(
      std::vector<Column>{{.table = "U", .metric = "m", .cases = {"*"}}}, std::vector<PrintedRow>());
  others[3].c.parameters = {{"split", "train"}};
  others[4].c.overrides = {"k"};
  EXPECT_EQ(MissingOf(row, others), not_planned);
  // A case of several methods makes those that its column names.
  std::vector<CaseStatus> of_all = {Ended(half, kFailed)};
  of_all[0].c.method.clear();
  const auto with_methods = [&](std::vector<std::string> methods) {
    of_all[0].c.columns = std::make_shared<const Columns>(
        std::vector<Column>{{.table = "T", .metric = "m", .cases = {"*"}, .methods = std::move(methods)}},
        std::vector<PrintedRow>());
    return MissingOf(row, of_all);
  };
  EXPECT_EQ(with_methods({"B"}), not_planned);
  EXPECT_EQ(with_methods({"B", "A"}), "failed: why");
}

}  // namespace
}  // namespace structlab::harness
