// Names that the parts of this package share: methods, tables and settings of Dokania 2016, chapter 3.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PROTOCOL_H_

#include <string>
#include <vector>

#include "common/number.h"
#include "common/run_control.h"
#include "common/thread_clock.h"
#include "experiments/harness/run/case.h"
#include "experiments/parsimonious_labeling/lattice_problem.h"

namespace structlab::parsimonious_labeling {

// Methods as the source spells them.
inline constexpr const char* kParsimonious = "Parsimonious labeling (our)";
inline constexpr const char* kCoOccurrence = "Co-occurrence (Ladicky et al.)";
inline constexpr const char* kAlphaExpansion = "alpha-expansion";
inline constexpr const char* kTrws = "TRWS";
// Ours.
inline constexpr const char* kReleased = "Co-occurrence as released (its cut reversed)";
inline constexpr const char* kPrintedCut = "Co-occurrence as released, all nodes of its cut";
inline constexpr const char* kCoOccurrencePairs = "Co-occurrence, pairs over-estimated, too";
inline constexpr const char* kByMetric = "Parsimonious labeling, gammas by the metric";
inline constexpr const char* kFused = "Parsimonious labeling, trees fused";
inline constexpr const char* kRefined = "Parsimonious labeling with refinement";

inline constexpr const char* kLattices = "synthetic 100x100 lattices, 20 labels";
inline constexpr const char* kFigure34 = "Figure 3.4";
inline constexpr const char* kProse11 = "section 1.1 (prose)";
inline constexpr const char* kProse352 = "section 3.5.2 (prose)";

// Tables of ours: what the source does not print.
inline constexpr const char* kOurLattices = "ours: lattices";
inline constexpr const char* kOurPrintedCut = "ours: lattices, all nodes of the printed cut";
inline constexpr const char* kOurStereo = "ours: stereo";
inline constexpr const char* kOurRestoration = "ours: restoration";
inline constexpr const char* kOurSmoothing = "ours: smoothing";
inline constexpr const char* kOurTrees = "ours: number of trees";
inline constexpr const char* kOurBounds = "ours: bounds";
inline constexpr const char* kCounterexamples = "ours: counterexamples";
inline constexpr const char* kOurMoves = "ours: moves";

// The word of a case that tells which lattice it has, as the source spells it where it has one.
inline constexpr const char* kHierarchicalCase = "hierarchical Pn Potts model given";
inline constexpr const char* kReleasedTreesCase = "hierarchical, trees of the released recipe";
inline constexpr const char* kLinearCase = "diameter diversity over truncated linear metric";

// At this clique weight both methods are said to give one label everywhere.
inline constexpr double kLargestWeight = 100;
// Those of Figure 3.4 between 0, where nothing couples the pixels, and the largest.
const std::vector<double>& WeightsBetween();

// All digits, as settings are written.
inline std::string Text(double number) { return common::FormatDouble(number); }

// The processor's clock at every point of a minimiser's trace.
class CpuWatch {
 public:
  bool operator()(const common::TracePoint&) {
    seconds_.push_back(now());
    return true;
  }

  // Since the watch was made, one a point.
  const std::vector<double>& seconds() const { return seconds_; }
  double now() const { return common::ThreadSeconds() - start_; }

 private:
  double start_ = common::ThreadSeconds();
  std::vector<double> seconds_;
};

// The shape of the lattices. Throws common::Error (usage) for cliques that do not fit.
LatticeShape ReadShape(harness::Case& c);
// The tree of a seed by our recipe.
graphical_models::LabelTree OurTree(const LatticeShape& shape, uint64_t seed);

// The name of a case: the prefix, then settings in this order.
std::string CaseName(const std::string& prefix, const harness::Setting& setting);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PROTOCOL_H_
