// Images with label maps to register in pairs: what the experiment sees of a data set, read or drawn.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_REGISTRATION_SET_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_REGISTRATION_SET_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "registration/volumes/volume.h"

namespace structlab::datasets {

struct Structure {
  std::string name;
  int32_t label = 0;
};

struct SubjectInfo {
  std::string name;
  int patient = 0;  // subjects of the same patient have the same number
  int fold = 0;     // of the experiment's protocol; 0 where it has none
};

struct Subject {
  registration::Image image;
  registration::LabelMap labels;  // on the image's grid
};

// Subjects are loaded one by one, so that a set needs no memory before. Both functions are deterministic,
// have the same bits for any number of threads, and may be called from several threads.
//
//   const RegistrationSet set = LoadIbsr(dataset.path);
//   const Subject fixed = set.load(0, pool), moving = set.load(1, pool);
//   for (const int32_t label : LabelsToCompare(set, fixed.labels, moving.labels)) ...
struct RegistrationSet {
  std::string name = {};
  int dimension = 3;
  // What is compared. Empty where subjects differ in their labels: then all that a pair has.
  std::vector<Structure> structures = {};
  // A label is compared if the fixed label map has at least as many voxels of it, and the moving one any.
  int64_t min_voxels = 1;
  std::vector<SubjectInfo> subjects = {};
  // Reads or draws the subject of that index. Throws common::Error(kData), which names the file.
  std::function<Subject(int subject, common::ThreadPool& pool)> load = {};
  // The displacements from the fixed subject to the moving one, on the grid of the fixed one. Empty where
  // they are not known, as of all real sets.
  std::function<registration::DisplacementField(int fixed, int moving, common::ThreadPool& pool)> true_field =
      {};

  int size() const { return static_cast<int>(subjects.size()); }
};

// The labels of the set's structures (without structures: all labels but 0) that have at least min_voxels
// voxels in the fixed map and at least one in the moving one, ascending. O(voxels).
std::vector<int32_t> LabelsToCompare(const RegistrationSet& set, const registration::LabelMap& fixed,
                                     const registration::LabelMap& moving);

// The structure's name; "label 17" if the set has no structures. Throws common::Error (usage) for a label
// that is none of the structures.
std::string NameOfLabel(const RegistrationSet& set, int32_t label);

// Voxels of each label that occurs, without 0, by ascending label. O(voxels).
struct LabelCount {
  int32_t label = 0;
  int64_t voxels = 0;
};
std::vector<LabelCount> CountLabels(const registration::LabelMap& labels);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_REGISTRATION_SET_H_
