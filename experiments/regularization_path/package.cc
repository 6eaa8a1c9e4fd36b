#include "experiments/regularization_path/package.h"

#include "experiments/harness/library_version.h"
#include "experiments/harness/reported.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/claims.h"
#include "experiments/regularization_path/explain.h"
#include "experiments/regularization_path/figures.h"
#include "experiments/regularization_path/rows.h"
#include "experiments/regularization_path/runs.h"
#include "experiments/regularization_path/source.h"

namespace structlab::regularization_path {
namespace {

const char* const kIntroduction =
    "A structured SVM has one free number, lambda, and its best value is unknown before training. "
    "The chapter trains on handwritten words (OCR letters) in two ways: anew at each of 20 lambdas, "
    "and along the regularisation path, a finite list of models that holds one within epsilon of the optimum "
    "for every lambda. "
    "It compares how many passes over the words, how many breakpoints and which test loss that gives, "
    "with uniform (U) and gap-proportional (G) sampling of the words, "
    "exact (STD) and heuristic (HEU) stopping, and hybrid steps (HYB).\n\n"

    "A pass is as many oracle calls as there are training words; calls that only measure the gap count. "
    "Not counted: the oracle passes of the analysis "
    "(one a breakpoint for the true gap, and for the losses at the lambdas of the grid), "
    "and the pass over the words that a breakpoint costs without an oracle call, for the block gaps. "
    "The test loss is the share of wrong letters. "
    "As in the source, the smallest test loss over the lambdas is a choice made on the test set: "
    "it is no estimate of the error of a model that one would use.\n\n"

    "The claims are decided on cases that train on the one fold that otherwise tests, with several seeds; "
    "where the profile 'paper' has others beside them, their rows are named 'folds swapped'. "
    "A seed draws the order of sampling and the start of a path; the words stay the same. "
    "The intervals of the claims are therefore over random orders, not over words: "
    "what holds there is proved for this set of words, not for words in general. "
    "It is a tenth as large as the source's, and differences can have another sign at full size: "
    "where 'paper' has run, each claim shows the one seed there beside its intervals.";

std::vector<harness::Claim> Claims() {
  std::vector<harness::Claim> claims = PassClaims();
  for (const auto& more : {PathClaims(), LossClaims()}) claims.insert(claims.end(), more.begin(), more.end());
  for (harness::Claim& claim : claims) claim.data = {"ocr-letters"};  // not the digits, which are ours
  return claims;
}

std::vector<std::string> KnownMethods() {
  std::vector<std::string> methods = Methods();
  methods.insert(methods.end(), {"dataset statistics", "SSVM-B", "SSVM-RP initialisation"});
  return methods;
}

}  // namespace

harness::Experiment MakeExperiment() {
  harness::Experiment experiment;
  experiment.name = "regularization_path";
  experiment.title = "Regularisation paths of structured SVMs on handwritten words";
  experiment.source =
      "Puneet Kumar Dokania, High-Order Inference, Ranking, and Regularization Path for Structured SVM "
      "(thesis, 2016), section 5.8: Tables 5.1 to 5.4, Figures 5.1 to 5.3";
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
      harness::LibraryVersion("Eigen", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_EIGEN_VERSION)),
      harness::LibraryVersion("Random123", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_RANDOM123_VERSION))};
  experiment.plan = Plan;
  experiment.run = Run;
  experiment.draw = Draw;
  experiment.explain = [](const harness::ResultRow& row, const harness::Results& results) {
    return Explain(row, results, harness::ParseReported(kReported, "reported.tsv"));
  };
  return experiment;
}

}  // namespace structlab::regularization_path
