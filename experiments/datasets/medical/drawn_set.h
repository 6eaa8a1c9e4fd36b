// Sets of subjects drawn from one template, with the true displacements between them.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_DRAWN_SET_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_DRAWN_SET_H_

#include <cstdint>

#include "common/parallel.h"
#include "experiments/datasets/medical/anatomy.h"
#include "experiments/datasets/medical/random_spline.h"
#include "experiments/datasets/medical/registration_set.h"

namespace structlab::datasets {

// How subjects differ. A warp is `num_splines` random splines, one after the other.
struct WarpDraw {
  int num_splines = 2;
  double spacing = 40;    // mm, of control points
  double strength = 0.4;  // amplitude in spacings, at most kMaxWarpStrength
};

struct DrawOptions {
  int num_patients = 1;
  int volumes_of_patient = 1;
  int num_folds = 1;                      // the first patients are fold 0, and so on
  WarpDraw patient = {};                  // from a patient's mean shape to the template
  WarpDraw session = {.num_splines = 0};  // from a volume to the patient's mean shape
  double noise = 0;                       // standard deviation, in grey values
  double bias = 0;                        // amplitude of the factor's spline (spacing `bias_spacing`)
  double bias_spacing = 100;              // mm
  double gamma = 0;                       // exponents are uniform in [1 - gamma, 1 + gamma]
};

// Subject s shows at x what the template has at T_s(x), T_s = session warp, then patient warp:
//
//   label(x) = template label at T_s(x)
//   grey(x) = lowest + (highest - lowest) * t^gamma_s * (1 + bias_s(x)) + noise,
//             t = (template grey at T_s(x) - lowest) / (highest - lowest), cut to [0, 1].
//
// T_s is smooth and one-to-one in all of space (random_spline.h), so the point of subject m that belongs to x
// of subject f is T_m^-1(T_f(x)): the true displacement is exact to 1e-6 mm for each spline.
//
// Random numbers come from streams of the seed, one for each patient, volume and purpose: subjects of a
// longer set are those of a shorter one. The same bits for any number of threads. O(voxels * (shapes +
// splines)) a subject. Thread-safe.
class DrawnSet {
 public:
  // Throws common::Error (usage) for counts below 1 (splines: below 0), a strength above kMaxWarpStrength, a
  // gamma outside of [0, 1), and negative amplitudes.
  DrawnSet(const Anatomy& anatomy, const DrawOptions& options, uint64_t seed);

  int size() const { return options_.num_patients * options_.volumes_of_patient; }
  const Anatomy& anatomy() const { return anatomy_; }
  int PatientOf(int subject) const { return subject / options_.volumes_of_patient; }
  int FoldOf(int subject) const { return PatientOf(subject) * options_.num_folds / options_.num_patients; }

  Subject Draw(int subject, common::ThreadPool& pool) const;

  // T_s. Its FieldOn is the field from the subject to the template, its InverseFieldOn the one back.
  SplineWarp ToTemplate(int subject) const;

  // T_m^-1(T_f(x)) - x on the subjects' grid.
  registration::DisplacementField TrueField(int fixed, int moving, common::ThreadPool& pool) const;

 private:
  Anatomy anatomy_;
  DrawOptions options_;
  uint64_t seed_;
  AnatomySampler template_;
};

// The set as experiments see it; subjects are named "volume 0", or "patient 1, volume 0".
RegistrationSet DrawRegistrationSet(const std::string& name, const Anatomy& anatomy,
                                    const DrawOptions& options, uint64_t seed);

// Options for sets of the numbers of subjects of Dokania 2016, section A.5, and for the stand-ins of other
// sets. How they were matched: without registration, the mean Dice over structures lies near that of real
// sets (IBSR 0.55, hippocampus 0.58). Means over the first four pairs of seed 7, within patients where there
// are several volumes of one:
//
//   anatomy         Dice   true displacement (mean length, mm)
//   head            0.46     9.4
//   pelvis          0.58    13.3
//   brain           0.58     7.8
//   hippocampus     0.60     3.5
//   brain slice     0.55     9.1
DrawOptions ParotidOptions();  // 4 patients with two volumes each
DrawOptions PelvisOptions();   // 5 volumes of one patient
DrawOptions BrainOptions();    // 18 brains in two folds
// For the stand-ins of the other sets.
DrawOptions HippocampusOptions();  // 40
DrawOptions SliceOptions(int num_subjects);
DrawOptions WholeBrainOptions();  // 1

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_DRAWN_SET_H_
