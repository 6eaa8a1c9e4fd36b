#include "experiments/parsimonious_labeling/cases.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "common/error.h"
#include "experiments/parsimonious_labeling/image_data.h"
#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::Case;
using harness::PlanRequest;
using harness::Protocol;
using harness::Setting;

// Those of the request's settings that a case reads, and which part of the package runs it.
Setting Parameters(const PlanRequest& request, const std::string& part,
                   std::initializer_list<const char*> names) {
  Setting parameters = {{"part", part}};
  for (const char* name : names) parameters.Set(name, request.settings.Text(name));
  return parameters;
}

// Notes what is smaller than in the source, or something else.
void Depart(Case& c, Protocol protocol, const std::string& departure) {
  c.protocol = std::max(c.protocol, protocol);
  c.departures.push_back(departure);
}
void Cut(Case& c, const std::string& departure) { Depart(c, Protocol::kCut, departure); }
void Change(Case& c, const std::string& departure) { Depart(c, Protocol::kChanged, departure); }

// What the source has no numbers of is cut where the profile has less than `paper`.
void CutBelowPaper(const PlanRequest& request, std::initializer_list<const char*> names, Case& c) {
  for (const harness::OldSetting& declared : Settings()) {
    const bool is_read = std::ranges::find(names, declared.name) != names.end();
    if (!is_read || request.settings.Text(declared.name) == declared.paper) continue;
    Cut(c, declared.name + " " + request.settings.Text(declared.name) + " instead of " + declared.paper);
  }
}

void AddTree(std::vector<Case>& cases) {
  Case tree;
  tree.name = "figure-tree";
  tree.dataset = kFigureTree;
  tree.method = kTreeMetric;
  tree.parameters = {{"part", "tree"}};
  tree.serves = {"Figure 3.1"};
  tree.data = {kDrawnData};
  tree.deterministic = true;
  cases.push_back(tree);
}

// What all cases on synthetic lattices have in common.
Case LatticePattern(const PlanRequest& request, const std::string& part) {
  Case c;
  c.dataset = kLattices;
  c.parameters = Parameters(request, part, {"lattice_side", "window", "lattice_labels"});
  c.data = {kDrawnData};
  c.serves = {kFigure34, kLabelsLeft, "D03"};
  c.repeats = static_cast<int>(request.settings.Integer("lattices"));
  const int64_t side = request.settings.Integer("lattice_side"), window = request.settings.Integer("window"),
                labels = request.settings.Integer("lattice_labels");
  if (window > side) {
    common::ThrowUsageError("settings lattice_side, window of parsimonious_labeling",
                            "a window that fits the lattice",
                            "lattice_side=" + std::to_string(side) + ", window=" + std::to_string(window));
  }
  if (side != kSourceSide || window != kSourceWindow || labels != kSourceLabels) {
    Cut(c, "lattices of " + std::to_string(side) + "x" + std::to_string(side) + " with " +
               std::to_string(labels) + " labels and windows of " + std::to_string(window) + "x" +
               std::to_string(window) + " instead of 100x100, 20 and 10x10, to fit the time of the profile");
  }
  if (c.repeats < kSourceLattices) {
    Cut(c, std::to_string(c.repeats) +
               " lattices at each weight instead of 100, the same for both methods, to fit the time of the "
               "profile");
  }
  return c;
}

void AddLattices(const PlanRequest& request, std::vector<Case>& cases) {
  const struct {
    LatticeCase which;
    const char* part;
    const char* prefix;
    const char* claim;
  } kinds[] = {{LatticeCase::kHierarchical, "hierarchical", kHierarchicalPrefix, "D01"},
               {LatticeCase::kLinear, "linear", kLinearPrefix, "D02"}};
  for (const auto& kind : kinds) {
    Case pattern = LatticePattern(request, kind.part);
    pattern.serves.push_back(kind.claim);
    if (kind.which == LatticeCase::kLinear) {
      pattern.serves.push_back(kOurLattices);
      pattern.parameters.Set("truncations", request.settings.Text("truncations"));
      if (request.settings.Numbers("truncations") != std::vector<double>{1, 5, 10, 20}) {
        Cut(pattern, "M = " + request.settings.Text("truncations") + " instead of 1, 5, 10, 20");
      }
    }
    for (const double weight : request.settings.Numbers("w_c")) {
      Case at_weight = pattern;
      at_weight.setting = LatticeKey(kind.which, weight);
      at_weight.parameters.Set("weight", Text(weight));
      if (std::ranges::count(PrintedWeights(), weight) == 0)
        Change(at_weight, "beyond the source, which has no such weight");
      for (const char* method : {kParsimonious, kCoOccurrence}) {
        Case c = at_weight;
        const bool ours = method == std::string(kParsimonious);
        c.method = method;
        c.name =
            kind.prefix + std::string("w_c=") + Text(weight) + (ours ? "/parsimonious" : "/co-occurrence");
        if (ours && kind.which == LatticeCase::kLinear) {
          c.parameters.Set("trees", request.settings.Text("trees"));
        }
        cases.push_back(std::move(c));
      }
    }
  }
}

