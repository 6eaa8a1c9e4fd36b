// The protocol of Dokania 2016, section 3.6, as settings, and the keys of its figures.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PROTOCOL_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

// Methods as the source spells them, and ours.
inline constexpr const char* kParsimonious = "Parsimonious labeling (our)";
inline constexpr const char* kCoOccurrence = "Co-occurrence (Ladicky et al.)";
inline constexpr const char* kAlphaExpansion = "alpha-expansion";
inline constexpr const char* kTrws = "TRWS";
inline constexpr const char* kRefined = "Parsimonious labeling with refinement";               // ours
inline constexpr const char* kCoOccurrencePairs = "Co-occurrence, pairs over-estimated, too";  // ours
inline constexpr const char* kInput = "input";
inline constexpr const char* kOptimalMoves = "alpha-expansion type algorithm with optimal moves";
inline constexpr const char* kAlgorithm7 = "hierarchical move making (Algorithm 7)";
inline constexpr const char* kAlgorithm8 = "move making for parsimonious labeling (Algorithm 8)";
inline constexpr const char* kAlgorithm8Diameter =
    "move making for parsimonious labeling (Algorithm 8), diameter diversity";
inline constexpr const char* kSospd = "SoSPD";
inline constexpr const char* kTreeMetric = "r-HST metric";

inline constexpr const char* kLattices = "synthetic 100x100 lattices, 20 labels";
inline constexpr const char* kFigureTree = "r-HST example, r=2";
inline constexpr const char* kPairwisePotts = "pairwise Potts model";
inline constexpr const char* kStereo = "stereo";  // of Figures 3.8 and 3.9, which do not say which pair

inline constexpr const char* kFigure34 = "Figure 3.4";
inline constexpr const char* kFigure38 = "Figure 3.8";
inline constexpr const char* kFigure39 = "Figure 3.9";
inline constexpr const char* kTheorem1 = "section 3.3.2 Theorem 1";
inline constexpr const char* kTheorem2 = "section 3.5.1 Theorem 2";
inline constexpr const char* kTheorem3 = "section 3.5.2 Theorem 3";
inline constexpr const char* kProse11 = "section 1.1 (prose)";
inline constexpr const char* kProse332 = "section 3.3.2 (prose)";
inline constexpr const char* kProse352 = "section 3.5.2 (prose)";

// Tables of ours: what the source does not print.
inline constexpr const char* kOurStereo = "ours: stereo";
inline constexpr const char* kOurReadings = "ours: other readings of the stereo energy";
inline constexpr const char* kOurRestoration = "ours: restoration";
inline constexpr const char* kOurSuperpixels = "ours: superpixels";
inline constexpr const char* kOurLattices = "ours: lattices";
inline constexpr const char* kLabelsLeft = "ours: labels left at w_c=100";
inline constexpr const char* kEnergyByTrees = "ours: energy by number of trees";
inline constexpr const char* kOurSmoothing = "ours: smoothing";
inline constexpr const char* kOurBounds = "ours: bounds";
inline constexpr const char* kCounterexamples = "ours: counterexamples";
inline constexpr const char* kMovesByCliqueSize = "ours: moves by size of the cliques";
inline constexpr const char* kMovesByLabels = "ours: moves by labels";
inline constexpr const char* kMovesBySum = "ours: moves by sum of the cliques' sizes";

// Beginnings of the names of cases.
inline constexpr const char* kHierarchicalPrefix = "lattices/hierarchical/";
inline constexpr const char* kLinearPrefix = "lattices/linear/";
inline constexpr const char* kImagePrefix = "images/";
inline constexpr const char* kReadingsPrefix = "readings/";
inline constexpr const char* kMoreTreesPrefix = "more-trees/";
inline constexpr const char* kSigmaPrefix = "smoothing/sigma=";
inline constexpr const char* kMinSizePrefix = "smoothing/min_size=";
inline constexpr const char* kMovesPrefix = "moves/";
inline constexpr const char* kBoundsPrefix = "bounds/";

// What the source has and a profile may cut.
inline constexpr int kSourceLattices = 100, kSourceSide = 100, kSourceWindow = 10, kSourceLabels = 20;
// At this clique weight both methods are said to give one label everywhere.
inline constexpr double kLargestWeight = 100;

std::vector<harness::OldSetting> Settings();

// "0.5": as settings are written, all digits.
std::string Text(double number);
// Four digits, for a reader.
std::string Short(double number);

// Which of the two energies on lattices.
enum class LatticeCase { kHierarchical, kLinear };
// The weights of Figure 3.4, rising: kLargestWeight is the last.
const std::vector<double>& PrintedWeights();
// The setting of Figure 3.4, the source's number of lattices included.
harness::Setting LatticeKey(LatticeCase lattice_case, double weight);
// Ours of the same: the case, the weight and, of the second, one truncation.
harness::Setting LatticeKeyOfOurs(LatticeCase lattice_case, double weight);
harness::Setting LatticeKeyOfOurs(LatticeCase lattice_case, double weight, double truncation);
// The method of so many trees: the most that the setting `trees` has are those of the source's rows.
std::string MethodWithTrees(int64_t trees, int64_t most);
// The values of a setting that is a list may stand in any order; the same, rising.
template <class Value>
std::vector<Value> Rising(std::vector<Value> values) {
  std::ranges::sort(values);
  return values;
}

// An image of section 3.6.2.
struct ImageTask {
  std::string name;      // data set as in the source
  std::string table;     // of the source's rows; ours for an image that the source does not have
  std::string figure;    // id of the figure that compares all methods
  std::string compares;  // the method of the row about what is seen; empty if the source has none
  bool is_stereo;
  std::string preset;  // whose energy is taken (graphical_models/images/image_problem.h)
  int labels;

  bool is_printed() const { return !compares.empty(); }
  const char* own_table() const { return is_stereo ? kOurStereo : kOurRestoration; }
};
// tsukuba, teddy, venus, penguin, house.
const std::vector<ImageTask>& ImageTasks();
const ImageTask& FindImageTask(const std::string& name);
// nu, sigma, M, labels and, where it is one of the printed, the truncation of unaries.
harness::Setting ImageKey(const ImageTask& task);

// What the source's words about the energy of a stereo pair may mean instead of what the images/ take.
struct StereoReading {
  std::string image;
  bool mean_gradient;       // thresholds are those of the mean over the channels, not of the sum
  bool channel_truncation;  // sums of unaries are truncated at so much for each channel: three times

  std::string name() const;      // of its cases: "mean-gradient"
  harness::Setting key() const;  // of its rows
};
const std::vector<StereoReading>& StereoReadings();

// A minimiser of images: its name in the tables, in names of cases and in the library's list of methods.
struct ImageMethodName {
  std::string printed, part, library;
};
// The four of the source in the order of its figures, the refined one, what explains the difference of the
// first two, and any other of the library. Without a name in the library: run here.
std::vector<ImageMethodName> ImageMethodNames();
const std::vector<std::string>& ComparedMethods();  // the four of the source, as printed

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PROTOCOL_H_
