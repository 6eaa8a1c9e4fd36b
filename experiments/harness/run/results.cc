#include "experiments/harness/run/results.h"

#include <algorithm>

namespace structlab::harness {
namespace {

bool Matches(const RowKey& key, const Query& query) {
  return (!query.table || *query.table == key.table) && (!query.dataset || *query.dataset == key.dataset) &&
         (!query.method || *query.method == key.method) && (!query.metric || *query.metric == key.metric) &&
         key.setting.Contains(query.setting);
}

bool Matches(const Case& c, const Query& query) {
  return (!query.protocol || *query.protocol == ProtocolOf(c)) && c.name.starts_with(query.case_prefix);
}

// The recorded values of one kind that the query means.
template <typename Found, typename Recorded>
std::vector<Found> Find(const std::vector<FinishedCase>& cases, std::vector<Recorded> Record::*kind,
                        const Query& query) {
  std::vector<Found> found;
  for (const FinishedCase& finished : cases) {
    if (!Matches(finished.c, query)) continue;
    for (const Recorded& recorded : finished.record.*kind) {
      if (Matches(recorded.key, query)) found.push_back({&finished, &recorded});
    }
  }
  return found;
}

}  // namespace

std::string FinishedCase::FactOf(std::string_view name) const {
  const auto fact = std::ranges::find(provenance, name, &Fact::name);
  return fact == provenance.end() ? "unknown" : fact->value;
}

std::vector<Observation> Results::Values(const Query& query) const {
  return Find<Observation>(cases_, &Record::values, query);
}

std::vector<CurveObservation> Results::Curves(const Query& query) const {
  return Find<CurveObservation>(cases_, &Record::curves, query);
}

std::vector<PictureObservation> Results::Pictures(const Query& query) const {
  return Find<PictureObservation>(cases_, &Record::pictures, query);
}

std::vector<ItemsObservation> Results::Items(const Query& query) const {
  return Find<ItemsObservation>(cases_, &Record::items, query);
}

}  // namespace structlab::harness
