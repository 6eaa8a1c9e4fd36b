#include "experiments/regularization_path/protocol.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>

#include "common/error.h"
#include "common/number.h"
#include "experiments/harness/setting_check.h"

namespace structlab::regularization_path {

using harness::Setting;

const std::vector<double>& ThesisKappas() {
  static const std::vector<double> kappas = {0.1, 0.3, 0.5, 0.7, 0.9, 0.95};
  return kappas;
}

const std::vector<std::string>& ThesisScratchMethods() {
  static const std::vector<std::string> methods = {"BCFW-HYB-U", "BCFW-HYB-G", "BCFW-STD-U", "BCFW-STD-G"};
  return methods;
}

const std::vector<std::string>& ThesisPathMethods() {
  static const std::vector<std::string> methods = {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U", "RP-BCFW-STD-G",
                                                   "RP-BCFW-STD-U"};
  return methods;
}

bool IsWarmStartExample(const std::string& method, double kappa1) {
  return method == "RP-BCFW-STD-G" && kappa1 == ThesisKappas().back();
}

std::vector<harness::SettingDeclaration> Settings() {
  using harness::IntegerWithin;
  using harness::ListOf;
  using harness::NumberAbove;
  using harness::NumberWithin;
  using harness::OneOf;
  return {
      {.name = "epsilon",
       .documentation = "duality gap of every model (section 5.8)",
       .paper = "0.1",
       .check = NumberWithin(1e-9, 1e9)},
      {.name = "kappa1",
       .documentation = "shares of epsilon that the optimiser reaches at a breakpoint; kappa2 = 1 - kappa1",
       .paper = "0.1,0.3,0.5,0.7,0.9,0.95",
       .quick = "0.1,0.5,0.95",
       .smoke = "0.5,0.95",
       .check = ListOf(NumberWithin(0.001, 0.999))},
      {.name = "lambda_min",
       .documentation =
           "where paths end and below which the grid is not used; the source gives no end of the "
           "path, we take that of its grid",
       .paper = "1e-4",
       .quick = "1e-3",
       .smoke = "1",
       .check = NumberAbove(0)},
      {.name = "grid_low",
       .documentation = "lowest lambda of the grid",
       .paper = "1e-4",
       .check = NumberAbove(0)},
      {.name = "grid_high",
       .documentation = "highest lambda of the grid",
       .paper = "1e3",
       .check = NumberAbove(0)},
      {.name = "n_lambda",
       .documentation = "lambdas of the grid, equally spaced logarithms",
       .paper = "20",
       .check = IntegerWithin(2, 1000)},
      {.name = "exact_gap_every_p_passes",
       .documentation = "passes between two exact gaps, p of section 5.8",
       .paper = "10",
       .check = NumberAbove(0)},
      {.name = "max_passes",
       .documentation =
           "bound on the passes at one lambda or breakpoint, far above what is needed; a run that "
           "meets it says so",
       .paper = "10000",
       .check = NumberAbove(0)},
      {.name = "start",
       .documentation = "the loss maximisers that a path starts from: drawn at random (section 5.7.2), or of "
                        "equal ones the lowest label",
       .paper = "random",
       .check = OneOf({"random", "lowest"})},
      {.name = "loss",
       .documentation = "loss of a word: share (mean) or number (sum) of its wrong letters; not given in the "
                        "source, whose numbers of breakpoints fit the share alone",
       .paper = "mean",
       .check = OneOf({"mean", "sum"})},
      {.name = "features",
       .documentation =
           "joint features: the pixels and transitions of the cited map (pixels); with one bias a "
           "label (bias); with weights for the first and last letter of a word too (first_last)",
       .paper = "pixels",
       .check = OneOf({"pixels", "bias", "first_last"})},
      {.name = "test_fold",
       .documentation = "fold that tests; the others train",
       .paper = "0",
       .check = IntegerWithin(0, 9)},
      {.name = "swapped_seeds",
       .documentation = "seeds of the cases with the folds swapped, over which claims are decided",
       .paper = "5",
       .quick = "3",
       .smoke = "2",
       .check = IntegerWithin(1, 100)},
      {.name = "sampling_seeds",
       .documentation = "seeds over which gaps at breakpoints are compared between the two samplings where "
                        "stopping is heuristic; 0 leaves them out",
       .paper = "30",
       .quick = "0",
       .smoke = "2",
       .check = IntegerWithin(0, 1000)},
      {.name = "max_words",
       .documentation = "words of each side of the split, the first ones; 0 is all",
       .paper = "0",
       .smoke = "40",
       .check = IntegerWithin(0, 1000000)},
      {.name = "validation_words",
       .documentation = "the same where a validation fold chooses lambda, which the source lacks",
       .paper = "0",
       .quick = "600",
       .smoke = "40",
       .check = IntegerWithin(0, 1000000)},
      {.name = "max_images",
       .documentation = "digits to train on, to validate on and to test on, the first ones each; 0 is all",
       .paper = "0",
       .quick = "500",
       .smoke = "40",
       .check = IntegerWithin(0, 1000000)},
  };
}

int ValidationFold(const Protocol& protocol) { return (protocol.test_fold + 1) % datasets::kOcrFolds; }

std::vector<double> Kappas(const Setting& settings) { return settings.Numbers("kappa1"); }

std::vector<double> KappasOf(harness::Profile profile) {
  for (const harness::SettingDeclaration& declaration : Settings()) {
    if (declaration.name != "kappa1") continue;
    const bool smoke = profile == harness::Profile::kSmoke, paper = profile == harness::Profile::kPaper;
    return Setting{{"kappa1", paper   ? declaration.paper
                              : smoke ? *declaration.smoke
                                      : *declaration.quick}}
        .Numbers("kappa1");
  }
  return {};
}

int SwappedSeeds(const Setting& settings) { return static_cast<int>(settings.Integer("swapped_seeds")); }
int SamplingSeeds(const Setting& settings) { return static_cast<int>(settings.Integer("sampling_seeds")); }

Protocol ReadProtocol(const Setting& parameters) {
  Protocol protocol;
  const auto read = [&](const char* key, auto& value) {
    using Value = std::decay_t<decltype(value)>;
    if (parameters.Find(key) == nullptr) return;
    if constexpr (std::is_same_v<Value, int>) {
      value = static_cast<int>(parameters.Integer(key));
    } else if constexpr (std::is_same_v<Value, double>) {
      value = parameters.Number(key);
    } else {
      value = parameters.Text(key);
    }
  };
  read("epsilon", protocol.epsilon);
  read("lambda_min", protocol.lambda_min);
  read("grid_low", protocol.grid_low);
  read("grid_high", protocol.grid_high);
  read("n_lambda", protocol.n_lambda);
  read("exact_gap_every_p_passes", protocol.passes_between_gaps);
  read("max_passes", protocol.max_passes);
  read("test_fold", protocol.test_fold);
  for (const char* key : {"validation_words", "max_words"}) read(key, protocol.max_words);
  std::string start = "random", loss = "mean", features = "pixels";
  read("loss", loss);
  for (const char* key : {"start", kExplainedStart}) read(key, start);
  for (const char* key : {"features", kExplainedFeatures}) read(key, features);
  protocol.random_start = start == "random";
  protocol.mean_loss = loss == "mean";
  protocol.features = features == "pixels" ? datasets::OcrFeatures::kPixels
                      : features == "bias" ? datasets::OcrFeatures::kBias
                                           : datasets::OcrFeatures::kFirstLast;
  return protocol;
}

std::vector<double> Grid(const Protocol& protocol) {
  const double high = std::log10(protocol.grid_high), low = std::log10(protocol.grid_low);
  std::vector<double> grid;
  for (int k = 0; k < protocol.n_lambda; ++k) {
    const double lambda = k == 0 ? protocol.grid_high
                          : k == protocol.n_lambda - 1
                              ? protocol.grid_low
                              : std::pow(10, high + (low - high) * k / (protocol.n_lambda - 1));
    if (lambda >= protocol.lambda_min) grid.push_back(lambda);
  }
  return grid;
}

void CheckGrid(const Setting& parameters) {
  const Protocol protocol = ReadProtocol(parameters);
  const std::vector<double> grid = Grid(protocol);
  const bool falls = std::adjacent_find(grid.begin(), grid.end(), std::less_equal<>()) == grid.end();
  if (!grid.empty() && falls) return;
  common::ThrowUsageError(
      "settings lambda_min, grid_low, grid_high, n_lambda of regularization_path",
      "grid_low below grid_high, and lambda_min at most grid_high",
      "lambda_min=" + Text(protocol.lambda_min) + ", grid_low=" + Text(protocol.grid_low) +
          ", grid_high=" + Text(protocol.grid_high) + ", n_lambda=" + std::to_string(protocol.n_lambda));
}

bool IsAbove(double gap, double epsilon) { return !(gap <= epsilon * (1 + kRounding)); }

double LargestSmallLambda() {
  const Protocol source;
  return std::sqrt(source.grid_low * source.grid_high);
}

// Rounded, so that 1 - 0.9 reads 0.1.
double Kappa2(double kappa1) { return std::round((1 - kappa1) * 1e12) / 1e12; }

std::string Text(double number) { return common::FormatDouble(number); }

namespace {

// "1e-4", as the source spells the ends of its grid.
std::string Power(double number) {
  const double exponent = std::log10(number);
  if (exponent != std::round(exponent)) return Text(number);
  return std::string("1e").append(std::to_string(static_cast<int>(exponent)));
}

}  // namespace

Setting ScratchKey(const Protocol& protocol) {
  return {{"regularization_path", "no"},
          {"n_lambda", std::to_string(protocol.n_lambda)},
          {"lambda_range", Power(protocol.grid_low) + ".." + Power(protocol.grid_high)},
          {"init", "w0"}};
}

Setting PathKey(const Protocol& protocol, double kappa1) {
  return {{"kappa1", Text(kappa1)}, {"kappa2", Text(Kappa2(kappa1))}, {"epsilon", Text(protocol.epsilon)}};
}

Setting TestLossKey(const Protocol& protocol, double kappa1) {
  Setting key = PathKey(protocol, kappa1);
  key.Set("n_lambda", std::to_string(protocol.n_lambda));
  return key;
}

Setting KappaKey(double kappa1) { return {{"kappa1", Text(kappa1)}}; }

std::string FigureId(int figure, double kappa1) {
  const std::vector<double>& kappas = ThesisKappas();
  const char first = figure == 2 ? 'b' : 'a';
  for (size_t panel = 0; panel < kappas.size(); ++panel) {
    if (kappas[panel] != kappa1) continue;
    return std::string("figure_5_").append(std::to_string(figure)) +
           static_cast<char>(first + static_cast<char>(panel));
  }
  return "";
}

}  // namespace structlab::regularization_path