// Whatever is done with images, but for the size of the superpixels.
Case ImagePattern(const PlanRequest& request, const ImageTask& task, const std::string& part) {
  Case c;
  c.dataset = task.name;
  c.setting = ImageKey(task);
  c.data = {DataOf(task)};
  c.parameters = Parameters(request, part, {"image_width", "image_height", "spatial_radius", "color_radius"});
  c.parameters.Set("image", task.name);
  const std::string width = request.settings.Text("image_width"),
                    height = request.settings.Text("image_height");
  if (width != "0" || height != "0") {
    Cut(c, "the middle of the images, at most " + width + " x " + height +
               " pixels (0: all), to fit the time of the profile");
  }
  if (!task.is_printed()) Change(c, "beyond the source, which does not have this image");
  return c;
}

void AddTrees(const PlanRequest& request, Case& c) {
  c.repeats = static_cast<int>(request.settings.Integer("image_seeds"));
  c.parameters.Set("image_trees", request.settings.Text("image_trees"));
  if (request.settings.Integer("image_trees") < 10) {
    Cut(c,
        request.settings.Text("image_trees") + " random trees instead of 10, to fit the time of the profile");
  }
}

// One method on an image.
Case ImageCase(const PlanRequest& request, const ImageTask& task, const ImageMethodName& method,
               const std::string& part) {
  Case c = ImagePattern(request, task, part);
  c.method = method.printed;
  c.parameters.Set("min_size", request.settings.Text("min_size"));
  c.parameters.Set("library_method", method.library);
  const bool has_trees = method.printed == kParsimonious || method.printed == kRefined;
  if (has_trees) AddTrees(request, c);
  c.deterministic = !has_trees;
  if (method.printed == kTrws) c.parameters.Set("trws_iterations", request.settings.Text("trws_iterations"));
  return c;
}

void AddImage(const PlanRequest& request, const ImageTask& task, std::vector<Case>& cases) {
  const std::string prefix = kImagePrefix + task.name + "/";
  std::vector<std::string> serves = {task.own_table()};
  if (task.is_printed()) serves.push_back(task.table);
  if (task.is_printed() && task.is_stereo) serves.insert(serves.end(), {"Figure 3.5", "D04", "D05"});
  if (task.is_printed() && !task.is_stereo) serves.insert(serves.end(), {"Figure 3.10", "D07"});
  for (const ImageMethodName& method : ImageMethodNames()) {
    Case c = ImageCase(request, task, method, "image");
    c.name = prefix + method.part;
    c.serves = serves;
    if (std::ranges::count(ComparedMethods(), method.printed) == 0) {
      Change(c, "beyond the source, which does not have this method");
    }
    cases.push_back(std::move(c));
  }
  Case input = ImagePattern(request, task, "input");
  input.parameters.Set("min_size", request.settings.Text("min_size"));
  input.name = prefix + "input";
  input.method = kInput;
  input.serves = serves;
  input.serves.push_back(kOurSuperpixels);
  input.deterministic = true;
  cases.push_back(std::move(input));
}

// Whether D04 and D05 would be decided otherwise: the four methods of the source with other energies.
void AddReadings(const PlanRequest& request, std::vector<Case>& cases) {
  for (const StereoReading& reading : StereoReadings()) {
    for (const ImageMethodName& method : ImageMethodNames()) {
      if (std::ranges::count(ComparedMethods(), method.printed) == 0) continue;
      Case c = ImageCase(request, FindImageTask(reading.image), method, "reading");
      c.name = kReadingsPrefix + reading.image + "/" + reading.name() + "/" + method.part;
      c.setting = reading.key();
      // Sums over the three channels against three times the threshold.
      c.parameters.Set("gradient_factor", reading.mean_gradient ? "3" : "1");
      c.parameters.Set("truncation_factor", reading.channel_truncation ? "3" : "1");
      c.serves = {kOurReadings, "D04", "D05"};
      Change(c, "another reading of the source's words about the energy");
      cases.push_back(std::move(c));
    }
  }
}

