// Figures A.1 to A.6 and figures of our own. Titles and captions: about.md.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "common/statistics.h"
#include "experiments/deformable_registration/protocol.h"
#include "experiments/harness/package.h"

namespace structlab::deformable_registration {
namespace {

using harness::Boxes;
using harness::Figure;
using harness::FigureRule;
using harness::Package;
using harness::Pictures;
using harness::Results;
using harness::Values;

const std::vector<std::string> kOfSource = {kLearned, kSad, kMi, kNcc, kDwt};
const std::vector<std::string> kAllMethods = {kNone, kLearned, kSad,   kMi,       kNcc,
                                              kDwt,  kInitial, kEqual, kDefaults, kElastix};
const std::vector<std::string> kAtOneStrength = {
    kLearned, kEqual, kScaledMetrics[0], kScaledMetrics[1], kScaledMetrics[2], kScaledMetrics[3]};
const std::vector<std::string> kShown = {kNone, kLearned, kSad, kMi, kNcc, kDwt};

FigureRule DiceBoxes(const std::string& dataset, const std::vector<std::string>& structures,
                     const std::vector<std::string>& methods) {
  FigureRule rule = Boxes(DiceOf(dataset, structures.front())).Named(structures.front());
  for (size_t i = 1; i < structures.size(); ++i) {
    rule = rule.And(DiceOf(dataset, structures[i]), structures[i]);
  }
  return rule.LinePer(methods).Labels("structure", "Dice");
}

void DrawBoxes(Package& package) {
  package.Figure("figure_a_4", DiceBoxes("RT Parotids", {"Parotl", "Parotr"}, kOfSource));
  package.Figure("figure_a_5", DiceBoxes("RT Abdominal", {"Bladder", "Sigmoid", "Rectum"}, kOfSource));
  package.Figure("figure_a_6", DiceBoxes("IBSR", {"CSF", "Grey Mater", "White Mater"}, kOfSource));
  const auto all = [](const char* dataset) { return DiceOf(dataset, kAllStructures); };
  package.Figure("all_methods", Boxes(all("RT Parotids"))
                                    .Named("parotids (drawn)")
                                    .And(all("RT Abdominal"), "abdomen (drawn)")
                                    .And(all("IBSR"), "IBSR")
                                    .And(all("hippocampus"), "hippocampus")
                                    .LinePer(kAllMethods)
                                    .Labels("data set", "mean Dice of a test pair"));
  package.Figure("one_strength", DiceBoxes("IBSR", {"CSF", "Grey Mater", "White Mater"}, kAtOneStrength));
  package.Figure("slices", Boxes(all("OASIS-TRT slices"))
                               .Named("OASIS-TRT")
                               .And(all("OASIS MICCAI 2012 slices"), "MICCAI 2012")
                               .LinePer(kAllMethods)
                               .Labels("data set", "mean Dice of a test pair"));
  const auto error = [](const char* dataset) {
    return Values{.table = kOurPairs, .metric = "true_error", .dataset = dataset};
  };
  package.Figure("true_error", Boxes(error("RT Parotids"))
                                   .Named("parotids")
                                   .And(error("RT Abdominal"), "abdomen")
                                   .And(error("drawn brains"), "brains")
                                   .LinePer(kAllMethods)
                                   .Labels("drawn set", "mean error, mm"));
  const auto weight = [](const char* dataset, const char* structure) {
    return Values{.table = kOurWeights,
                  .metric = "weight_over_w_0",
                  .dataset = dataset,
                  .setting = {{"structure", structure}}};
  };
  package.Figure("weights", Boxes(weight("RT Parotids", "Parotl"))
                                .Named("Parotl")
                                .And(weight("RT Parotids", "Parotr"), "Parotr")
                                .And(weight("RT Abdominal", "Bladder"), "Bladder")
                                .And(weight("RT Abdominal", "Sigmoid"), "Sigmoid")
                                .And(weight("RT Abdominal", "Rectum"), "Rectum")
                                .And(weight("IBSR", "CSF"), "CSF")
                                .And(weight("IBSR", "Grey Mater"), "Grey")
                                .And(weight("IBSR", "White Mater"), "White")
                                .LinePer({kSad, kMi, kNcc, kDwt})
                                .Labels("structure", "learned weight / w_0"));
}

void DrawPictures(Package& package) {
  const auto picture = [](const char* metric, const char* dataset) {
    return Pictures({.table = kOurPictures, .metric = metric, .dataset = dataset}).LinePer(kShown);
  };
  package.Figure("figure_a_1", Pictures({.table = kOurSlices, .metric = "slices"}));
  package.Figure("figure_a_2_abdominal", picture("overlap", "RT Abdominal"));
  package.Figure("figure_a_2_parotids", picture("overlap", "RT Parotids"));
  package.Figure("figure_a_3", picture("difference", "IBSR"));
}

// Mean Dice against seconds, a point a method. Seconds are times, which no curve may hold.
std::vector<Figure> DrawSeconds(const Results& results) {
  std::vector<Figure> figures;
  const std::pair<const char*, const char*> shown[] = {{"seconds_ibsr", "IBSR"},
                                                       {"seconds_hippocampus", "hippocampus"}};
  for (const auto& [id, dataset] : shown) {
    Figure figure;
    figure.id = id;
    figure.title = std::string("Dice and time, ").append(dataset).append(" (ours)");
    figure.caption = "Mean Dice over the test pairs and processor seconds of a registration.";
    figure.x_label = "seconds of one thread";
    figure.y_label = "mean Dice";
    figure.log_x = true;
    for (const std::string& method : kAllMethods) {
      std::vector<double> seconds, dice;
      const auto add = [&](const Values& asked, std::vector<double>& values) {
        for (const auto& [finished, value] : asked.In(results)) {
          values.push_back(value);
          const std::string key = finished->c.Key();
          if (std::ranges::count(figure.cases, key) == 0) figure.cases.push_back(key);
        }
      };
      add({.table = kOurMeans, .metric = "seconds_a_registration", .method = method, .dataset = dataset},
          seconds);
      if (seconds.empty()) continue;
      add({.table = kOurMeans,
           .metric = "dice",
           .method = method,
           .dataset = dataset,
           .setting = {{"structure", kAllStructures}}},
          dice);
      if (dice.empty()) continue;
      figure.series.push_back({method, {common::Mean(seconds)}, {common::Mean(dice)}});
    }
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace

void Figures(Package& package) {
  DrawBoxes(package);
  DrawPictures(package);
  package.FurtherFigures(DrawSeconds);
}

}  // namespace structlab::deformable_registration
