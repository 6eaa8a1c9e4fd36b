// Registered methods are listed together with the built-in ones.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/testing/message_of.h"
#include "graphical_models/images/image_methods.h"
#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/rounding.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

MapResult FirstLabels(const FactorGraph& graph) {
  MapResult result;
  result.labeling.assign(graph.num_variables(), 0);
  result.energy = graph.Energy(result.labeling);
  return result;
}

MapMethod FirstLabelsMethod(const std::string& name) {
  return {.name = name,
          .takes = "any",
          .summary = "the first label of each variable",
          .minimize = [](const FactorGraph& graph, const common::RunControl&, const common::OptionValues&) {
            return FirstLabels(graph);
          }};
}

// Registers as a package does: before main, in any order.
const bool kRegistered = RegisterMapMethod(FirstLabelsMethod("last-of-all")) &&
                         RegisterMapMethod(FirstLabelsMethod("first-labels"));
const bool kImageRegistered =
    RegisterImageMethod({.name = "darkest",
                         .uses_cliques = false,
                         .summary = "label 0 everywhere",
                         .minimize = [](const GridEnergy<int32_t>& grid, const CliqueEnergy&,
                                        const common::RunControl&, const common::OptionValues&) {
                           MapResult result;
                           result.labeling.assign(grid.num_variables(), 0);
                           result.energy = grid.Energy(result.labeling);
                           return result;
                         }});

// Returns the label of its option, plus one for each thread and seed above 1, so that tests can see them
// arrive.
MapResult UniformLabels(const FactorGraph& graph, const common::RunControl& run,
                        const common::OptionValues& options) {
  MapResult result;
  const int label =
      static_cast<int>(options.Integer("label") + run.threads - 1 + static_cast<int>(run.seed) - 1);
  result.labeling.assign(graph.num_variables(), static_cast<Label>(label));
  result.energy = graph.Energy(result.labeling);
  return result;
}

const bool kUniformRegistered =
    RegisterMapMethod({.name = "uniform",
                       .takes = "any",
                       .summary = "one label for all",
                       .options = {common::IntegerOption("label", 1, {0, 3}, "of every variable")},
                       .minimize = UniformLabels});

TEST(RegisterMapMethod, GetsItsOptionsSeedAndThreads) {
  ASSERT_TRUE(kUniformRegistered);
  FactorGraph graph({4, 4});
  const MapMethod& uniform = FindMapMethod("uniform");
  EXPECT_EQ(uniform.minimize(graph, {}, {}).labeling, Labeling({1, 1}));
  EXPECT_EQ(uniform.minimize(graph, {.threads = 2}, {}).labeling, Labeling({2, 2}));
  EXPECT_EQ(uniform.minimize(graph, {.seed = 3}, {}).labeling, Labeling({3, 3}));
  common::OptionValues values(uniform.name, uniform.options);
  values.Parse("label=0");
  EXPECT_EQ(uniform.minimize(graph, {}, values).labeling, Labeling({0, 0}));
  EXPECT_EQ(MessageOf([&] { FindMapMethod("first-labels").minimize(graph, {}, values); }),
            "option of first-labels: expected nothing, as it has no options, found 'label'");
}

const bool kWrongRegistered =
    RegisterMapMethod(
        {.name = "liar",
         .takes = "any",
         .summary = "says that it found 0",
         .minimize =
             [](const FactorGraph& graph, const common::RunControl&, const common::OptionValues&) {
               MapResult result = FirstLabels(graph);
               result.energy = 0;
               return result;
             },
         .minimize_grid = [](const GridEnergy<int32_t>&, const common::RunControl&,
                             const common::OptionValues&) { return MapResult(); }}) &&
    RegisterImageMethod({.name = "image-liar",
                         .uses_cliques = true,
                         .summary = "leaves the last pixel out",
                         .minimize = [](const GridEnergy<int32_t>& grid, const CliqueEnergy&,
                                        const common::RunControl&, const common::OptionValues&) {
                           MapResult result;
                           result.labeling.assign(static_cast<size_t>(grid.num_variables()) - 1, 0);
                           return result;
                         }});

