#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>

#include "common/number.h"
#include "experiments/harness/run/case.h"
#include "experiments/map_inference/cases.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"
#include "experiments/map_inference/references.h"
#include "graphical_models/methods/grid_tables.h"
#include "graphical_models/methods/known_labels.h"
#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/rounding.h"

namespace structlab::map_inference {
namespace {

using graphical_models::FactorGraph;
using graphical_models::MapMethod;
using graphical_models::MapResult;
using Grid = graphical_models::GridEnergy<int32_t>;
using harness::Case;
using harness::Recorder;

constexpr double kNoBound = -std::numeric_limits<double>::infinity();
// Of logarithmic axes; what happened earlier is drawn there.
constexpr double kEarliest = 1e-6;

// A result, and the wall-clock time from the model in memory to it: conversions and choices included.
struct TimedResult {
  MapResult result;
  double seconds = 0;
};

const MapMethod& MethodOf(const Case& c, const FactorGraph& graph, Recorder& record) {
  if (c.method != kAutomatic) return graphical_models::FindMapMethod(c.method);
  const MapMethod& method = graphical_models::ChooseMapMethod(graph);
  record.Note("takes " + method.name + ";");
  return method;
}

common::RunControl StopOf(const Case& c, const MapMethod& method) {
  return {.stop = {.iterations = static_cast<double>(MostIterations(c.parameters, method.name)),
                   .seconds = SecondsPerCase(c.parameters)}};
}

// As the program map does.
MapResult MinimizeModel(const Case& c, const FactorGraph& graph, Recorder& record) {
  return graphical_models::MinimizeUnknown(graph, {}, [&](const FactorGraph& unknown) {
    const MapMethod& method = MethodOf(c, unknown, record);
    return method.minimize(unknown, StopOf(c, method), {});
  });
}

// The program map would read an image as tables.
MapResult MinimizeModel(const Case& c, const Grid& grid, Recorder& record) {
  if (c.method == kAutomatic) return MinimizeModel(c, graphical_models::TablesForSweepsOf(grid), record);
  const MapMethod& method = graphical_models::FindMapMethod(c.method);
  return graphical_models::MinimizeGrid(method, grid, StopOf(c, method));
}

// None if the method does not take the model; the reason is then recorded.
std::optional<TimedResult> Minimize(const Case& c, const Model& model, Recorder& record) {
  return harness::RunUnlessRefused(record, [&] {
    const auto start = std::chrono::steady_clock::now();
    TimedResult timed;
    timed.result = std::visit([&](const auto& energy) { return MinimizeModel(c, energy, record); }, model);
    timed.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return timed;
  });
}

struct Curve {
  std::vector<double> x, y;

  // Where it changes; the end of a run always.
  void Add(double seconds, double value, bool is_last) {
    if (!std::isfinite(value) || (!is_last && !y.empty() && y.back() == value)) return;
    x.push_back(std::max(seconds, kEarliest));
    y.push_back(value);
  }
};

void RecordCurves(const TimedResult& timed, const std::string& table, Recorder& record) {
  Curve values, bounds;
  // The trace begins after what comes before the method; what little comes after it is counted as before,
  // too.
  const MapResult& result = timed.result;
  const double before = timed.seconds - result.trace.back().seconds;
  for (const common::TracePoint& point : result.trace) {
    values.Add(before + point.seconds, point.value, false);
    bounds.Add(before + point.seconds, point.bound, false);
  }
  values.Add(timed.seconds, result.energy, true);
  bounds.Add(timed.seconds, result.lower_bound, true);
  if (!values.x.empty()) record.Curve(table, kValueOverTime, values.x, values.y);
  if (!bounds.x.empty()) record.Curve(table, kBoundOverTime, bounds.x, bounds.y);
}

void RecordValues(const Case& c, const TimedResult& timed, const std::string& table, Recorder& record) {
  const MapResult& result = timed.result;
  record.Value(table, kValue, result.energy);
  if (result.lower_bound > kNoBound) {
    record.Value(table, kBound, result.lower_bound);
    if (std::isfinite(result.energy)) {
      record.Value(table, kAboveBound, Share(result.energy - result.lower_bound, result.energy));
    }
  }
  const Reference* const reference = FindReference(c.dataset);
  const bool is_generated = OriginOf(c) == harness::DataOrigin::kStandIn;
  if (!is_generated && reference != nullptr) {
    record.Value(table, reference->proved ? kAboveMinimum : kAboveBestKnown,
                 Share(result.energy - reference->energy, reference->energy));
  }
  record.Value(table, kProved, result.ending == common::Ending::kOptimal ? 1 : 0);
  record.Value(table, kSeconds, timed.seconds, {.unit = "s"});
}

}  // namespace

void Run(const Case& c, Recorder& record) {
  const Instance& instance = FindInstance(c.dataset);
  const Model model = LoadModel(instance, c.resolved.front().path);
  const std::string table = NameOf(instance.group);
  const std::optional<TimedResult> timed = Minimize(c, model, record);
  if (!timed) return;
  const MapResult& result = timed->result;
  RecordCurves(*timed, table, record);
  const auto rounding =
      std::visit([](const auto& energy) { return graphical_models::RoundingOf(energy); }, model);
  record.Curve(kRoundingTable, kRounding, std::array{rounding.terms}, std::array{rounding.largest});
  record.Note("ended: " + std::string(EndingName(result.ending)) + ", " +
              std::to_string(static_cast<int64_t>(result.trace.back().iteration)) +
              (result.trace.back().iteration == 1 ? " iteration" : " iterations"));
  if (result.ending != common::Ending::kTimeLimit) return RecordValues(c, *timed, table, record);
  record.Note("with value " + common::FormatDouble(result.energy) +
              (result.lower_bound > kNoBound ? " and lower bound " + common::FormatDouble(result.lower_bound)
                                             : std::string()) +
              ", which depend on the machine and so are no rows");
}

}  // namespace structlab::map_inference
