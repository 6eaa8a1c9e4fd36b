// Labelled medical images in files: what each set must hold, and how a subject is read.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_VOLUME_SETS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_VOLUME_SETS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "experiments/datasets/medical/registration_set.h"

namespace structlab::datasets {

struct SubjectFiles {
  std::string name;
  std::string image, labels;  // in the set's folder
  int fold = 0;
  int patient = -1;  // subjects of the same patient have the same number; -1: a patient of its own
};

// A set whose subjects have an image and a label map each.
struct VolumeFiles {
  std::string name;
  int dimension = 3;
  std::vector<Structure> structures = {};  // if there are any, other labels than these and 0 are an error
  int64_t min_voxels = 1;                  // RegistrationSet::min_voxels
  registration::VoxelIndex size = registration::VoxelIndex::Zero();  // in the files; 0: differs
  registration::VoxelIndex reduction = registration::VoxelIndex::Ones();
  bool is_centred = false;  // the files carry no position: the centre of each grid is the origin
  std::vector<SubjectFiles> subjects = {};
};

// The 15 of 18 volumes of the Internet Brain Segmentation Repository that have labels of CSF, grey and white
// matter, 256 x 128 x 256, reduced by 4, 2, 4 to the 64 x 64 x 64 voxels of Dokania 2016, section A.5. The
// voxels are then of 3.75, 3, 3.75 mm, as printed there, in 8 volumes of all 18, and 4 or 3.35 mm
// replaces 3.75 in the others. The files carry no position, so grids are centred. Fold 0 are the first 7
// files by name, fold 1 the other 8.
const VolumeFiles& IbsrFiles();

// Parts around the hippocampus with its anterior and posterior labels, 1 mm, sizes differ: 40 of the volumes
// of the Medical Segmentation Decathlon. Volumes of numbers 2k - 1 and 2k count as one patient: in twelve of
// these pairs, and in no other, the steps of grey values are equal, so they are probably the two sides of one
// scan; the data's documents do not say it. Grey values have another scale in each: scale them before
// comparing.
const VolumeFiles& HippocampusFiles();

// Slices of 216 x 291 pixels of 1 mm. Labels with at least 50 pixels in the fixed slice are compared.
const VolumeFiles& OasisTrtFiles();     // 20, labels DKT31 and CMA
const VolumeFiles& OasisMiccaiFiles();  // 10, labels BrainCOLOR

// Reads an image and its labels, and reduces them: means of blocks, and the most frequent label of each, the
// smallest of several. Throws what registration::ReadImage and ReadLabels throw, and common::Error(kData)
// that names the file: another size than the set's, labels on another grid than the image, a label that is
// none of the structures. Deterministic; thread-safe; the same bits for any number of threads.
Subject ReadSubject(const std::string& folder, const VolumeFiles& files, int subject,
                    common::ThreadPool& pool);

// Subjects are read when they are loaded.
RegistrationSet OpenVolumes(const std::string& folder, const VolumeFiles& files);

// One brain of 160 x 192 x 224 voxels with FreeSurfer's labels, and its left-right mirror: subjects "brain"
// and "mirror". Both have the labels of the right side renamed to those of the left, so that each structure
// has one label on both sides; labels with at least 100 voxels are compared, which are 27. The grid
// of the mirror is that of the brain. Errors as ReadSubject.
inline constexpr const char* kOasisBrainImage = "test_scan_vol.nii.gz";
inline constexpr const char* kOasisBrainLabels = "test_scan_seg.nii.gz";
RegistrationSet OpenOasisBrain(const std::string& folder);

// The brain or its mirror, from a brain with the labels of both sides.
Subject OneSidedBrain(Subject brain, bool mirrored);

// FreeSurfer's labels 41 to 63 of the right side as those of the left: 2 for 41, 17 for 53, and so on.
registration::LabelMap WithoutSides(registration::LabelMap labels);

// Values in reverse order along the first axis, on the same grid.
template <class Value>
registration::Volume<Value> MirrorFirstAxis(registration::Volume<Value> volume) {
  const auto width = static_cast<std::ptrdiff_t>(volume.geometry.size[0]);
  for (auto row = volume.values.begin(); row != volume.values.end(); row += width) {
    std::reverse(row, row + width);
  }
  return volume;
}

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_VOLUME_SETS_H_
