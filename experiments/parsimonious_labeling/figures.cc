// Figures 3.4 to 3.12 and some of our own. Titles and captions: about.md.
#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/parsimonious_labeling/image_task.h"
#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::Lines;
using harness::Package;
using harness::Pictures;
using harness::Values;

const std::vector<std::string> kBothMethods = {kParsimonious, kCoOccurrence};

// The methods beside each other, with what they reached.
void ImageFigures(Package& package) {
  const std::pair<const char*, const char*> figures[] = {{"figure_3_7", "tsukuba"},
                                                         {"figure_3_6", "teddy"},
                                                         {"figure_3_11", "penguin"},
                                                         {"figure_3_12", "house"}};
  for (const auto& [id, image] : figures) {
    const ImageTask& task = FindImageTask(image);
    Values found = {.table = task.table,
                    .metric = "visual_quality",
                    .dataset = task.name,
                    .setting = ImageKey(task),
                    .cases = "images/"};
    package.Figure(id, Pictures(found)
                           .LinePer({kParsimonious, kReleased, kCoOccurrence, kAlphaExpansion, kTrws})
                           .WithMeans({"full_energy", task.is_stereo ? "bad_pixels" : "psnr"}));
  }
  package.Figure("figure_3_8", Pictures({.table = "Figure 3.8", .metric = "oversmoothing"})
                                   .WithMeans({"total_variation", "labels_used"}));
  package.Figure("figure_3_9", Pictures({.table = "Figure 3.9", .metric = "oversmoothing"})
                                   .WithMeans({"total_variation", "labels_used"}));
  const Values variation = {.table = kOurSmoothing, .metric = "total_variation", .method = kParsimonious};
  Values by_sigma = variation, by_size = variation, times_size = variation;
  by_sigma.cases = "smoothing/sigma=";
  by_size.cases = "smoothing/min_size=";
  times_size.cases = "smoothing/times-size/";
  package.Figure("smoothing_sigma", Lines(by_sigma).Over("sigma").Named("as printed").LogX());
  package.Figure("smoothing_size",
                 Lines(by_size)
                     .Over("superpixel_min_size")
                     .Named("as printed")
                     .And(times_size.At("clique_weight", "times_size"), "w_c times the size")
                     .LogX());
}

void LatticeFigures(Package& package) {
  const std::pair<const char*, const char*> cases[] = {{"a", kHierarchicalCase}, {"c", kLinearCase}};
  for (const auto& [panel, lattice_case] : cases) {
    for (const std::string metric : {"energy", "time"}) {
      const std::string letter(1, static_cast<char>(*panel + (metric == "time" ? 1 : 0)));
      const Values values = {.table = kFigure34, .metric = "average_" + metric, .dataset = kLattices};
      const Values released = {
          .table = kOurLattices, .metric = "average_" + metric, .method = kReleased, .dataset = kLattices};
      package.Figure("figure_3_4" + letter, Lines(values.At("case", lattice_case))
                                                .Over("w_c")
                                                .LinePer(kBothMethods)
                                                .And(released.At("case", lattice_case), kReleased)
                                                .LogX()
                                                .LogY());
    }
  }
  const Values ratio = {.table = kOurTrees, .metric = "energy_over_co_occurrence", .dataset = kLattices};
  package.Figure("trees_on_lattices", Lines(ratio.At("M", 20).At("w_c", 5))
                                          .Over("trees")
                                          .Named("M = 20")
                                          .And(ratio.At("M", 10).At("w_c", 5), "M = 10")
                                          .And(ratio.At("M", 5).At("w_c", 5), "M = 5")
                                          .HorizontalLine(1, "co-occurrence"));
  package.Figure("moves", Lines({.table = kOurMoves, .metric = "time_per_move"})
                              .Over("clique_size")
                              .LinePer(kBothMethods)
                              .Labels("variables of a clique", "seconds a move")
                              .LogX()
                              .LogY());
  for (const std::string of : {"nodes", "edges"}) {
    const Values count = {.table = kOurMoves, .metric = of + "_per_move"};
    const Values printed = {.table = kOurMoves, .metric = of + "_of_the_printed_cut"};
    package.Figure("moves_" + of, Lines(count)
                                      .Over("labels")
                                      .LinePer(kBothMethods)
                                      .And(printed, "as printed")
                                      .Labels("labels", of + " a move")
                                      .LogX()
                                      .LogY());
  }
}

}  // namespace

void Figures(Package& package) {
  ImageFigures(package);
  LatticeFigures(package);
}

}  // namespace structlab::parsimonious_labeling
