// Deformable registration by discrete labelling of control points (Glocker, Komodakis, Tziritas, Navab,
// Paragios 2008; Dokania 2016, appendix A).
//
//   const RegistrationResult result = Register({fixed, moving}, {}, pool);
//   const Image warped = WarpImage(moving, result.field, pool);
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_H_

#include <vector>

#include "common/parallel.h"
#include "common/run_control.h"  // IWYU pragma: export
#include "registration/deformable/registration_options.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

struct RegistrationPair {
  const Image& fixed;
  const Image& moving;
  const Mask* fixed_mask = nullptr;  // of the image's grid; voxels outside count nothing
  const Mask* moving_mask = nullptr;
  const LabelMap* moving_labels = nullptr;  // of the image's grid; needed if weights depend on classes
  // From `fixed` to `moving`, on any grid; empty: none.
  DisplacementField start = {};
};

// One label field.
struct Refinement {
  int level = 0, index = 0;  // level 0 is the coarsest
  double range = 0;          // mm
  // Mean over control points of the weighted costs, before and after; over those of which both are known.
  // Undone unless it falls.
  double cost_before = 0, cost_after = 0;
  double energy = 0, lower_bound = 0;  // of the label field; no bound unless it is proved
  bool is_accepted = false;
};

struct RegistrationResult {
  DisplacementField field;  // on the fixed grid
  std::vector<Refinement> refinements;
  // Mean of the weighted costs at the finest level. If the result is not better than the start, the start is
  // the result.
  double cost_of_start = 0, cost = 0;
  bool is_start = false;
  // Volume that both images share at the start, as a share of the smaller one's: 0 to 1.
  double overlap_of_start = 0;
  // kConverged: nothing stopped it before its last refinement. Otherwise the limit that did.
  common::Ending ending = common::Ending::kConverged;
  // A point for each refinement: the value is the mean of the weighted costs of the field that is kept. Only
  // values of one level can be compared. There is no bound.
  std::vector<common::TracePoint> trace = {};
};

// How many levels the registration has: at most options.levels.
int NumLevels(const Geometry& fixed, const RegistrationOptions& options);

// The displacements from `fixed` to `moving`. Each refinement takes the moving image as warped so far, gives
// each control point the label that minimises the weighted costs of its patch plus smoothness
// (MinimizeLabelField), and composes the field with the new one: u <- d + u(x + d). Within a level the cost
// never rises.
//
// `run` says when to stop before the last refinement; the result is then what was reached. An iteration is a
// refinement: iteration level * options.refinements + index + 1. The iterations of a coarse level without
// costs are left out. The flag, the time limit and the observer are asked after each refinement. Seed and
// threads have no effect.
//
// Grey values are scaled by percentiles first (ScaleToPercentiles). Images may have different grids; they are
// compared in space. Throws common::Error: kUsage for options out of range, images of different dimension,
// masks and labels of another grid; kData if an image is constant, if the images do not overlap at the start,
// or if masks leave less than a fifth of every patch. The same bits for any number of threads. Time and
// memory are those of UnaryCosts and MinimizeLabelField: voxels * labels a refinement.
RegistrationResult Register(const RegistrationPair& pair, const RegistrationOptions& options,
                            common::ThreadPool& pool, const common::RunControl& run = {});

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_H_
