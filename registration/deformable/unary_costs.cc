#include "registration/deformable/unary_costs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "registration/deformable/shifted_bar.h"

namespace structlab::registration {
namespace {

constexpr double kLeastShare = 0.2;  // of a patch's voxels, for a cost
constexpr int64_t kLeastTasks = 40;  // of one call, as far as there are layers and rows of labels
constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

// Labels that differ along the first axis only.
struct LabelRow {
  int y, z;                                 // steps
  std::vector<std::pair<int, int>> labels;  // label, steps along x
};

std::vector<LabelRow> RowsOf(const DisplacementLabels& labels) {
  std::map<std::pair<int, int>, LabelRow> rows;
  for (int label = 0; label < labels.size(); ++label) {
    const Eigen::Vector3i& steps = labels[label];
    LabelRow& row = rows.try_emplace({steps[2], steps[1]}, LabelRow{steps[1], steps[2], {}}).first->second;
    row.labels.emplace_back(label, steps[0]);
  }
  std::vector<LabelRow> list;
  for (auto& [key, row] : rows) list.push_back(std::move(row));
  return list;
}

double MeanPatchVoxels(const ControlGrid& grid) {
  double mean = 1;
  for (int a = 0; a < 3; ++a) {
    double sum = 0;
    for (const AxisCells::Range& patch : grid.cells(a).patches) {
      for (int c = patch.begin; c < patch.end; ++c) sum += grid.cells(a).cells[c].size();
    }
    mean *= sum / static_cast<double>(grid.size()[a]);
  }
  return mean;
}

// Adds the numbers of the cells of one patch, which lie in rows of `width` cells.
void AddPatch(const std::vector<double>& cells, const AxisCells::Range& x, const AxisCells::Range& y,
              int width, std::vector<double>& sums) {
  std::ranges::fill(sums, 0);
  for (int cy = y.begin; cy < y.end; ++cy) {
    for (int cx = x.begin; cx < x.end; ++cx) {
      const double* from = cells.data() + static_cast<size_t>(cy * width + cx) * sums.size();
      for (size_t s = 0; s < sums.size(); ++s) sums[s] += from[s];
    }
  }
}

// The costs of a row of labels at the points of some layers, one after the other along z. What the patches of
// neighbouring layers share is computed once.
class SlabTask {
 public:
  SlabTask(const Image* fixed_weights, const ControlGrid& grid,
           const std::vector<std::unique_ptr<PatchMetric>>& metrics, AxisCells::Range layers,
           const LabelRow& labels)
      : fixed_weights_(fixed_weights), grid_(grid), metrics_(metrics), layers_(layers), labels_(labels) {
    for (const auto& metric : metrics) sizes_.push_back(static_cast<size_t>(metric->num_statistics()));
    sizes_.push_back(1);  // weights
  }

  // `step` in voxels along each axis.
  void Run(const Image& moved, const Image* moved_weights, const Point& step,
           std::vector<Eigen::MatrixXf>& costs) {
    double longest = 0;
    for (const auto& [label, steps] : labels_.labels) longest = std::max(longest, std::abs(steps * step[0]));
    ShiftedBar bar(moved, false, longest);
    const bool is_weighted = moved_weights != nullptr || fixed_weights_ != nullptr;
    ShiftedBar bar_weights(moved_weights != nullptr ? *moved_weights : moved, true, longest);
    const AxisCells& z = grid_.cells(2);
    std::map<int, Statistics> sums;  // of the layers whose patches have begun
    Statistics of_slice;
    for (int cz = 0; cz < z.num_cells(); ++cz) {
      std::vector<int> layers;
      for (int layer = layers_.begin; layer < layers_.end; ++layer) {
        const AxisCells::Range& patch = z.patches[layer];
        if (cz >= patch.begin && cz < patch.end) layers.push_back(layer);
      }
      if (layers.empty()) continue;
      Clear(of_slice);
      for (int cy = 0; cy < y().num_cells(); ++cy) {
        const AxisCells::Range& in_y = y().cells[cy];
        const AxisCells::Range& in_z = z.cells[cz];
        bar.Move(in_y, in_z, labels_.y * step[1], labels_.z * step[2]);
        if (moved_weights != nullptr) bar_weights.Move(in_y, in_z, labels_.y * step[1], labels_.z * step[2]);
        for (size_t l = 0; l < labels_.labels.size(); ++l) {
          const double shift = labels_.labels[l].second * step[0];
          bar.Along(shift, rows_);
          if (moved_weights != nullptr) {
            bar_weights.Along(shift, weights_);
          } else if (is_weighted) {
            weights_.assign(rows_.size(), 1);
          }
          CellBar cells = {in_y, in_z, x(), static_cast<int>(moved.geometry.size[0]), rows_.data(), nullptr};
          if (is_weighted) {
            MultiplyByFixed(cells);
            cells.weights = weights_.data();
          }
          Add(cells, cy, of_slice[l]);
        }
      }
      for (const int layer : layers) {
        const AxisCells::Range& patch = z.patches[layer];
        if (patch.size() == 1) {
          Finish(layer, of_slice, costs);
          continue;
        }
        AddTo(sums[layer], of_slice);
        if (cz + 1 < patch.end) continue;
        Finish(layer, sums[layer], costs);
        sums.erase(layer);
      }
    }
    for (int layer = layers_.begin; layer < layers_.end; ++layer) {
      if (z.patches[layer].size() == 0) Finish(layer, {}, costs);
    }
  }

