#include "experiments/parsimonious_labeling/conclusions.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::FinishedCase;
using harness::Results;
using harness::Setting;

constexpr char kTsukuba[] = "tsukuba";

void Add(std::vector<FinishedCase>& cases, const std::string& prefix, const char* table, const char* method,
         double energy) {
  FinishedCase& finished = cases.emplace_back();
  finished.c.name = prefix + method;
  finished.c.method = method;
  finished.record.values.push_back(
      {.key = {table, kTsukuba, method, Setting(), "full_energy"}, .value = energy});
}

void AddToImage(std::vector<FinishedCase>& cases, const char* method, double energy) {
  Add(cases, std::string(kImagePrefix) + kTsukuba + "/", kOurStereo, method, energy);
}

std::vector<std::string> Concluded(std::vector<FinishedCase> cases, const std::string& width = "0") {
  Setting settings;
  settings.Set("image_width", width);
  settings.Set("image_height", "0");
  settings.Set("more_trees", "40");
  std::vector<std::string> paragraphs =
      Conclude(Results(std::move(cases), harness::Profile::kPaper, settings));
  if (paragraphs.empty()) return paragraphs;
  EXPECT_EQ(paragraphs.back(),
            "Energies and bad pixels are means over the seeds that the trees of labels are drawn with; where "
            "more trees are tried, they are of one seed.");
  paragraphs.pop_back();
  return paragraphs;
}

TEST(Conclusions, NothingIsSaidWithoutBothEnergies) {
  std::vector<FinishedCase> cases;
  EXPECT_TRUE(Concluded(cases).empty());
  AddToImage(cases, kParsimonious, 110);
  EXPECT_TRUE(Concluded(cases).empty());
}

TEST(Conclusions, ALowerEnergyNeedsNoReasons) {
  std::vector<FinishedCase> cases;
  AddToImage(cases, kParsimonious, 94);
  AddToImage(cases, kParsimonious, 96);
  AddToImage(cases, kCoOccurrence, 100);
  AddToImage(cases, kCoOccurrencePairs, 120);
  EXPECT_EQ(Concluded(cases),
            (std::vector<std::string>{"tsukuba: parsimonious labeling comes to an energy of "
                                      "95 (5% below the baseline's)."}));
}

TEST(Conclusions, OtherReadingsAreToldWithTheirBadPixels) {
  const StereoReading& reading = StereoReadings().front();
  ASSERT_EQ(reading.image, kTsukuba);
  const std::string prefix = kReadingsPrefix + reading.image + "/" + reading.name() + "/";
  std::vector<FinishedCase> cases;
  for (const auto& [method, energy, bad] :
       {std::tuple{kParsimonious, 110.0, 2.5}, {kCoOccurrence, 100.0, 3.5}, {kTrws, 120.0, 4.5}}) {
    Add(cases, prefix, kOurReadings, method, energy);
    cases.back().record.values.back().key.setting = reading.key();
    cases.back().record.values.push_back(
        {.key = {kOurReadings, kTsukuba, method, reading.key(), "bad_pixels"}, .value = bad});
  }
  EXPECT_EQ(
      Concluded(cases),
      (std::vector<std::string>{
          "tsukuba with another reading of its energy, gradients being means of the channels: "
          "parsimonious labeling comes to an energy of 110 (10% above the baseline's); bad pixels: TRWS "
          "4.5%, Co-occurrence (Ladicky et al.) 3.5%, Parsimonious labeling (our) 2.5%."}));
}

TEST(Conclusions, AGeneratedImageIsNamedAsSuch) {
  std::vector<FinishedCase> cases;
  AddToImage(cases, kParsimonious, 100);
  AddToImage(cases, kCoOccurrence, 100);
  for (FinishedCase& finished : cases) finished.c.origin = harness::DataOrigin::kStandIn;
  EXPECT_EQ(Concluded(cases),
            (std::vector<std::string>{"tsukuba (generated): parsimonious labeling comes to an energy of 100 "
                                      "(equal to the baseline's)."}));
}

TEST(Conclusions, AnImageBeyondTheSourceIsNamedAsSuch) {
  std::vector<FinishedCase> cases;
  const std::string prefix = std::string(kImagePrefix) + "venus/";
  for (const char* method : {kParsimonious, kCoOccurrence}) {
    Add(cases, prefix, kOurStereo, method, 100);
    cases.back().record.values[0].key.dataset = "venus";
  }
  EXPECT_EQ(Concluded(cases), (std::vector<std::string>{
                                  "venus, which the source does not have: parsimonious labeling comes to an "
                                  "energy of 100 (equal to the baseline's)."}));
}

TEST(Conclusions, APartOfAnImageIsNamedAsSuch) {
  std::vector<FinishedCase> cases;
  EXPECT_TRUE(Concluded(cases, "72").empty());
  AddToImage(cases, kParsimonious, 100);
  AddToImage(cases, kCoOccurrence, 100);
  EXPECT_EQ(
      Concluded(cases, "72"),
      (std::vector<std::string>{"These energies are of the middle of the images, at most 72 x 0 pixels (0: "
                                "all), and say nothing about the whole ones.",
                                "tsukuba: parsimonious labeling comes to an energy of 100 (equal to the "
                                "baseline's)."}));
}

TEST(Conclusions, WhatWasTriedIsSaidOfAHigherOne) {
  std::vector<FinishedCase> cases;
  AddToImage(cases, kParsimonious, 110);
  AddToImage(cases, kRefined, 99);
  AddToImage(cases, kCoOccurrence, 100);
  AddToImage(cases, kCoOccurrencePairs, 105);
  Add(cases, kMoreTreesPrefix, kEnergyByTrees, kParsimonious, 108);
  const std::string expected =
      "tsukuba: parsimonious labeling comes to an energy of 110 (10% above the baseline's), refined to 99 "
      "(1% "
      "below the baseline's). The best of 40 trees comes to 108 (8% above the baseline's). The baseline's "
      "moves "
      "know exactly what pairs cost; over-estimated as the cliques are, they lead to 105 (5% above the "
      "baseline's)";
  EXPECT_EQ(Concluded(cases).at(0), expected + ", lower than ours without refinement.");
  cases[3].record.values[0].value = 111;
  EXPECT_NE(Concluded(cases).at(0).find("lead to 111 (11% above the baseline's)."), std::string::npos);
  AddToImage(cases, kAlphaExpansion, 103);
  EXPECT_EQ(Concluded(cases).at(0).find("leaves the cliques out"), std::string::npos);
  AddToImage(cases, kTrws, 98);
  EXPECT_NE(Concluded(cases).at(0).find(
                "baseline's). TRWS, which leaves the cliques out, comes to 98 (2% below the baseline's)."),
            std::string::npos);
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
