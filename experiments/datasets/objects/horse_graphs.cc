#include "experiments/datasets/objects/horse_graphs.h"

#include <utility>

#include "structured_learning/segmentation/features/unit_features.h"
#include "structured_learning/segmentation/image_units.h"

namespace structlab::datasets {

using namespace structured_learning;

LabelledGraphs HorseGraphs(const Horses& horses, const std::vector<int>& chosen, int side, int neighbours) {
  const FeatureGroups groups = {FeatureGroup::kBias, FeatureGroup::kColor, FeatureGroup::kTexture,
                                FeatureGroup::kPosition, FeatureGroup::kContext};
  LabelledGraphs graphs;
  for (const int index : chosen) {
    const Horse horse = horses.Read(index);
    const ImageUnits units = PixelUnits(horse.image, side, neighbours);
    UnitLabels labels = LabelUnits(units, horse.mask);
    graphs.push_back(GraphOf(units, groups, std::move(labels.labels), std::move(labels.loss_weights)));
  }
  return graphs;
}

}  // namespace structlab::datasets
