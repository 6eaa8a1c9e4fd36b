// How well patches of two images agree: what the registration minimises.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_PATCH_METRIC_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_PATCH_METRIC_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/method_options.h"
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

// A metric by name, with options of its own. Images are scaled to [0, 1].
struct PatchMetricKind {
  std::string name;     // "sad"
  std::string summary;  // half a line
  // Users set them in the parameters of a registration: {"metrics": {"mi": {"weight": 1, "bins": 32}}}. None
  // is called "weight".
  std::vector<common::OptionDeclaration> options = {};
  // The fixed image must outlive the metric. mean_patch_voxels: of all patches. `values` are of these
  // options.
  std::function<std::unique_ptr<PatchMetric>(const Image& fixed, double mean_patch_voxels,
                                             const common::OptionValues& values)>
      make;
  // As the only metric, beside a smoothness of 0.03 to 0.04.
  double usual_weight = 1;
};

// All metrics that are linked: sad, ssd, ncc, squared_ncc, mi, dwt, then registered ones by name.
std::span<const PatchMetricKind> PatchMetrics();
// Adds a metric. Call it before main, in a library with alwayslink = True. A name that is used twice, a
// metric without a name or function, and an option "weight" are bugs of the program.
bool RegisterPatchMetric(PatchMetricKind kind);
// Throws common::Error(kUsage) for an unknown name; the message lists all names, the nearest first.
const PatchMetricKind& FindPatchMetric(const std::string& name);

// A metric of a registration.
struct WeightedMetric {
  std::string name;  // of PatchMetrics()
  double weight = 1;
  common::OptionValues options = {};  // of the metric; {}: its defaults
};
// The values of all options of the metric. Throws common::Error(kUsage) for an unknown metric, and for an
// option that is set but is not the metric's.
common::OptionValues OptionsOfMetric(const WeightedMetric& metric);

PatchMetricKind SadMetric();
PatchMetricKind SsdMetric();
PatchMetricKind NccMetric();
PatchMetricKind SquaredNccMetric();
PatchMetricKind MiMetric();
PatchMetricKind DwtMetric();

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_PATCH_METRIC_H_
