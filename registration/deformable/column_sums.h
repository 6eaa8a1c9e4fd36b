// Sums over the rows of a bar, column by column, then over the columns of each cell.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_COLUMN_SUMS_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_COLUMN_SUMS_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "registration/deformable/patch_metric.h"

namespace structlab::registration {

// Eight neighbouring columns, in registers: arrays of Eigen or of floats would go through memory.
using Columns = float __attribute__((vector_size(32)));
inline constexpr int kColumns = 8;

inline void TakeAbsolute(Columns& values) {
  using Bits = int32_t __attribute__((vector_size(32)));
  Bits bits;
  std::memcpy(&bits, &values, sizeof(bits));
  bits &= 0x7fffffff;
  std::memcpy(&values, &bits, sizeof(bits));
}

// The weight of a voxel where all count 1.
struct Unweighted {};
inline void Weight(Columns&, const Unweighted&) {}
inline void Weight(Columns& values, const Columns& weights) { values *= weights; }

// So many rows are added up as floats, whose rounding grows with their number, and then to a double.
inline constexpr int kMostRows = 64;

// Goes down the rows of a bar along `blocks` times eight columns from `begin` on; num_columns: those that are
// there, if fewer.
template <int count, int blocks, bool is_weighted, class Terms>
void AddRows(const Image& fixed, const CellBar& bar, int begin, int num_columns, const Terms& terms,
             const std::array<double*, count>& to) {
  const auto load = [&](const float* from, Columns& columns) {
    if (blocks > 1 || num_columns >= kColumns) {
      std::memcpy(&columns, from, sizeof(columns));
    } else {
      columns = Columns{};
      std::memcpy(&columns, from, static_cast<size_t>(num_columns) * sizeof(float));
    }
  };
  std::array<std::array<Columns, count>, blocks> sums = {};
  for (double* column : to) std::fill_n(column + begin, blocks * kColumns, 0);
  const auto flush = [&] {
    for (int block = 0; block < blocks; ++block) {
      for (size_t s = 0; s < count; ++s) {
        Columns& from = sums[block][s];
        for (int i = 0; i < kColumns; ++i) {
          to[s][begin + block * kColumns + i] += static_cast<double>(from[i]);
        }
        from = Columns{};
      }
    }
  };
  int rows = 0;
  const float* m = bar.moving + begin;
  const float* w = is_weighted ? bar.weights + begin : nullptr;
  for (int k = bar.z.begin; k < bar.z.end; ++k) {
    const float* f = fixed.values.data() + fixed.geometry.Offset({begin, bar.y.begin, k});
    for (int j = bar.y.begin; j < bar.y.end; ++j, f += bar.width, m += bar.width) {
      for (int block = 0; block < blocks; ++block) {
        Columns of_fixed, of_moving;
        load(f + block * kColumns, of_fixed);
        load(m + block * kColumns, of_moving);
        if constexpr (is_weighted) {
          Columns weights;
          load(w + block * kColumns, weights);
          terms(of_fixed, of_moving, weights, sums[block]);
        } else {
          terms(of_fixed, of_moving, Unweighted(), sums[block]);
        }
      }
      if (is_weighted) w += bar.width;
      if (++rows % kMostRows == 0) flush();
    }
  }
  flush();
}

template <int count, bool is_weighted, class Terms>
void SumColumns(const Image& fixed, const CellBar& bar, const Terms& terms,
                const std::array<double*, count>& to) {
  constexpr int kBlocks = 2;
  int begin = 0;
  for (; begin + kBlocks * kColumns <= bar.width; begin += kBlocks * kColumns) {
    AddRows<count, kBlocks, is_weighted>(fixed, bar, begin, kBlocks * kColumns, terms, to);
  }
  for (; begin < bar.width; begin += kColumns) {
    // The last columns together with some before them, where there are any.
    const int at = std::max(0, std::min(begin, bar.width - kColumns));
    AddRows<count, 1, is_weighted>(fixed, bar, at, bar.width - at, terms, to);
  }
}

// terms(f, m, w, sums) for each voxel adds to `count` sums, eight columns at a time: f, m and sums are
// Columns, w too or Unweighted (see Weight). Adds the cells' sums to statistics[cell * count + s]. Sums of
// kMostRows of a column are floats, others doubles.
//
// Down the rows sums stay in registers: 8 bytes are read for a voxel, from the cache that holds the bar.
template <int count, class Terms>
void AddColumnSums(const Image& fixed, const CellBar& bar, std::span<double> statistics, const Terms& terms) {
  const auto width = static_cast<size_t>(std::max(bar.width, kColumns));
  std::vector<double> columns(count * width);
  std::array<double*, count> sums;
  for (size_t s = 0; s < count; ++s) sums[s] = columns.data() + s * width;
  if (bar.weights == nullptr) {
    SumColumns<count, false>(fixed, bar, terms, sums);
  } else {
    SumColumns<count, true>(fixed, bar, terms, sums);
  }
  for (int c = 0; c < bar.x.num_cells(); ++c) {
    const AxisCells::Range cell = bar.x.cells[c];
    for (size_t s = 0; s < count; ++s) {
      double sum = 0;
      for (int i = cell.begin; i < cell.end; ++i) sum += sums[s][i];
      statistics[static_cast<size_t>(c) * count + s] += sum;
    }
  }
}

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_COLUMN_SUMS_H_
