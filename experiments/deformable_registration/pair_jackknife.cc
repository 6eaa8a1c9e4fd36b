#include "experiments/deformable_registration/pair_jackknife.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "common/check.h"
#include "common/statistics.h"

namespace structlab::deformable_registration {
namespace {

constexpr size_t kMinPatients = 3;

std::set<double> Different(const std::vector<double>& a, const std::vector<double>& b) {
  std::set<double> found(a.begin(), a.end());
  found.insert(b.begin(), b.end());
  return found;
}

void Append(const PairVolumes& pairs, size_t i, PairVolumes& to) {
  to.fixed.push_back(pairs.fixed[i]);
  to.moving.push_back(pairs.moving[i]);
  to.fixed_patients.push_back(pairs.fixed_patients[i]);
  to.moving_patients.push_back(pairs.moving_patients[i]);
}

}  // namespace

JackknifeValues LeaveOutVolumes(const std::vector<double>& values, const PairVolumes& pairs) {
  STRUCTLAB_CHECK(values.size() == pairs.size());
  PairVolumes known_pairs;
  std::vector<double> known;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    known.push_back(values[i]);
    Append(pairs, i, known_pairs);
  }
  std::set<double> units = Different(known_pairs.fixed, known_pairs.moving);
  const std::set<double> patients = Different(known_pairs.fixed_patients, known_pairs.moving_patients);
  const bool is_over_patients = patients.size() < units.size() && patients.size() >= kMinPatients;
  if (is_over_patients) units = patients;
  const std::vector<double>& fixed = is_over_patients ? known_pairs.fixed_patients : known_pairs.fixed;
  const std::vector<double>& moving = is_over_patients ? known_pairs.moving_patients : known_pairs.moving;

  std::vector<double> means;  // theta_(v)
  for (const double unit : units) {
    std::vector<double> others;
    for (size_t i = 0; i < known.size(); ++i) {
      if (fixed[i] != unit && moving[i] != unit) others.push_back(known[i]);
    }
    if (!others.empty()) means.push_back(common::Mean(others));
  }
  if (means.size() < 2) return {};
  const double mean = common::Mean(known), mean_of_means = common::Mean(means);
  const double num_others = static_cast<double>(means.size()) - 1;
  JackknifeValues found = {
      .values = {},
      .units = fmt::format("{} {}{}", means.size(), is_over_patients ? "patients" : "volumes",
                           means.size() < units.size() ? ", one more is in all pairs" : "")};
  for (const double left : means) found.values.push_back(mean - num_others * (left - mean_of_means));
  return found;
}

}  // namespace structlab::deformable_registration
