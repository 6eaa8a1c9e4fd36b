#include "experiments/harness/decide/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

#include "common/statistics.h"
#include "common/table_rows.h"

namespace structlab::harness {

using common::TableColumn;

namespace {

// The values of one key over the seeds of one case.
struct Group {
  const RowKey* key;
  std::string unit;
  std::vector<const FinishedCase*> cases;
  std::vector<double> values;
};

// In the order of the plan. Within one case's name equal keys are spelled alike, so that their text serves.
std::vector<Group> GroupBySeed(const Results& results) {
  std::vector<Group> groups;
  std::unordered_map<std::string, size_t> index_of;
  for (const FinishedCase& finished : results.cases()) {
    for (const RecordedValue& value : finished.record.values) {
      const RowKey& key = value.key;
      const std::string text = fmt::format("{}\n{}\n{}\n{}\n{}\n{}", finished.c.name, key.table, key.dataset,
                                           key.method, key.setting.Format(), key.metric);
      const auto [found, is_new] = index_of.emplace(text, groups.size());
      if (is_new) groups.push_back({&key, value.unit, {}, {}});
      groups[found->second].cases.push_back(&finished);
      groups[found->second].values.push_back(value.value);
    }
  }
  return groups;
}

void FillFromCases(const std::vector<const FinishedCase*>& cases, ResultRow& row) {
  for (const FinishedCase* finished : cases) {
    row.seconds += finished->seconds;
    row.cpu_seconds += finished->cpu_seconds;
    row.peak_rss_mb = std::max(row.peak_rss_mb, finished->peak_rss_mb);
    row.seeds.push_back(finished->c.seed);
    row.cases.push_back(finished->c.Key());
    row.data = std::max(row.data, std::optional(OriginOf(finished->c)));
    // A row is as good as the worst of its cases.
    if (row.cases.size() == 1 || ProtocolOf(finished->c) > row.protocol) {
      row.protocol = ProtocolOf(finished->c);
      row.departures = DeparturesOf(finished->c);
    }
  }
  row.n = static_cast<int>(cases.size());
}

ResultRow RowFromGroup(const Group& group) {
  ResultRow row;
  static_cast<RowKey&>(row) = *group.key;
  row.unit = group.unit;
  FillFromCases(group.cases, row);
  const std::vector<double>& values = group.values;
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
    row.value = std::accumulate(values.begin(), values.end(), 0.0);  // not finite either, without a spread
    return row;
  }
  row.value = common::Mean(values);
  if (values.size() >= 2) row.std = common::StandardDeviation(values);
  row.min = std::ranges::min(values);
  row.max = std::ranges::max(values);
  return row;
}

void AddReported(const ReportedRow& reported, ResultRow& row) {
  row.is_reported_row = true;
  static_cast<RowKey&>(row) = reported.key;  // the setting as the source spells it
  row.reported = reported.value;
  row.reported_std = reported.std;
  row.reported_note = reported.note;
  row.figure = reported.figure;
  row.reported_is_lower_bound = reported.is_lower_bound.value_or(false);
  row.is_fact = reported.is_fact.value_or(false);
  if (row.unit.empty()) row.unit = reported.unit;
  row.higher_is_better = reported.higher_is_better;
}

// Unit and direction of the column, or else those that the reported rows give the metric.
void AddUnitOfMetric(const std::vector<ReportedRow>& reported, const Case& c, ResultRow& row) {
  const Column* column =
      c.columns == nullptr ? nullptr : c.columns->Find(row.table, row.metric, ColumnKind::kValue);
  if (column != nullptr) {
    row.unit = column->unit;
    row.higher_is_better = column->higher_is_better;
    return;
  }
  const auto same =
      std::ranges::find_if(reported, [&](const ReportedRow& r) { return r.key.metric == row.metric; });
  if (same == reported.end()) return;
  if (row.unit.empty()) row.unit = same->unit;
  row.higher_is_better = same->higher_is_better;
}

// Did the case record a curve or picture of this very row?
bool RecordedDrawing(const FinishedCase& finished, const RowKey& key) {
  const auto is_it = [&](const auto& recorded) {
    return recorded.key.method == key.method && recorded.key.table == key.table &&
           recorded.key.metric == key.metric && recorded.key.dataset == key.dataset &&
           recorded.key.setting.Agrees(key.setting);
  };
  return std::ranges::any_of(finished.record.curves, is_it) ||
         std::ranges::any_of(finished.record.pictures, is_it);
}

// A reported row for which no value was recorded; a figure may show it: the row's own drawing, or, of a row
// that is about several methods, all that the figure should have.
ResultRow RowWithoutValue(const ReportedRow& reported, const Results& results,
                          const std::vector<DrawnFigure>& figures) {
  ResultRow row;
  const auto figure = std::ranges::find(figures, reported.figure, &DrawnFigure::id);
  if (reported.value || reported.figure.empty() || figure == figures.end()) return row;
  std::vector<const FinishedCase*> cases, own;
  for (const FinishedCase& finished : results.cases()) {
    if (std::ranges::find(figure->cases, finished.c.Key()) == figure->cases.end()) continue;
    cases.push_back(&finished);
    if (RecordedDrawing(finished, reported.key)) own.push_back(&finished);
  }
  row.is_drawn = !own.empty() || (figure->is_complete && !cases.empty());
  if (!own.empty()) cases = own;
  if (!row.is_drawn) return row;
  FillFromCases(cases, row);
  std::ranges::sort(row.seeds);
  row.seeds.erase(std::unique(row.seeds.begin(), row.seeds.end()), row.seeds.end());
  row.n = static_cast<int>(row.seeds.size());
  return row;
}

// The rows of `same_as` rows repeat those of the row they name.
void FillRepeatedRows(const std::vector<ReportedRow>& reported, std::vector<std::vector<ResultRow>>& beside) {
  for (size_t i = 0; i < reported.size(); ++i) {
    if (reported[i].same_as.empty() || !beside[i].empty()) continue;
    const auto same = std::ranges::find_if(
        reported, [&](const ReportedRow& other) { return IsRepetition(reported[i], other.key); });
    if (same != reported.end()) beside[i] = beside[same - reported.begin()];
  }
}

// How bad an ending is: a failure says more than that a case was left out.
int Badness(const CaseStatus& status) {
  using enum CaseState;
  if (status.state == kRefused) return ProtocolOf(status.c) == Protocol::kPaper ? 3 : 2;
  return status.state == kDone ? 0 : status.state == kNotRun ? 1 : 4;
}

void FillMissingReason(const std::vector<CaseStatus>& cases, Profile profile, ResultRow& row) {
  const CaseStatus* worst = nullptr;
  bool all_refuse = true;
  for (const CaseStatus& status : cases) {
    if (!CouldMake(status.c, row)) continue;
    all_refuse = all_refuse && Badness(status) == 3;
    if (worst == nullptr || Badness(status) > Badness(*worst)) worst = &status;
  }
  if (worst == nullptr) {
    row.missing =
        fmt::format("not in this profile ({}): no case that it plans makes this row", NameOf(profile));
  } else if (worst->state == CaseState::kDone) {
    row.missing = row.reported ? "its cases are done and recorded nothing for it"
                               : "the figure that would show it is missing or not complete";
  } else {
    const Protocol protocol = ProtocolOf(worst->c);
    const bool is_cut_refusal = worst->state == CaseState::kRefused && protocol != Protocol::kPaper;
    row.missing = std::string(NameOf(worst->state)) +
                  (is_cut_refusal ? fmt::format(" ({} protocol)", NameOf(protocol)) : "") +
                  (worst->message.empty() ? "" : ": " + worst->message);
    row.is_applicable = !(Badness(*worst) == 3 && all_refuse);
  }
}

}  // namespace

