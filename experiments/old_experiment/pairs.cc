#include "experiments/old_experiment/pairs.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace structlab::harness {
namespace {

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

Series MeanCurve(std::string name, const std::vector<CurveObservation>& curves) {
  std::map<double, std::vector<double>> points;
  for (const CurveObservation& curve : curves) {
    std::set<double> seen;  // an x that stands twice in a curve counts once
    for (size_t i = 0; i < curve.x().size(); ++i) {
      if (seen.insert(curve.x()[i]).second) points[curve.x()[i]].push_back(curve.y()[i]);
    }
  }
  std::erase_if(points, [&](const auto& point) { return point.second.size() != curves.size(); });
  Series mean = {.name = std::move(name)};
  for (const auto& [x, values] : points) {
    mean.x.push_back(x);
    mean.y.push_back(std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()));
  }
  return mean;
}

}  // namespace structlab::harness
