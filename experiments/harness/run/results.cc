#include "experiments/harness/run/results.h"

#include <algorithm>
#include <map>
#include <tuple>

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

// What the two observations of a pair share.
struct PairKey {
  uint64_t seed;
  Protocol protocol;
  std::string dataset;
  Setting setting;

  friend bool operator<(const PairKey& a, const PairKey& b) {
    return std::tie(a.seed, a.protocol, a.dataset, a.setting) <
           std::tie(b.seed, b.protocol, b.dataset, b.setting);
  }
};

PairKey PairKeyOf(const Observation& observation, const std::vector<std::string>& ignored_keys) {
  Setting setting;
  for (const auto& [key, value] : observation.key().setting.values()) {
    if (std::find(ignored_keys.begin(), ignored_keys.end(), key) == ignored_keys.end()) {
      setting.Set(key, value);
    }
  }
  return {observation.seed(), ProtocolOf(observation.finished->c), observation.key().dataset, setting};
}

std::map<PairKey, std::vector<double>> Group(const std::vector<Observation>& observations,
                                             const std::vector<std::string>& ignored_keys) {
  std::map<PairKey, std::vector<double>> groups;
  for (const Observation& observation : observations) {
    groups[PairKeyOf(observation, ignored_keys)].push_back(observation.value());
  }
  return groups;
}

}  // namespace

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

std::vector<double> Numbers(const std::vector<Observation>& observations) {
  std::vector<double> numbers;
  for (const Observation& observation : observations) numbers.push_back(observation.value());
  return numbers;
}

Pairs Pair(const std::vector<Observation>& a, const std::vector<Observation>& b,
           const std::vector<std::string>& ignored_keys) {
  const auto groups_a = Group(a, ignored_keys);
  const auto groups_b = Group(b, ignored_keys);
  Pairs pairs;
  for (const auto& [key, values] : groups_a) {
    const auto partner = groups_b.find(key);
    if (partner == groups_b.end() || values.size() != 1 || partner->second.size() != 1) continue;
    pairs.a.push_back(values.front());
    pairs.b.push_back(partner->second.front());
    const std::string setting = key.setting.Format();
    pairs.labels.push_back(setting + (setting.empty() ? "" : " ") + "seed=" + std::to_string(key.seed));
  }
  return pairs;
}

}  // namespace structlab::harness
