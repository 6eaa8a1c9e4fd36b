#include "experiments/harness/record/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/digest.h"
#include "experiments/harness/run/columns.h"

namespace structlab::harness {

std::string DataDigestOf(const FinishedCase& finished) {
  const auto recorded = std::ranges::find(finished.provenance, kDataDigest, &Fact::name);
  if (recorded != finished.provenance.end()) return recorded->value;
  std::string lines;
  for (const Dataset& dataset : finished.c.resolved) {
    for (const Fact& checksum : dataset.checksums) {
      lines += fmt::format("{}\n{}\n{}\n", dataset.name, checksum.name, checksum.value);
    }
  }
  return lines.empty() ? "" : common::Sha256OfText(lines).substr(0, 16);
}

std::vector<FinishedCase> MergeRecord(std::vector<FinishedCase> before, std::vector<FinishedCase> now,
                                      const std::vector<Case>& planned) {
  std::map<std::string, FinishedCase> by_key;
  for (std::vector<FinishedCase>* cases : {&before, &now}) {
    for (FinishedCase& c : *cases) by_key.insert_or_assign(c.Key(), std::move(c));
  }
  std::vector<FinishedCase> merged;
  for (const Case& c : planned) {
    const auto found = by_key.find(c.Key());
    if (found != by_key.end()) merged.push_back(std::move(found->second));
  }
  return merged;
}

Results ResultsOf(const std::vector<FinishedCase>& record, const std::vector<Case>& planned,
                  const Settings& settings) {
  std::map<std::string, const FinishedCase*> by_key;
  for (const FinishedCase& c : record) by_key.emplace(c.Key(), &c);
  std::vector<FinishedCase> finished;
  for (const Case& c : planned) {
    const auto found = by_key.find(c.Key());
    if (found == by_key.end()) continue;
    FinishedCase& recorded = finished.emplace_back(*found->second);
    const std::optional<DataOrigin> origin = recorded.c.origin;
    recorded.c = c;
    recorded.c.origin = origin;
  }
  return Results(std::move(finished), settings.profile(), settings.values(), planned);
}

RecordGaps GapsOf(const std::vector<FinishedCase>& record, const std::vector<Case>& planned) {
  std::set<std::string> recorded_keys, planned_keys;
  for (const FinishedCase& c : record) recorded_keys.insert(c.Key());
  for (const Case& c : planned) planned_keys.insert(c.Key());
  RecordGaps gaps;
  std::ranges::set_difference(recorded_keys, planned_keys, std::back_inserter(gaps.not_planned));
  std::ranges::set_difference(planned_keys, recorded_keys, std::back_inserter(gaps.not_recorded));
  return gaps;
}

std::vector<std::string> ItemsOfFewerSeeds(const std::vector<FinishedCase>& record) {
  std::map<std::string, int> seeds;
  std::map<std::pair<std::string, RowKey>, int> seeds_with_items;
  for (const FinishedCase& c : record) {
    if (!c.record.values.empty() || !c.record.items.empty()) ++seeds[c.c.name];
    for (const RecordedItems& items : c.record.items) ++seeds_with_items[{c.c.name, items.key}];
  }
  std::vector<std::string> fewer;
  for (const auto& [items, count] : seeds_with_items) {
    const auto& [name, key] = items;
    if (count == seeds[name]) continue;
    fewer.push_back(fmt::format("{}: {}: items of {} seed{}, values of {}", name, Describe(key), count,
                                count == 1 ? "" : "s", seeds[name]));
  }
  return fewer;
}

namespace {

// Nothing if the case would record it here.
std::string PlaceNow(const Case& c, const RowKey& key, ColumnKind kind) {
  const Column* const column = c.columns->Find(key.table, key.metric, kind);
  if (column == nullptr || !column->IsFilledBy(c)) return "no column of columns.tsv lets the case record it";
  RowKey as_called = key;
  as_called.table = column->table;
  const std::string table = c.columns->TableFor(as_called, kind, c);
  return table == key.table ? "" : "it would stand in '" + table + "' now";
}

}  // namespace

std::vector<std::string> RecordedElsewhere(const std::vector<FinishedCase>& record,
                                           const std::vector<Case>& planned) {
  std::map<std::string, const Case*> by_key;
  for (const Case& c : planned) by_key.emplace(c.Key(), &c);
  std::vector<std::string> elsewhere;
  for (const FinishedCase& finished : record) {
    const auto found = by_key.find(finished.Key());
    if (found == by_key.end() || found->second->columns == nullptr) continue;
    const auto check = [&](const auto& recorded, ColumnKind kind) {
      for (const auto& each : recorded) {
        const std::string now = PlaceNow(*found->second, each.key, kind);
        if (now.empty()) continue;
        elsewhere.push_back(
            fmt::format("{}: {} {}: {}", finished.Key(), NameOf(kind), Describe(each.key), now));
      }
    };
    check(finished.record.values, ColumnKind::kValue);
    check(finished.record.items, ColumnKind::kItems);
    check(finished.record.curves, ColumnKind::kCurve);
    check(finished.record.pictures, ColumnKind::kPicture);
  }
  return elsewhere;
}

}  // namespace structlab::harness
