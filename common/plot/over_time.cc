#include "common/plot/over_time.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace structlab::common {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kFirstSeconds = 1e-4;
constexpr double kPointsPerDecade = 12;

// Drops all but the last point of the constant beginning (see MeanOverTime).
void KeepTheLastOfTheFirstLevel(Series& series) {
  const auto change = std::ranges::find_if(series.y, [&](double y) { return y != series.y.front(); });
  const auto kept = std::min(change, series.y.end() - 1) - series.y.begin() - 1;
  if (kept <= 0) return;
  series.x.erase(series.x.begin(), series.x.begin() + kept);
  series.y.erase(series.y.begin(), series.y.begin() + kept);
}

Series Staircase(const std::string& name, std::vector<double> numbers, double begin, double end, size_t all) {
  std::ranges::sort(numbers);
  Series series = {.name = name};
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

}  // namespace

double Steps::At(double time) const {
  const auto later = std::ranges::upper_bound(seconds, time);
  return later == seconds.begin() ? before : levels[static_cast<size_t>(later - seconds.begin()) - 1];
}

double Steps::TimeToReach(double level) const {
  const auto found = std::ranges::find_if(levels, [&](double reached) { return reached <= level; });
  return found == levels.end() ? kNever : seconds[found - levels.begin()];
}

Series MeanOverTime(const std::string& name, const std::vector<std::function<double(double)>>& functions,
                    double end) {
  Series series = {.name = name};
  const int first = static_cast<int>(std::floor(kPointsPerDecade * std::log10(kFirstSeconds)));
  const int last = static_cast<int>(std::ceil(kPointsPerDecade * std::log10(std::max(end, kFirstSeconds))));
  for (int point = first; point <= last; ++point) {
    const double seconds = std::pow(10, point / kPointsPerDecade);
    double sum = 0;
    for (const auto& function : functions) sum += function(seconds);
    series.x.push_back(seconds);
    series.y.push_back(sum / static_cast<double>(functions.size()));
  }
  KeepTheLastOfTheFirstLevel(series);
  return series;
}

SolvingTimes PerformanceRatios(const SolvingTimes& times) {
  std::map<std::string, double> fastest;
  for (const auto& [method, of_method] : times) {
    for (const auto& [problem, seconds] : of_method) {
      const auto found = fastest.try_emplace(problem, seconds).first;
      found->second = std::min(found->second, seconds);
    }
  }
  SolvingTimes ratios = times;
  for (auto& [method, of_method] : ratios) {
    for (auto& [problem, ratio] : of_method) ratio /= fastest.at(problem);
  }
  return ratios;
}

std::vector<Series> Profiles(const SolvingTimes& numbers, const std::vector<std::string>& methods,
                             size_t problems) {
  double begin = kNever, end = 0;
  std::map<std::string, std::vector<double>> of;
  for (const auto& [method, of_method] : numbers) {
    for (const auto& [problem, number] : of_method) {
      of[method].push_back(number);
      begin = std::min(begin, number);
      end = std::max(end, number);
    }
  }
  std::vector<Series> profiles;
  for (const std::string& method : methods) {
    if (of.contains(method)) profiles.push_back(Staircase(method, of.at(method), begin, 2 * end, problems));
  }
  return profiles;
}

}  // namespace structlab::common