// The first image of each kind: the others take several times as long.
void AddMoreTrees(const PlanRequest& request, std::vector<Case>& cases) {
  const std::pair<const char*, const char*> claims_of[] = {{"tsukuba", "D04"}, {"penguin", "D07"}};
  for (const auto& [image, claim] : claims_of) {
    Case c = ImagePattern(request, FindImageTask(image), "more-trees");
    c.name = kMoreTreesPrefix + std::string(image);
    c.method = kParsimonious;
    c.parameters.Set("min_size", request.settings.Text("min_size"));
    c.parameters.Set("more_trees", request.settings.Text("more_trees"));
    c.serves = {kEnergyByTrees, claim};
    Change(c, "beyond the source: " + request.settings.Text("more_trees") +
                  " trees, of which the first are "
                  "those of images/");
    cases.push_back(std::move(c));
  }
}

// Figures 3.8 and 3.9 do not name their pair: tsukuba, which has fewer labels.
void AddSmoothing(const PlanRequest& request, std::vector<Case>& cases) {
  const ImageTask& task = FindImageTask("tsukuba");
  Case pattern = ImagePattern(request, task, "smoothing");
  pattern.dataset = kStereo;
  pattern.method = kParsimonious;
  AddTrees(request, pattern);
  for (const double sigma : request.settings.Numbers("smoothing_sigma")) {
    Case c = pattern;
    c.name = kSigmaPrefix + Text(sigma);
    c.departures.push_back("the source does not say which pair and which sigma it shows");
    c.setting = {{"sigma", Text(sigma)}};
    c.parameters.Set("sigma", Text(sigma));
    c.parameters.Set("min_size", request.settings.Text("min_size"));
    c.serves = {kFigure38, kOurSmoothing, "D06"};
    cases.push_back(std::move(c));
  }
  for (const int64_t size : request.settings.Integers("smoothing_min_size")) {
    Case c = pattern;
    c.name = kMinSizePrefix + std::to_string(size);
    c.departures.push_back("the source does not say which pair and which sizes of superpixels it shows");
    c.setting = {{"sigma", "1e5"}, {"superpixel_min_size", std::to_string(size)}};
    c.parameters.Set("sigma", "1e5");
    c.parameters.Set("varied_min_size", std::to_string(size));
    c.serves = {kFigure39, kOurSmoothing, "D06"};
    cases.push_back(std::move(c));
  }
}

void AddBounds(const PlanRequest& request, std::vector<Case>& cases) {
  const struct {
    const char* kind;
    const char* table;
    const char* dataset;
    const char* method;
    Setting setting;
  } bounds[] = {
      {"pn-potts", kTheorem1, "", kOptimalMoves, {{"bound", "lambda*min(M,|L|)"}}},
      {"pairwise-potts", kProse332, kPairwisePotts, kAlphaExpansion, {{"lambda", "1"}}},
      {"hierarchical", kTheorem2, "", kAlgorithm7, {{"bound", "(r/(r-1))*min(M,|L|)"}}},
      {"diameter", kTheorem3, "", kAlgorithm8Diameter, {{"bound", "(r/(r-1))*O(log|L|)*min(M,|L|)"}}},
      {"diversity", kTheorem3, "", kAlgorithm8, {{"bound", "(r/(r-1))*(|L|-1)*O(log|L|)*min(M,|L|)"}}},
  };
  for (const auto& bound : bounds) {
    Case c;
    c.name = kBoundsPrefix + std::string(bound.kind);
    c.dataset = bound.dataset;
    c.method = bound.method;
    c.setting = bound.setting;
    c.parameters = Parameters(request, "bound", {"problems"});
    c.data = {kDrawnData};
    c.parameters.Set("kind", bound.kind);
    c.parameters.Set("table", bound.table);
    c.serves = {bound.table, kOurBounds, "D08"};
    if (bound.kind == std::string("diameter")) c.serves.push_back(kProse352);
    c.departures = {
        "the source proves the bound and measures nothing: the row is the bound of the problems that we try, "
        "5 variables, 4 labels, cliques of 3 (2 for the pairwise model), r = 2, the mean where it depends on "
        "random costs or trees"};
    CutBelowPaper(request, {"problems"}, c);
    if (bound.kind == std::string("diversity")) {
      c.departures.push_back(
          "the potentials of the tree are multiplied by |L| - 1, without which the theorem is false");
    }
    cases.push_back(std::move(c));
  }
  Case counterexamples;
  counterexamples.name = kBoundsPrefix + std::string("counterexamples");
  counterexamples.method = kAlgorithm8;
  counterexamples.parameters = {{"part", "counterexamples"}};
  counterexamples.data = {kDrawnData};
  counterexamples.serves = {kTheorem3, kCounterexamples, "D08"};
  counterexamples.deterministic = true;
  cases.push_back(counterexamples);
}

