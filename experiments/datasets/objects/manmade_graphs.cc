#include "experiments/datasets/objects/manmade_graphs.h"

#include <utility>

namespace structlab::datasets {

using namespace structured_learning;

LabelledGraphs ManmadeGraphs(const ManmadePhotos& photos, const std::vector<int>& chosen, int neighbours) {
  LabelledGraphs graphs;
  for (const int index : chosen) {
    ManmadePhoto photo = photos.Read(index);
    const ImageUnits units = BlockUnits(photo.image, /*max_side=*/0, kManmadeBlock, neighbours);
    std::vector<double> weights(photo.labels.size(), 1.0);
    graphs.push_back(GraphOf(units, BlockFeatures(), std::move(photo.labels), std::move(weights)));
  }
  return graphs;
}

}  // namespace structlab::datasets
