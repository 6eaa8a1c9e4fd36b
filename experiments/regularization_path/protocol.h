// What the cases of Dokania 2016, chapter 5 share: settings, words, and how a method is called.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PROTOCOL_H_

#include <string>
#include <vector>

#include "experiments/datasets/ocr_chains.h"
#include "experiments/harness/run/case.h"
#include "structured_learning/optimization/regularization_path/path_method.h"
#include "structured_learning/problem/chain_problem.h"
#include "structured_learning/problem/multiclass.h"

namespace structlab::regularization_path {

inline constexpr const char* kDataset = "OCR letters (Taskar)";
inline constexpr const char* kProse = "section 5.8 (prose)";
inline constexpr const char* kProseFigure51f = "section 5.8 (prose) / Figure 5.1f";
inline constexpr const char* kOurs = "ours";  // what the source does not print

inline constexpr double kSmallestPrintedLambda = 1e-4;
// Lambdas at or below it are small: the geometric middle of the source's grid, 1e-4 to 1e3.
inline constexpr double kLargestSmallLambda = 0.31622776601683794;

// The shares of the source, in the order of its tables and of the panels of its figures.
const std::vector<double>& PaperKappas();
// The methods of Table 5.1, and of Tables 5.2 to 5.4.
const std::vector<std::string>& ScratchMethods();
const std::vector<std::string>& PathMethods();
// The source's methods, then any that were linked beside them.
std::vector<std::string> AllMethods();
bool FollowsPath(const std::string& method);

// What a case reads of the settings; reading it declares that the case depends on it.
struct WordSettings {
  int test_fold, max_words;
  datasets::OcrFeatures features;
  bool mean_loss;
};
WordSettings ReadWordSettings(harness::Case& c, const char* max_words_setting = "max_words");

struct PathSettings {
  double epsilon, lambda_min, passes_between_gaps, max_passes;
  bool random_start;
  std::vector<double> grid;  // falling, down to lambda_min
};
// Throws common::Error(kUsage) that names the settings unless the grid has a lambda and falls strictly.
PathSettings ReadPathSettings(harness::Case& c);

// Which folds train. The rest tests, except the fold that validates.
enum class Split {
  kTest,       // all but the test fold train: the source's
  kValidation  // all but the test fold and the one behind it train
};
int ValidationFold(const WordSettings& settings);

struct WordSets {
  structured_learning::ChainProblem train, test, validation;  // validation: of kValidation; else as test
};
WordSets LoadWords(const harness::Recorder& record, Split split, const WordSettings& settings);

struct DigitSets {
  structured_learning::MulticlassProblem train, test, validation;
};
// USPS digits, every image scaled to length 1, so that lambda means about the same as for words. Every tenth
// training image validates. At most `max_images` of each, the first ones; 0 is all.
DigitSets LoadDigits(const harness::Recorder& record, int max_images);

// The request of a method with these options, at kappa1 where it has that option.
structured_learning::PathRequest RequestOf(const std::string& method,
                                           const std::vector<common::OptionDeclaration>& options,
                                           const PathSettings& settings, double kappa1, uint64_t seed);

// kappa2 of an epsilon-optimal path, rounded so that 1 - 0.9 reads 0.1.
double Kappa2(double kappa1);

// How the optimiser ended where it did not reach its tolerance, and what the models cover.
std::string IncompleteNote(const structured_learning::PathMethodOutcome& outcome, size_t asked,
                           const std::vector<double>& reached);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PROTOCOL_H_
