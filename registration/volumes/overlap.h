// How well label maps and landmarks agree.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_OVERLAP_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_OVERLAP_H_

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/parallel.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

struct LabelAgreement {
  int32_t label = 0;
  int64_t num_reference = 0, num_other = 0, num_common = 0;  // voxels
  double dice = 0;                                           // 2 common / (reference + other)
  // In mm; kUndefined if one of the maps lacks the label, or if distances were not asked for.
  double average_surface_distance = kUndefined;
  double hausdorff95 = kUndefined;

  bool is_in_both() const { return num_reference > 0 && num_other > 0; }
};

struct Agreement {
  std::vector<LabelAgreement> labels;  // in ascending order
  double mean_dice = kUndefined;       // over all labels
  // Over the labels that both maps have; kUndefined if there is none.
  double mean_average_surface_distance = kUndefined, mean_hausdorff95 = kUndefined;
  int64_t num_in_one =
      0;  // labels that only one of the maps has: their Dice is 0, their distances are left out
};

struct AgreementOptions {
  bool distances = true;
  std::vector<int32_t> labels = {};  // the ones to compare; empty: all that occur in either map, without 0
};

// Compares two label maps of the same geometry, else throws common::Error(kData) that shows both. A label
// that is asked for and occurs in neither map has Dice and distances kUndefined and counts nowhere.
//
// The surface of a label is its voxels that have a neighbour of another label, or beyond the grid, across one
// of their six faces (2D: four sides). With d(a, B) the distance from a voxel's centre to the nearest one of
// surface B:
//   average surface distance = (sum over a in A of d(a, B) + sum over b in B of d(b, A)) / (|A| + |B|);
//   95% Hausdorff distance = max(95th percentile of d(a, B), 95th percentile of d(b, A)), percentiles as
//   numpy's.
// Distances are exact. O(voxels) plus, for each label, O(voxels of its bounding box).
Agreement CompareLabels(const LabelMap& reference, const LabelMap& other, common::ThreadPool& pool,
                        const AgreementOptions& options = {});

struct LandmarkError {
  std::vector<double> distances;  // mm, one a pair
  double mean = kUndefined, median = kUndefined, max = kUndefined;
};
// Distances between points that belong together. Throws common::Error(kData) if their numbers differ.
LandmarkError CompareLandmarks(std::span<const Point> expected, std::span<const Point> found);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_OVERLAP_H_
