#include "experiments/parsimonious_labeling/figures.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "common/regression.h"
#include "experiments/parsimonious_labeling/mean_of.h"
#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::Figure;
using harness::Observation;
using harness::PictureObservation;
using harness::Query;
using harness::Results;
using harness::Series;
using harness::Setting;

// A line through the means at each value of a key that the settings have as a number.
Series LineOver(const Results& results, const std::string& key, const Query& query, const std::string& name) {
  std::map<double, std::pair<double, int>> sums;
  for (const Observation& value : results.Values(query)) {
    if (value.key().setting.Find(key) == nullptr) continue;
    auto& [sum, count] = sums[value.key().setting.Number(key)];
    sum += value.value();
    ++count;
  }
  Series series;
  series.name = name;
  for (const auto& [x, sum_and_count] : sums) {
    series.x.push_back(x);
    series.y.push_back(sum_and_count.first / sum_and_count.second);
  }
  return series;
}

void Add(Series series, Figure& figure) {
  if (!series.x.empty()) figure.series.push_back(std::move(series));
}

// Weights up to 5: at 100 the axis would hide the others, and the table has it.
void DropLargestWeight(Series& series) {
  while (!series.x.empty() && series.x.back() >= kLargestWeight) {
    series.x.pop_back();
    series.y.pop_back();
  }
}

Figure LatticePanel(const Results& results, LatticeCase which, const char* metric, char panel) {
  const bool hierarchical = which == LatticeCase::kHierarchical;
  Figure figure;
  figure.id = std::string("figure_3_4") + panel;
  figure.title = std::string("Figure 3.4(") + panel + ")";
  figure.caption =
      std::string("Mean over the lattices") +
      (hierarchical ? ", a random tree as the true potential of each"
                    : " and the truncations M; the largest number of random trees, not refined") +
      ". The values at w_c = 100 are in the table.";
  figure.x_label = "clique weight w_c";
  figure.y_label = metric == std::string("average_energy") ? "energy" : "CPU time in seconds";
  for (const char* method : {kParsimonious, kCoOccurrence}) {
    Series series = LineOver(results, "w_c",
                             {.table = kFigure34,
                              .method = method,
                              .metric = metric,
                              .case_prefix = hierarchical ? kHierarchicalPrefix : kLinearPrefix},
                             method);
    DropLargestWeight(series);
    Add(std::move(series), figure);
  }
  return figure;
}

// How many trees it takes, relative to co-occurrence, at each M.
Figure TreesPanel(const Results& results, double truncation) {
  Figure figure;
  figure.id = "trees_M" + Text(truncation);
  figure.title = "Energy by number of trees, M = " + Text(truncation) + " (ours)";
  figure.caption =
      "Energy over that of co-occurrence on the same lattices, of the best of k nested random trees, and of "
      "the last refined. The source does not say k.";
  figure.x_label = "clique weight w_c";
  figure.y_label = "energy / energy of co-occurrence";
  figure.horizontal_line = 1;
  figure.horizontal_line_name = "co-occurrence";
  const auto line = [&](const std::string& method, const std::string& name) {
    Query query = {.table = kOurLattices,
                   .method = method,
                   .metric = "energy",
                   .setting = Setting{{"M", Text(truncation)}},
                   .case_prefix = kLinearPrefix};
    Series series = LineOver(results, "w_c", query, name);
    query.method = kCoOccurrence;
    const Series baseline = LineOver(results, "w_c", query, "");
    if (series.x != baseline.x) return;
    for (size_t i = 0; i < series.y.size(); ++i) series.y[i] /= baseline.y[i];
    DropLargestWeight(series);
    Add(std::move(series), figure);
  };
  const std::vector<int64_t> numbers = Rising(results.settings().Integers("trees"));
  for (const int64_t trees : numbers) {
    line(MethodWithTrees(trees, numbers.back()), std::to_string(trees) + (trees == 1 ? " tree" : " trees"));
  }
  line(kRefined, "refined");
  return figure;
}

// The first seed's picture.
std::optional<harness::Picture> PictureFor(const Results& results, const Query& query) {
  const std::vector<PictureObservation> pictures = results.Pictures(query);
  if (pictures.empty()) return std::nullopt;
  return pictures.front().picture();
}

