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

void KnownKeys::Add(const std::string& case_name, const Record& record) {
  const auto add = [&](const auto& all) {
    for (const auto& one : all) {
      cases.insert(case_name);
      std::vector<RowKey>& keys = recorded[one.key.metric][case_name];
      if (std::ranges::find(keys, one.key) == keys.end()) keys.push_back(one.key);
    }
  };
  add(record.values);
  add(record.curves);
  add(record.pictures);
  add(record.items);
}

void Results::SetPlanned(std::vector<Case> planned) {
  planned_ = std::move(planned);
  const bool has_known = !planned_.empty() && planned_.front().known != nullptr;
  const auto known = std::make_shared<KnownKeys>(has_known ? *planned_.front().known : KnownKeys());
  for (const FinishedCase& finished : cases_) known->Add(finished.c.name, finished.record);
  for (FinishedCase& finished : cases_) finished.c.known = known;
  for (Case& c : planned_) c.known = known;
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
