#include "experiments/regularization_path/cases.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "structured_learning/optimization/regularization_path/path_method.h"

namespace structlab::regularization_path {
namespace {

using harness::Case;
using harness::PlanRequest;
using harness::Profile;
using harness::Protocol;
using harness::Setting;
using structured_learning::ChainProblem;

const char* const kSwapReason =
    "folds swapped: the test fold (626 words) trains and the others (6251) test, so that several seeds of "
    "every method and kappa1 are affordable";

const char* const kBoxData =
    "the source proves the identity and measures nothing: it is checked on the words of the test fold "
    "(lambda = 0.01), for w >= 0 and |w| <= 0.2, after each of 20 passes";
const char* const kBoxSteps =
    "the row is of Algorithm 15 with its short step (5.38); beside it the same is measured with the exact "
    "line search that our learners take where weights are bounded";

// The settings that decide which words there are, what is learned about them, and how a path runs.
const std::vector<std::string> kWordSettings = {"test_fold", "max_words"};
const std::vector<std::string> kProblemSettings = {"loss", "features"};
const std::vector<std::string> kOptimizerSettings = {"epsilon", "exact_gap_every_p_passes", "max_passes"};
const std::vector<std::string> kGridSettings = {"grid_low", "grid_high", "n_lambda"};

std::vector<std::string> Joined(const std::vector<std::vector<std::string>>& lists) {
  std::vector<std::string> joined;
  for (const auto& list : lists) joined.insert(joined.end(), list.begin(), list.end());
  return joined;
}

// Of one method at one kappa1 on words.
std::vector<std::string> MethodSettings() {
  return Joined(
      {kWordSettings, kProblemSettings, kOptimizerSettings, kGridSettings, {"lambda_min", "start"}});
}

// The part of the package that runs the case, and the settings that it reads: a change of another one neither
// runs it again nor marks it as changed.
Setting Parameters(const PlanRequest& request, const std::string& part, const std::string& split,
                   const std::vector<std::string>& reads) {
  Setting parameters;
  for (const std::string& key : reads) parameters.Set(key, request.settings.Text(key));
  parameters.Set("part", part);
  parameters.Set("split", split);
  return parameters;
}

std::string TimeOf(Profile profile) {
  return profile == Profile::kQuick ? "a minute and a half" : "ten seconds";
}

using Departures = std::vector<std::string>;

// Only the first ones of what the setting bounds the number of; empty where all are used.
Departures CutNumber(const PlanRequest& request, const std::string& setting, const std::string& what) {
  const int64_t number = request.settings.Integer(setting);
  if (request.profile == Profile::kPaper || number == 0) return {};
  return {"the first " + std::to_string(number) + " " + what + ", to fit " + TimeOf(request.profile)};
}

Departures CutWords(const PlanRequest& request) {
  return CutNumber(request, "max_words", "words of each side");
}

Departures CutLambda(const PlanRequest& request) {
  if (request.profile == Profile::kPaper) return {};
  if (request.settings.Number("lambda_min") <= kSmallestPrintedLambda) return {};
  return {"lambda down to " + request.settings.Text("lambda_min") + " instead of 1e-4, to fit " +
          TimeOf(request.profile)};
}

Departures Cuts(const PlanRequest& request) { return Joined({CutLambda(request), CutWords(request)}); }

// The claims whose rules (claims_*.cc) look at the method at this kappa1: what --only=D21 must run, and no
// more. Methods beside the source's are in none.
std::vector<std::string> ClaimsThatNeed(const std::string& method, std::optional<double> kappa1) {
  const auto is_in = [&](const std::vector<std::string>& methods) {
    return std::find(methods.begin(), methods.end(), method) != methods.end();
  };
  std::vector<std::string> claims;
  const auto add_if = [&](bool needed, const char* claim) {
    if (needed) claims.push_back(claim);
  };
  if (is_in(ThesisScratchMethods())) {
    const bool standard = method == "BCFW-STD-G" || method == "BCFW-STD-U";
    claims = {"D17", "D24", "D26"};
    add_if(method.ends_with("-G"), "D18");
    add_if(standard, "D23");
    add_if(standard, "D25");
    add_if(method == "BCFW-STD-G", "D27");
  } else if (is_in(ThesisPathMethods())) {
    claims = {"D19", "D20", "D21", "D22", "D24", "D26"};
    add_if(method.starts_with("RP-BCFW-STD-") && kappa1 == 0.95, "D23");
    add_if(kappa1 == 0.1, "D25");
    add_if(method == "RP-BCFW-STD-G" && kappa1 == 0.7, "D27");
    add_if(method == "RP-BCFW-HEU-G" && kappa1 == 0.95, "D27");
  }
  return claims;
}

// One case a method and kappa1. Those with the folds swapped decide claims.
void AddMethods(const PlanRequest& request, const std::string& prefix, const std::string& split,
                const Case& pattern, std::vector<Case>& cases) {
  const auto serve_claims = [&](std::optional<double> kappa1, Case& c) {
    if (split != "swapped") return;
    const std::vector<std::string> claims = ClaimsThatNeed(c.method, kappa1);
    c.serves.insert(c.serves.end(), claims.begin(), claims.end());
  };
  for (const std::string& method : Methods()) {
    Case c = pattern;
    c.method = method;
    c.name = prefix + harness::NamePart(method);
    c.data = {"ocr-letters"};
    c.parameters = Parameters(request, "method", split, MethodSettings());
    if (!structured_learning::FindPathMethod<ChainProblem>(method).follows_path) {
      c.serves.insert(c.serves.end(), {"Table 5.1", "Figure 5.1", "Figure 5.2", "Figure 5.3"});
      serve_claims({}, c);
      cases.push_back(c);
      continue;
    }
    c.serves.insert(c.serves.end(),
                    {"Table 5.2", "Table 5.3", "Table 5.4", "Figure 5.1", "Figure 5.2", "Figure 5.3"});
    for (const double kappa1 : Kappas(request.settings)) {
      Case at_kappa = c;
      at_kappa.name += "/kappa1=" + Text(kappa1);
      at_kappa.setting = KappaKey(kappa1);
      at_kappa.parameters.Set("kappa1", kappa1);
      serve_claims(kappa1, at_kappa);
      cases.push_back(std::move(at_kappa));
    }
  }
}

void AddComparison(const PlanRequest& request, std::vector<Case>& cases) {
  const bool paper = request.profile == Profile::kPaper;
  if (paper) {
    Case full;
    full.dataset = kDataset;
    full.serves = {kProse, kProseFigure51f};
    AddMethods(request, kFullPrefix, "full", full, cases);
  }
  Case swapped;
  // Beside the full size these are rows of their own; where they are all there is, the cut rows of the
  // source.
  swapped.dataset = paper ? kSwappedDataset : kDataset;
  swapped.protocol = Protocol::kCut;
  swapped.departures = Cuts(request);
  swapped.departures.insert(swapped.departures.begin(), kSwapReason);
  swapped.repeats = SwappedSeeds(request.settings);
  AddMethods(request, paper ? kSwappedPrefix : kShortPrefix, "swapped", swapped, cases);
}

// Sections 5.5 and 5.6: what must hold on any data.
void AddTheory(const PlanRequest& request, std::vector<Case>& cases) {
  const std::string split = request.profile == Profile::kPaper ? "full" : "swapped";
  Case box;
  box.name = "theory/box";
  box.method = "SSVM-B";
  box.setting = {{"identity", "Lagrange gap equals linearization gap"}};
  box.parameters = Parameters(request, "box", "swapped", Joined({kWordSettings, kProblemSettings}));
  box.data = {"ocr-letters"};
  box.serves = {"section 5.5.2", "D28"};
  const std::vector<std::string> cut_words = CutWords(request);
  if (!cut_words.empty()) box.protocol = Protocol::kCut;
  box.departures = {kBoxData, kBoxSteps};
  box.departures.insert(box.departures.end(), cut_words.begin(), cut_words.end());
  cases.push_back(box);

  Case start;
  start.name = "theory/start-and-segments";
  start.method = "SSVM-RP initialisation";
  start.setting = {{"bound", "lambda >= (||Psi||^2 + mean theta)/(kappa1*epsilon)"}};
  start.parameters =
      Parameters(request, "certificate", split,
                 Joined({kWordSettings, kProblemSettings, kOptimizerSettings, {"lambda_min", "start"}}));
  start.data = {"ocr-letters"};
  start.serves = {"section 5.6.2 (5.51)", "D29"};
  if (request.profile != Profile::kPaper) {
    start.protocol = Protocol::kCut;
    start.departures = Cuts(request);
    start.departures.insert(start.departures.begin(), kSwapReason);
  }
  cases.push_back(start);
}

// One of the cases that AddExplanations adds.
Case Explaining(const PlanRequest& request, const std::string& features, const std::string& start,
                const std::string& method, std::optional<double> kappa1) {
  Case c;
  c.name = kExplainPrefix + ("features=" + features) + "+start=" + start + "/" + harness::NamePart(method);
  c.dataset = std::string(kDataset) + ", features=" + features + ",start=" + start;
  c.method = method;
  std::vector<std::string> reads = MethodSettings();
  std::erase_if(reads, [](const std::string& key) { return key == "features" || key == "start"; });
  c.parameters = Parameters(request, "method", "full", reads);
  c.parameters.Set(kExplainedFeatures, features);
  c.parameters.Set(kExplainedStart, start);
  c.protocol = Protocol::kChanged;
  if (features != "pixels") {
    c.departures.push_back(
        "features=" + features +
        " instead of the printed pixels and transitions: what the public code of the cited "
        "learner adds, to see whether it explains the rows that differ");
  }
  if (start != "random") {
    c.departures.push_back("start=" + start +
                           " instead of loss maximisers drawn at random: what the public code of the cited "
                           "learner takes, to see whether it explains the rows that differ");
  }
  if (kappa1) {
    c.name += "/kappa1=" + Text(*kappa1);
    c.setting = KappaKey(*kappa1);
    c.parameters.Set("kappa1", *kappa1);
  }
  c.data = {"ocr-letters"};
  c.serves = {kOurs};
  return c;
}

// Full-size cases that tell what the open choices of the source change. First the features and the start that
// the public code of the learner it cites has (a bias a label, weights for the first and the last letter of a
// word; of equal loss maximisers the lowest), for every row: of the six combinations they fit the passes and
// breakpoints of RP-BCFW-HEU-G at kappa1 = 0.5 best. A bias alone is nearer in most numbers without a path,
// so it has those rows of the two methods that the text repeats; and each choice alone has one row.
void AddExplanations(const PlanRequest& request, std::vector<Case>& cases) {
  for (const std::string& method : ThesisScratchMethods()) {
    cases.push_back(Explaining(request, "first_last", "lowest", method, {}));
  }
  for (const double kappa1 : ThesisKappas()) {
    for (const std::string& method : ThesisPathMethods()) {
      cases.push_back(Explaining(request, "first_last", "lowest", method, kappa1));
    }
  }
  for (const char* method : {"BCFW-STD-G", "BCFW-STD-U"}) {
    cases.push_back(Explaining(request, "bias", "lowest", method, {}));
  }
  cases.push_back(Explaining(request, "bias", "lowest", "RP-BCFW-HEU-G", 0.5));
  cases.push_back(Explaining(request, "bias", "random", "RP-BCFW-HEU-G", 0.5));
  cases.push_back(Explaining(request, "first_last", "random", "RP-BCFW-HEU-G", 0.5));
  cases.push_back(Explaining(request, "pixels", "lowest", "RP-BCFW-HEU-G", 0.5));
}

// Over the few seeds of the comparison nobody sees how often the gap at a breakpoint is above epsilon.
void AddSampling(const PlanRequest& request, std::vector<Case>& cases) {
  constexpr double kKappa1 = 0.5;
  for (const char* method : {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"}) {
    Case c;
    c.name = kSamplingPrefix + harness::NamePart(method) + "/kappa1=" + Text(kKappa1);
    c.dataset = std::string(kSwappedDataset) + ", many seeds";
    c.method = method;
    c.setting = KappaKey(kKappa1);
    c.parameters = Parameters(request, "sampling", "swapped", MethodSettings());
    c.parameters.Set(kFixedKappa1, kKappa1);
    c.data = {"ocr-letters"};
    c.repeats = SamplingSeeds(request.settings);
    const Departures cuts = Cuts(request);
    c.protocol = cuts.empty() ? Protocol::kChanged : Protocol::kCut;
    c.departures = {kSwapReason,
                    "beyond the source: many seeds, of which only gaps at breakpoints are measured"};
    c.departures.insert(c.departures.end(), cuts.begin(), cuts.end());
    c.serves = {kOurs};
    if (c.repeats > 0) cases.push_back(std::move(c));
  }
}

// A case that the source does not have, and that smaller profiles make of less data.
Case Beyond(Case c, const std::string& what, const Departures& cuts) {
  c.protocol = cuts.empty() ? Protocol::kChanged : Protocol::kCut;
  c.departures = {"beyond the source, " + what + ", and the lambda of its smallest loss is taken"};
  c.departures.insert(c.departures.end(), cuts.begin(), cuts.end());
  c.serves = {kOurs};
  return c;
}

void AddChoiceOfLambda(const PlanRequest& request, std::vector<Case>& cases) {
  std::vector<std::string> reads = MethodSettings();
  std::replace(reads.begin(), reads.end(), std::string("max_words"), std::string("validation_words"));
  Case c;
  c.name = kChoicePrefix;
  c.method = "RP-BCFW-STD-G";
  c.setting = KappaKey(0.7);
  c.parameters = Parameters(request, "validation", "validation", reads);
  c.parameters.Set(kFixedKappa1, 0.7);
  c.data = {"ocr-letters"};
  const std::string fold =
      std::string("fold ").append(std::to_string(ValidationFold(ReadProtocol(c.parameters))));
  c.dataset = std::string(kDataset) + ", " + fold + " validates";
  cases.push_back(Beyond(
      std::move(c),
      "which takes the smallest test loss over the lambdas: " + fold +
          " of the nine that train there validates",
      Joined({CutLambda(request),
              CutNumber(request, "validation_words", "words to train on, to validate on and to test on")})));
}

void AddDigits(const PlanRequest& request, std::vector<Case>& cases) {
  for (const char* method : {"RP-BCFW-STD-G", "BCFW-STD-G"}) {
    Case c;
    c.name = std::string(kDigitsPrefix) + harness::NamePart(method);
    c.dataset = kUspsDataset;
    c.method = method;
    c.parameters =
        Parameters(request, "digits", "none",
                   Joined({kOptimizerSettings, kGridSettings, {"lambda_min", "start", "max_images"}}));
    if (structured_learning::FindPathMethod<ChainProblem>(method).follows_path) {
      c.setting = KappaKey(0.5);
      c.parameters.Set(kFixedKappa1, 0.5);
    }
    c.data = {"usps"};
    cases.push_back(Beyond(
        std::move(c), "which learns words alone: a multiclass problem, every tenth training image validates",
        Joined({CutLambda(request),
                CutNumber(request, "max_images", "images to train on, to validate on and to test on")})));
  }
}

void AddStatistics(const PlanRequest& request, std::vector<Case>& cases) {
  Case statistics;
  statistics.name = "statistics";
  statistics.dataset = kDataset;
  statistics.method = "dataset statistics";
  statistics.parameters = Parameters(request, "statistics", "full", {"test_fold"});
  statistics.data = {"ocr-letters"};
  statistics.serves = {kProse};
  statistics.deterministic = true;
  cases.push_back(statistics);
}

}  // namespace

const char* ClaimPrefix(Profile profile) {
  return profile == Profile::kPaper ? kSwappedPrefix : kShortPrefix;
}

const char* FigurePrefix(Profile profile) { return profile == Profile::kPaper ? kFullPrefix : kShortPrefix; }

std::vector<std::string> Methods() {
  std::vector<std::string> methods = ThesisScratchMethods();
  methods.insert(methods.end(), ThesisPathMethods().begin(), ThesisPathMethods().end());
  for (const std::string& name : structured_learning::PathMethodNames<ChainProblem>()) {
    if (std::find(methods.begin(), methods.end(), name) == methods.end()) methods.push_back(name);
  }
  return methods;
}

std::vector<Case> Plan(const PlanRequest& request) {
  std::vector<Case> cases;
  AddStatistics(request, cases);
  AddTheory(request, cases);
  AddComparison(request, cases);
  if (request.profile == Profile::kPaper) AddExplanations(request, cases);
  AddSampling(request, cases);
  AddChoiceOfLambda(request, cases);
  AddDigits(request, cases);
  for (const Case& c : cases) CheckGrid(c.parameters);
  return cases;
}

Split SplitOf(const Case& c) {
  const std::string& split = c.parameters.Text("split");
  return split == "full" ? Split::kFull : split == "swapped" ? Split::kSwapped : Split::kValidation;
}

}  // namespace structlab::regularization_path