void AddPanel(const Results& results, const Query& query, const std::string& caption, Figure& figure) {
  if (std::optional<harness::Picture> picture = PictureFor(results, query)) {
    figure.panels.push_back({caption, std::move(*picture)});
  }
}

Query OfInput(const ImageTask& task, const char* metric) {
  return {.table = task.own_table(),
          .dataset = task.name,
          .method = kInput,
          .metric = metric,
          .case_prefix = kImagePrefix + task.name + "/"};
}

// "Energy 12345, 4.1% bad pixels".
std::string NumbersOf(const Results& results, const ImageTask& task, const std::string& method) {
  const auto mean = [&](const char* metric) {
    return MeanOf(results, {.table = task.own_table(),
                            .dataset = task.name,
                            .method = method,
                            .metric = metric,
                            .case_prefix = kImagePrefix + task.name + "/"});
  };
  std::string text;
  if (const auto energy = mean("full_energy")) text += "energy " + Text(std::round(*energy));
  if (const auto bad = mean("bad_pixels")) text += ", bad pixels " + Short(*bad) + "%";
  if (const auto bad = mean("bad_pixels_without_occlusions")) {
    text += " (" + Short(*bad) + "% of those not occluded)";
  }
  if (const auto psnr = mean("psnr")) text += ", PSNR " + Short(*psnr) + " dB";
  return text;
}

void AddMethodPanel(const Results& results, const ImageTask& task, const std::string& method,
                    Figure& figure) {
  AddPanel(results,
           {.table = task.table,
            .dataset = task.name,
            .method = method,
            .metric = "visual_quality",
            .case_prefix = kImagePrefix + task.name + "/"},
           method + ": " + NumbersOf(results, task, method), figure);
}

// Figures 3.6, 3.7, 3.11, 3.12 and ours of venus: everything about one image.
Figure Comparison(const Results& results, const ImageTask& task) {
  Figure figure;
  figure.id = task.figure;
  figure.title = task.is_printed() ? task.table.substr(task.table.rfind("Figure")) + ", " + task.name
                                   : task.name + " (ours)";
  figure.caption =
      task.is_stereo
          ? "Disparities from dark (far) to bright (near), black where the truth is not known. "
            "alpha-expansion "
            "and TRWS minimise the pairwise energy, without the cliques; the energies given are of all terms."
          : "alpha-expansion and TRWS minimise the pairwise energy, without the cliques; the energies given "
            "are of all terms.";
  AddPanel(results, OfInput(task, "image"),
           task.is_stereo ? "left image" : "noise, and 0 where it is missing", figure);
  AddPanel(results, OfInput(task, "truth"), "ground truth", figure);
  AddPanel(results, OfInput(task, "superpixels"), "cliques: superpixels by mean shift", figure);
  for (const ImageMethodName& method : ImageMethodNames()) {
    AddMethodPanel(results, task, method.printed, figure);
  }
  return figure;
}

// The best of the first trees, against those that do not depend on trees.
Figure MoreTrees(const Results& results, const ImageTask& task) {
  Figure figure;
  figure.id = "more_trees_" + task.name;
  figure.title = "Energy by number of trees, " + task.name + " (ours)";
  figure.caption =
      "The best of the first k random trees, not refined. The other lines do not depend on k: the refinement "
      "of as many trees as the rows of images have, mean over its seeds, and the baseline, as it is and "
      "where it over-estimates pairs, too.";
  figure.x_label = "random trees k";
  figure.y_label = "energy";
  const auto curves = results.Curves(
      {.table = kEnergyByTrees, .metric = "best_energy", .case_prefix = kMoreTreesPrefix + task.name});
  if (curves.empty()) return figure;
  Add(harness::MeanCurve("best of k trees", curves), figure);
  const double last = figure.series.empty() ? 1 : figure.series.front().x.back();
  for (const char* method : {kRefined, kCoOccurrence, kCoOccurrencePairs}) {
    const auto energy = MeanOf(results, {.table = task.own_table(),
                                         .dataset = task.name,
                                         .method = method,
                                         .metric = "full_energy",
                                         .case_prefix = kImagePrefix + task.name + "/"});
    if (energy) Add({.name = method, .x = {1, last}, .y = {*energy, *energy}}, figure);
  }
  return figure;
}