 private:
  // Numbers of the cells of x and y, of a label and a metric (the last: weights).
  using Statistics = std::vector<std::vector<std::vector<double>>>;

  const AxisCells& x() const { return grid_.cells(0); }
  const AxisCells& y() const { return grid_.cells(1); }

  void Clear(Statistics& statistics) const {
    const size_t cells = static_cast<size_t>(x().num_cells()) * static_cast<size_t>(y().num_cells());
    statistics.resize(labels_.labels.size());
    for (auto& of_label : statistics) {
      of_label.resize(sizes_.size());
      for (size_t m = 0; m < sizes_.size(); ++m) of_label[m].assign(cells * sizes_[m], 0.0);
    }
  }

  static void AddTo(Statistics& sums, const Statistics& statistics) {
    if (sums.empty()) {
      sums = statistics;
      return;
    }
    for (size_t l = 0; l < sums.size(); ++l) {
      for (size_t m = 0; m < sums[l].size(); ++m) {
        double* to = sums[l][m].data();
        const double* from = statistics[l][m].data();
        for (size_t i = 0; i < sums[l][m].size(); ++i) to[i] += from[i];
      }
    }
  }

  void MultiplyByFixed(const CellBar& bar) {
    if (fixed_weights_ == nullptr) return;
    float* to = weights_.data();
    for (int k = bar.z.begin; k < bar.z.end; ++k) {
      for (int j = bar.y.begin; j < bar.y.end; ++j, to += bar.width) {
        const float* of_fixed = fixed_weights_->values.data() + fixed_weights_->geometry.Offset({0, j, k});
        for (int i = 0; i < bar.width; ++i) to[i] *= of_fixed[i];
      }
    }
  }

  void Add(const CellBar& bar, int cy, std::vector<std::vector<double>>& statistics) const {
    const auto num_cells = static_cast<size_t>(x().num_cells());
    for (size_t m = 0; m < metrics_.size(); ++m) {
      metrics_[m]->AddCells(
          bar, std::span(statistics[m])
                   .subspan(static_cast<size_t>(cy) * num_cells * sizes_[m], num_cells * sizes_[m]));
    }
    double* weights = statistics.back().data() + static_cast<size_t>(cy) * num_cells;
    if (bar.weights == nullptr) {
      for (size_t c = 0; c < num_cells; ++c) {
        weights[c] += static_cast<double>(x().cells[c].size()) * bar.num_rows();
      }
      return;
    }
    std::vector<float> columns(bar.width, 0);
    for (int r = 0; r < bar.num_rows(); ++r) {
      const float* row = bar.weights + int64_t{r} * bar.width;
      for (size_t i = 0; i < columns.size(); ++i) columns[i] += row[i];
    }
    for (size_t c = 0; c < num_cells; ++c) {
      const AxisCells::Range& cell = x().cells[c];
      for (int i = cell.begin; i < cell.end; ++i) weights[c] += static_cast<double>(columns[i]);
    }
  }

  double VoxelsOf(const AxisCells& axis, const AxisCells::Range& patch) const {
    return axis.cells[static_cast<size_t>(patch.end) - 1].end - axis.cells[patch.begin].begin;
  }

  void Finish(int layer, const Statistics& statistics, std::vector<Eigen::MatrixXf>& costs) const {
    for (size_t l = 0; l < labels_.labels.size(); ++l) FinishLabel(l, layer, statistics, costs);
  }

