// Names of tables, methods and data sets that several files of the package use.
#ifndef STRUCTLAB_EXPERIMENTS_OBJECT_LOCALIZATION_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_OBJECT_LOCALIZATION_PROTOCOL_H_

namespace structlab::object_localization {

// The rows of the slides.
inline constexpr char kSlides[] = "lecture slides (no tables)";
inline constexpr char kPerceptronRow[] = "joint kernel map, multiclass perceptron";
inline constexpr char kOracleRow[] = "HMM max-oracle with Hamming loss";
inline constexpr char kKernelRow[] = "restriction kernel";
inline constexpr char kLoopyRow[] = "loopy belief propagation in structured learning";

inline constexpr char kOurClasses[] = "ours: classes";
inline constexpr char kOurSequences[] = "ours: sequences";
inline constexpr char kOurKernel[] = "ours: restriction kernel";
inline constexpr char kOurExamples[] = "ours: the authors' examples";
inline constexpr char kOurBoxes[] = "ours: localisation";
inline constexpr char kOurMasks[] = "ours: segmentation";

// Data sets.
inline constexpr char kFields[] = "planted fields";
inline constexpr char kBlocks[] = "man-made blocks";
inline constexpr char kHorses[] = "horses";
inline constexpr char kScenes[] = "horses pasted into scenes";

inline constexpr char kHorsesAndOthers[] = "horses, and photographs without";

// Methods and kernels of localisation.
inline constexpr char kMeanBox[] = "mean box";
inline constexpr char kBinarySvm[] = "binary SVM with search";
inline constexpr char kSvmOfWords[] = "structured SVM, words, margin";
inline constexpr char kWordCounts[] = "words";
inline constexpr char kChiSquare[] = "chi-square";
inline constexpr char kPyramidMatch[] = "pyramid match";

// Training oracles of segmentation: the names of the inference methods, and one without the sign constraint.
inline constexpr char kQpboFree[] = "qpbo, any sign";

}  // namespace structlab::object_localization

#endif  // STRUCTLAB_EXPERIMENTS_OBJECT_LOCALIZATION_PROTOCOL_H_
