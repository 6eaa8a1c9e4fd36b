// The faces of the package, and their splits.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FACE_DATA_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FACE_DATA_H_

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/datasets/faces.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/harness/run/case.h"

namespace structlab::face_recognition {

std::vector<harness::DatasetSource> DatasetSources();

// The faces of a task's first subjects (0: all). `path` is what was found of the task's data, empty for
// stand-ins; AR's are always generated. Deterministic. Throws as datasets::LoadFaces and CheckFaces.
datasets::Faces LoadTask(const FaceTask& task, const std::string& path, int64_t subjects);

// Throws common::Error (data), naming `where`, for images of other than kPixels pixels, a subject in two
// places and one without an image for the test: what a user's own files may be.
void CheckFaces(const datasets::Faces& faces, const FaceTask& task, const std::string& where);

// Draws sunglasses on 6 of 26 images of each subject and scarves on 6 others, as many as AR has.
// Deterministic in the seed.
datasets::Faces WithOccluders(datasets::Faces faces, uint64_t seed);

// Images, one a column, each pixel a number from 0 to 255.
struct ImageSet {
  Eigen::MatrixXd images;
  std::vector<int> labels;   // subjects
  std::vector<int> sources;  // which of the faces each is

  int size() const { return static_cast<int>(labels.size()); }
};

struct Split {
  ImageSet training, validation, test;
};

// For each subject as many images as `sizes` says, drawn without repetition; where there are fewer, what is
// missing is missing in the last parts. Training images stand by subject, the others in random order, of
// which the first `queries` are taken (0: all). Deterministic in the seed. Throws common::Error (usage) if a
// subject has no image left for the test.
Split DrawSplit(const datasets::Faces& faces, const SplitSizes& sizes, int64_t queries, uint64_t seed);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FACE_DATA_H_
