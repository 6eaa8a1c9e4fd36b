// Figures 5.1 to 5.3, a panel for each kappa1, and two of our own. Titles and captions: about.md.
#include <fmt/format.h>

#include <string>

#include "common/number.h"
#include "experiments/harness/package.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::Curves;
using harness::FigureRule;
using harness::Package;
using harness::Values;

constexpr int kBins = 40;  // a curve of hundreds of teeth would be a solid block

// "figure_5_1a" for the first kappa1, but "figure_5_2b": panel a of Figure 5.2 is its legend.
std::string FigureId(int figure, size_t panel) {
  const char letter = static_cast<char>((figure == 2 ? 'b' : 'a') + static_cast<char>(panel));
  return fmt::format("figure_5_{}{}", figure, std::string(1, letter));
}

}  // namespace

void Figures(Package& package) {
  for (size_t panel = 0; panel < PaperKappas().size(); ++panel) {
    const double kappa1 = PaperKappas()[panel];
    // The path methods at this kappa1, then methods without a path, as the source draws them.
    const auto curves = [&](const std::string& table, const std::string& metric) {
      const Values values = {.table = table, .metric = metric, .dataset = kDataset};
      return Curves(values.At("kappa1", kappa1)).LinePer(PathMethods());
    };
    const auto beside = [&](FigureRule rule, const std::string& table, const std::string& metric) {
      for (const char* method : {"BCFW-STD-U", "BCFW-STD-G"}) {
        rule = rule.And({.table = table, .metric = metric, .method = method, .dataset = kDataset}, method);
      }
      return rule;
    };
    package.Figure(FigureId(1, panel),
                   beside(curves("Figure 5.1", "passes_vs_lambda"), "Figure 5.1", "passes_vs_lambda")
                       .LogX()
                       .LogY()  // a few passes at large lambda, hundreds at small
                       .Labels("lambda", "passes"));
    package.Figure(FigureId(2, panel),
                   beside(curves("Figure 5.2", "true_duality_gap_vs_lambda").Envelope(kBins), "Figure 5.2",
                          "true_duality_gap_vs_lambda")
                       .LogX()
                       .Labels("lambda", "largest duality gap")
                       .HorizontalLine(0.1, "epsilon"));
    package.Figure(FigureId(2, panel) + "_breakpoints", curves("Figure 5.2", "duality_gap_vs_lambda")
                                                            .Envelope(kBins)
                                                            .LogX()
                                                            .Labels("lambda", "duality gap at breakpoints")
                                                            .HorizontalLine(kappa1 * 0.1, "kappa1 epsilon"));
    FigureRule losses =
        beside(curves("Figure 5.3", "test_loss_vs_lambda"), "Figure 5.3", "test_loss_vs_lambda");
    for (const char* method : {"BCFW-HYB-U", "BCFW-HYB-G"}) {
      losses = losses.And(
          {.table = "Figure 5.3", .metric = "test_loss_vs_lambda", .method = method, .dataset = kDataset},
          method);
    }
    package.Figure(FigureId(3, panel), losses.LogX().Labels("lambda", "test loss"));
  }

  const auto line = [](const std::string& metric, const std::string& dataset, double kappa1) {
    return Values{.table = kOurs, .metric = metric, .method = "RP-BCFW-STD-G", .dataset = dataset}.At(
        "kappa1", kappa1);
  };
  package.Figure("path", Curves(line("objective_vs_lambda", kDataset, 0.5))
                             .Named("objective")
                             .And(line("true_gap_on_grid_vs_lambda", kDataset, 0.5), "true duality gap")
                             .And(line("train_loss_vs_lambda", kDataset, 0.5), "training loss")
                             .LogX()
                             .Labels("lambda", "objective, gap, loss"));
  const std::string digits = "USPS digits";
  package.Figure("path_usps", Curves(line("objective_vs_lambda", digits, 0.5))
                                  .Named("objective")
                                  .And(line("true_gap_on_grid_vs_lambda", digits, 0.5), "true duality gap")
                                  .And(line("train_loss_vs_lambda", digits, 0.5), "training loss")
                                  .And(line("validation_loss_vs_lambda", digits, 0.5), "validation loss")
                                  .And(line("test_loss_vs_lambda", digits, 0.5), "test loss")
                                  .LogX()
                                  .Labels("lambda", "objective, gap, loss"));
}

}  // namespace structlab::regularization_path
