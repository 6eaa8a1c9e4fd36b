// Table 1 and claim B1: throwing needles on lines.
#include <cmath>
#include <numbers>
#include <string>

#include "common/random_stream.h"
#include "experiments/harness/package.h"

namespace structlab::example_experiment {

using harness::Case;
using harness::Less;
using harness::Lines;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Values;

// The estimate of pi of this many needles of a length, in distances of the lines.
double EstimateOfPi(int64_t needles, double length, uint64_t seed) {
  common::RandomStream stream(seed, "example_experiment/needles=" + std::to_string(needles));
  int64_t crossing = 0;
  for (int64_t i = 0; i < needles; ++i) {
    // The centre is at most half a distance from the nearest line.
    const double distance = stream.Uniform(0, 0.5), angle = stream.Uniform(0, std::numbers::pi / 2);
    if (distance <= length * std::sin(angle) / 2) ++crossing;
  }
  return 2 * length * static_cast<double>(needles) / static_cast<double>(crossing);
}

void Needle(Package& package) {
  package.Plan([](Planner& plan) {
    for (const int64_t needles : plan.Ints("needles")) {
      Case& c = plan.Add("throw", "throw", {{"needles", std::to_string(needles)}});
      c.repeats = 40;
      const double length = c.Number("length");  // reading a setting declares that the case depends on it
      c.run = [=](uint64_t seed, Recorder& record) {
        const double estimate = EstimateOfPi(needles, length, seed);
        // Finds the reported row; what the source does not print stands beside its table.
        record.Value("Table 1", "estimate_of_pi", estimate);
        record.Value("ours", "error", std::abs(estimate - std::numbers::pi));
      };
    }
  });
  const Values error = {.table = "ours", .metric = "error"};
  package.Claim("B1", Less(error.At("needles", 340800), error.At("needles", 3408)).NotOfPrint());
  package.Figure("error", Lines(error).Over("needles").LinePer({"throw"}).LogX().LogY());
}

}  // namespace structlab::example_experiment