TEST(RegisterMapMethod, IsNotBelievedWithoutAProof) {
  ASSERT_TRUE(kWrongRegistered);
  FactorGraph graph({2, 2});
  graph.AddFactor({{0, 1}}, {{5.0, 1.0, 2.0, 3.0}});
  EXPECT_EQ(FindMapMethod("first-labels").minimize(graph, {}, {}).trace.back().value, 5);
  EXPECT_EQ(MessageOf([&] { FindMapMethod("liar").minimize(graph, {}, {}); }),
            "result of the method liar: energy: expected 5, that of its labeling, found 0; fix the method, "
            "or use another one");
}

// Sums of integers are exact, however large the costs of other labels are.
TEST(RegisterMapMethod, IsNotAllowedToRoundIntegers) {
  const int num_variables = 1000;
  FactorGraph graph(std::vector<int>(num_variables, 2));
  for (int variable = 0; variable < num_variables; ++variable) {
    graph.AddFactor({{variable}}, {{variable == 0 ? 1.0 : 0.0, 0x1p40}});
  }
  ASSERT_GT(RoundingOf(graph).max_error, 1);
  EXPECT_NE(MessageOf([&] { FindMapMethod("liar").minimize(graph, {}, {}); }).find("energy: expected 1, "),
            std::string::npos);
}

TEST(RegisterMapMethod, IsNotBelievedInItsOtherForm) {
  const GridEnergy<int32_t> grid({.width = 2, .height = 1, .labels = 2}, {0, 1, 0, 1}, Potts{1}, 1);
  const MapMethod& liar = FindMapMethod("liar");
  EXPECT_NE(MessageOf([&] { MinimizeGrid(liar, grid, {}); }).find("expected 2 labels, found 0"),
            std::string::npos);
}

TEST(RegisterImageMethod, IsNotBelievedWithoutAProof) {
  const GridEnergy<int32_t> grid({.width = 2, .height = 1, .labels = 2}, {0, 1, 0, 1}, Potts{1}, 1);
  const CliqueEnergy cliques(2, 2);
  EXPECT_EQ(FindImageMethod("darkest").minimize(grid, cliques, {}, {}).trace.size(), 1u);
  EXPECT_NE(MessageOf([&] {
              FindImageMethod("image-liar").minimize(grid, cliques, {}, {});
            }).find("result of the method image-liar: labeling: expected 2 labels, found 1"),
            std::string::npos);
}

TEST(RegisterMapMethod, IsFoundAndListedAfterTheLibrarysOwnByName) {
  ASSERT_TRUE(kRegistered);
  FactorGraph graph({2, 2});
  graph.AddFactor({{0, 1}}, {{5.0, 1.0, 2.0, 3.0}});
  EXPECT_EQ(FindMapMethod("first-labels").minimize(graph, {}, {}).energy, 5);
  const std::span<const MapMethod> all = MapMethods();
  ASSERT_GT(all.size(), 2u);
  EXPECT_EQ(all[0].name, "brute-force");
  EXPECT_EQ(all[all.size() - 4].name, "first-labels");
  EXPECT_EQ(all[all.size() - 3].name, "last-of-all");
  EXPECT_EQ(all[all.size() - 2].name, "liar");
  EXPECT_EQ(all[all.size() - 1].name, "uniform");
  EXPECT_NE(MessageOf([] { FindMapMethod("first-label"); }).find("one of first-labels, "), std::string::npos);
}

TEST(RegisterImageMethod, IsFoundAndListedAfterTheLibrarysOwn) {
  ASSERT_TRUE(kImageRegistered);
  EXPECT_EQ(FindImageMethod("darkest").name, "darkest");
  EXPECT_EQ(ImageMethods().back().name, "image-liar");
  EXPECT_EQ(ImageMethods().front().name, "parsimonious");
}

TEST(RegisterMapMethodDeathTest, WhatStandsTwiceOrDoesNothingIsABug) {
  EXPECT_DEATH(RegisterMapMethod(FirstLabelsMethod("trws")), "bug: is_new");
  EXPECT_DEATH(RegisterMapMethod(FirstLabelsMethod("")), "bug: is_whole");
  EXPECT_DEATH(RegisterMapMethod({.name = "nothing", .takes = "", .summary = "", .minimize = {}}),
               "bug: is_whole");
}

}  // namespace
}  // namespace structlab::graphical_models
