#include "graphical_models/approximate/simulated_annealing.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "common/testing/message_of.h"
#include "graphical_models/approximate/icm.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// Frequencies of all labelings against their probabilities. Ten sweeps between two samples make the remaining
// dependence small against the bound. Each frequency may differ by six standard deviations, so a correct
// sampler fails on one of these 20 graphs, with at most 72 labelings each, with a probability below 1e-5.
TEST(HeatBath, DrawsByTheBoltzmannDistribution) {
  constexpr int kDraws = 20'000;
  constexpr double kTemperature = 4;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "heat bath");
    const FactorGraph graph = RandomFactorGraph({.max_variables = 4, .max_factors = 6}, random);
    std::map<Labeling, double> probabilities;
    double total = 0;
    ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
      total += probabilities[labeling] = std::exp(-graph.Energy(labeling) / kTemperature);
    });
    HeatBath heat_bath(graph);
    std::map<Labeling, int> counts;
    Labeling labeling = RandomLabeling(graph.label_counts(), random);
    for (int draw = 0; draw < kDraws; ++draw) {
      for (int sweep = 0; sweep < 10; ++sweep) heat_bath.Sweep(kTemperature, random, labeling);
      ++counts[labeling];
    }
    for (const auto& [drawn, weight] : probabilities) {
      const double p = weight / total;
      const double deviation = std::sqrt(kDraws * p * (1 - p)) + 1;
      EXPECT_NEAR(counts[drawn], kDraws * p, 6 * deviation);
    }
  }
}

TEST(HeatBath, DrawsWhatIsForbiddenOnlyWhereAllIs) {
  FactorGraph graph({3, 2});
  graph.AddFactor({{0}}, {{kInfinity, 0, 0}});
  graph.AddFactor({{1}}, {{kInfinity, kInfinity}});
  HeatBath heat_bath(graph);
  common::RandomStream random(1, "forbidden");
  Labeling labeling = {0, 0};
  std::map<Labeling, int> counts;
  for (int i = 0; i < 200; ++i) {
    heat_bath.Sweep(1, random, labeling);
    ++counts[labeling];
  }
  EXPECT_EQ(counts.size(), 4u);
  for (const auto& [drawn, count] : counts) EXPECT_NE(drawn[0], 0);
}

TEST(HeatBath, MeanSpreadIsOfFiniteCosts) {
  FactorGraph graph({3, 2});
  graph.AddFactor({{0}}, {{1, 4, kInfinity}});
  graph.AddFactor({{0, 1}}, {{0, 0, 0, 7, 0, 0}});
  HeatBath heat_bath(graph);
  EXPECT_EQ(heat_bath.MeanSpread({0, 0}), (3 + 0) / 2.0);
  EXPECT_EQ(heat_bath.MeanSpread({1, 1}), (10 + 7) / 2.0);
  EXPECT_EQ(HeatBath(FactorGraph()).MeanSpread({}), 0);
}

// At most 729 labelings, some of infinite energy.
TEST(SimulatedAnnealing, FindsNearlyAllMinimaOfTinyGraphs) {
  int optimal = 0, optimal_by_descent = 0;
  constexpr int kGraphs = 10'000;
  for (uint64_t seed = 0; seed < kGraphs; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "simulated annealing");
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 2 == 0 ? 0.1 : 0.0}, random);
    const Labeling start = RandomLabeling(graph.label_counts(), random);
    const double optimum = BruteForceMap(graph).energy;
    const MapResult result = SimulatedAnnealing(graph, {.start = start, .sweeps = 600});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_GE(result.energy, optimum);
    EXPECT_LE(result.energy, graph.Energy(start));
    double before = graph.Energy(start);
    for (const common::TracePoint& point : result.trace) {
      EXPECT_LE(point.value, before);
      before = point.value;
    }
    EXPECT_EQ(before, result.energy);
    optimal += result.energy == optimum ? 1 : 0;
    optimal_by_descent += IteratedConditionalModes(graph, {.start = start}).energy == optimum ? 1 : 0;
  }
  EXPECT_GT(optimal, kGraphs * 99 / 100);
  EXPECT_LT(optimal_by_descent, kGraphs * 9 / 10);
}

