// The authors' examples of efficient subwindow search, and their printed training run.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/datasets/objects/ess_examples.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/object_localization/protocol.h"
#include "structured_learning/localization/authors_training.h"
#include "structured_learning/localization/search/box_search.h"

namespace structlab::object_localization {
namespace {

using namespace structured_learning;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// README-subwindow.txt of ESSstruct 1.2; the last one is printed as 0.0999.
const std::vector<double> kPrintedViolations = {1.7044, 0.6891, 0.4445, 0.2772, 0.3330, 0.2791, 0.2351,
                                                0.1532, 0.1452, 0.1534, 0.1634, 0.1128, 0.1000};
constexpr int kBoxesWithoutPrint = 3;

void RunExamples(Recorder& record) {
  for (const datasets::EssExample& example : datasets::LoadEssExamples(record.Data("ess").path)) {
    const bool is_printed = !example.printed.empty();
    const int count = is_printed ? static_cast<int>(example.printed.size()) : kBoxesWithoutPrint;
    const std::vector<BoxSearchResult> found =
        FindBoxesByRemoval(example.image, example.weights, example.features, count);
    double sets = 0, largest = 0;
    for (size_t k = 0; k < found.size(); ++k) {
      sets += static_cast<double>(found[k].num_sets);
      if (is_printed) {
        const double printed = example.printed[k].value;
        largest = std::max(largest, std::abs(found[k].value - printed) / printed);
      }
    }
    const harness::Overrides as{.dataset = example.name};
    record.Value(kOurExamples, "score", found[0].value, as);
    record.Value(kOurExamples, "examined_sets", sets, as);
    if (is_printed) record.Value(kOurExamples, "difference_from_print", largest, as);
  }
}

void RunTraining(Recorder& record) {
  const datasets::EssTrainingImage training = datasets::LoadEssTrainingImage(record.Data("ess").path);
  const AuthorsTrainingRun run = RunAuthorsTraining(training.image, training.truth);
  std::vector<double> searches;
  for (size_t k = 0; k < run.violations.size(); ++k) searches.push_back(static_cast<double>(k + 1));
  record.Value(kOurExamples, "constraints", run.num_constraints);
  record.Value(kOurExamples, "length_of_weights", run.weights.norm());
  record.Value(kOurExamples, "examined_sets", static_cast<double>(run.num_sets));
  record.Curve(kOurExamples, "violation_vs_search", searches, run.violations);
  if (record.Data("ess").path.empty()) return;
  double largest = 0;
  for (size_t k = 0; k < std::min(run.violations.size(), kPrintedViolations.size()); ++k) {
    largest = std::max(largest, std::abs(run.violations[k] - kPrintedViolations[k]));
  }
  record.Value(kOurExamples, "difference_from_print",
               run.violations.size() == kPrintedViolations.size() ? largest : INFINITY);
  std::vector<double> at;
  for (size_t k = 0; k < kPrintedViolations.size(); ++k) at.push_back(static_cast<double>(k + 1));
  record.Curve(kOurExamples, "violation_vs_search", at, kPrintedViolations, {.method = "printed"});
}

}  // namespace

void Examples(Package& package) {
  package.Plan([](Planner& plan) {
    plan.data = {"ess"};
    plan.dataset = "";
    Case& examples = plan.Add("localization/examples", "efficient subwindow search");
    examples.deterministic = true;
    examples.run = [](uint64_t, Recorder& record) { RunExamples(record); };
    plan.dataset = "ess_000006";
    Case& training = plan.Add("localization/training", "structured SVM of the authors");
    training.deterministic = true;
    training.run = [](uint64_t, Recorder& record) { RunTraining(record); };
  });
}

}  // namespace structlab::object_localization
