#include "experiments/regularization_path/explain.h"

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

// As in the public code of the learner that the source cites.
const char* const kChanged = "features=first_last+start=lowest/";
const char* const kBiasAlone = "features=bias+start=lowest/";

bool Differs(const harness::ResultRow& row) { return harness::IsDifference(harness::Compare(row).agreement); }

// One seed's value in its place.
harness::ResultRow WithValue(harness::ResultRow row, double value) {
  row.value = value;
  row.std.reset();
  row.n = 1;
  return row;
}

// The first value of a metric in the row's method and kappa1, among cases whose names begin so.
std::optional<double> FirstIn(const std::string& case_prefix, const harness::ResultRow& row,
                              const std::string& metric, const harness::Results& results) {
  harness::Query query{.method = row.method, .metric = metric};
  if (const std::string* kappa1 = row.setting.Find("kappa1")) query.setting.Set("kappa1", *kappa1);
  query.case_prefix = case_prefix;
  const auto values = results.Values(query);
  if (values.empty()) return std::nullopt;
  return values.front().value();
}

// What else was measured of the row: with a bias alone, by the other reading of a test loss, and how much a
// number of passes depends on the seed.
std::string Beside(const harness::ResultRow& row, const std::optional<double>& mean_of_words,
                   const harness::Results& results) {
  std::string text;
  if (mean_of_words) {
    text +=
        "; " + common::FormatShort(*mean_of_words) + " as the mean over words of the share of wrong letters";
  }
  const std::string bias = std::string(kExplainPrefix) + kBiasAlone;
  if (const auto with_bias = FirstIn(bias, row, row.metric, results)) {
    text += "; " + common::FormatShort(*with_bias) + " with a bias alone (" + bias + ")";
  }
  if (row.metric != "total_passes") return text;
  harness::Query swapped{.method = row.method, .metric = row.metric};
  if (const std::string* kappa1 = row.setting.Find("kappa1")) swapped.setting.Set("kappa1", *kappa1);
  swapped.case_prefix = kSwappedPrefix;
  std::vector<double> passes;
  for (const harness::Observation& value : results.Values(swapped)) {
    if (value.key().table != kProse) passes.push_back(value.value());  // the text repeats some
  }
  if (passes.size() < 3) return text;
  char spread[96];
  std::snprintf(spread, sizeof spread, "; over %zu seeds with the folds swapped passes vary by %.2g%%",
                passes.size(), 100 * common::StandardDeviation(passes) / common::Mean(passes));
  return text + spread;
}

// The row of the prose whose method is not said: all that it could be.
std::string WarmStarts(const harness::Results& results) {
  std::string text =
      "the text names panel f of Figure 5.1, kappa1 = 0.95 in the order of the panels, and no method; ours "
      "is "
      "RP-BCFW-STD-G";
  for (const std::string& method : ThesisPathMethods()) {
    if (method == "RP-BCFW-STD-G") continue;
    harness::Query query{.method = method, .metric = "passes_at_smallest_lambda"};
    query.setting.Set("kappa1", "0.95");
    query.case_prefix = kFullPrefix;
    const auto values = results.Values(query);
    if (!values.empty()) text += ", " + method + " has " + common::FormatShort(values.front().value());
  }
  return text;
}

}  // namespace

std::vector<std::string> Departures() {
  return {
      "Algorithm 17 as printed returns a negative or useless step where the rest of the gap already covers "
      "all smaller lambdas, and loops forever. "
      "The bound on the gap then holds for every smaller lambda, so the path ends there.",

      "Section 5.6.2 calls the first model good for every lambda at or below the first one. "
      "The inequality it is derived from is proportional to 1/lambda: "
      "the model is good at and above it, which is what we use.",

      "'20 values equally spaced in [1e-4, 1e3]' is read as equally spaced logarithms: "
      "with equally spaced values all but one lambda would be above 50, "
      "and the printed totals of passes could not come about.",

      "The loss of a word is not given. We take the share of its wrong letters: "
      "the printed numbers of breakpoints of the heuristic variants grow with ln(1/kappa1)/kappa2 times "
      "the largest loss, and fit a largest loss of 1.",

      "Test loss is not defined. We take the share of wrong letters of all letters; the mean over words of "
      "each "
      "one's share of wrong letters, the training loss, is as good a reading. "
      "It stands beside ours as min_mean_loss_of_a_word, and in the explanation of every row that differs.",

      "The end of the path is not given. We stop at the smallest lambda of the grid.",

      "The start puts each word at a loss maximiser 'selected randomly': "
      "any labeling without a right letter. "
      "We draw it; start=lowest takes the lowest labels instead.",

      "When to look at the sum of the last seen block gaps is not given. We look after every oracle call: "
      "the printed 0.51 passes a breakpoint of the heuristic variant at kappa1 = 0.95 exclude once a pass.",

      "Printed passes are fractional and do not say what counts. "
      "We count every oracle call of the optimiser, those of exact gaps included, "
      "but not the two passes of the start of a path. "
      "Beside it stands passes_without_gap_passes, which leaves out every full pass that measured the gap, "
      "also those of the hybrid methods that gave a step as well.",

      "Gap-proportional sampling draws a word with the block gap last seen, "
      "so a word whose gap was 0 waits for the next exact gap; "
      "the heuristic variants take none, and do not draw it again at that breakpoint. "
      "The source does not say whether it guards against that; we do not.",

      "The step on a block, equation 2.80, lacks a factor 1/n in the source; the later equations have it.",

      "Features beside pixels and transitions may have been used. Where our rows differ, what they become is "
      "shown with the features and start of the public code of the learner that the source cites: "
      "a bias a label, weights for the first and the last letter of a word, the lowest of equal loss "
      "maximisers. "
      "It is one of the six combinations of three sets of features and two starts, "
      "and was chosen because it fits the printed passes and breakpoints of RP-BCFW-HEU-G at kappa1 = 0.5 "
      "best, "
      "with one seed; without a path a bias alone is nearer in most numbers. "
      "That rows then agree says less than if it had been chosen beforehand.",
  };
}

harness::Explanation Explain(const harness::ResultRow& row, const harness::Results& results) {
  using harness::ExplanationKind;
  if (!Differs(row)) return {};
  if (row.metric == "passes_to_converge" && row.method == kWarmStarts) {
    return {ExplanationKind::kUnexplained, WarmStarts(results)};
  }
  const std::string cases = std::string(kExplainPrefix) + kChanged;
  const std::optional<double> changed = FirstIn(cases, row, row.metric, results);
  if (!changed) return {ExplanationKind::kUnexplained, "no case changes the open choices of this row"};
  std::optional<double> mean_of_words;
  if (row.metric == "min_test_loss") {
    mean_of_words = FirstIn(cases, row, "min_mean_loss_of_a_word", results);
  }
  const std::string of_what = " with the features and start of the cited learner's public code (cases " +
                              cases + "; one seed; chosen among six combinations by fit)" +
                              Beside(row, mean_of_words, results);
  const bool fits = !Differs(WithValue(row, *changed));
  if (fits || (mean_of_words && !Differs(WithValue(row, *mean_of_words)))) {
    return {ExplanationKind::kExplained, common::FormatShort(*changed) + of_what};
  }
  const bool nearer = std::abs(*changed - *row.reported) < std::abs(*row.value - *row.reported);
  return {
      ExplanationKind::kUnexplained,
      common::FormatShort(*changed) + (nearer ? ", which is nearer," : ", which is no nearer,") + of_what};
}

}  // namespace structlab::regularization_path