// At a low temperature from the beginning it is coordinate descent; at a high one to the end it is a
// random walk.
TEST(SimulatedAnnealing, CoolsAsItIsTold) {
  FactorGraph graph({2, 2});
  graph.AddFactor({{0, 1}}, {{1.0, 3.0, 3.0, 0.0}});
  const AnnealingOptions cold = {
      .start = {0, 0}, .sweeps = 1000, .initial_temperature = 1e-3, .final_temperature = 1e-3};
  EXPECT_EQ(SimulatedAnnealing(graph, cold).energy, 1);
  AnnealingOptions hot = cold;
  hot.initial_temperature = hot.final_temperature = 1;
  EXPECT_EQ(SimulatedAnnealing(graph, hot).energy, 0);
}

// Far more sweeps than the time allows: it must cool within the time and not stay at the first temperature.
TEST(SimulatedAnnealing, CoolsWithinATimeLimit) {
  constexpr int kVariables = 100;
  FactorGraph chain(std::vector<int>(kVariables, 8));
  common::RandomStream random(1, "annealing in time");
  for (int v = 0; v + 1 < kVariables; ++v) {
    std::vector<double> table(64);
    for (double& cost : table) cost = random.Uniform();
    chain.AddFactor({{v, v + 1}}, table);
  }
  AnnealingOptions options = {.run = {.stop = {.seconds = 0.3}}, .sweeps = int64_t{1} << 40};
  const double in_time = SimulatedAnnealing(chain, options).energy;
  // The result of at least as many sweeps at a constant high temperature.
  options.run.stop.seconds = 0.5;
  options.final_temperature = options.initial_temperature;
  EXPECT_LT(in_time, 0.7 * SimulatedAnnealing(chain, options).energy);
}

TEST(SimulatedAnnealing, EndsAsItSays) {
  common::RandomStream random(1, "ending");
  const FactorGraph graph = RandomFactorGraph({}, random);
  EXPECT_EQ(SimulatedAnnealing(graph, {.run = {.stop = {.iterations = 0}}}).ending,
            common::Ending::kIterationLimit);
  EXPECT_EQ(SimulatedAnnealing(graph, {.run = {.stop = {.seconds = 0}}}).ending, common::Ending::kTimeLimit);
  const std::atomic<bool> interrupted = true;
  const common::RunControl at_once = {.stop = {.interrupted = &interrupted}};
  EXPECT_EQ(SimulatedAnnealing(graph, {.run = at_once}).ending, common::Ending::kInterrupted);
  FactorGraph pair({2, 2});
  pair.AddFactor({{0, 1}}, {{3.0, 2.0, 1.0, 0.0}});
  EXPECT_EQ(SimulatedAnnealing(pair, {.run = at_once}).labeling, StartOrLocalMinimum(pair, {}, at_once));
  EXPECT_NE(StartOrLocalMinimum(pair, {}, {}), StartOrLocalMinimum(pair, {}, at_once));
  const MapResult result = SimulatedAnnealing(graph, {.sweeps = 7}),
                  again = SimulatedAnnealing(graph, {.sweeps = 7});
  EXPECT_EQ(result.trace.size(), 8u);
  EXPECT_EQ(result.labeling, again.labeling);
  EXPECT_EQ(result.lower_bound, -kInfinity);
  EXPECT_TRUE(SimulatedAnnealing(FactorGraph()).labeling.empty());
  EXPECT_EQ(SimulatedAnnealing(graph, {.sweeps = 1}).trace.size(), 2u);
}