bool IsRepetition(const ReportedRow& row, const RowKey& of) {
  return of.table == row.same_as && of.dataset == row.key.dataset && of.method == row.key.method &&
         of.metric == row.key.metric && of.setting.Contains(row.key.setting);
}

std::vector<ReportedRow> ParseReported(std::string_view tsv, const std::string& name) {
  using Row = ReportedRow;
  constexpr auto kOptional = TableColumn<Row>::kOptional;
  // clang-format off
  const std::vector<TableColumn<RowKey>> of_key = {
      {"table", &RowKey::table}, {"dataset", &RowKey::dataset}, {"method", &RowKey::method},
      {"setting", &RowKey::setting}, {"metric", &RowKey::metric}};
  const std::vector<TableColumn<Row>> columns = {
      {"value", &Row::value}, {"std", &Row::std}, {"unit", &Row::unit}, {"higher_is_better", &Row::higher_is_better},
      {"note", &Row::note}, {"figure", &Row::figure, kOptional}, {"same_as", &Row::same_as, kOptional},
      {"is_lower_bound", &Row::is_lower_bound, kOptional}, {"is_fact", &Row::is_fact, kOptional},
      {"trials", &Row::trials, kOptional}};
  // clang-format on
  std::vector<ReportedRow> rows = common::ParseRows(columns, tsv, name);
  const std::vector<RowKey> keys = common::ParseRows(of_key, tsv, name);
  for (size_t i = 0; i < rows.size(); ++i) rows[i].key = keys[i];
  return rows;
}

