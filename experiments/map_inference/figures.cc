// Values and bounds over time for each group of instances, and what is solved when. No rule draws means of
// curves, so that titles and captions stand here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/plot/over_time.h"
#include "experiments/harness/package.h"
#include "experiments/map_inference/outcomes.h"

namespace structlab::map_inference {
namespace {

using harness::Figure;
using harness::Results;
using harness::Series;

// Distances are drawn from here on, so that a logarithmic axis has room for what is exact.
constexpr double kLeastDistance = 1e-6;
// Times below it are of the clock rather than of the method.
constexpr double kLeastSeconds = 1e-3;

// The outcomes of some instances by method, in the order of the plan.
struct Compared {
  BestValuesOf best;
  std::set<std::string> instances;  // with a best value
  std::vector<std::string> methods;
  std::map<std::string, std::vector<Outcome>> of;

  Compared(const std::vector<Outcome>& all, const std::function<bool(const Outcome&)>& is_taken)
      : best(BestValues(all)) {
    for (const Outcome& outcome : all) {
      if (!is_taken(outcome) || !best.contains(outcome.instance)) continue;
      instances.insert(outcome.instance);
      if (!of.contains(outcome.method)) methods.push_back(outcome.method);
      of[outcome.method].push_back(outcome);
    }
  }
};

// The mean distance, drawn where a logarithmic axis has room for it, until the last method has ended.
Series MeanOf(const std::string& name, const std::vector<Outcome>& outcomes, const BestValuesOf& best,
              Steps Outcome::*steps) {
  std::vector<std::function<double(double)>> distances;
  double end = 0;
  for (const Outcome& outcome : outcomes) {
    distances.push_back([&outcome, steps, least = best.at(outcome.instance)](double seconds) {
      return Distance((outcome.*steps).At(seconds), least);
    });
    end = std::max(end, outcome.seconds);
  }
  Series series = common::MeanOverTime(name, distances, end);
  for (double& distance : series.y) distance = std::max(distance, kLeastDistance);
  return series;
}

Figure DistancesOfGroup(const std::vector<Outcome>& all, Group group) {
  const Compared compared(
      all, [&](const Outcome& outcome) { return FindInstance(outcome.instance).group == group; });
  Figure figure;
  figure.id = "distances_" + ShortNameOf(group);
  figure.title = "Values and bounds over time: " + NameOf(group);
  figure.x_label = "seconds";
  figure.y_label = "distance from the best value";
  figure.log_x = figure.log_y = true;
  std::string left_out;
  for (const std::string& method : compared.methods) {
    const std::vector<Outcome>& of = compared.of.at(method);
    if (method == kAutomatic) continue;           // one of the others
    if (of.size() < compared.instances.size()) {  // its mean would be of other instances
      left_out += fmt::format("{}{} ({})", left_out.empty() ? "" : ", ", method, of.size());
      continue;
    }
    figure.series.push_back(MeanOf(method, of, compared.best, &Outcome::values));
    if (std::ranges::none_of(of, &Outcome::has_bound)) continue;
    figure.series.push_back(MeanOf(method + ", bound", of, compared.best, &Outcome::bounds));
  }
  figure.caption = fmt::format(
      "Distances of the best labeling and of the best lower bound so far from the best value that is known: "
      "means over {}. A line ends when the method has ended on all. Not drawn, as they take fewer: {}.",
      fmt::join(compared.instances, ", "), left_out.empty() ? "none" : left_out);
  return figure;
}

std::vector<Figure> Profiles(const std::vector<Outcome>& all, double near_enough) {
  const Compared compared(all, [](const Outcome&) { return true; });
  common::SolvingTimes times;
  for (const auto& [method, outcomes] : compared.of) {
    for (const Outcome& outcome : outcomes) {
      const double best = compared.best.at(outcome.instance);
      const double seconds = outcome.values.TimeToReach(best + near_enough * std::max(1.0, std::abs(best)));
      if (std::isfinite(seconds)) times[method][outcome.instance] = std::max(seconds, kLeastSeconds);
    }
  }
  const size_t instances = compared.instances.size();
  const auto figure = [&](const char* id, const char* title, const char* x_label,
                          const common::SolvingTimes& numbers, const char* caption) {
    Figure drawn;
    drawn.id = id;
    drawn.title = title;
    drawn.x_label = x_label;
    drawn.y_label = "share of the instances";
    drawn.log_x = true;
    drawn.series = common::Profiles(numbers, compared.methods, instances);
    drawn.caption =
        fmt::format("Share of {} instances that are solved: within {:g}% of the best known value{}",
                    instances, 100 * near_enough, caption);
    return drawn;
  };
  return {figure("performance_profile", "Performance profile", "tau", common::PerformanceRatios(times),
                 ", in at most tau times the time of the fastest method on each (Dolan, More 2002)."),
          figure("solved_over_time", "Instances solved over time", "seconds", times, ".")};
}

}  // namespace

void Figures(harness::Package& package) {
  package.FurtherFigures([](const Results& results) {
    const std::vector<Outcome> outcomes = OutcomesOf(results);
    std::vector<Figure> figures = Profiles(outcomes, results.settings().Number("near_enough"));
    for (const Group group : kGroups) figures.push_back(DistancesOfGroup(outcomes, group));
    return figures;
  });
}

}  // namespace structlab::map_inference
