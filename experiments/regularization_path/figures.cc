#include "experiments/regularization_path/figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/protocol.h"
#include "structured_learning/optimization/regularization_path/path_method.h"
#include "structured_learning/problem/chain_problem.h"

namespace structlab::regularization_path {
namespace {

using harness::CurveObservation;
using harness::Figure;
using harness::Results;
using harness::Series;

// A path that met the bound on its passes: the curve is of the part that was there.
std::string EndsEarly(const harness::FinishedCase& finished) {
  const auto& values = finished.record.values;
  const bool is_part = std::any_of(values.begin(), values.end(),
                                   [](const auto& value) { return value.key.metric == kModelsOfPart; });
  return is_part ? " (ended early)" : "";
}

// The first seed's curve of a method, at a kappa1 where it follows the path.
std::optional<CurveObservation> FindCurve(const Results& results, const std::string& table,
                                          const std::string& metric, const std::string& method,
                                          double kappa1) {
  harness::Query query{.table = table, .method = method, .metric = metric};
  query.case_prefix = FigurePrefix(results.profile());
  for (const CurveObservation& curve : results.Curves(query)) {
    const harness::Setting& setting = curve.finished->c.setting;
    if (setting.Find("kappa1") == nullptr || setting.Number("kappa1") == kappa1) return curve;
  }
  return std::nullopt;
}

Series Named(const std::string& name, const CurveObservation& curve) {
  return {name + EndsEarly(*curve.finished), curve.x(), curve.y()};
}

// The same as a line; without points if there is none.
Series CurveOf(const Results& results, const std::string& table, const std::string& metric,
               const std::string& method, double kappa1, const std::string& name) {
  const auto curve = FindCurve(results, table, metric, method, kappa1);
  return curve ? Named(name, *curve) : Series();
}

// Linked methods that are not of the source.
std::vector<std::string> AddedMethods(bool follows_path) {
  std::vector<std::string> added;
  const std::vector<std::string> methods = Methods();
  for (size_t i = ThesisScratchMethods().size() + ThesisPathMethods().size(); i < methods.size(); ++i) {
    const auto& method = structured_learning::FindPathMethod<structured_learning::ChainProblem>(methods[i]);
    if (method.follows_path == follows_path) added.push_back(methods[i]);
  }
  return added;
}

void Add(Series series, Figure& figure) {
  if (!series.x.empty()) figure.series.push_back(std::move(series));
}

// The methods that a panel begins with: those of the source that follow the path, then any that was added.
std::vector<std::string> PathMethods() {
  std::vector<std::string> methods = ThesisPathMethods();
  for (const std::string& method : AddedMethods(true)) methods.push_back(method);
  return methods;
}

// Those that the source draws beside them.
std::vector<std::string> ScratchMethods() {
  std::vector<std::string> methods = {"BCFW-STD-U", "BCFW-STD-G"};
  for (const std::string& method : AddedMethods(false)) methods.push_back(method);
  return methods;
}

Figure Panel(int number, double kappa1, const std::string& caption, const std::string& y_label) {
  Figure figure;
  figure.id = FigureId(number, kappa1);
  figure.title = std::string("Figure 5.").append(std::to_string(number)) + ", kappa1 = " + Text(kappa1);
  figure.caption = caption;
  figure.x_label = "lambda";
  figure.y_label = y_label;
  figure.log_x = true;
  return figure;
}

Figure Passes(const Results& results, double kappa1) {
  Figure figure =
      Panel(1, kappa1,
            "Passes to reach kappa1 epsilon at each breakpoint of the path, from the model before "
            "(RP), and to reach epsilon from w = 0.",
            "passes");
  figure.log_y = true;  // a few passes at large lambda, thousands at small
  for (const std::string& method : PathMethods()) {
    Add(CurveOf(results, "Figure 5.1", "passes_vs_lambda", method, kappa1, method), figure);
  }
  if (figure.series.empty()) return figure;
  for (const std::string& method : ScratchMethods()) {
    Add(CurveOf(results, "Figure 5.1", "passes_vs_lambda", method, kappa1, method), figure);
  }
  return figure;
}

// The largest value in each of at most kBins equal parts of the logarithmic axis: a curve of hundreds of
// teeth would be a solid block, and what it must show is whether a tooth rises above the bound. The curve
// itself is with the stored results.
Series Envelope(Series curve) {
  constexpr int kBins = 40;
  Series envelope;
  envelope.name = std::move(curve.name);
  if (curve.x.empty()) return envelope;
  const auto [low, high] = std::minmax_element(curve.x.begin(), curve.x.end());
  const double first = std::log(*low);
  const double width = (std::log(*high) - first) / kBins;
  std::map<int, size_t> largest;  // bin to point
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const int bin =
        width > 0 ? std::min(static_cast<int>((std::log(curve.x[i]) - first) / width), kBins - 1) : 0;
    const auto [found, is_new] = largest.try_emplace(bin, i);
    if (!is_new && curve.y[i] > curve.y[found->second]) found->second = i;
  }
  for (const auto& [bin, point] : largest) {
    envelope.x.push_back(curve.x[point]);
    envelope.y.push_back(curve.y[point]);
  }
  return envelope;
}

// Of the case whose curve of Figure 5.2 is the first in the panel.
double EpsilonOf(const Results& results, const std::string& metric, double kappa1) {
  for (const std::string& method : PathMethods()) {
    const auto curve = FindCurve(results, "Figure 5.2", metric, method, kappa1);
    if (curve) return curve->finished->c.parameters.Number("epsilon");
  }
  return 0;
}

// The true gap, which must stay below epsilon.
Figure TrueGaps(const Results& results, double kappa1) {
  Figure figure = Panel(
      2, kappa1,
      "True duality gap. Along a path it rises on each segment and falls at the next breakpoint: drawn is "
      "the largest value in each of 40 parts of the axis (measured afterwards by oracle passes that count "
      "as none of the method's). Without a path, at the lambdas of the grid.",
      "largest duality gap");
  for (const std::string& method : PathMethods()) {
    Add(Envelope(CurveOf(results, "Figure 5.2", "true_duality_gap_vs_lambda", method, kappa1, method)),
        figure);
  }
  if (figure.series.empty()) return figure;
  for (const std::string& method : ScratchMethods()) {
    Add(CurveOf(results, "Figure 5.2", "true_duality_gap_vs_lambda", method, kappa1, method), figure);
  }
  figure.horizontal_line = EpsilonOf(results, "true_duality_gap_vs_lambda", kappa1);
  figure.horizontal_line_name = "epsilon";
  return figure;
}

// The gap at the breakpoints as the method knows it, which must stay below kappa1 epsilon.
Figure KnownGaps(const Results& results, double kappa1) {
  Figure figure =
      Panel(2, kappa1,
            "Duality gap at the breakpoints, as the method itself knows it when it stops there; drawn "
            "is the largest value in each of 40 parts of the axis.",
            "duality gap at breakpoints");
  figure.id += "_breakpoints";
  figure.title += ", at the breakpoints";
  for (const std::string& method : PathMethods()) {
    Add(Envelope(CurveOf(results, "Figure 5.2", "duality_gap_vs_lambda", method, kappa1, method)), figure);
  }
  if (figure.series.empty()) return figure;
  figure.horizontal_line = kappa1 * EpsilonOf(results, "duality_gap_vs_lambda", kappa1);
  figure.horizontal_line_name = "kappa1 epsilon";
  return figure;
}

Figure TestLosses(const Results& results, double kappa1) {
  Figure figure =
      Panel(3, kappa1, "Share of wrong test letters of the models at the lambdas of the grid.", "test loss");
  for (const std::string& method : PathMethods()) {
    Add(CurveOf(results, "Figure 5.3", "test_loss_vs_lambda", method, kappa1, method), figure);
  }
  if (figure.series.empty()) return figure;
  std::vector<std::string> scratch = ScratchMethods();
  scratch.insert(scratch.end(), {"BCFW-HYB-U", "BCFW-HYB-G"});
  for (const std::string& method : scratch) {
    Add(CurveOf(results, "Figure 5.3", "test_loss_vs_lambda", method, kappa1, method), figure);
  }
  return figure;
}

// The path as its user sees it.
Figure PathOfOne(const Results& results) {
  const std::string method = "RP-BCFW-STD-G";
  Figure figure;
  figure.id = "path";
  figure.title = "The path (ours)";
  figure.caption = "Objective, true gap, and share of wrong letters in training and test along the path of " +
                   method + " at kappa1 = 0.5, at the lambdas of the grid.";
  figure.x_label = "lambda";
  figure.y_label = "objective, gap, loss";
  figure.log_x = true;
  Add(CurveOf(results, kOurs, "objective_vs_lambda", method, 0.5, "objective"), figure);
  Add(CurveOf(results, kOurs, "true_gap_on_grid_vs_lambda", method, 0.5, "true duality gap"), figure);
  Add(CurveOf(results, kOurs, "train_loss_vs_lambda", method, 0.5, "training loss"), figure);
  Add(CurveOf(results, "Figure 5.3", "test_loss_vs_lambda", method, 0.5, "test loss"), figure);
  return figure;
}

// The same on another kind of problem.
Figure PathOfDigits(const Results& results) {
  Figure figure;
  figure.id = "path_usps";
  figure.title = "The path on handwritten digits (ours)";
  figure.caption =
      "Objective, true gap, and share of wrong digits along the path of RP-BCFW-STD-G at kappa1 = "
      "0.5 on a multiclass problem. Every tenth training image validates; the smallest validation loss "
      "chooses lambda.";
  figure.x_label = "lambda";
  figure.y_label = "objective, gap, loss";
  figure.log_x = true;
  const std::pair<const char*, const char*> lines[] = {{"objective_vs_lambda", "objective"},
                                                       {"true_gap_on_grid_vs_lambda", "true duality gap"},
                                                       {"train_loss_vs_lambda", "training loss"},
                                                       {"validation_loss_vs_lambda", "validation loss"},
                                                       {"test_loss_vs_lambda", "test loss"}};
  for (const auto& [metric, name] : lines) {
    harness::Query query{.method = "RP-BCFW-STD-G", .metric = metric};
    query.case_prefix = kDigitsPrefix;
    const std::vector<CurveObservation> curves = results.Curves(query);
    if (curves.empty()) continue;
    figure.series.push_back(Named(name, curves.front()));
  }
  return figure;
}

// How the choice of lambda is made without the test set.
Figure ChoiceOfLambda(const Results& results) {
  Figure figure;
  figure.id = "lambda_by_validation";
  figure.title = "Choosing lambda on a validation fold (ours)";
  figure.caption =
      "Share of wrong letters in the validation and the test fold along a path on the other eight "
      "folds. The source takes the minimum of the test curve; a user can only take that of the "
      "validation curve.";
  figure.x_label = "lambda";
  figure.y_label = "loss";
  figure.log_x = true;
  const std::pair<const char*, const char*> lines[] = {{"validation_loss_vs_lambda", "validation loss"},
                                                       {"test_loss_vs_lambda", "test loss"}};
  for (const auto& [metric, name] : lines) {
    harness::Query query{.metric = metric};
    query.case_prefix = kChoicePrefix;
    const std::vector<CurveObservation> curves = results.Curves(query);
    if (curves.empty()) continue;
    figure.series.push_back(Named(name, curves.front()));
  }
  return figure;
}

}  // namespace

std::vector<Figure> Draw(const Results& results) {
  std::vector<Figure> figures;
  for (const double kappa1 : ThesisKappas()) figures.push_back(Passes(results, kappa1));
  for (const double kappa1 : ThesisKappas()) figures.push_back(TrueGaps(results, kappa1));
  for (const double kappa1 : ThesisKappas()) figures.push_back(KnownGaps(results, kappa1));
  for (const double kappa1 : ThesisKappas()) figures.push_back(TestLosses(results, kappa1));
  figures.push_back(PathOfOne(results));
  figures.push_back(ChoiceOfLambda(results));
  figures.push_back(PathOfDigits(results));
  return figures;
}

}  // namespace structlab::regularization_path