std::vector<ReportedClaim> ParseReportedClaims(std::string_view tsv, const std::string& name) {
  using Row = ReportedClaim;
  const std::vector<TableColumn<Row>> columns = {
      {"id", &Row::id},
      {"statement", &Row::statement},
      {"not_tested", &Row::not_tested, TableColumn<Row>::kOptional}};
  return common::ParseRows(columns, tsv, name);
}

RowMatch MatchRow(const RowKey& key, const Setting& parameters, const std::vector<ReportedRow>& reported) {
  RowMatch match;
  for (size_t i = 0; i < reported.size(); ++i) {
    const RowKey& row = reported[i].key;
    const bool is_candidate = row.table == key.table && row.dataset == key.dataset &&
                              row.method == key.method && row.metric == key.metric;
    if (!is_candidate) continue;
    if (row.setting == key.setting) return {.row = i};
    if (!row.setting.Contains(key.setting) || !parameters.Agrees(row.setting)) continue;
    if (match.row) match.is_ambiguous = true;
    match.row = i;
  }
  if (match.is_ambiguous) match.row.reset();
  return match;
}

bool CouldMake(const Case& c, const RowKey& row) {
  if (c.is_variant()) return false;
  if (!c.setting.Agrees(row.setting) || !c.parameters.Agrees(row.setting)) return false;
  if (c.columns == nullptr) {
    return (c.method.empty() || c.method == row.method) &&
           (c.dataset.empty() || row.dataset.empty() || c.dataset == row.dataset);
  }
  return std::ranges::any_of(c.columns->all(), [&](const Column& column) {
    return column.metric == row.metric && column.table == row.table &&
           column.IsFilledBy(c, row.method, row.dataset, {});
  });
}

std::vector<ResultRow> JoinRows(const std::string& package, const std::vector<ReportedRow>& reported,
                                const Results& results, const std::vector<DrawnFigure>& figures) {
  std::vector<std::vector<ResultRow>> beside(reported.size());
  std::vector<ResultRow> ours_only;
  for (const Group& group : GroupBySeed(results)) {
    ResultRow row = RowFromGroup(group);
    const Case& c = group.cases.front()->c;
    const RowMatch match = c.is_variant() ? RowMatch() : MatchRow(*group.key, c.parameters, reported);
    if (match.row) {
      beside[*match.row].push_back(std::move(row));
    } else {
      AddUnitOfMetric(reported, c, row);
      ours_only.push_back(std::move(row));
    }
  }
  FillRepeatedRows(reported, beside);
  std::vector<ResultRow> rows;
  for (size_t i = 0; i < reported.size(); ++i) {
    if (beside[i].empty()) beside[i].push_back(RowWithoutValue(reported[i], results, figures));
    for (ResultRow& row : beside[i]) {
      AddReported(reported[i], row);
      rows.push_back(std::move(row));
    }
  }
  std::ranges::move(ours_only, std::back_inserter(rows));
  for (ResultRow& row : rows) {
    row.package = package;
    row.profile = results.profile();
  }
  return rows;
}

void FillMissingReasons(const std::vector<CaseStatus>& cases, Profile profile, std::vector<ResultRow>& rows) {
  for (ResultRow& row : rows) {
    if (row.is_reported_row && !row.is_regenerated()) FillMissingReason(cases, profile, row);
  }
}

std::vector<std::string> AmbiguousValues(const std::vector<ReportedRow>& reported, const Results& results) {
  std::set<std::string> problems;
  for (const FinishedCase& finished : results.cases()) {
    const Case& c = finished.c;
    if (ProtocolOf(c) == Protocol::kChanged) continue;
    for (const RecordedValue& value : finished.record.values) {
      if (!MatchRow(value.key, c.parameters, reported).is_ambiguous) continue;
      problems.insert(fmt::format("{} agrees with more than one reported row (recorded by {})",
                                  Describe(value.key), c.name));
    }
  }
  return {problems.begin(), problems.end()};
}

}  // namespace structlab::harness
