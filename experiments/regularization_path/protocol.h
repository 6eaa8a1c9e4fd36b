// The protocol of Dokania 2016, section 5.8, as settings, and the keys of its tables.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PROTOCOL_H_

#include <string>
#include <vector>

#include "experiments/datasets/ocr_chains.h"
#include "experiments/harness/experiment.h"

namespace structlab::regularization_path {

inline constexpr const char* kDataset = "OCR letters (Taskar)";
inline constexpr const char* kSwappedDataset = "OCR letters (Taskar), folds swapped";
inline constexpr const char* kUspsDataset = "USPS digits";
inline constexpr const char* kProse = "section 5.8 (prose)";
inline constexpr const char* kProseFigure51f = "section 5.8 (prose) / Figure 5.1f";
inline constexpr const char* kOurs = "ours";  // what the source does not print
// Of `kOurs`, for a path that ended early alone: the lambdas of the grid that have a model.
inline constexpr const char* kModelsOfPart = "models_on_the_grid";
// Also of `kOurs`; the first is 0 or 1 of a path.
inline constexpr const char* kShareAbove = "share_of_paths_above_epsilon_at_a_breakpoint";
inline constexpr const char* kGapAtSmallLambda = "largest_true_gap_at_small_lambda";

// The shares of the source, in the order of its tables and of the panels of its figures.
const std::vector<double>& ThesisKappas();
// The methods of Table 5.1, and of Tables 5.2 to 5.4.
const std::vector<std::string>& ThesisScratchMethods();
const std::vector<std::string>& ThesisPathMethods();

// The example of the text for warm starts, "Figure 5.1f at lambda = 1e-4 ... almost 90 passes", names neither
// method nor kappa1: panels run through kappa1, so f is the last; RP-BCFW-STD-G, which it recommends.
inline constexpr const char* kWarmStarts = "regularization path algorithms (RP)";
bool IsWarmStartExample(const std::string& method, double kappa1);

struct Protocol {
  double epsilon = 0.1;
  double lambda_min = 1e-4;
  double grid_low = 1e-4, grid_high = 1e3;
  int n_lambda = 20;
  double passes_between_gaps = 10;
  double max_passes = 1e4;
  bool random_start = true;
  bool mean_loss = true;
  datasets::OcrFeatures features = datasets::OcrFeatures::kPixels;  // the source's, beside the transitions
  int test_fold = 0;
  int max_words = 0;
};

// Where a case validates: the fold behind the one that tests, among those that train in the source.
int ValidationFold(const Protocol& protocol);

std::vector<harness::SettingDeclaration> Settings();
// The lists that only the plan reads; a case has one value of each.
std::vector<double> Kappas(const harness::Setting& settings);
// Those of a profile, unless --set changes them.
std::vector<double> KappasOf(harness::Profile profile);
int SwappedSeeds(const harness::Setting& settings);
int SamplingSeeds(const harness::Setting& settings);
// Where a case has a value of its own, which no setting changes: parameters of these names.
inline constexpr const char* kExplainedFeatures = "explained_features";
inline constexpr const char* kExplainedStart = "explained_start";
inline constexpr const char* kFixedKappa1 = "fixed_kappa1";
// From a case's parameters: what a case does not read is as in the source. Where a case has
// `validation_words` in place of `max_words`, these are its words.
Protocol ReadProtocol(const harness::Setting& parameters);

// The lambdas of the grid down to lambda_min, falling: equally spaced logarithms, as the numbers of passes in
// the source show. Empty if all are below lambda_min.
std::vector<double> Grid(const Protocol& protocol);
// Of a case's parameters: throws common::Error (usage) that names the settings unless the grid has a lambda
// and falls strictly.
void CheckGrid(const harness::Setting& parameters);

// Where the source's text looks at single models.
inline constexpr double kSmallestPrintedLambda = 1e-4;

// The share of a bound that rounding may add: gaps are sums of thousands of terms, and a path runs to exactly
// epsilon.
inline constexpr double kRounding = 1e-9;

// Whether a gap is above epsilon for more than rounding.
bool IsAbove(double gap, double epsilon);

// Lambdas at or below it are small: the geometric middle of the source's grid, 0.316.
double LargestSmallLambda();

// kappa2 of an epsilon-optimal path.
double Kappa2(double kappa1);
std::string Text(double number);

// Settings as the tables spell them.
harness::Setting ScratchKey(const Protocol& protocol);                  // Table 5.1
harness::Setting PathKey(const Protocol& protocol, double kappa1);      // Tables 5.2, 5.3
harness::Setting TestLossKey(const Protocol& protocol, double kappa1);  // Table 5.4
harness::Setting KappaKey(double kappa1);                               // figures, prose

// "figure_5_1a" for the first kappa1, but "figure_5_2b": panel a of Figure 5.2 is its legend. Empty if the
// source has no such panel.
std::string FigureId(int figure, double kappa1);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PROTOCOL_H_
