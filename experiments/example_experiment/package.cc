#include "experiments/example_experiment/package.h"

#include <cmath>
#include <numbers>

#include "common/random_stream.h"
#include "experiments/example_experiment/source.h"

namespace structlab::example_experiment {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;

// Case by case, in the order of the source's table. Not a word about seeds: `repeats` asks for forty.
std::vector<Case> Plan(const harness::PlanRequest& request) {
  std::vector<Case> cases;
  for (const int64_t needles : request.settings.Integers("needles")) {
    Case c;
    c.name = "throw/needles=" + std::to_string(needles);
    c.method = "throw";
    c.setting = Setting{{"needles", std::to_string(needles)}};
    c.repeats = 40;
    cases.push_back(c);
  }
  return cases;
}

// One case, in a process of its own. It prints nothing: it records values under the source's keys.
void Run(const Case& c, Recorder& record) {
  common::RandomStream stream(c.seed, c.name);
  const int64_t needles = c.setting.Integer("needles");
  int64_t crossing = 0;
  for (int64_t i = 0; i < needles; ++i) {
    // Lines and needles of length 1: the centre is at most 1/2 from the nearest line.
    const double distance = stream.Uniform(0, 0.5), angle = stream.Uniform(0, std::numbers::pi / 2);
    if (distance <= std::sin(angle) / 2) ++crossing;
  }
  const double estimate = 2 * static_cast<double>(needles) / static_cast<double>(crossing);
  record.Value("Table 1", "estimate_of_pi", estimate);
  record.Value("ours", "error", std::abs(estimate - std::numbers::pi));
}

harness::ClaimOutcome MoreNeedlesAreBetter(const harness::Results& results) {
  const auto error = [&](const char* needles) {
    return results.Values({.metric = "error", .setting = Setting{{"needles", needles}}});
  };
  return DecideLess(harness::Pair(error("340800"), error("3408"), {"needles"}));
}

}  // namespace

harness::Experiment MakeExperiment() {
  harness::Experiment experiment;
  experiment.name = "example_experiment";
  experiment.title = "Buffon's needle";
  experiment.source = "Lazzarini 1901";
  experiment.introduction = "A needle thrown on lines crosses one with probability 2/pi.";
  experiment.reported_tsv = kReported;
  experiment.claims_tsv = kReportedClaims;
  experiment.rows = {
      {.key = {"Table 1", "", "throw", Setting{{"needles", "3408"}}, "estimate_of_pi"}, .unit = ""}};
  experiment.claims = {{.id = "B1",
                        .rule = "error with 340800 needles below that with 3408, paired over the seeds",
                        .decide = MoreNeedlesAreBetter}};
  experiment.settings = {{.name = "needles", .documentation = "how many are thrown", .paper = "3408,340800"}};
  experiment.methods = {"throw"};
  experiment.plan = Plan;
  experiment.run = Run;
  return experiment;
}

}  // namespace structlab::example_experiment
