// How well patches of two images agree: what the registration minimises.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_PATCH_METRIC_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_PATCH_METRIC_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "registration/deformable/control_grid.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// A bar of cells along the first axis of the fixed image: those at place y along the second axis and z along
// the third, and the moving image there. Rows follow one another: row (j, k), j of y, k of z, begins at (j +
// k * y.size()) * width.
struct CellBar {
  AxisCells::Range y, z;  // voxels
  const AxisCells& x;     // cells along the row
  int width;              // voxels in a row
  const float* moving;    // of the moved image, in the bar's own rows
  const float* weights;   // how much each voxel counts, from 0 to 1, in the bar's rows; null: all count 1
  int num_rows() const { return y.size() * z.size(); }
};

// One metric on one fixed image. A patch's cost is a function of numbers that add up over the cells of a
// patch, so that overlapping patches share what they have in common. All functions are thread-safe.
class PatchMetric {
 public:
  virtual ~PatchMetric() = default;
  virtual int num_statistics() const = 0;
  // Adds the numbers of each cell of the bar: of cell c to statistics[c * num_statistics()] and on.
  virtual void AddCells(const CellBar& bar, std::span<double> statistics) const = 0;
  // The cost of a patch, minimised; `weight` is the sum of its voxels' weights, above 0.
  virtual double Cost(std::span<const double> statistics, double weight) const = 0;
};

// A metric by name. Images are scaled to [0, 1]. To add one: a file with a function that returns this, and a
// line in the list of PatchMetrics().
struct PatchMetricKind {
  std::string name;           // "sad"
  std::string documentation;  // half a line
  // The fixed image must outlive the metric. mean_patch_voxels: of all patches.
  std::function<std::unique_ptr<PatchMetric>(const Image& fixed, double mean_patch_voxels)> make;
};

// sad, ssd, ncc, mi, dwt.
const std::vector<PatchMetricKind>& PatchMetrics();
// Throws common::Error(kUsage), naming those that are known.
const PatchMetricKind& FindPatchMetric(const std::string& name);

PatchMetricKind SadMetric();
PatchMetricKind SsdMetric();
PatchMetricKind NccMetric();
PatchMetricKind MiMetric();
PatchMetricKind DwtMetric();

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_PATCH_METRIC_H_
