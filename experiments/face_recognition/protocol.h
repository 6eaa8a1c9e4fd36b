// The protocol of Shi 2011, chapter 3, as settings, and the keys of its tables.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_PROTOCOL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

inline constexpr const char* kTable31 = "Table 3.1";
inline constexpr const char* kTable32 = "Table 3.2";
inline constexpr const char* kTable33 = "Table 3.3";
inline constexpr const char* kTable34 = "Table 3.4";
inline constexpr const char* kFigure31 = "Figure 3.1";
inline constexpr const char* kFigure32 = "Figure 3.2";
inline constexpr const char* kFigure33 = "Figure 3.3";
inline constexpr const char* kFigure34 = "Figure 3.4";
inline constexpr const char* kProse341 = "section 3.4.1 (prose)";
inline constexpr const char* kProse342 = "section 3.4.2 (prose)";
inline constexpr const char* kProseEnds = "chapter 3 introduction and conclusion (prose)";

// Tables of ours: what the source does not print.
inline constexpr const char* kOurCodes = "ours: codes";
inline constexpr const char* kOurTimes = "ours: parts of the time";
inline constexpr const char* kOurHashes = "ours: numbers of hash functions";
inline constexpr const char* kOurEqualTimes = "ours: accuracy by time";
inline constexpr const char* kOurPictures = "ours: pictures";
inline constexpr const char* kOurTimed = "ours: times side by side";

// Methods as the source spells them, and ours.
inline constexpr const char* kHashOmp = "HASH-OMP";
inline constexpr const char* kRandomOmp = "RANDOM-OMP";
inline constexpr const char* kEigenOmp = "EIGEN-OMP";
inline constexpr const char* kHashL1 = "HASH-l1";
inline constexpr const char* kRandomL1 = "RANDOM-l1";
inline constexpr const char* kEigenL1 = "EIGEN-l1";
inline constexpr const char* kEigenKnn = "EIGEN-KNN";
inline constexpr const char* kFisherKnn = "FISHER-KNN";
inline constexpr const char* kEigenSvm = "EIGEN-SVM";
inline constexpr const char* kFisherSvm = "FISHER-SVM";
// Ours: the dimension is that of the eigenfaces within which discriminants are looked for.
inline constexpr const char* kFisherKnnWithin = "FISHER-KNN within eigenfaces";
inline constexpr const char* kFisherSvmWithin = "FISHER-SVM within eigenfaces";
inline constexpr const char* kAlphaSvm = "SVM on alpha";
inline constexpr const char* kUnitAlphaSvm = "SVM on alpha normalised to [0,1]";
inline constexpr const char* kAlphaAgainstResiduals = "SVM on alpha vs residual prediction";
inline constexpr const char* kBothL1 = "HASH-l1,RANDOM-l1";

// What faces are made into, and what tells their subjects apart.
enum class Features { kHash, kRandom, kEigen, kFisher, kFisherWithin };
enum class Classifier { kPursuit, kL1, kNearest, kSvm };
struct Method {
  const char* name;
  Features features;
  Classifier classifier;

  bool has_codes() const { return classifier == Classifier::kPursuit || classifier == Classifier::kL1; }
};
// In the order of Table 3.1; ours last.
const std::vector<Method>& Methods();
const Method& FindMethod(std::string_view name);

// Data sets of the package; "drawn" is random and by the source's own recipe.
inline constexpr const char* kFacesData = "faces";
inline constexpr const char* kArData = "ar-shape";
inline constexpr const char* kTimedFacesData = "faces, for times of both sets";
inline constexpr const char* kDrawnData = "drawn";

inline constexpr int kPixels = 32 * 32;  // of every set
inline constexpr int kImagesOfAr = 26;   // a subject

// Images of each subject.
struct SplitSizes {
  int training, validation, test;
};

