#include "experiments/map_inference/figures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "common/number.h"
#include "experiments/map_inference/outcomes.h"

namespace structlab::map_inference {
namespace {

using harness::Figure;
using harness::Results;
using harness::Series;

// Distances are drawn from here on, so that a logarithmic axis has room for what is exact.
constexpr double kLeastDistance = 1e-6;
// Where lines over time begin.
constexpr double kFirstSeconds = 1e-4;
// Times below it are of the clock rather than of the method.
constexpr double kLeastSeconds = 1e-3;
constexpr double kPointsPerDecade = 12;

using BestOf = std::map<std::string, double>;

std::vector<const Outcome*> OfMethod(const std::vector<Outcome>& outcomes, const std::string& method,
                                     const BestOf& best) {
  std::vector<const Outcome*> of;
  for (const Outcome& outcome : outcomes) {
    if (outcome.method == method && best.contains(outcome.instance)) of.push_back(&outcome);
  }
  return of;
}

size_t NumInstances(const std::vector<Outcome>& outcomes, const BestOf& best) {
  std::set<std::string> instances;
  for (const Outcome& outcome : outcomes) {
    if (best.contains(outcome.instance)) instances.insert(outcome.instance);
  }
  return instances.size();
}

// All lines begin at 1, where there is nothing yet: of these points one is enough, or two of a line that
// stays there.
void LeaveOutWhatIsBefore(Series& series) {
  const auto first = std::ranges::find_if(series.y, [](double y) { return y < 1; });
  const auto kept = std::min(first, series.y.end() - 1) - series.y.begin() - 1;
  if (kept <= 0) return;
  series.x.erase(series.x.begin(), series.x.begin() + kept);
  series.y.erase(series.y.begin(), series.y.begin() + kept);
}

// The mean over the outcomes of a distance, until the last of them has ended.
Series MeanOverTime(std::string name, const std::vector<const Outcome*>& outcomes,
                    const std::function<double(const Outcome&, double)>& distance) {
  Series series;
  series.name = std::move(name);
  double end = 0;
  for (const Outcome* outcome : outcomes) end = std::max(end, outcome->seconds);
  const int first = static_cast<int>(std::floor(kPointsPerDecade * std::log10(kFirstSeconds)));
  const int last = static_cast<int>(std::ceil(kPointsPerDecade * std::log10(std::max(end, kFirstSeconds))));
  for (int point = first; point <= last; ++point) {
    const double seconds = std::pow(10, point / kPointsPerDecade);
    double sum = 0;
    for (const Outcome* outcome : outcomes) sum += distance(*outcome, seconds);
    series.x.push_back(seconds);
    series.y.push_back(std::max(kLeastDistance, sum / static_cast<double>(outcomes.size())));
  }
  LeaveOutWhatIsBefore(series);
  return series;
}

Figure DistancesOfGroup(const std::vector<Outcome>& all, const BestOf& best, Group group) {
  std::vector<Outcome> outcomes;
  for (const Outcome& outcome : all) {
    if (outcome.group == group) outcomes.push_back(outcome);
  }
  const size_t instances = NumInstances(outcomes, best);
  Figure figure;
  figure.id = "distances_" + ShortNameOf(group);
  figure.title = "Values and bounds over time: " + NameOf(group);
  figure.caption =
      "How far the best labeling so far is above the best value that is known, and the best lower bound "
      "so far below it, as shares of it: means over " +
      std::to_string(instances) + (instances == 1 ? " instance" : " instances") +
      ". A distance counts as 1 at most, and as 1 where there is no allowed labeling or no bound yet; "
      "distances below 1e-6 are drawn there. A line ends when the method has ended on all.";
  figure.x_label = "seconds";
  figure.y_label = "distance from the best value";
  figure.log_x = figure.log_y = true;
  std::string part_of;
  for (const std::string& method : Methods()) {
    const std::vector<const Outcome*> of = OfMethod(outcomes, method, best);
    if (of.empty() || method == kAutomatic) continue;  // auto is one of the others
    if (of.size() < instances) {  // its mean would be of other instances than those of the others
      part_of.append(part_of.empty() ? "" : ", ").append(method);
      part_of.append(" (").append(std::to_string(of.size())).append(")");
      continue;
    }
    const auto best_of = [&](const Outcome& outcome) { return best.at(outcome.instance); };
    figure.series.push_back(MeanOverTime(method, of, [&](const Outcome& outcome, double seconds) {
      return Distance(outcome.values.At(seconds), best_of(outcome));
    }));
    if (std::ranges::none_of(of, [](const Outcome* outcome) { return outcome->has_bound(); })) continue;
    figure.series.push_back(MeanOverTime(method + ", bound", of, [&](const Outcome& outcome, double seconds) {
      return Distance(outcome.bounds.At(seconds), best_of(outcome));
    }));
  }
  if (!part_of.empty()) figure.caption += " Not drawn, since they take fewer instances: " + part_of + ".";
  return figure;
}

// The seconds after which each instance was solved by the method, at least kLeastSeconds.
std::map<std::string, double> SolvingTimes(const std::vector<const Outcome*>& outcomes, const BestOf& best,
                                           double near_enough) {
  std::map<std::string, double> times;
  for (const Outcome* outcome : outcomes) {
    const double seconds = TimeToReach(*outcome, ValueNearEnough(best.at(outcome->instance), near_enough));
    if (std::isfinite(seconds)) times[outcome->instance] = std::max(seconds, kLeastSeconds);
  }
  return times;
}

// The share of `all` instances whose number is at most x, as a staircase that ends at `end`.
Series Staircase(const std::string& name, std::vector<double> numbers, size_t all, double begin, double end) {
  std::ranges::sort(numbers);
  Series series;
  series.name = name;
  const auto add = [&](double x, size_t count) {
    series.x.push_back(x);
    series.y.push_back(static_cast<double>(count) / static_cast<double>(all));
  };
  add(begin, 0);
  for (size_t i = 0; i < numbers.size(); ++i) {
    add(numbers[i], i);
    add(numbers[i], i + 1);
  }
  add(end, numbers.size());
  return series;
}

struct Profile {
  std::string method;
  std::vector<double> numbers;  // one for each instance that it solves
};

Figure ProfileFigure(const std::vector<Profile>& profiles, size_t instances) {
  Figure figure;
  figure.y_label = "share of the instances";
  figure.log_x = true;
  double begin = std::numeric_limits<double>::infinity(), end = 0;
  for (const Profile& profile : profiles) {
    for (const double number : profile.numbers) {
      begin = std::min(begin, number);
      end = std::max(end, number);
    }
  }
  for (const Profile& profile : profiles) {
    if (profile.numbers.empty()) continue;
    figure.series.push_back(Staircase(profile.method, profile.numbers, instances, begin, 2 * end));
  }
  return figure;
}

std::vector<Figure> Profiles(const std::vector<Outcome>& outcomes, const BestOf& best, double near_enough) {
  std::vector<Profile> seconds, ratios;
  std::map<std::string, double> fastest;
  std::vector<std::map<std::string, double>> times;
  for (const std::string& method : Methods()) {
    times.push_back(SolvingTimes(OfMethod(outcomes, method, best), best, near_enough));
    for (const auto& [instance, time] : times.back()) {
      const auto [found, is_new] = fastest.try_emplace(instance, time);
      if (!is_new) found->second = std::min(found->second, time);
    }
  }
  for (size_t i = 0; i < times.size(); ++i) {
    seconds.push_back({Methods()[i], {}});
    ratios.push_back({Methods()[i], {}});
    for (const auto& [instance, time] : times[i]) {
      seconds.back().numbers.push_back(time);
      ratios.back().numbers.push_back(time / fastest.at(instance));
    }
  }
  const size_t instances = NumInstances(outcomes, best);
  const std::string solved =
      "within " + common::FormatDouble(100 * near_enough) + "% of the best value that is known, of " +
      std::to_string(instances) +
      " instances. An instance that a method does not take, or never solves so, counts as not solved. Times "
      "below a millisecond count as one.";
  Figure over_time = ProfileFigure(seconds, instances);
  over_time.id = "solved_over_time";
  over_time.title = "Instances solved over time";
  over_time.caption = "Share of the instances on which the method has a labeling " + solved;
  over_time.x_label = "seconds";
  Figure profile = ProfileFigure(ratios, instances);
  profile.id = "performance_profile";
  profile.title = "Performance profile";
  profile.caption =
      "Share of the instances that the method solves in at most tau times the time of the fastest method "
      "on each (Dolan, More 2002): at tau = 1 where it is the fastest, at the right where it solves at all. "
      "Solved is a labeling " +
      solved;
  profile.x_label = "tau";
  return {profile, over_time};
}

}  // namespace

std::vector<Figure> Draw(const Results& results) {
  const std::vector<Outcome> outcomes = OutcomesOf(results);
  const BestOf best = BestValues(outcomes);
  std::vector<Figure> figures = Profiles(outcomes, best, NearEnough(results.settings()));
  for (const Group group : kGroups) figures.push_back(DistancesOfGroup(outcomes, best, group));
  return figures;
}

}  // namespace structlab::map_inference