// Figures 3.5 and 3.10: the two methods with cliques on two images.
Figure WithBaseline(const Results& results, const std::string& id, const std::string& title,
                    const std::vector<std::string>& images) {
  Figure figure;
  figure.id = id;
  figure.title = title;
  figure.caption = "Parsimonious labeling and the baseline, which minimise the same energy.";
  for (const std::string& image : images) {
    const ImageTask& task = FindImageTask(image);
    AddPanel(results, OfInput(task, task.is_stereo ? "truth" : "image"),
             image + (task.is_stereo ? ", ground truth" : ", input"), figure);
    for (const char* method : {kParsimonious, kCoOccurrence}) {
      AddMethodPanel(results, task, method, figure);
    }
  }
  return figure;
}

// A panel for each value, with the superpixels before it where these are what varies.
Figure Smoothing(const Results& results, bool varies_sigma) {
  const std::string key = varies_sigma ? "sigma" : "superpixel_min_size";
  const std::string prefix = varies_sigma ? kSigmaPrefix : kMinSizePrefix;
  Figure figure;
  figure.id = varies_sigma ? "figure_3_8" : "figure_3_9";
  figure.title = varies_sigma ? "Figure 3.8" : "Figure 3.9";
  figure.caption = varies_sigma
                       ? "Disparities of tsukuba with larger and larger sigma, so larger clique weights."
                       : "Larger and larger superpixels of tsukuba, with sigma 1e5, so that every "
                         "clique weighs nearly 1, and the disparities with them.";
  const std::vector<double> values =
      Rising(results.settings().Numbers(varies_sigma ? "smoothing_sigma" : "smoothing_min_size"));
  const auto query = [&](double value, const char* table, const char* metric) {
    return Query{.table = table, .metric = metric, .case_prefix = prefix + Text(value)};
  };
  // Beginnings of names: those of 5 are those of 50, too.
  const auto is_of = [&](const PictureObservation& picture, double value) {
    return picture.finished->c.name == prefix + Text(value);
  };
  const auto add = [&](double value, const char* table, const char* metric, const std::string& caption) {
    for (const PictureObservation& picture : results.Pictures(query(value, table, metric))) {
      if (!is_of(picture, value)) continue;
      figure.panels.push_back({caption, picture.picture()});
      return;
    }
  };
  for (const double value : values) {
    Query numbers = {.table = kOurSmoothing, .setting = Setting{{key, Text(value)}}, .case_prefix = prefix};
    std::string caption =
        (varies_sigma ? "sigma " : "at least ") + Text(value) + (varies_sigma ? "" : " pixels");
    if (!varies_sigma) add(value, kOurSmoothing, "superpixels", caption + ", superpixels");
    numbers.metric = "total_variation";
    if (const auto mean = MeanOf(results, numbers)) caption += ": total variation " + Short(*mean);
    numbers.metric = "labels_used";
    if (const auto mean = MeanOf(results, numbers)) caption += ", " + Short(*mean) + " labels";
    add(value, varies_sigma ? kFigure38 : kFigure39, "oversmoothing", caption);
  }
  return figure;
}

Figure SmoothingNumbers(const Results& results, bool varies_sigma, const char* metric, const char* label) {
  Figure figure;
  figure.id = std::string(varies_sigma ? "sigma_" : "superpixels_") + metric;
  figure.title =
      std::string(varies_sigma ? "Figure 3.8" : "Figure 3.9") + " in numbers: " + label + " (ours)";
  figure.caption = "Mean over the seeds of the random trees.";
  figure.x_label = varies_sigma ? "sigma" : "least size of a superpixel in pixels";
  figure.y_label = label;
  figure.log_x = true;
  Add(LineOver(results, varies_sigma ? "sigma" : "superpixel_min_size",
               {.table = kOurSmoothing,
                .metric = metric,
                .case_prefix = varies_sigma ? kSigmaPrefix : kMinSizePrefix},
               kParsimonious),
      figure);
  return figure;
}