// A set of faces.
struct FaceTask {
  std::string name;  // as tables call it
  std::string part;  // in names of cases
  std::string data;
  bool is_printed;  // the source's own, or what stands in its place; else one beside it
  SplitSizes split;
  int subjects;
  bool has_alpha = false;  // Tables 3.3 and 3.4 are made of it, too
  // The part of claims about accuracies that is decided on it; empty for sets of which the source says
  // nothing, and for generated faces.
  std::string accuracy_part = {};

  // What stands for the source's AR where accuracies are claimed: real faces with drawn occluders.
  bool is_for_ar() const { return part == "yaleb-occluders"; }
};
const std::vector<FaceTask>& FaceTasks();
const FaceTask& FindFaceTask(std::string_view name);

// The largest dimension of so many subjects (0: all): the rank of the training images for eigenfaces, one
// less than the subjects for fisherfaces, and for those within eigenfaces one less an image of each subject,
// as images must vary within subjects in all of them. None for others.
std::optional<int> MostFeatures(const FaceTask& task, Features features, int64_t subjects);
// The same for a method. With more features than training images no sum of these need come near to a query,
// and a code of least l1 norm within the tolerance need not exist: l1 minimisation ends there.
std::optional<int> MostFeatures(const FaceTask& task, const Method& method, int64_t subjects);
// Of so many subjects (0: all).
int TrainingImages(const FaceTask& task, int64_t subjects);

std::vector<harness::OldSetting> Settings();

// The numbers u of the source times 100: 0.02 to 0.40 for l1 and 0.05 to 1.00 for pursuit, or `count` of
// them, spread evenly with the largest among them.
std::vector<int> HashPercents(Classifier classifier, int64_t count);

// {"dim": "50", "trials": "10"}, whatever the number of trials is: the rows are the source's, and cuts are
// named beside them.
harness::Setting DimensionKey(int64_t dimension);
// Of Table 3.4, likewise.
harness::Setting AlphaKey(int64_t dimension);
// Of Table 3.3: 1 to 4.
harness::Setting LevelKey(int level);
// {"dim": "50"}, of tables of ours.
harness::Setting OurKey(int64_t dimension);
// Of kOurTimed: {"dim": "50", "ends": ...}, whether codes end by the tolerance and the most atoms or pursuits
// take as many atoms of every query; "u" for hashed features.
harness::Setting TimedKey(int64_t dimension, std::optional<int> percent, bool at_equal_atoms);
// The same without "ends", of kFeaturesAlone: features that are measured without codes between them.
harness::Setting TimedFeaturesKey(int64_t dimension, std::optional<int> percent);
inline constexpr const char* kFeaturesAlone = "features_alone_time";

// u times 100 at which HASH-OMP is timed beside others: not tuned, so that no choice of it is in the times.
inline constexpr int kTimedPercents[] = {5, 25, 100};
// Of the speedups of the text: as many hash functions as bins, the most and so the slowest of the source's
// grid.
inline constexpr int kSpeedupPercent = 100;
// Of pursuits that are timed at equal atoms: half of the least dimension of the source, where its pursuits
// end.
inline constexpr int kEqualAtoms = 25;

// Table 3.3: the dimensions that are compared; none of RANDOM-l1 at the first level, which the source could
// not reach.
inline constexpr int kLevels = 4;
inline constexpr int kHashDimensions[kLevels] = {50, 85, 180, 1000};
inline constexpr int kL1Dimensions[kLevels] = {0, 5, 10, 25};

// The level of Table 3.3 that compares this dimension of HASH-OMP or RANDOM-l1; 0 if none does. RANDOM-l1 has
// none at the first level, where its first dimension stands, if that has no level of its own.
int LevelOf(const Method& method, int dimension, bool is_first);

inline constexpr int kPictureDimension = 300;  // of Figures 3.1 and 3.3
inline constexpr int kHeaviest = 10;           // training faces shown, and atoms whose share is measured

// Beginnings of the names of cases.
inline constexpr const char* kRecognitionPrefix = "recognition/";
inline constexpr const char* kEqualTimePrefix = "equal-runtime/";
inline constexpr const char* kPicturesPrefix = "pictures/";
inline constexpr const char* kTimesPrefix = "times/";

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_PROTOCOL_H_
