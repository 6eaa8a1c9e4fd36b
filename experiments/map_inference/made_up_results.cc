#include "experiments/map_inference/made_up_results.h"

#include <algorithm>
#include <set>
#include <utility>

#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"

namespace structlab::map_inference {
namespace {

using harness::FinishedCase;

FinishedCase CaseOf(const std::string& instance, const std::string& method, bool is_real) {
  FinishedCase finished;
  finished.c.name.append("made_up/").append(instance).append("/").append(method);
  finished.c.dataset = instance;
  finished.c.method = method;
  finished.c.data = {FindInstance(instance).data};
  finished.c.origin = is_real ? harness::DataOrigin::kReal : harness::DataOrigin::kStandIn;
  return finished;
}

FinishedCase Finished(const MadeUpRun& run, bool is_real) {
  FinishedCase finished = CaseOf(run.instance, run.method, is_real);
  std::vector<double> seconds = run.seconds;
  for (size_t i = seconds.size(); i < std::max(run.values.size(), run.bounds.size()); ++i) {
    seconds.push_back(static_cast<double>(i + 1));
  }
  const auto key = [&](const char* metric) {
    return harness::RowKey{"table", run.instance, run.method, {}, metric};
  };
  const auto curve = [&](const char* metric, const std::vector<double>& levels) {
    if (levels.empty()) return;
    const auto end = seconds.begin() + static_cast<std::ptrdiff_t>(levels.size());
    finished.record.curves.push_back({key(metric), std::vector<double>(seconds.begin(), end), levels});
  };
  curve(kValueOverTime, run.values);
  curve(kBoundOverTime, run.bounds);
  finished.record.curves.push_back({key(kRounding), {100}, {1e-6}});
  if (run.was_stopped) return finished;
  finished.record.values = {{key(kProved), run.proved ? 1.0 : 0.0},
                            {key(kSeconds), seconds.empty() ? 0 : seconds.back()}};
  return finished;
}

}  // namespace

harness::Results MadeUpResults(const std::vector<MadeUpRun>& runs, const MadeUpSetup& setup) {
  std::vector<FinishedCase> cases;
  std::set<std::pair<std::string, std::string>> were_run;
  std::set<std::string> instances;
  for (const MadeUpRun& run : runs) {
    cases.push_back(Finished(run, setup.is_real));
    were_run.emplace(run.instance, run.method);
    instances.insert(run.instance);
  }
  std::string names;
  for (const std::string& instance : instances) {
    names.append(names.empty() ? "" : ",").append(instance);
    for (const std::string& method : Methods()) {
      if (!setup.is_complete || were_run.contains({instance, method})) continue;
      cases.push_back(CaseOf(instance, method, setup.is_real));
      cases.back().record.refusal = "not of this form";
    }
  }
  harness::Setting settings;
  for (const harness::OldSetting& setting : Settings()) settings.Set(setting.name, setting.paper);
  settings.Set("instances", names);
  if (setup.is_descent_cut) settings.Set("descent_iterations", "400");
  return harness::Results(std::move(cases), harness::Profile::kPaper, settings);
}

}  // namespace structlab::map_inference
