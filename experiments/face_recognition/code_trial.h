// How well, and how fast, sparse codes recognise the queries of a split.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CODE_TRIAL_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CODE_TRIAL_H_

#include <cstdint>
#include <span>
#include <vector>

#include "experiments/face_recognition/face_data.h"
#include "experiments/face_recognition/feature_maps.h"
#include "experiments/face_recognition/protocol.h"
#include "kernels/sparse/sparse_recognition.h"

namespace structlab::face_recognition {

struct CodeOptions {
  double tolerance = 0.05;
  int most_atoms = 50;  // of a pursuit; half of the dimension if that is less
  // Takes this many atoms of each query instead, however near they come (but not of one that they make
  // exactly); so that times of different dimensions are those of as many atoms. 0: as above.
  int exact_atoms = 0;
};

// One query's recognition by the codes that the classifier finds, kPursuit or kL1.
kernels::Recognition Recognize(const kernels::SparseRecognizer& recognizer, Classifier classifier,
                               const CodeOptions& options, const Eigen::Ref<const Eigen::VectorXd>& measured);

// Means over the queries; times are processor milliseconds a query.
struct CodeQuality {
  double accuracy = 0;
  double feature_time = 0;    // from pixels to features
  double code_time = 0;       // from features to the class
  double atoms = 0;           // with a coefficient that is not 0
  double heaviest_share = 0;  // of the l1 norm in the kHeaviest largest coefficients
  double reached = 0;         // whose code comes within the tolerance; others are the nearest that was found

  double running_time() const { return feature_time + code_time; }
};

// Each query goes its way alone, as in use. `codes`, if given, gets the code of each.
CodeQuality MeasureCodes(const FeatureMap& map, const ImageSet& training, const ImageSet& queries,
                         Classifier classifier, const CodeOptions& options,
                         std::vector<kernels::SparseCode>* codes = nullptr);

// One of several ways to recognise the same queries.
struct Contestant {
  const FeatureMap* map;
  Classifier classifier;
  CodeOptions options = {};
};

// MeasureCodes of each, in turn on every few queries, so that whatever slows the processor for a while slows
// all of them. Each has a query that is not measured before every few, so that the caches are its own.
std::vector<CodeQuality> MeasureInTurn(std::span<const Contestant> contestants, const ImageSet& training,
                                       const ImageSet& queries);

// Of each map, the mean processor milliseconds from the pixels of a query to its features, in turn likewise.
// Between the searches for codes, which take the caches from a map, features take longer.
std::vector<double> FeatureTimesInTurn(std::span<const FeatureMap> maps, const ImageSet& queries);

// Whether what remains of a query, whose features are scaled to length 1, is within the tolerance.
bool IsReached(const kernels::SparseCode& code, double tolerance);

// The share of the l1 norm in the kHeaviest largest coefficients; 0 without any.
double HeaviestShare(const kernels::SparseCode& code);

struct ChosenHash {
  int percent = 0;
  double accuracy = 0;  // on the validation images
};

// The one of `percents` (rising) of highest accuracy on the split's validation images, the first of equals:
// fewer hash functions are faster. Recognises no more of the images with each than tells them apart. Memory:
// a dictionary for each of `percents`.
ChosenHash ChooseHash(const Split& split, int dimension, std::span<const int> percents, Classifier classifier,
                      const CodeOptions& options, uint64_t seed);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CODE_TRIAL_H_