Figure MovesFigure(const char* id, const char* title, const char* x_label) {
  Figure figure;
  figure.id = id;
  figure.title = title;
  figure.caption =
      "CPU time of a method over the number of minimum cuts that it solved, set-up included, the median of "
      "up "
      "to nine runs: one tree without refinement, and the baseline, on the same lattices.";
  figure.x_label = x_label;
  figure.y_label = "seconds a move";
  figure.log_x = figure.log_y = true;
  return figure;
}

// A line for each method; curves of all seeds together, where they have the same x.
void AddMoves(const Results& results, Query query, const std::string& addition, Figure& figure) {
  const std::pair<const char*, const char*> methods[] = {{"parsimonious", kParsimonious},
                                                         {"co-occurrence", kCoOccurrence}};
  for (const auto& [part, name] : methods) {
    query.case_prefix = std::string(kMovesPrefix) + part;
    const auto curves = results.Curves(query);
    if (!curves.empty()) Add(harness::MeanCurve(name + addition, curves), figure);
  }
}

Figure MovesPanel(const Results& results, const char* id, const char* title, const char* table,
                  const char* metric, const char* x_label) {
  Figure figure = MovesFigure(id, title, x_label);
  AddMoves(results, {.table = table, .metric = metric}, "", figure);
  return figure;
}

// With the exponent of the power law that fits each line.
Figure MovesBySum(const Results& results) {
  Figure figure = MovesFigure("moves_sum", "Time of a move by the sum of the cliques' sizes (ours)",
                              "sum of the sizes of all cliques");
  for (const int64_t window : Rising(results.settings().Integers("moves_sum_windows"))) {
    const Setting cliques = {{"clique_size", std::to_string(window * window)}};
    AddMoves(results,
             {.table = kMovesBySum, .metric = "time_per_move_vs_sum_of_clique_sizes", .setting = cliques},
             ", cliques of " + cliques.Text("clique_size"), figure);
  }
  for (Series& series : figure.series) {
    if (series.x.size() > 1) series.name += ", ~ x^" + Short(common::GrowthExponent(series.x, series.y));
  }
  figure.caption += " The exponents are those of the straight lines that fit best: 1 is proportional.";
  return figure;
}

}  // namespace

std::vector<Figure> Draw(const Results& results) {
  std::vector<Figure> figures;
  figures.push_back(LatticePanel(results, LatticeCase::kHierarchical, "average_energy", 'a'));
  figures.push_back(LatticePanel(results, LatticeCase::kHierarchical, "average_time", 'b'));
  figures.push_back(LatticePanel(results, LatticeCase::kLinear, "average_energy", 'c'));
  figures.push_back(LatticePanel(results, LatticeCase::kLinear, "average_time", 'd'));
  for (const double truncation : results.settings().Numbers("truncations")) {
    figures.push_back(TreesPanel(results, truncation));
  }
  figures.push_back(WithBaseline(results, "figure_3_5", "Figure 3.5", {"tsukuba", "teddy"}));
  for (const char* image : {"teddy", "tsukuba", "venus"}) {
    figures.push_back(Comparison(results, FindImageTask(image)));
  }
  for (const bool varies_sigma : {true, false}) {
    figures.push_back(Smoothing(results, varies_sigma));
    figures.push_back(
        SmoothingNumbers(results, varies_sigma, "total_variation", "total variation per pixel"));
    figures.push_back(SmoothingNumbers(results, varies_sigma, "labels_used", "labels used"));
  }
  figures.push_back(WithBaseline(results, "figure_3_10", "Figure 3.10", {"penguin", "house"}));
  for (const char* image : {"penguin", "house"}) figures.push_back(Comparison(results, FindImageTask(image)));
  for (const char* image : {"tsukuba", "penguin"})
    figures.push_back(MoreTrees(results, FindImageTask(image)));
  figures.push_back(MovesPanel(results, "moves_clique_size", "Time of a move by size of the cliques (ours)",
                               kProse352, "time_complexity_per_expansion_move", "variables of a clique"));
  figures.push_back(MovesBySum(results));
  figures.push_back(MovesPanel(results, "moves_labels", "Time of a move by number of labels (ours)",
                               kMovesByLabels, "time_per_move_vs_labels", "labels"));
  return figures;
}

}  // namespace structlab::parsimonious_labeling
