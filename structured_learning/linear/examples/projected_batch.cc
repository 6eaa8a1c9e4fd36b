#include "structured_learning/linear/examples/projected_batch.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace structlab::structured_learning {
namespace {

template <class Projection>
void ProjectBy(Projection& projection, const ExampleBatch& batch, ExampleBatch& projected) {
  projected.Clear();
  std::vector<double> values(projection.rows());
  for (size_t i = 0; i < batch.size(); ++i) {
    const ExampleView example = batch[i];
    std::ranges::fill(values, 0.0);
    for (size_t k = 0; k < example.keys.size(); ++k) {
      projection.Add(example.keys[k], static_cast<double>(example.values[k]), values);
    }
    const ExampleBatch::Room room = projected.FeatureRoom(values.size());
    for (size_t row = 0; row < values.size(); ++row) {
      room.keys[row] = static_cast<uint32_t>(row);
      room.values[row] = static_cast<float>(values[row]);
    }
    for (const uint32_t label : example.labels) projected.AddLabel(label);
    projected.AddExample(values.size(), example.target, example.importance);
  }
}

}  // namespace

void Project(const ExampleBatch& batch, const kernels::RandomProjection& projection,
             ExampleBatch& projected) {
  ProjectBy(projection, batch, projected);
}

void Project(const ExampleBatch& batch, kernels::StoredSigns& signs, ExampleBatch& projected) {
  ProjectBy(signs, batch, projected);
}

}  // namespace structlab::structured_learning
