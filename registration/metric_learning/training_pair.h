// What learning weights of metrics needs of a pair of images: the costs and losses of all displacements.
#ifndef STRUCTLAB_REGISTRATION_METRIC_LEARNING_TRAINING_PAIR_H_
#define STRUCTLAB_REGISTRATION_METRIC_LEARNING_TRAINING_PAIR_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "common/parallel.h"
#include "registration/deformable/control_grid.h"
#include "registration/deformable/displacement_labels.h"
#include "registration/deformable/registration.h"
#include "registration/deformable/registration_options.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

struct TrainingImages {
  const Image& fixed;
  const Image& moving;
  const LabelMap& fixed_labels;  // segmentation, on the image's grid
  const LabelMap& moving_labels;
  const Mask* fixed_mask = nullptr;  // voxels outside count nothing
  const Mask* moving_mask = nullptr;
  DisplacementField start = {};  // from fixed to moving, on any grid; empty: none
};

// What the finest level of a registration begins with: `field` is that of the coarser ones, after the images'
// start, or the images' start itself if there are no coarser ones. So displacements are learned from where a
// registration will look for them. kConverged if all refinements of the coarser levels are made. `run` and
// errors are those of Register.
RegistrationResult StartOfFinestLevel(const TrainingImages& images, const RegistrationOptions& options,
                                      common::ThreadPool& pool, const common::RunControl& run = {});

// Of one label field on the control grid of the finest level, from the start.
struct TrainingPair {
  ControlGrid grid;
  DisplacementLabels labels;
  double step;  // mm
  // One matrix a metric, labels x points: what is not known has the highest cost of its point (FillUnknown).
  std::vector<Eigen::MatrixXf> costs;
  // One matrix a class, labels x points. Their sum over points is the loss of a label field, from 0 to 1:
  //   (1/N) sum_p (1 - Dice of the class in the fixed patch at p and the moving patch at p + d),
  // where N counts the points whose patches have the class under any label (Dokania 2016, (A.6), which lacks
  // the 1/N; a patch without the class on both sides is no loss). Dice of soft labels, linear between voxels:
  // 2 sum f m / (sum f + sum m).
  std::vector<Eigen::MatrixXf> losses;
  std::vector<int> points_of_class;  // N; 0 if neither image has the class where a patch is

  int num_metrics() const { return static_cast<int>(costs.size()); }
};

// The metrics, the spacing, the patches and the labels are those of the options; `classes` are labels of the
// segmentations. Throws common::Error as Register does, and kUsage for segmentations of another grid than
// their image's, for no classes and for options that divide metrics by
// their means. O(voxels * labels * (metrics + classes)); memory: labels * points *
// (metrics + classes) * 4 bytes. The same bits for any number of threads.
TrainingPair MeasurePair(const TrainingImages& images, const RegistrationOptions& options,
                         const std::vector<int32_t>& classes, common::ThreadPool& pool);

// Costs of a label field for a weighted sum of the pair's metrics.
Eigen::MatrixXf WeightedCosts(const TrainingPair& pair, const std::vector<double>& weights);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_METRIC_LEARNING_TRAINING_PAIR_H_
