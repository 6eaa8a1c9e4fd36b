#include "experiments/parsimonious_labeling/package.h"

#include "experiments/harness/run/program.h"
#include "experiments/parsimonious_labeling/cases.h"
#include "experiments/parsimonious_labeling/claims.h"
#include "experiments/parsimonious_labeling/conclusions.h"
#include "experiments/parsimonious_labeling/explain.h"
#include "experiments/parsimonious_labeling/figures.h"
#include "experiments/parsimonious_labeling/image_data.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/parsimonious_labeling/rows.h"
#include "experiments/parsimonious_labeling/runs.h"
#include "experiments/parsimonious_labeling/source.h"

namespace structlab::parsimonious_labeling {
namespace {

const char* kIntroduction =
    "A labeling is parsimonious if groups of variables, the cliques, use few labels, and near ones. "
    "The chapter charges each clique a diversity of the labels it uses, "
    "in the experiments the largest distance between two of them. "
    "If the distances are those along a tree of labels, "
    "moves from its leaves to its root minimise the energy (Algorithm 7); "
    "other metrics are replaced by random trees, and the best result is kept (Algorithms 8 and 9). "
    "The baseline are the expansion moves of Ladicky et al., which replace what a clique costs by an "
    "over-estimate.\n\n"

    "The chapter shows curves and pictures and prints no energy. "
    "Its claims are decided by the numbers behind ours: "
    "energies and times on lattices with random unaries and sliding windows as cliques, "
    "and energies, bad pixels and signal-to-noise ratios on the images.\n\n"

    "Beyond the source: the refinement, which fuses the labelings of the other trees and single labels into "
    "the best, by moves that never raise the true energy; other minimisers of the pairwise energy; and "
    "venus. "
    "All energies are of all terms unless they are called pairwise.";

std::vector<harness::Claim> Claims() {
  std::vector<harness::Claim> claims = LatticeClaims();
  for (const auto& more : {ImageClaims(), TheoryClaims()}) {
    claims.insert(claims.end(), more.begin(), more.end());
  }
  return claims;
}

}  // namespace

harness::Experiment MakeExperiment() {
  harness::Experiment experiment;
  experiment.name = "parsimonious_labeling";
  experiment.title = "Parsimonious labeling: few and near labels in every clique";
  experiment.source =
      "Puneet Kumar Dokania, High-Order Inference, Ranking, and Regularization Path for Structured SVM "
      "(thesis, 2016), chapter 3: Figures 3.1 and 3.4 to 3.12, theorems 1 to 3";
  experiment.introduction = kIntroduction;
  experiment.reported_tsv = kReported;
  experiment.claims_tsv = kReportedClaims;
  experiment.benchmarks_tsv = kBenchmarks;
  experiment.rows = Rows();
  experiment.claims = Claims();
  experiment.datasets = DatasetSources();
  experiment.settings = Settings();
  experiment.methods = KnownMethods();
  experiment.departures = Departures();
  experiment.libraries = {
      harness::LibraryVersion("OpenCV", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_OPENCV_VERSION)),
      harness::LibraryVersion("Random123", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_RANDOM123_VERSION))};
  experiment.plan = Plan;
  experiment.run = Run;
  experiment.draw = Draw;
  experiment.conclude = Conclude;
  experiment.explain = Explain;
  return experiment;
}

}  // namespace structlab::parsimonious_labeling
