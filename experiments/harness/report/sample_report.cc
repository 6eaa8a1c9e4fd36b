#include "experiments/harness/report/sample_report.h"

namespace structlab::harness {
namespace {

ResultRow Row(const std::string& text, const std::string& method, const std::string& kappa, double value,
              double reported) {
  ResultRow row;
  row.package = "sample" + text;
  row.table = "Table 1" + text;
  row.dataset = "Letters" + text;
  row.data = DataOrigin::kReal;
  row.method = method + text;
  row.setting.Set("kappa1", kappa);
  if (text.find_first_of(";=\n") == std::string::npos) row.setting.Set("note", "plain" + text);
  row.metric = "passes" + text;
  row.value = value;
  row.n = 1;
  row.unit = "passes" + text;
  row.higher_is_better = false;
  row.reported = reported;
  row.is_reported_row = true;
  row.reported_note = "as printed" + text;
  row.seeds = {7};
  row.cases = {"letters/" + method + "/seed=7" + text};
  row.seconds = 1.5;
  return row;
}

std::vector<ResultRow> Rows(const std::string& text) {
  std::vector<ResultRow> rows = {Row(text, "A", "0.1", 100, 101), Row(text, "A", "0.5", 90, 120),
                                 Row(text, "B", "0.1", 130, 100), Row(text, "B", "0.5", 99, 100),
                                 Row(text, "A", "0.9", 1, 1),     Row(text, "C", "0.9", 1, 1)};
  rows[0].std = 2;
  rows[0].n = 3;
  rows[0].seeds = {1, 2, 3};
  rows[2].explanation = {ExplanationKind::kExplained, "another stopping rule" + text};
  rows[3].protocol = Protocol::kCut;
  rows[3].departures = {"a tenth of the passes: the rest would take a day" + text};
  rows[4].value.reset();
  rows[4].data.reset();
  rows[4].n = 0;
  rows[4].cases.clear();
  rows[5].table = "Figure 1" + text;
  rows[5].value.reset();
  rows[5].reported.reset();
  rows[5].figure = "gap" + text;
  return rows;
}

std::vector<ClaimRow> Claims(const std::string& text) {
  std::vector<ClaimRow> claims;
  for (const Verdict verdict : {Verdict::kHolds, Verdict::kFails, Verdict::kUndecided, Verdict::kNotTested}) {
    ClaimRow claim;
    // A claim with a part, one without, and a part whose whole is missing.
    claim.id = std::string(1, "SSTU"[claims.size()]) + text;
    if (claims.size() == 1) claim.part = "large" + text;
    if (claims.size() == 3) claim.part = "alone" + text;
    claim.package = "sample" + text;
    claim.data = DataOrigin::kReal;
    claim.verdict = verdict;
    claim.evidence = claims.size() == 2 ? "a; b; c; d; e" + text : "p = 0.01" + text;
    claim.statement = "A needs fewer passes than B" + text;
    claim.rule = "paired over seeds" + text;
    claims.push_back(claim);
  }
  return claims;
}

std::vector<CaseRow> Cases(const std::string& text) {
  std::vector<CaseRow> cases;
  for (const CaseState state : {CaseState::kDone, CaseState::kFailed, CaseState::kTimedOut,
                                CaseState::kOutOfMemory, CaseState::kRefused, CaseState::kNotRun}) {
    CaseRow row;
    row.key = "letters/" + std::string(1, static_cast<char>('A' + cases.size())) + "/seed=7" + text;
    row.state = state;
    row.message = state == CaseState::kDone ? "" : "over its time bound of 10 s" + text;
    row.command = "bazel run //experiments/sample -- --only=" + row.key;
    row.seconds = 1.25;
    row.peak_rss_mb = 50;
    row.finished = "2020-01-01T00:00:00Z" + text;
    cases.push_back(row);
  }
  return cases;
}

Picture Ramp(int width, int height, int channels) {
  Picture picture{.width = width, .height = height, .channels = channels};
  for (int i = 0; i < width * height * channels; ++i) picture.values.push_back(static_cast<uint8_t>(i));
  return picture;
}

std::vector<Figure> Figures(const std::string& text) {
  Figure figure;
  figure.id = "gap" + text;
  figure.title = "Figure 1" + text;
  figure.caption = "the gap, real data" + text;
  figure.x_label = "lambda" + text;
  figure.y_label = "gap" + text;
  figure.log_x = true;
  figure.horizontal_line = 0.1;
  figure.horizontal_line_name = "tolerance" + text;
  figure.series = {{"A" + text, {0.1, 1, 10}, {0.2, 0.1, 0.05}, false},
                   {"B" + text, {1, 2}, {0.3, 0.2}, true}};
  Figure empty = figure;
  empty.id = "empty" + text;
  empty.series = {{"A" + text, {0, -1}, {1, 2}, false}};
  Figure pictures;
  pictures.id = "pictures" + text;
  pictures.title = "Figure 2" + text;
  pictures.caption = "what was found" + text;
  pictures.panels = {
      {"input" + text, Ramp(30, 20, 1)}, {"result" + text, Ramp(300, 20, 3)}, {"", Ramp(1, 1, 1)}};
  return {figure, empty, pictures};
}

std::vector<RecordedBenchmark> Benchmarks(const std::string& text) {
  RecordedBenchmark met{.benchmark = "cut/grid" + text,
                        .value = 0.25,
                        .unit = "s",
                        .yardstick = "Boost" + text,
                        .yardstick_value = 5,
                        .ratio = 20,
                        .target = "ratio>=9" + text,
                        .is_met = true,
                        .note = "building included" + text,
                        .commit = "abc" + text,
                        .date = "2026-01-31" + text,
                        .processor = "some" + text};
  RecordedBenchmark missed = met;
  missed.benchmark = "cut/graph" + text;
  missed.is_met = false;
  RecordedBenchmark alone = met;
  alone.benchmark = "cut/memory" + text;
  alone.yardstick.clear();
  alone.yardstick_value.reset();
  alone.ratio.reset();
  alone.target.clear();
  alone.is_met.reset();
  return {met, missed, alone};
}

}  // namespace

RunReport SampleReport(const std::string& text) {
  PackageReport package;
  package.name = "sample" + text;
  package.title = "A sample" + text;
  package.source = "Nobody, Nothing" + text;
  package.introduction = "First paragraph." + text + "\n\nSecond paragraph." + text;
  package.conclusions = {"First conclusion." + text, "Second conclusion." + text};
  package.rows = Rows(text);
  package.claims = Claims(text);
  package.cases = Cases(text);
  package.figures = Figures(text);
  package.benchmarks = Benchmarks(text);
  package.departures = {"the sign is turned" + text};
  package.settings = {{"epsilon" + text, "0.1" + text}};
  package.provenance = {{"commit" + text, "abc" + text}};
  package.command = "tools/reproduce --only=sample" + text;
  package.reported_rows = 6;
  RunReport report;
  report.packages = {package};
  report.command = "tools/reproduce" + text;
  report.provenance = {{"processor" + text, "some" + text}};
  return report;
}

}  // namespace structlab::harness
