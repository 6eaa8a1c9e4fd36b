// Rigid and affine registration by mutual information: a start for the deformable one.
//
//   const AffineResult found = RegisterAffine({fixed, moving}, {}, AffineKind::kAffine, pool);
//   const Image warped = Resample(moving, fixed.geometry, pool, {}, found.transform);
#ifndef STRUCTLAB_REGISTRATION_AFFINE_AFFINE_REGISTRATION_H_
#define STRUCTLAB_REGISTRATION_AFFINE_AFFINE_REGISTRATION_H_

#include <vector>

#include "common/parallel.h"
#include "common/run_control.h"  // IWYU pragma: export
#include "registration/volumes/affine.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

enum class AffineKind {
  kRigid,   // rotation and translation
  kAffine,  // also scales and shears
};

struct AffinePair {
  const Image& fixed;
  const Image& moving;
  const Mask* fixed_mask = nullptr;  // of the image's grid; voxels outside count nothing
  const Mask* moving_mask = nullptr;
};

struct AffineResult {
  AffineTransform transform;
  double information = 0;  // in nats, on the level where the search ended
  // kConverged: on the finest level no step raises the information enough. kIterationLimit: that of the run,
  // or 100 steps on the finest level. Otherwise the limit of the run that ended the search.
  common::Ending ending = common::Ending::kConverged;
  // A point for each step: the value is minus the information. Only values of one level can be compared.
  // There is no bound.
  std::vector<common::TracePoint> trace = {};
};

// The transform from `fixed` to `moving` that maximises the mutual information of both images (Mattes and
// others 2003, 32 bins, computed by ITK): a motion found on the fixed image, and then `start`. A quasi-Newton
// method (BFGS) climbs on three levels, at a quarter, half and all of the resolution, with up to 30,000
// samples each. A rigid result is `start` after a rotation and a shift.
//
// An iteration of `run` is a step. The flag, the time limit and the observer are asked after each step; the
// result is then what was reached. Seed and threads have no effect. On the level where the search ends the
// result has at least the information of the start. Deterministic: the same bits for any number of threads of
// `pool`, which only the pyramids use. ITK's filters in this process run on one thread
// afterwards. Throws common::Error: kUsage for images of different dimension and masks of another grid; kData
// for a constant image, one with fewer than 4 voxels along an axis, images that do not overlap at the start,
// and a motion that flattens or mirrors.
AffineResult RegisterAffine(const AffinePair& pair, const AffineTransform& start, AffineKind kind,
                            common::ThreadPool& pool, const common::RunControl& run = {});

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_AFFINE_AFFINE_REGISTRATION_H_