TEST(SimulatedAnnealing, EndsWhereItReachesTheBoundOrTheGap) {
  int proved = 0, near = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "bound");
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 2 == 0 ? 0.1 : 0.0}, random);
    const Labeling start = RandomLabeling(graph.label_counts(), random);
    const double optimum = BruteForceMap(graph).energy;
    const AnnealingOptions options = {.start = start, .lower_bound = optimum, .sweeps = 500};
    const MapResult result = SimulatedAnnealing(graph, options);
    EXPECT_EQ(result.lower_bound, optimum);
    EXPECT_EQ(result.ending,
              result.energy == optimum ? common::Ending::kOptimal : common::Ending::kConverged);
    for (size_t i = 0; i < result.trace.size(); ++i) {
      EXPECT_EQ(result.trace[i].bound, optimum);
      EXPECT_TRUE(result.trace[i].value > optimum || i + 1 == result.trace.size()) << "ends there";
    }
    proved += result.ending == common::Ending::kOptimal && result.trace.size() > 1 ? 1 : 0;

    AnnealingOptions with_gap = options;
    with_gap.run.stop.gap = 20;
    const MapResult stopped = SimulatedAnnealing(graph, with_gap);
    if (stopped.ending == common::Ending::kGapReached) {
      EXPECT_LE(stopped.energy - optimum, 20);
      EXPECT_GT(stopped.energy, optimum);
      EXPECT_LE(stopped.trace.size(), result.trace.size());
      near += stopped.trace.size() > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(proved, 100);
  EXPECT_GT(near, 20);
}

TEST(SimulatedAnnealing, ABoundAboveTheEnergyIsLoweredToIt) {
  FactorGraph graph({2});
  graph.AddFactor({{0}}, {{1.0, 2.0}});
  const MapResult result = SimulatedAnnealing(graph, {.lower_bound = 1 + 1e-15});
  EXPECT_EQ(result.ending, common::Ending::kOptimal);
  EXPECT_EQ(result.lower_bound, 1);
  EXPECT_EQ(result.trace.back().bound, 1);
}

TEST(SimulatedAnnealing, WhatIsForbiddenThroughoutStaysSo) {
  FactorGraph graph({2, 1, 3});
  graph.AddFactor({{0, 1, 2}}, std::vector<double>(6, kInfinity));
  const MapResult result = SimulatedAnnealing(graph, {.run = {.stop = {.gap = 1}}, .sweeps = 9});
  EXPECT_EQ(result.energy, kInfinity);
  EXPECT_EQ(result.ending, common::Ending::kConverged);
}

// Temperatures that doubles cannot hold.
TEST(SimulatedAnnealing, TakesOptionsFarApart) {
  FactorGraph graph({2, 2});
  graph.AddFactor({{0, 1}}, {{1.0, 3.0, 3.0, 0.0}});
  EXPECT_EQ(
      SimulatedAnnealing(graph, {.sweeps = 50, .initial_temperature = 1e200, .final_temperature = 1e-200})
          .energy,
      0);
  EXPECT_EQ(
      SimulatedAnnealing(graph, {.sweeps = 50, .initial_temperature = 1e-200, .final_temperature = 1e200})
          .energy,
      0);
  FactorGraph small({2});
  small.AddFactor({{0}}, {{1e-300, 0.0}});
  EXPECT_EQ(SimulatedAnnealing(
                small, {.start = {0}, .sweeps = 9, .initial_temperature = 1e-30, .final_temperature = 1e-30})
                .energy,
            0);
}

TEST(SimulatedAnnealing, RefusesWhatDoesNotFit) {
  const FactorGraph graph({2, 2});
  const auto message = [&](const AnnealingOptions& options) {
    return MessageOf(common::ErrorKind::kUsage, [&] { SimulatedAnnealing(graph, options); });
  };
  EXPECT_EQ(message({.start = {0}}), "start: expected one label for each of 2 variables, found 1 labels");
  EXPECT_EQ(message({.sweeps = 0}), "AnnealingOptions::sweeps: expected 1 or more, found 0");
  EXPECT_EQ(message({.initial_temperature = 0}),
            "AnnealingOptions::initial_temperature: expected a finite number above 0, found 0");
  EXPECT_EQ(message({.final_temperature = std::numeric_limits<double>::infinity()}),
            "AnnealingOptions::final_temperature: expected a finite number above 0, found inf");
  EXPECT_EQ(message({.lower_bound = std::nan("")}),
            "AnnealingOptions::lower_bound: expected a number, found nan");
}

}  // namespace
}  // namespace structlab::graphical_models
