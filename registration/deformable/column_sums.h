// Sums over the rows of a bar, column by column, then over the columns of each cell: so that the inner loop
// runs along whole rows.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_COLUMN_SUMS_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_COLUMN_SUMS_H_

#include <array>
#include <span>
#include <vector>

#include "registration/deformable/patch_metric.h"

namespace structlab::registration {

// add(f, m, w, sums) for each voxel adds to `count` sums; w is 1 without weights. Adds the cells' sums to
// statistics[cell * stride + first ...]. Sums of a column are floats, of a cell doubles.
template <int count, class Add>
void AddColumnSums(const Image& fixed, const CellBar& bar, std::span<double> statistics, const Add& add) {
  const auto width = static_cast<size_t>(bar.width);
  std::array<std::vector<float>, count> columns;
  for (auto& column : columns) column.assign(width, 0);
  std::array<float*, count> sums;
  for (size_t s = 0; s < count; ++s) sums[s] = columns[s].data();
  const float* moving = bar.moving;
  const float* weights = bar.weights;
  for (int k = bar.z.begin; k < bar.z.end; ++k) {
    for (int j = bar.y.begin; j < bar.y.end; ++j) {
      const float* f = fixed.values.data() + fixed.geometry.Offset({0, j, k});
      if (weights == nullptr) {
        for (size_t i = 0; i < width; ++i) add(f[i], moving[i], 1.0F, sums, i);
      } else {
        for (size_t i = 0; i < width; ++i) add(f[i], moving[i], weights[i], sums, i);
        weights += width;
      }
      moving += width;
    }
  }
  for (int c = 0; c < bar.x.num_cells(); ++c) {
    const AxisCells::Range cell = bar.x.cells[static_cast<size_t>(c)];
    for (size_t s = 0; s < count; ++s) {
      double sum = 0;
      for (int i = cell.begin; i < cell.end; ++i) sum += static_cast<double>(sums[s][i]);
      statistics[static_cast<size_t>(c) * count + s] += sum;
    }
  }
}

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_COLUMN_SUMS_H_
