// Figures as values: which recorded numbers they show.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_

#include <string>
#include <utility>
#include <vector>

#include "common/plot/plot.h"
#include "experiments/harness/decide/rows.h"
#include "experiments/harness/decide/rule.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

using common::Panel;
using common::Series;

// A plot of the report: curves, pictures side by side, or both. Its id is unique in the package.
struct Figure : common::Plot {
  std::string caption = {};             // what is seen, and whose data
  std::vector<std::string> cases = {};  // keys of the finished cases that it shows
  bool is_complete = true;  // every line (picture) that LinePer and And name is there, and at least one
};

// What a figure shows, before anything is measured. Title and caption stand in about.md under its id.
//
//   const Values passes = {.table = "Figure 5.1", .metric = "passes_vs_lambda"};
//   Curves(passes.At("kappa1", 0.5)).LinePer({"A", "B"}).LogX()
//   Lines({.table = "Figure 3.4", .metric = "average_energy"}).Over("w_c").LinePer({"A", "B"})
//   Boxes(dice.At("structure", "CSF")).Named("CSF").And(dice.At("structure", "WM"), "WM").LinePer({"A", "B"})
struct FigureRule {
  enum class Kind { kCurves, kLines, kPictures, kBoxes };
  // The lines of the first values (name "") are called after their methods.
  struct NamedValues {
    Values values;
    std::string name = {};
  };

  Kind kind;
  std::vector<NamedValues> shown;
  std::string over = {};
  std::vector<std::string> methods = {};
  std::vector<std::string> caption_metrics = {};
  common::Plot axes = {};  // labels, logarithms and the horizontal line
  int envelope_bins = 0;   // 0: every point

  FigureRule Over(const std::string& key) const;  // Lines: the setting on the horizontal axis
  // One line for each of these methods; other methods that the values match follow in the order of the plan.
  FigureRule LinePer(std::vector<std::string> names) const;
  // Further values as lines of their own: one line of this name, or, where LinePer names methods and the
  // values do not, one line "method, name" for each method.
  FigureRule And(const Values& values, const std::string& name) const;
  // Curves: the name of the first line, in place of the method's. Boxes: the name of the first group.
  FigureRule Named(const std::string& name) const;
  // Default: of the metric "passes_vs_lambda" both; else the key of Over and the metric.
  FigureRule Labels(const std::string& x_label, const std::string& y_label) const;
  FigureRule LogX() const;
  FigureRule LogY() const;
  FigureRule HorizontalLine(double y, const std::string& name) const;
  // Pictures: their captions also have the mean, over the seeds, of what their cases recorded under these
  // metrics of any table.
  FigureRule WithMeans(std::vector<std::string> metrics) const;
  // Curves: only the largest value in each of `bins` equal parts of the (logarithmic) axis is drawn.
  FigureRule Envelope(int bins) const;

  // Throws common::Error(kUsage) if a value of the setting on the horizontal axis is no number.
  Figure Draw(const std::string& id, const Results& results) const;
  // The values, curves, pictures or items that it shows.
  std::vector<Values> Shown() const;
  // Does the figure show values of the case?
  bool Needs(const Case& c) const;
};

// Recorded curves, of the first seed of each case; the cases of one line are those of one method, their
// curves one after the other.
FigureRule Curves(Values values);
// Recorded values, the mean over the seeds at each value of the setting named by Over.
FigureRule Lines(Values values);
// A box a group and method, of the values of recorded test items (the first part), those of all seeds
// together. The first values are the group that Named names, those of And further ones; LinePer gives the
// methods and their order, and other methods are left out.
FigureRule Boxes(Values values);
// Recorded pictures of the first seed, one panel each, with the method and setting as captions; LinePer gives
// their order.
FigureRule Pictures(Values values);
// The part of each figure that JoinRows needs.
std::vector<DrawnFigure> FactsOf(const std::vector<Figure>& figures);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_
