// Figures as values: which recorded numbers they show, and what is drawn of them.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/harness/decide/rows.h"
#include "experiments/harness/decide/rule.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

// One line of a drawing.
struct Series {
  std::string name = {};
  std::vector<double> x = {}, y = {};
  bool points_only = false;
};

// A picture of a figure, with what tells it from those beside it.
struct Panel {
  std::string caption;
  Picture picture;
};

// A drawing of curves, pictures side by side, or both, as it is drawn.
struct Figure {
  std::string id = {};       // file name without ending, unique in the package
  std::string title = {};    // "Figure 5.2c"
  std::string caption = {};  // what is seen, and whose data
  std::string x_label = {}, y_label = {};
  bool log_x = false, log_y = false;
  std::optional<double> horizontal_line = {};  // e.g. the tolerance
  std::string horizontal_line_name = {};
  std::vector<Series> series = {};
  std::vector<Panel> panels = {};
  std::vector<std::string> cases = {};  // keys of the finished cases that it shows
  bool is_complete = true;  // every line (picture) that LinePer and And name is there, and at least one
};

// What a figure shows, before anything is measured. Title and caption stand in about.md under its id.
//
//   const Values passes = {.table = "Figure 5.1", .metric = "passes_vs_lambda"};
//   Curves(passes.At("kappa1", 0.5)).LinePer({"A", "B"}).LogX()
//   Lines({.table = "Figure 3.4", .metric = "average_energy"}).Over("w_c").LinePer({"A", "B"})
class FigureRule {
 public:
  FigureRule Over(const std::string& key) const;  // Lines: the setting on the horizontal axis
  // One line for each of these methods; other methods that the values match follow in the order of the plan.
  FigureRule LinePer(std::vector<std::string> methods) const;
  // Further values as lines of their own: one line of this name, or, where LinePer names methods and the
  // values do not, one line "method, name" for each method.
  FigureRule And(const Values& values, const std::string& name) const;
  // Curves: the name of the first line, in place of the method's.
  FigureRule Named(const std::string& name) const;
  // Default: of the metric "passes_vs_lambda" both; else the key of Over and the metric.
  FigureRule Labels(std::string x_label, std::string y_label) const;
  FigureRule LogX() const;
  FigureRule LogY() const;
  FigureRule HorizontalLine(double y, std::string name) const;
  // Curves: only the largest value in each of `bins` equal parts of the (logarithmic) axis is drawn.
  FigureRule Envelope(int bins) const;

  // Throws common::Error(kUsage) if a value of the setting on the horizontal axis is no number.
  Figure Draw(const std::string& id, const Results& results) const;
  // The values, curves or pictures that it shows.
  std::vector<Values> Shown() const;
  // Does the figure show values of the case?
  bool Needs(const Case& c) const;

  struct Node;
  explicit FigureRule(std::shared_ptr<const Node> node) : node_(std::move(node)) {}

 private:
  std::shared_ptr<const Node> node_;
};

// Recorded curves, of the first seed of each case; the cases of one line are those of one method, their
// curves one after the other.
FigureRule Curves(Values values);
// Recorded values, the mean over the seeds at each value of the setting named by Over.
FigureRule Lines(Values values);
// Recorded pictures of the first seed, one panel each, with the method and setting as captions; LinePer gives
// their order.
FigureRule Pictures(Values values);
// Where none of these fits: draws the figure (its id, title and caption are filled in); `needs` are the
// values it shows.
FigureRule CustomFigure(std::vector<Values> needs, std::function<Figure(const Results&)> draw);

// The mean of each x over the curves, where all of them have this x; a line of a figure.
Series MeanCurve(std::string name, const std::vector<CurveObservation>& curves);

// What the rows need to know of figures.
std::vector<DrawnFigure> FactsOf(const std::vector<Figure>& figures);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_
