// One method on the OCR words: section 5.8.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "experiments/harness/refusal.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/method_reader.h"
#include "experiments/regularization_path/runs.h"
#include "experiments/regularization_path/words.h"

namespace structlab::regularization_path {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using structured_learning::PathMethodOutcome;
using structured_learning::PathModel;
using structured_learning::PathSegment;

double Smallest(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
double Largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

// What a case found. A method that did not reach its tolerance everywhere may have models for a part of the
// grid only.
struct Found {
  const Protocol& protocol;
  const PathMethodOutcome& outcome;
  const GridReadings& grid;
  const BreakpointReadings& breakpoints;

  bool has_whole_grid() const { return grid.lambda.size() == Grid(protocol).size(); }
  // Every model as near the optimum as asked for: what the numbers of the source are about.
  bool is_complete() const { return has_whole_grid() && outcome.complete; }
  bool is_path() const { return outcome.breakpoints > 0; }
  // The source's text speaks of lambda = 1e-4.
  bool reached_smallest_printed_lambda() const { return grid.lambda.back() == kSmallestPrintedLambda; }
};

// Of breakpoints and ends of segments; none for a path that ends above.
std::optional<double> LargestAtSmallLambda(const BreakpointReadings& breakpoints) {
  std::optional<double> largest;
  for (size_t i = 0; i < breakpoints.end.size(); ++i) {
    if (breakpoints.end[i] > LargestSmallLambda()) continue;
    largest = std::max(largest.value_or(breakpoints.true_gap[i]), breakpoints.true_gap[i]);
  }
  return largest;
}

// Of complete ones: numbers that the source prints only some of, and the claims need for all methods.
void RecordOurs(const Found& found, Recorder& record) {
  const GridReadings& grid = found.grid;
  const PathMethodOutcome& outcome = found.outcome;
  record.Value(kOurs, "passes_without_gap_passes", outcome.passes - outcome.gap_passes, {.unit = "passes"});
  record.Value(kOurs, "min_test_loss_per_word", Smallest(grid.test_words));
  record.Value(kOurs, "min_mean_loss_of_a_word", Smallest(grid.test_words_loss));
  record.Value(kOurs, "test_loss_at_smallest_lambda", grid.test_letters.back());
  record.Value(kOurs, "passes_at_smallest_lambda", grid.passes.back(), {.unit = "passes"});
  record.Value(kOurs, "largest_true_gap",
               found.is_path() ? found.breakpoints.largest_true_gap : Largest(grid.true_gap));
  if (!found.is_path()) return;
  if (const std::optional<double> gap = LargestAtSmallLambda(found.breakpoints)) {
    record.Value(kOurs, kGapAtSmallLambda, *gap);
  }
  record.Value(kOurs, "largest_true_gap_at_a_breakpoint", Largest(found.breakpoints.true_gap_at_breakpoint));
  record.Value(kOurs, "first_lambda", outcome.first_lambda);
  record.Value(kOurs, "start_passes", outcome.start_passes, {.unit = "passes"});
}

void RecordPath(const Case& c, const Found& found, Recorder& record) {
  const double kappa1 = c.setting.Number("kappa1");
  const Setting key = PathKey(found.protocol, kappa1);
  const PathMethodOutcome& outcome = found.outcome;
  record.Value("Table 5.2", "total_passes", outcome.passes, {.setting = key, .unit = "passes"});
  record.Value("Table 5.3", "n_breakpoints", outcome.breakpoints, {.setting = key, .unit = "breakpoints"});
  record.Value("Table 5.4", "min_test_loss", Smallest(found.grid.test_letters),
               {.setting = TestLossKey(found.protocol, kappa1)});
  if ((c.method == "RP-BCFW-HEU-G" && kappa1 == 0.95) || (c.method == "RP-BCFW-STD-U" && kappa1 == 0.1)) {
    record.Value(kProse, "total_passes", outcome.passes, {.unit = "passes"});
    record.Value(kProse, "n_breakpoints", outcome.breakpoints, {.unit = "breakpoints"});
  }
  if (IsWarmStartExample(c.method, kappa1) && found.reached_smallest_printed_lambda()) {
    record.Value(
        kProseFigure51f, "passes_to_converge", found.grid.passes.back(),
        {.method = kWarmStarts, .setting = Setting{{"lambda", "1e-4"}, {"start", "warm"}}, .unit = "passes"});
  }
}

void RecordScratch(const Case& c, const Found& found, Recorder& record) {
  const Setting key = ScratchKey(found.protocol);
  record.Value("Table 5.1", "min_test_loss", Smallest(found.grid.test_letters), {.setting = key});
  record.Value("Table 5.1", "total_passes", found.outcome.passes, {.setting = key, .unit = "passes"});
  if ((c.method == "BCFW-STD-G" || c.method == "BCFW-STD-U") && found.reached_smallest_printed_lambda()) {
    record.Value(kProseFigure51f, "passes_to_converge", found.grid.passes.back(),
                 {.setting = Setting{{"lambda", "1e-4"}, {"start", "w0"}}, .unit = "passes"});
  }
}

void RecordCurves(const Found& found, Recorder& record) {
  const auto curve = [&](const char* table, const char* metric, const std::vector<double>& x,
                         const std::vector<double>& y) {
    if (!x.empty()) record.Curve(table, metric, x, y);
  };
  const GridReadings& grid = found.grid;
  const BreakpointReadings& breakpoints = found.breakpoints;
  if (found.is_path()) {
    curve("Figure 5.1", "passes_vs_lambda", breakpoints.lambda, breakpoints.passes);
    curve("Figure 5.2", "duality_gap_vs_lambda", breakpoints.lambda, breakpoints.gap);
    curve("Figure 5.2", "true_duality_gap_vs_lambda", breakpoints.end, breakpoints.true_gap);
  } else {
    curve("Figure 5.1", "passes_vs_lambda", grid.lambda, grid.passes);
    curve("Figure 5.2", "duality_gap_vs_lambda", grid.lambda, grid.gap);
    curve("Figure 5.2", "true_duality_gap_vs_lambda", grid.lambda, grid.true_gap);
  }
  curve("Figure 5.3", "test_loss_vs_lambda", grid.lambda, grid.test_letters);
  curve(kOurs, "train_loss_vs_lambda", grid.lambda, grid.train_loss);
  curve(kOurs, "objective_vs_lambda", grid.lambda, grid.objective);
  curve(kOurs, "true_gap_on_grid_vs_lambda", grid.lambda, grid.true_gap);
}

const auto& MethodOf(const Case& c) {
  return structured_learning::FindPathMethod<structured_learning::ChainProblem>(c.method);
}

// Runs the case's method, whose breakpoints are read as they come. None if it refuses the problem, which is
// then recorded, as is whether it reached its tolerance everywhere.
std::optional<PathMethodOutcome> RunReading(const Case& c, const structured_learning::ChainProblem& train,
                                            structured_learning::PathRequest request, MethodReader& reader,
                                            Recorder& record) {
  request.on_segment = [&](const PathSegment& segment) { reader.ReadSegment(segment); };
  const std::optional<PathMethodOutcome> outcome =
      harness::RunUnlessRefused(record, [&] { return MethodOf(c).run(train, request); });
  if (outcome) record.Value(kOurs, "all_converged", outcome->complete ? 1 : 0);
  return outcome;
}

}  // namespace

void RunMethod(const Case& c, Recorder& record) {
  const Protocol protocol = ReadProtocol(c.parameters);
  const WordSets words = LoadWords(c, SplitOf(c), protocol);
  common::ThreadPool pool(c.threads);
  MethodReader reader(words.train, words.test, &pool);
  structured_learning::PathRequest request = RequestOf(c, protocol, MethodOf(c).options);
  request.on_model = [&](const PathModel& model) { reader.ReadModel(model); };
  const std::optional<PathMethodOutcome> ran = RunReading(c, words.train, std::move(request), reader, record);
  if (!ran) return;

  const PathMethodOutcome& outcome = *ran;
  const Found found{protocol, outcome, reader.grid(), reader.breakpoints()};
  if (!found.has_whole_grid()) {
    RecordPart(outcome, found.grid.lambda.size(), record);
  } else if (!found.is_complete()) {
    RecordUnconverged(outcome, Smallest(found.grid.test_letters), record);
  } else {
    RecordOurs(found, record);
    if (MethodOf(c).follows_path) {
      RecordPath(c, found, record);
    } else {
      RecordScratch(c, found, record);
    }
  }
  RecordCurves(found, record);
  if (!outcome.complete) record.Note(IncompleteNote(outcome, Grid(protocol), found.grid.lambda));
}

void RunSampling(const Case& c, Recorder& record) {
  const Protocol protocol = ReadProtocol(c.parameters);
  const WordSets words = LoadWords(c, SplitOf(c), protocol);
  common::ThreadPool pool(c.threads);
  MethodReader reader(words.train, words.test, &pool);
  const std::optional<PathMethodOutcome> outcome =
      RunReading(c, words.train, RequestOf(c, protocol, MethodOf(c).options), reader, record);
  if (!outcome) return;
  if (!outcome->complete) {
    record.Note("the tolerance was not reached at some breakpoint (" +
                std::string(EndingName(outcome->ending)) + "), so gaps are left out");
    return;
  }
  const double gap = Largest(reader.breakpoints().true_gap_at_breakpoint);
  record.Value(kOurs, "largest_true_gap_at_a_breakpoint", gap);
  record.Value(kOurs, kShareAbove, IsAbove(gap, protocol.epsilon) ? 1 : 0);
}

}  // namespace structlab::regularization_path
