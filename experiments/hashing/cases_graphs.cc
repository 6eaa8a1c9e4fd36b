// The cases on graphs.
#include <algorithm>
#include <string_view>
#include <utility>

#include "experiments/hashing/case_parts.h"
#include "experiments/hashing/linked_kernels.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::PlanRequest;
using harness::Setting;

// All cases on graphs are cut alike.
void CutGraphs(const PlanRequest& request, Case& c) {
  if (request.settings.Text("graphs") != "0") {
    Cut(c, "about " + request.settings.Text("graphs") +
               " graphs, or all where there are not twice as many, to fit the time of the profile");
  }
  if (request.settings.Text("folds") != "10") {
    Cut(c, request.settings.Text("folds") + " folds instead of 10");
  }
}

// What the hash kernel samples.
void AddGraphletSamples(const PlanRequest& request, Case& c) {
  for (const char* name : {"graph_samples", "largest_graphlet"}) {
    c.parameters.Set(name, request.settings.Text(name));
  }
  if (request.settings.Text("graph_samples") != "10000" || request.settings.Text("largest_graphlet") != "9") {
    Cut(c, request.settings.Text("graph_samples") + " samples of graphlets of 4 to " +
               request.settings.Text("largest_graphlet") + " nodes instead of 10000 of 4 to 9");
  }
}

}  // namespace

void AddGraphChoices(const PlanRequest& request, std::vector<Case>& cases) {
  for (const std::string_view name : harness::SplitList(request.settings.Text("choice_sets"), ',')) {
    const GraphTask& task = FindGraphTask(name);
    Case c;
    c.name = kGraphsPrefix + harness::NamePart(task.name) + "/hk-variants";
    c.dataset = task.name;
    c.method = kHk;
    c.parameters = Parameters(request, "graph-choices", {"graphs", "folds", "inner_folds", "costs"});
    c.data = {task.is_printed ? kGraphsData : kOtherGraphsData};
    c.repeats = static_cast<int>(request.settings.Integer("choice_seeds"));
    c.serves = {kOurChoices, kTable28, kTable29};
    CutGraphs(request, c);
    AddGraphletSamples(request, c);
    Change(c, "beyond the source: what it may have done and does not say");
    cases.push_back(std::move(c));
  }
}

void AddGraphs(const PlanRequest& request, std::vector<Case>& cases) {
  std::vector<std::string> methods = {kRw, kSp, kGks, kGk, kHk, kWl};
  const std::vector<std::string> linked = LinkedKernels();
  methods.insert(methods.end(), linked.begin(), linked.end());
  for (const GraphTask& task : GraphTasks()) {
    for (const std::string& method : methods) {
      Case c;
      c.name = kGraphsPrefix + harness::NamePart(task.name) + "/" + harness::NamePart(method);
      c.dataset = task.name;
      c.method = method;
      c.parameters = Parameters(request, "graph-kernel", {"graphs", "folds", "inner_folds", "costs"});
      c.data = {task.is_printed ? kGraphsData : kOtherGraphsData};
      const bool is_small = task.is_printed && task.name != "DD";
      c.repeats = static_cast<int>(request.settings.Integer(is_small ? "graph_seeds" : "large_graph_seeds"));
      c.serves = {kTable28, kOurGraphTimes, "S15", "S16"};
      CutGraphs(request, c);
      if (method == kGks) {
        const std::string samples = request.settings.Text("graphlet_samples");
        c.setting = Setting{{"graphlets", samples}};
        c.parameters.Set("graphlet_samples", samples);
        if (samples != "8497") Cut(c, samples + " samples instead of 8497");
      }
      if (method == kHk) {
        c.serves.insert(c.serves.end(), {kTable29, "S17"});
        AddGraphletSamples(request, c);
      }
      if (method == kWl) Change(c, "beyond the source: a kernel of 2011, as today's yardstick");
      if (std::ranges::find(linked, method) != linked.end()) {
        c.serves = {kTable28, kOurGraphTimes};
        Change(c, "beyond the source: a kernel that is linked beside its own");
      }
      cases.push_back(std::move(c));
    }
  }
}

}  // namespace structlab::hashing
