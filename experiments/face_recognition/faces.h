// The sets of faces of Shi 2011, chapter 3, and their splits.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FACES_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FACES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/datasets/faces.h"
#include "experiments/harness/package.h"
#include "kernels/sparse/byte_images.h"

namespace structlab::face_recognition {

inline constexpr const char* kFacesData = "faces";
inline constexpr const char* kChangedFacesData = "faces, changed";  // real ones that are not the source's
inline constexpr const char* kArData = "ar-shape";

std::vector<harness::DatasetSource> DatasetSources();

// Images of each subject.
struct SplitSizes {
  int training, validation, test;
};

// Names of tables. Below the source's only what it prints may stand.
struct TableNames {
  const char *accuracy, *time, *alpha;
};

struct FaceTask {
  std::string name;  // data set, as tables call it
  std::string part;  // in names of cases
  std::string data;
  SplitSizes split;
  int subjects;
  TableNames tables;
  bool has_equal_times;  // Tables 3.3 and 3.4 are made of it, too

  bool is_ar() const { return data == kArData; }
  // Size of the test over that of the training, for intervals of random splits.
  double test_by_training() const { return static_cast<double>(split.test) / split.training; }
  // How many of the first `limit` subjects there are (0: all).
  int NumSubjects(int64_t limit) const;
  int NumTraining(int64_t limit) const { return NumSubjects(limit) * split.training; }
};

inline constexpr const char* kYaleB = "YaleB";
inline constexpr const char* kOccluded = "YaleB with occluders";  // beside AR in claims about accuracy
inline constexpr const char* kAr = "AR";                          // generated
inline constexpr const char* kNoAr = "the images of AR are not public";
inline constexpr const char* kWithOccluders = "on YaleB with drawn occluders, which are no AR";
inline constexpr const char* kOnYaleB = "on YaleB, which has no occluders";
const std::vector<FaceTask>& FaceTasks();
const FaceTask& FindFaceTask(const std::string& name);

// Settings of a case about its images; reading them declares that the case depends on them.
struct ImageSettings {
  int64_t subjects = 0, queries = 0;
  std::string image_size = {};  // of Extended Yale B
  std::string split = {};       // "one" or "each"
};
ImageSettings ReadImageSettings(harness::Case& c, const char* queries_setting = "queries");

// The faces of a task. `path` is the folder that was found, empty for stand-ins; AR's are always generated.
// Deterministic. Throws as datasets::LoadFaces and CheckFaces.
datasets::Faces LoadTask(const FaceTask& task, const std::string& path, const ImageSettings& settings);

// Throws common::Error (data), naming `where`, unless the images of each subject stand side by side and one
// is left for the test.
void CheckFaces(const datasets::Faces& faces, const SplitSizes& split, const std::string& where);

// Draws sunglasses on 6 of 26 images of each subject and scarves on 6 others, as many as AR has.
// Deterministic in the seed.
datasets::Faces WithOccluders(datasets::Faces faces, uint64_t seed);

struct ImageSet {
  kernels::ByteImages images;
  std::vector<int> labels;   // subjects
  std::vector<int> sources;  // which of the faces each is

  int size() const { return static_cast<int>(labels.size()); }
};

struct Split {
  ImageSet training, validation, test;
};

// How images are shuffled. One for all: one order of image numbers for all subjects, so that a split takes
// the same lights of each; numbers that a subject lacks are left out. One each: every subject has its own
// order.
enum class Shuffle { kOneForAll, kOneEach };

// For each subject as many images as `sizes` says, drawn without repetition; where a subject has fewer, some
// are missing in the test. Training images stand by subject, the others in random order, of which the first
// `queries` are taken (0: all). Deterministic in the seed. Throws common::Error (usage) if a subject has no
// image left for the test.
Split DrawSplit(const datasets::Faces& faces, const SplitSizes& sizes, int64_t queries, uint64_t seed,
                Shuffle shuffle = Shuffle::kOneForAll);

// The faces of a case and its split.
struct CaseFaces {
  CaseFaces(const FaceTask& task, const ImageSettings& settings, const harness::Recorder& record);

  datasets::Faces faces;
  Split split;
};

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FACES_H_
