// Claims D17 to D29 of the source. The methods and shares are those of its tables.
#include <string>

#include "experiments/harness/package.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::AtLeast;
using harness::AtMost;
using harness::Equal;
using harness::Falling;
using harness::Less;
using harness::Package;
using harness::Rising;
using harness::Values;

constexpr double kSameLoss = 0.005;        // half a point of the mean share of wrong letters
constexpr double kNearlySameLoss = 0.015;  // what "nearly the same" leaves, on Figure 5.3's axis
constexpr double kEpsilon = 0.1;           // the setting epsilon of the paper
constexpr double kNumTests = 20;           // one oracle pass for each lambda of the grid

const Values kScratchPasses = {.table = "Table 5.1", .metric = "total_passes"};
const Values kScratchLoss = {.table = "Table 5.1", .metric = "min_test_loss"};
const Values kPathPasses = {.table = "Table 5.2", .metric = "total_passes"};
const Values kBreakpoints = {.table = "Table 5.3", .metric = "n_breakpoints"};
const Values kPathLoss = {.table = "Table 5.4", .metric = "min_test_loss"};

Values Ours(const std::string& metric) { return {.table = kOurs, .metric = metric, .dataset = kDataset}; }

std::string ScratchPartner(const std::string& path_method) {
  return path_method.ends_with("G") ? "BCFW-STD-G" : "BCFW-STD-U";
}

// D17, D18, D20 to D23, D27: how many passes.
void PassClaims(Package& package) {
  for (const std::string variant : {"STD", "HYB"}) {
    const std::string gap = "BCFW-" + variant + "-G", uniform = "BCFW-" + variant + "-U";
    package.Claim("D17", "passes, " + variant, Less(kScratchPasses.Of(gap), kScratchPasses.Of(uniform)));
    package.Claim("D17", "test loss, " + variant,
                  Equal(kScratchLoss.Of(gap), kScratchLoss.Of(uniform), kSameLoss));
  }
  package.Claim("D18", Less(kScratchPasses.Of("BCFW-STD-G"), kScratchPasses.Of("BCFW-HYB-G")));
  for (const std::string& method : PathMethods()) {
    package.Claim("D19", method, Rising(kBreakpoints.Of(method), "kappa1", PaperKappas()));
    // The text speaks of the passes at a breakpoint; the totals of Table 5.2 rise again in two columns.
    package.Claim("D20", method + ", per breakpoint",
                  Falling(kPathPasses.Of(method).Over(kBreakpoints), "kappa1", PaperKappas()));
  }
  for (const std::string rule : {"HEU", "STD"}) {
    const std::string start = "RP-BCFW-" + rule + "-";
    package.Claim(
        "D21", rule,
        Less(kPathPasses.Of(start + "G"), kPathPasses.Of(start + "U")).AtEach("kappa1", PaperKappas()));
  }
  for (const std::string sampling : {"G", "U"}) {
    package.Claim("D22", sampling,
                  Less(kPathPasses.Of("RP-BCFW-HEU-" + sampling), kPathPasses.Of("RP-BCFW-STD-" + sampling))
                      .AtEach("kappa1", PaperKappas()));
  }
  const Values converge = {.table = kProseFigure51f, .metric = "passes_to_converge"};
  const Values at_smallest = Ours("passes_at_smallest_lambda");
  for (const std::string scratch : {"BCFW-STD-G", "BCFW-STD-U"}) {
    package.Claim("D23", "beside " + scratch,
                  Less(at_smallest.Of("RP-BCFW-STD-G").At("kappa1", 0.95), at_smallest.Of(scratch))
                      .OnlyAtPaper({"lambda_min", "epsilon"})
                      .PrintedAs(Less(converge.Of("regularization path algorithms (RP)").At("start", "warm"),
                                      converge.Of(scratch).At("start", "w0"))));
  }
  const std::pair<const char*, double> recommended[] = {{"RP-BCFW-STD-G", 0.7}, {"RP-BCFW-HEU-G", 0.95}};
  for (const auto& [method, kappa1] : recommended) {
    package.Claim(
        "D27", std::string("passes with tests, ") + method,
        Less(kPathPasses.Of(method).At("kappa1", kappa1).Plus(kNumTests), kScratchPasses.Of("BCFW-STD-G")));
    package.Claim("D27", std::string("test loss, ") + method,
                  Equal(kPathLoss.Of(method).At("kappa1", kappa1), kScratchLoss.Of("BCFW-STD-G"), kSameLoss));
  }
}

