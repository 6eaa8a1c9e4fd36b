// How well, and how fast, the methods of the chapter recognise the queries of a split.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_TRIAL_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_TRIAL_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "experiments/face_recognition/faces.h"
#include "kernels/recognition/recognition_methods.h"
#include "kernels/sparse/image_features.h"

namespace structlab::face_recognition {

inline constexpr const char* kOfAllTrials = "ours: all trials";
inline constexpr const char* kHashOmp = "HASH-OMP";
inline constexpr const char* kFastHashOmp = "HASH-OMP at u=0.05";  // ours: u is not chosen for accuracy
inline constexpr const char* kRandomOmp = "RANDOM-OMP";
inline constexpr const char* kHashL1 = "HASH-l1";
inline constexpr const char* kRandomL1 = "RANDOM-l1";

// A method of the library (kernels/recognition), as the source spells it.
struct Method {
  const char* name;
  const kernels::RecognitionMethod* method;

  bool has_codes() const { return method->has_codes; }
  bool has_option(const std::string& option) const;
};
// In the order of Table 3.1.
const std::vector<Method>& Methods();
// And any that were linked beside them, by their own names.
const std::vector<Method>& AllMethods();
const Method& FindMethod(const std::string& name);

// The largest dimension of a method with so many training images: of codes no more than these, as sums of
// fewer images than there are features need not come near to a query.
int MaxDimension(const Method& method, int images, int classes);

struct CodeOptions {
  double tolerance = 0.05;
  int max_atoms = 50;  // of a pursuit; half of the dimension if that is less
  // A pursuit takes this many atoms of each query instead, so that times of different features are those of
  // as many atoms. 0: as above.
  int exact_atoms = 0;
};

// The options that a method with codes declares, with these values.
common::OptionValues OptionsOf(const Method& method, const CodeOptions& options);

// The classifier of a method with codes, learned from these images.
kernels::FeatureClassifier LearnCodes(const Method& method, const CodeOptions& options,
                                      const kernels::ImageFeatures& features, const ImageSet& training);

inline constexpr int kLargest = 10;  // coefficients whose share is measured

// Means over the queries; times are processor milliseconds a query.
struct CodeQuality {
  double accuracy = 0;
  double feature_time = 0;      // from the bytes of the image to its features
  double code_time = 0;         // from features to the subject
  double atoms = 0;             // with a coefficient that is not 0
  double share_of_largest = 0;  // ShareOfLargest(code, kLargest)
  double within_tolerance = 0;  // share of the queries whose code comes within the tolerance

  double running_time() const { return feature_time + code_time; }
};

// One of several ways to recognise the same queries.
struct Contestant {
  const kernels::ImageFeatures* features;
  kernels::FeatureClassifier classify;  // by codes
  double tolerance = CodeOptions().tolerance;
};

// Each query is recognised alone, as in use. `codes`, if given, gets the code of each.
CodeQuality MeasureCodes(const Contestant& contestant, const ImageSet& queries,
                         std::vector<kernels::SparseCode>* codes = nullptr);

// MeasureCodes of each, in turn on every few queries, so that whatever slows the processor for a while slows
// all of them. Each recognises a query that is not measured before, so that the caches are its own.
std::vector<CodeQuality> MeasureInTurn(std::span<const Contestant> contestants, const ImageSet& queries);

// The mean milliseconds from the bytes of a query to its features, of each of these, in turn likewise.
std::vector<double> FeatureTimesInTurn(std::span<const kernels::ImageFeatures* const> features,
                                       const ImageSet& queries);

// The numbers u of the source times 100: 2 to 40 for l1 and 5 to 100 for pursuit, or `count` of these twenty,
// spread evenly, the largest among them.
std::vector<int> HashPercents(const Method& method, int64_t count);

struct ChosenHash {
  int percent = 0;
  double accuracy = 0;  // on the validation images
};

// The percent of highest accuracy on the split's validation images, the first of equals: fewer hash functions
// are faster. Recognises only as many images with each as tell them apart (FindBestCandidate).
ChosenHash ChooseHash(const Split& split, int dimension, std::span<const int> percents, const Method& method,
                      const CodeOptions& options, uint64_t seed);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_TRIAL_H_