  void FinishLabel(size_t l, int layer, const Statistics& statistics,
                   std::vector<Eigen::MatrixXf>& costs) const {
    const AxisCells::Range& in_z = grid_.cells(2).patches[layer];
    const int width = x().num_cells();
    const auto nx = static_cast<int>(grid_.size()[0]), ny = static_cast<int>(grid_.size()[1]);
    std::vector<double> weight(1);
    std::vector<std::vector<double>> sums;
    for (const size_t size : sizes_) sums.emplace_back(size);
    for (int py = 0; py < ny; ++py) {
      const AxisCells::Range& in_y = y().patches[py];
      for (int px = 0; px < nx; ++px) {
        const AxisCells::Range& in_x = x().patches[px];
        const Eigen::Index point = px + Eigen::Index{nx} * (py + Eigen::Index{ny} * layer);
        const bool is_empty = in_x.size() == 0 || in_y.size() == 0 || in_z.size() == 0;
        double voxels = 0;
        if (!is_empty) {
          voxels = VoxelsOf(x(), in_x) * VoxelsOf(y(), in_y) * VoxelsOf(grid_.cells(2), in_z);
          AddPatch(statistics[l].back(), in_x, in_y, width, weight);
        }
        const bool is_known = !is_empty && weight[0] >= kLeastShare * voxels;
        for (size_t m = 0; m < metrics_.size(); ++m) {
          float& cost = costs[m](labels_.labels[l].first, point);
          cost = kUnknown;
          if (!is_known) continue;
          AddPatch(statistics[l][m], in_x, in_y, width, sums[m]);
          cost = static_cast<float>(metrics_[m]->Cost(sums[m], weight[0]));
        }
      }
    }
  }

  const Image* fixed_weights_;
  const ControlGrid& grid_;
  const std::vector<std::unique_ptr<PatchMetric>>& metrics_;
  AxisCells::Range layers_;
  const LabelRow& labels_;
  std::vector<size_t> sizes_;  // of metrics and of weights
  std::vector<float> rows_, weights_;
};

}  // namespace

UnaryCosts::UnaryCosts(const Image& fixed, const Image* fixed_weights, const ControlGrid& grid,
                       const std::vector<WeightedMetric>& metrics)
    : fixed_(fixed), fixed_weights_(fixed_weights), grid_(grid) {
  const double voxels = MeanPatchVoxels(grid);
  for (const WeightedMetric& metric : metrics) {
    metrics_.push_back(FindPatchMetric(metric.name).make(fixed, voxels, OptionsOfMetric(metric)));
  }
}

UnaryCosts::UnaryCosts(const Image& fixed, const Image* fixed_weights, const ControlGrid& grid,
                       std::unique_ptr<PatchMetric> metric)
    : fixed_(fixed), fixed_weights_(fixed_weights), grid_(grid) {
  metrics_.push_back(std::move(metric));
}

std::vector<Eigen::MatrixXf> UnaryCosts::Compute(const Image& moved, const Image* moved_weights,
                                                 const DisplacementLabels& labels, double step,
                                                 common::ThreadPool& pool) const {
  std::vector<Eigen::MatrixXf> costs(metrics_.size(), Eigen::MatrixXf(labels.size(), grid_.num_points()));
  const std::vector<LabelRow> rows = RowsOf(labels);
  const Point voxels = Point::Constant(step).cwiseQuotient(fixed_.geometry.spacing);
  const int64_t num_rows = std::ssize(rows), num_layers = grid_.size()[2];
  const int64_t num_slabs = std::min(num_layers, (kLeastTasks + num_rows - 1) / num_rows);
  common::ParallelFor(pool, num_slabs * num_rows, [&](int64_t task) {
    const int64_t slab = task / num_rows;
    const AxisCells::Range layers = {static_cast<int>(slab * num_layers / num_slabs),
                                     static_cast<int>((slab + 1) * num_layers / num_slabs)};
    SlabTask(fixed_weights_, grid_, metrics_, layers, rows[task % num_rows])
        .Run(moved, moved_weights, voxels, costs);
  });
  return costs;
}

void FillUnknown(Eigen::MatrixXf& costs) {
  for (Eigen::Index point = 0; point < costs.cols(); ++point) {
    auto column = costs.col(point);
    float most = -std::numeric_limits<float>::infinity();
    for (const float cost : column) most = cost > most ? cost : most;  // false for what is unknown
    for (float& cost : column) {
      if (std::isnan(cost)) cost = std::isfinite(most) ? most : 0;
    }
  }
}

}  // namespace structlab::registration
