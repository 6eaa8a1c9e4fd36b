// Methods that recognise images of known classes, such as faces of known subjects, by name: a kind of
// features and a classifier of features (Shi 2011, Table 3.1). For programs and comparisons.
//
//     const RecognitionMethod& method = FindRecognitionMethod("hash-omp");
//     common::OptionValues options(method.name, method.options);
//     options.Parse("hash_percent=25");
//     const ImageFeatures features = MakeFeaturesFor(method, options, /*dimension=*/300, /*seed=*/1, images,
//                                                    labels);
//     const FeatureClassifier classify =
//         LearnClassifier(method, {FeaturesOf(features, images), labels}, options);
//     const int label = classify(FeaturesOf(features, query))[0].label;
#ifndef STRUCTLAB_KERNELS_RECOGNITION_RECOGNITION_METHODS_H_
#define STRUCTLAB_KERNELS_RECOGNITION_RECOGNITION_METHODS_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "kernels/sparse/image_features.h"
#include "kernels/sparse/sparse_recognition.h"
#include "kernels/support_vectors/validated_svm.h"

namespace structlab::kernels {

// Recognises queries by their features, one per column. Thread-safe.
using FeatureClassifier =
    std::function<std::vector<Recognition>(const Eigen::Ref<const Eigen::MatrixXd>& queries)>;

struct RecognitionMethod {
  std::string name;     // "hash-omp"
  std::string summary;  // a description of half a line
  FeatureKind features = FeatureKind::kHashed;
  // Recognitions have a code and residuals; otherwise only a label.
  bool has_codes = false;
  std::vector<common::OptionDeclaration> options = {};
  // Learns from training examples; `values` are of these options. Deterministic. Throws common::Error(kUsage)
  // for examples that the method does not take. Call it through LearnClassifier.
  std::function<FeatureClassifier(const LabeledFeatures& training, const common::OptionValues& values)> learn;
};

// All methods that are linked, first those of the library, then registered ones by name:
// - hash-omp, random-omp, eigen-omp: sparse codes by a pursuit; fast.
// - hash-l1, random-l1, eigen-l1: sparse codes of least l1 norm; exact, slower.
// - eigen-knn, fisher-knn: nearest neighbours.
// - eigen-svm, fisher-svm: linear support vector machines, one against one.
std::span<const RecognitionMethod> RecognitionMethods();

// Adds a method. Call it before main, in a library with alwayslink = True. A name that is used twice, or a
// method without a name or function, is a bug of the program.
bool RegisterRecognitionMethod(RecognitionMethod method);

// Throws common::Error(kUsage) for an unknown name; the message lists the nearest names.
const RecognitionMethod& FindRecognitionMethod(const std::string& name);

// Features of the method's kind, made from training images and their labels. The option hash_percent of
// hashed features is used. Throws common::Error(kUsage) as MakeFeatures, and for options that are not the
// method's.
ImageFeatures MakeFeaturesFor(const RecognitionMethod& method, const common::OptionValues& options,
                              int dimension, uint64_t seed, const ByteImagesRef& images,
                              std::span<const int> labels);

// Calls method.learn with all option values filled in. Throws common::Error(kUsage) also for options that are
// not the method's.
FeatureClassifier LearnClassifier(const RecognitionMethod& method, const LabeledFeatures& training,
                                  const common::OptionValues& options);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_RECOGNITION_RECOGNITION_METHODS_H_
