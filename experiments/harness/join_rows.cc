#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>

#include "common/statistics.h"
#include "experiments/harness/join.h"
#include "experiments/harness/row_parts.h"

namespace structlab::harness {
namespace {

// The values of one key over the seeds of one case.
struct Group {
  const RowKey* key;
  std::string unit;
  std::vector<const FinishedCase*> cases;
  std::vector<double> values;
};

// In the order of the plan. Spelled keys are hashed, since comparing settings by value is slow: within one
// case's name they are spelled alike.
std::vector<Group> GroupBySeed(const Results& results) {
  std::vector<Group> groups;
  std::unordered_map<std::string, size_t> index_of;
  for (const FinishedCase& finished : results.cases()) {
    for (const RecordedValue& value : finished.record.values) {
      const RowKey& key = value.key;
      const std::string text = finished.c.name + "\n" + key.table + "\n" + key.dataset + "\n" + key.method +
                               "\n" + key.setting.Format() + "\n" + key.metric;
      const auto [found, is_new] = index_of.emplace(text, groups.size());
      if (is_new) groups.push_back({&key, value.unit, {}, {}});
      groups[found->second].cases.push_back(&finished);
      groups[found->second].values.push_back(value.value);
    }
  }
  return groups;
}

void FillFromCases(const std::vector<const FinishedCase*>& cases, ResultRow& row) {
  row.n = static_cast<int>(cases.size());
  for (const FinishedCase* finished : cases) {
    row.seconds += finished->seconds;
    row.cpu_seconds += finished->cpu_seconds;
    row.peak_rss_mb = std::max(row.peak_rss_mb, finished->peak_rss_mb);
    row.seeds.push_back(finished->c.seed);
    row.cases.push_back(finished->c.Key());
    row.data = std::max(row.data, std::optional(OriginOf(finished->c)));
  }
  row.protocol = ProtocolOf(cases.front()->c);
  row.departures = cases.front()->c.departures;
}

ResultRow RowFromGroup(const Group& group) {
  ResultRow row;
  row.table = group.key->table;
  row.dataset = group.key->dataset;
  row.method = group.key->method;
  row.setting = group.key->setting;
  row.metric = group.key->metric;
  row.unit = group.unit;
  FillFromCases(group.cases, row);
  // The mean of what is not finite is not finite, and has no spread.
  const bool finite = std::all_of(group.values.begin(), group.values.end(),
                                  [](double value) { return std::isfinite(value); });
  row.value =
      finite ? common::Mean(group.values) : std::accumulate(group.values.begin(), group.values.end(), 0.0);
  if (finite && group.values.size() >= 2) row.std = common::StandardDeviation(group.values);
  return row;
}

void AddReported(const ReportedRow& reported, ResultRow& row) {
  row.is_reported_row = true;
  row.setting = reported.key.setting;  // as the source spells it, run or not
  row.reported = reported.value;
  row.reported_std = reported.std;
  row.reported_note = reported.note;
  if (row.unit.empty()) row.unit = reported.unit;
  if (!row.higher_is_better) row.higher_is_better = reported.higher_is_better;
}

// The cases behind a curve, picture or figure; none unless every method has its part.
std::vector<const FinishedCase*> CasesBehind(const Results& results, const RowKey& key,
                                             const std::vector<std::string>& methods) {
  std::vector<const FinishedCase*> all;
  for (const std::string& method : methods) {
    const std::vector<const FinishedCase*> cases = CasesThatShow(results, key, method);
    if (cases.empty()) return {};
    for (const FinishedCase* finished : cases) {
      if (std::find(all.begin(), all.end(), finished) == all.end()) all.push_back(finished);
    }
  }
  return all;
}

// A reported row for which no value was recorded: a curve, picture or figure may stand for it.
ResultRow RowWithoutValue(const ReportedRow& reported, const DeclaredRow* declared, const Results& results,
                          const std::set<std::string>& drawn) {
  ResultRow row;
  row.table = reported.key.table;
  row.dataset = reported.key.dataset;
  row.method = reported.key.method;
  row.setting = reported.key.setting;
  row.metric = reported.key.metric;
  if (reported.value) return row;
  const std::vector<const FinishedCase*> cases =
      CasesBehind(results, reported.key, MethodsOf(reported.key, declared));
  if (cases.empty()) return row;
  const bool has_figure = declared != nullptr && drawn.count(declared->figure) == 1;
  row.figure = has_figure ? declared->figure : kNotDrawn;
  FillFromCases(cases, row);
  std::sort(row.seeds.begin(), row.seeds.end());
  row.seeds.erase(std::unique(row.seeds.begin(), row.seeds.end()), row.seeds.end());
  row.n = static_cast<int>(row.seeds.size());
  // It is as good as the worst of its parts.
  for (const FinishedCase* finished : cases) {
    if (ProtocolOf(finished->c) > row.protocol) {
      row.protocol = ProtocolOf(finished->c);
      row.departures = finished->c.departures;
    }
  }
  return row;
}

}  // namespace

std::vector<ResultRow> JoinRows(const Experiment& experiment, const std::vector<ReportedRow>& reported,
                                const Results& results, const std::vector<Figure>& drawn) {
  std::map<RowKey, size_t> reported_index;
  for (size_t i = 0; i < reported.size(); ++i) reported_index.emplace(reported[i].key, i);
  std::map<RowKey, const DeclaredRow*> declared;
  for (const DeclaredRow& row : experiment.rows) declared.emplace(row.key, &row);
  std::set<std::string> drawn_ids;
  for (const Figure& figure : drawn) drawn_ids.insert(figure.id);

  std::vector<std::vector<ResultRow>> beside_reported(reported.size());
  std::vector<ResultRow> ours_only;
  for (const Group& group : GroupBySeed(results)) {
    ResultRow row = RowFromGroup(group);
    if (const auto found = declared.find(*group.key); found != declared.end()) {
      if (row.unit.empty()) row.unit = found->second->unit;
      row.higher_is_better = found->second->higher_is_better;
    }
    const auto found = reported_index.find(*group.key);
    (found == reported_index.end() ? ours_only : beside_reported[found->second]).push_back(std::move(row));
  }

  std::vector<ResultRow> rows;
  for (size_t i = 0; i < reported.size(); ++i) {
    if (beside_reported[i].empty()) {
      const auto found = declared.find(reported[i].key);
      beside_reported[i].push_back(RowWithoutValue(
          reported[i], found == declared.end() ? nullptr : found->second, results, drawn_ids));
    }
    for (ResultRow& row : beside_reported[i]) {
      AddReported(reported[i], row);
      rows.push_back(std::move(row));
    }
  }
  for (ResultRow& row : ours_only) rows.push_back(std::move(row));
  for (ResultRow& row : rows) {
    row.package = experiment.name;
    row.profile = results.profile();
    if (experiment.explain) row.explanation = experiment.explain(row, results);
  }
  return rows;
}

}  // namespace structlab::harness
