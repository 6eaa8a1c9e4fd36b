// Intervals of means over test pairs, which share volumes.
#ifndef STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PAIR_JACKKNIFE_H_
#define STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PAIR_JACKKNIFE_H_

#include <string>
#include <vector>

namespace structlab::deformable_registration {

// Volumes of test pairs and their patients: an entry each pair.
struct PairVolumes {
  std::vector<double> fixed, moving;
  std::vector<double> fixed_patients, moving_patients;

  size_t size() const { return fixed.size(); }
  friend bool operator==(const PairVolumes&, const PairVolumes&) = default;
};

// A mean over pairs as the mean of n values, one a volume or patient, to which Student's interval and test
// apply as to independent ones. Empty if fewer than two volumes can be left out.
struct JackknifeValues {
  std::vector<double> values;
  std::string units = {};  // "42 volumes", "4 patients", "4 volumes, one more is in all pairs"

  size_t size() const { return values.size(); }
};

// Leaves out one volume v after the other (Efron, Tibshirani 1993, chapter 11): with theta the mean over all
// pairs and theta_(v) the mean over the pairs in which v is neither the fixed nor the moving volume, values
// are theta - (n - 1) (theta_(v) - mean of theta_(v)). Their mean is theta; their variance over n is the
// jackknife's, (n - 1) / n times the sum of (theta_(v) - mean)^2. A pair counts for both of its volumes:
// noise of the pair itself counts twice, which makes intervals wider, by a factor of up to sqrt(2).
//
// Leaves out patients instead where several volumes are of one patient and there are at least three patients.
// A volume that is in all pairs stays: what is said holds for this volume. Pairs whose value is not finite
// are left out.
JackknifeValues LeaveOutVolumes(const std::vector<double>& values, const PairVolumes& pairs);

}  // namespace structlab::deformable_registration

#endif  // STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PAIR_JACKKNIFE_H_
