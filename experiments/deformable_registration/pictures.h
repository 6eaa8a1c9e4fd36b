// Pictures of subjects and of registered pairs, as Figures A.1 to A.3 have them.
#ifndef STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PICTURES_H_
#define STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PICTURES_H_

#include <vector>

#include "common/parallel.h"
#include "common/picture.h"
#include "experiments/datasets/medical/registration_set.h"
#include "experiments/harness/run/case.h"

namespace structlab::deformable_registration {

// Records, below kOurPictures, two slices through the middle of the structures (in images of two dimensions
// the image): `overlap` of the labels, red where only the fixed map has one and blue where only the warped
// one, and `difference` of the grey values, warped minus fixed, each scaled by its percentiles 1 and 99.
void RecordPictures(const datasets::Subject& fixed, const datasets::Subject& moving,
                    const registration::DisplacementField& field, common::ThreadPool& pool,
                    harness::Recorder& record);

// Slices of grey values through the middle of the structures, one a subject, side by side.
common::Picture SampleSlices(const std::vector<const datasets::Subject*>& subjects);

}  // namespace structlab::deformable_registration

#endif  // STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PICTURES_H_
