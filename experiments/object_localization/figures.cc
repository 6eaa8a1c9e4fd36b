// Figures of the package.
#include <utility>

#include "experiments/harness/package.h"
#include "experiments/object_localization/protocol.h"

namespace structlab::object_localization {

using harness::Curves;
using harness::Package;
using harness::Pictures;
using harness::Values;

void Figures(Package& package) {
  const Values mistakes = {.table = kOurClasses, .metric = "mistakes_vs_pass", .method = "perceptron"};
  package.Figure("mistakes", Curves(mistakes.At("margin", 0.05))
                                 .Named("margin 0.05")
                                 .And(mistakes.At("margin", 0.2), "margin 0.2")
                                 .Labels("pass over the points", "wrong predictions"));
  package.Figure("violations", Curves({.table = kOurExamples, .metric = "violation_vs_search"})
                                   .LinePer({"structured SVM of the authors", "printed"})
                                   .Labels("search", "violation of the constraint"));
  for (const auto& [id, dataset] : {std::pair{"boxes_horses", kHorses}, std::pair{"boxes_scenes", kScenes}}) {
    package.Figure(id, Pictures({.table = kOurBoxes, .metric = "test_images", .dataset = dataset})
                           .LinePer({kMeanBox, kBinarySvm, kSvmOfWords})
                           .WithMeans({"mean_overlap"}));
  }
  for (const auto& [id, dataset] :
       {std::pair{"labels_horses", kHorses}, std::pair{"labels_fields", kFields}}) {
    package.Figure(id, Pictures({.table = kOurMasks, .metric = "test_labels", .dataset = dataset})
                           .LinePer({"cut", "loopy-bp", "icm"})
                           .WithMeans({"balanced_error"}));
  }
}

}  // namespace structlab::object_localization
