// Every method on every instance. Claims: claims.cc.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/map_inference/instances.h"
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
using harness::Recorder;

// Several methods in turn, with a limit of its own for all of them together.
constexpr char kDescent[] = "subgraph-descent";
// The first second of logarithmic axes; what happened earlier is drawn there.
constexpr double kEarliest = 1e-6;

// When a method is ended; one that does not read a limit has none.
struct Limits {
  double iterations = 0, descent_iterations = 0, seconds = 0;

  common::RunControl Of(const MapMethod& method) const {
    return {.stop = {.iterations = method.name == kDescent ? descent_iterations : iterations,
                     .seconds = seconds}};
  }
};

Limits ReadLimits(harness::Case& c) {
  const bool may_descend = c.method == kDescent || c.method == kAutomatic;
  return {.iterations = c.method == kDescent ? 0 : c.Number("iterations"),
          .descent_iterations = may_descend ? c.Number("descent_iterations") : 0,
          .seconds = c.Number("seconds")};
}

// A result, and the wall-clock time from the model in memory to it: conversions and choices included.
struct TimedResult {
  MapResult result;
  double seconds = 0;

  bool is_stopped() const { return result.ending == common::Ending::kTimeLimit; }
  bool has_bound() const { return result.lower_bound > -std::numeric_limits<double>::infinity(); }
};

// One round of the parts of subgraph-descent: more would go on until the time is over, and give no values.
common::OptionValues OptionsOf(const MapMethod& method) {
  common::OptionValues options(method.name, method.options);
  if (method.name == kDescent) options.Set("max_rounds", int64_t{1});
  return options;
}

// As the program map does.
MapResult MinimizeModel(const FactorGraph& graph, const Limits& limits, Recorder& record) {
  return graphical_models::MinimizeGivenEvidence(graph, {}, [&](const FactorGraph& unknown) {
    const std::string& name = record.this_case().method;
    const MapMethod& method = name == kAutomatic ? graphical_models::ChooseMapMethod(unknown)
                                                 : graphical_models::FindMapMethod(name);
    if (name == kAutomatic) record.Note("takes " + method.name + ";");
    return method.minimize(unknown, limits.Of(method), OptionsOf(method));
  });
}

// The program map would read an image as tables.
MapResult MinimizeModel(const Grid& grid, const Limits& limits, Recorder& record) {
  const std::string& name = record.this_case().method;
  if (name == kAutomatic) return MinimizeModel(graphical_models::TablesForSweepsOf(grid), limits, record);
  const MapMethod& method = graphical_models::FindMapMethod(name);
  return graphical_models::MinimizeGrid(method, grid, limits.Of(method), OptionsOf(method));
}

// A quantity of the trace where it changes, and at the end of the run always.
void RecordCurve(const TimedResult& timed, double common::TracePoint::*quantity, double last,
                 const std::string& table, const char* metric, Recorder& record) {
  // The trace begins after what comes before the method; what little comes after it is counted as before,
  // too.
  const double before = timed.seconds - timed.result.trace.back().seconds;
  std::vector<double> x, y;
  const auto add = [&](double seconds, double level) {
    x.push_back(std::max(seconds, kEarliest));
    y.push_back(level);
  };
  for (const common::TracePoint& point : timed.result.trace) {
    const double level = point.*quantity;
    if (std::isfinite(level) && (y.empty() || y.back() != level)) add(before + point.seconds, level);
  }
  if (std::isfinite(last)) add(timed.seconds, last);
  if (!x.empty()) record.Curve(table, metric, x, y);
}

void RecordValues(const TimedResult& timed, const Reference* reference, const std::string& table,
                  Recorder& record) {
  const auto& [result, seconds] = timed;
  record.Value(table, kValue, result.energy);
  if (timed.has_bound()) record.Value(table, "lower_bound", result.lower_bound);
  if (timed.has_bound() && std::isfinite(result.energy)) {
    record.Value(table, "above_bound", Share(result.energy - result.lower_bound, result.energy));
  }
  if (reference != nullptr) {
    record.Value(table, reference->proved ? "above_minimum" : "above_best_known",
                 Share(result.energy - reference->energy, reference->energy));
  }
  record.Value(table, kProved, result.ending == common::Ending::kOptimal ? 1 : 0);
  record.Value(table, kSeconds, seconds);
}

// What must not be above 0 whatever ended the method, so that cases that were stopped have it, too.
void RecordChecks(const MapResult& result, const Reference& reference, double rounding,
                  const std::string& table, Recorder& record) {
  const double above = result.lower_bound - (reference.energy + rounding);
  if (std::isfinite(above)) record.Value(table, kBoundAboveReference, above);
  const double below = reference.energy - reference.tolerance - rounding - result.energy;
  if (reference.proved && std::isfinite(below)) record.Value(table, kValueBelowMinimum, below);
}

void NoteEnding(const TimedResult& timed, Recorder& record) {
  const MapResult& result = timed.result;
  std::string note =
      fmt::format("ended: {}, iterations: {}", EndingName(result.ending), result.trace.back().iteration);
  if (timed.is_stopped()) {
    note += fmt::format(", value {}, lower bound {}, which depend on the machine and so are no rows",
                        result.energy, result.lower_bound);
  }
  record.Note(note);
}

void Run(const Instance& instance, const Limits& limits, Recorder& record) {
  const Model model = LoadModel(instance, record.Data(instance.data).path);
  const auto timed = harness::RunUnlessRefused(record, [&] {
    const auto start = std::chrono::steady_clock::now();
    TimedResult result;
    result.result =
        std::visit([&](const auto& energy) { return MinimizeModel(energy, limits, record); }, model);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  });
  if (!timed) return;
  const std::string table = NameOf(instance.group);
  const auto rounding =
      std::visit([](const auto& energy) { return graphical_models::RoundingOf(energy); }, model);
  const bool is_generated = OriginOf(record.this_case()) == harness::DataOrigin::kStandIn;
  const Reference* const reference = is_generated ? nullptr : FindReference(instance.name);
  RecordCurve(*timed, &common::TracePoint::value, timed->result.energy, table, kValueOverTime, record);
  RecordCurve(*timed, &common::TracePoint::bound, timed->result.lower_bound, table, kBoundOverTime, record);
  record.Curve("rounding", kRounding, std::array{rounding.terms}, std::array{rounding.max_error});
  if (reference != nullptr) RecordChecks(timed->result, *reference, rounding.max_error, table, record);
  if (!timed->is_stopped()) RecordValues(*timed, reference, table, record);
  NoteEnding(*timed, record);
}

}  // namespace

void Comparison(harness::Package& package) {
  for (const char* data : {kMrfBenchmarks, kStereo, kDenoising}) {
    package.Data(datasets::SourceOf(data, "map_inference"));
  }
  package.Plan([](harness::Planner& plan) {
    std::vector<std::string> methods;
    for (const MapMethod& method : graphical_models::MapMethods()) methods.push_back(method.name);
    methods.push_back(kAutomatic);
    for (const std::string& name : plan.Texts("instances")) {
      const Instance& instance = FindInstance(name);
      plan.dataset = name;
      plan.data = {instance.data};
      for (const std::string& method : methods) {
        harness::Case& c = plan.Add(ShortNameOf(instance.group) + "/" + name, method);
        c.deterministic = true;
        const Limits limits = ReadLimits(c);
        c.run = [=](uint64_t, Recorder& record) { Run(instance, limits, record); };
      }
    }
  });
}

}  // namespace structlab::map_inference