void AddMoves(const PlanRequest& request, std::vector<Case>& cases) {
  const struct {
    const char* part;
    const char* method;
    const char* printed;
    const char* complexity;
  } methods[] = {
      {"parsimonious", kParsimonious, kAlgorithm8, "O((|V|+|C|)^2*|C|*M)"},
      {"co-occurrence", kCoOccurrence, kCoOccurrence, "O((|V|+|C|)^2*|C|*(M+|L|))"},
  };
  const int64_t side = request.settings.Integer("moves_side"), window = request.settings.Integer("window");
  const auto check_fit = [](int64_t least_side, int64_t largest_window, const std::string& settings,
                            const std::string& found) {
    if (largest_window <= least_side) return;
    common::ThrowUsageError("settings " + settings + " of parsimonious_labeling",
                            "windows that fit the lattice, " + std::to_string(least_side), found);
  };
  check_fit(side, std::max(window, std::ranges::max(request.settings.Integers("moves_windows"))),
            "moves_side, moves_windows, window",
            request.settings.Text("moves_windows") + " and " + std::to_string(window));
  check_fit(std::ranges::min(request.settings.Integers("moves_sides")),
            std::ranges::max(request.settings.Integers("moves_sum_windows")),
            "moves_sides, moves_sum_windows", request.settings.Text("moves_sum_windows"));
  for (const auto& method : methods) {
    Case c;
    c.name = kMovesPrefix + std::string(method.part);
    c.method = method.printed;
    c.setting = {{"complexity", method.complexity}};
    c.parameters = Parameters(request, "moves",
                              {"moves_side", "moves_windows", "moves_labels", "moves_sides",
                               "moves_sum_windows", "lattice_labels", "window"});
    c.data = {kDrawnData};
    c.serves = {kProse352, kMovesByCliqueSize, kMovesByLabels, kMovesBySum, "D09"};
    if (method.method == kCoOccurrence) c.serves.push_back(kProse11);
    c.repeats = static_cast<int>(request.settings.Integer("moves_lattices"));
    c.departures = {
        "the source gives complexities and measures nothing: the curve is our time of a move, the median of "
        "up to nine runs, on lattices of " +
        std::to_string(side) + "x" + std::to_string(side) + " with windows of several sizes"};
    CutBelowPaper(
        request,
        {"moves_side", "moves_windows", "moves_labels", "moves_sides", "moves_sum_windows", "moves_lattices"},
        c);
    cases.push_back(std::move(c));
  }
}

}  // namespace

std::vector<Case> Plan(const PlanRequest& request) {
  std::vector<Case> cases;
  AddTree(cases);
  AddLattices(request, cases);
  for (const ImageTask& task : ImageTasks()) AddImage(request, task, cases);
  AddReadings(request, cases);
  AddMoreTrees(request, cases);
  AddSmoothing(request, cases);
  AddBounds(request, cases);
  AddMoves(request, cases);
  return cases;
}

std::vector<std::string> KnownMethods() {
  std::vector<std::string> methods = {kTreeMetric, kInput,      kOptimalMoves,
                                      kAlgorithm7, kAlgorithm8, kAlgorithm8Diameter};
  for (const ImageMethodName& method : ImageMethodNames()) methods.push_back(method.printed);
  return methods;
}

}  // namespace structlab::parsimonious_labeling