// D24, D28, D29: gaps and certificates.
void GapClaims(Package& package) {
  const Values anywhere = Ours("largest_true_gap"), at_breakpoints = Ours("largest_true_gap_at_a_breakpoint");
  for (const std::string& method : ScratchMethods()) {
    package.Claim(
        "D24", "exact stopping, " + method,
        AtMost(anywhere.Of(method), kEpsilon).IndependentOfData().OnlyAtPaper({"epsilon"}).NotOfPrint());
  }
  for (const std::string sampling : {"G", "U"}) {
    const std::string exact = "RP-BCFW-STD-" + sampling, heuristic = "RP-BCFW-HEU-" + sampling;
    package.Claim("D24", "exact stopping, " + exact,
                  AtMost(anywhere.Of(exact), kEpsilon)
                      .AtEach("kappa1", PaperKappas())
                      .IndependentOfData()
                      .OnlyAtPaper({"epsilon"})
                      .NotOfPrint());
    package.Claim("D24", "figure, kappa1 up to 0.5 at breakpoints, " + heuristic,
                  AtMost(at_breakpoints.Of(heuristic), kEpsilon)
                      .AtEach("kappa1", {0.1, 0.3, 0.5})
                      .OnlyAtPaper({"epsilon"})
                      .NotOfPrint());
    package.Claim("D24", "conclusion, kappa1 up to 0.5 at every lambda, " + heuristic,
                  AtMost(anywhere.Of(heuristic), kEpsilon)
                      .AtEach("kappa1", {0.1, 0.3, 0.5})
                      .OnlyAtPaper({"epsilon"})
                      .NotOfPrint());
    package.Claim("D24", "kappa1 above 0.5 exceeds it, " + heuristic,
                  AtLeast(Ours("largest_true_gap_at_small_lambda").Of(heuristic), kEpsilon)
                      .AtEach("kappa1", {0.7, 0.9, 0.95})
                      .OnlyAtPaper({"lambda_min"})
                      .NotOfPrint());
  }
  package.Claim("D28", AtMost({.table = "section 5.5.2", .metric = "duality_gap", .method = "SSVM-B"}, 1e-12)
                           .IndependentOfData()
                           .NotOfPrint());
  const std::string certified = "SSVM-RP initialisation";
  package.Claim("D29", "start",
                AtMost({.table = kOurs, .metric = "gap_at_start_over_kappa1_epsilon", .method = certified}, 1)
                    .IndependentOfData()
                    .NotOfPrint());
  package.Claim("D29", "segments",
                AtMost({.table = kOurs, .metric = "largest_gap_over_epsilon", .method = certified}, 1)
                    .IndependentOfData()
                    .NotOfPrint());
}

// D25, D26: test loss.
void LossClaims(Package& package) {
  const Values at_smallest = Ours("test_loss_at_smallest_lambda");
  for (const std::string& method : PathMethods()) {
    package.Claim("D25", method,
                  Less(kPathLoss.Of(method).At("kappa1", 0.1), kScratchLoss.Of(ScratchPartner(method))));
    package.Claim("D26", "low kappa1 at the smallest lambda, " + method,
                  Less(at_smallest.Of(method).At("kappa1", 0.1), at_smallest.Of(method).At("kappa1", 0.95))
                      .OnlyAtPaper({"lambda_min"})
                      .NotOfPrint());
    package.Claim("D26", "low kappa1 beside no path, " + method,
                  Less(at_smallest.Of(method).At("kappa1", 0.1), at_smallest.Of(ScratchPartner(method)))
                      .OnlyAtPaper({"lambda_min"})
                      .NotOfPrint());
  }
  for (const char* part : {"lambda_to_0.01", "lambda_0.01_to_1", "lambda_from_1"}) {
    const Values mean = Ours(std::string("mean_test_loss_") + part);
    for (const std::string& method : PathMethods()) {
      package.Claim("D26", std::string("nearly the same loss, ") + part + ", " + method,
                    Equal(mean.Of(method), mean.Of("BCFW-STD-G"), kNearlySameLoss)
                        .AtEach("kappa1", PaperKappas())
                        .NotOfPrint());
    }
  }
}

}  // namespace

void Claims(Package& package) {
  PassClaims(package);
  GapClaims(package);
  LossClaims(package);
}

}  // namespace structlab::regularization_path
