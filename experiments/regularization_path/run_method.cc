// One method on the OCR words: section 5.8.
#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/runs.h"
#include "experiments/regularization_path/words.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::regularization_path {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using structured_learning::ChainErrors;
using structured_learning::MeasureErrors;
using structured_learning::PathMethodOutcome;
using structured_learning::PathModel;
using structured_learning::PathSegment;

// A column a quantity, a row a lambda.
struct GridReadings {
  std::vector<double> lambda, passes, gap, true_gap, objective, train_loss;
  std::vector<double> test_letters, test_words, test_words_loss;
};
struct BreakpointReadings {
  std::vector<double> lambda, passes, gap, true_gap_at_breakpoint;
  // The exact gap at the breakpoint and at the low end of its segment, in turn. In between it is linear, so
  // that these are its extremes.
  std::vector<double> end, true_gap;
};

class MethodReader {
 public:
  explicit MethodReader(const WordSets& words) : words_(words) {}

  // By one oracle pass over the training words, which counts as no pass of the method.
  void ReadModel(const PathModel& model) {
    const double hinge = words_.train.MeanHinge(model.weights);
    const double objective = model.lambda / 2 * model.weights.squaredNorm() + hinge;
    const ChainErrors test = MeasureErrors(words_.test, model.weights);
    grid_.lambda.push_back(model.lambda);
    grid_.passes.push_back(model.passes);
    grid_.gap.push_back(model.gap);
    grid_.true_gap.push_back(objective - model.dual);
    grid_.objective.push_back(objective);
    grid_.train_loss.push_back(MeasureErrors(words_.train, model.weights).label_error);
    grid_.test_letters.push_back(test.label_error);
    grid_.test_words.push_back(test.sequence_error);
    grid_.test_words_loss.push_back(test.mean_loss);
  }

  void ReadSegment(const PathSegment& segment) {
    const double half_norm = segment.weights.squaredNorm() / 2;
    const double hinge = words_.train.MeanHinge(segment.weights);
    // D = l - lambda |w|^2 / 2, where l is proportional to lambda as w is kept (section 5.6.1).
    const double loss = segment.dual + segment.lambda_high * half_norm;
    const auto gap_at = [&](double lambda) {
      return hinge + 2 * lambda * half_norm - loss * lambda / segment.lambda_high;
    };
    segments_.lambda.push_back(segment.lambda_high);
    segments_.passes.push_back(segment.passes);
    segments_.gap.push_back(segment.gap);
    segments_.true_gap_at_breakpoint.push_back(gap_at(segment.lambda_high));
    for (const double lambda : {segment.lambda_high, segment.lambda_low}) {
      if (lambda == 0) continue;
      segments_.end.push_back(lambda);
      segments_.true_gap.push_back(gap_at(lambda));
    }
  }

  const GridReadings& grid() const { return grid_; }
  const BreakpointReadings& segments() const { return segments_; }

 private:
  const WordSets& words_;
  GridReadings grid_;
  BreakpointReadings segments_;
};

double Smallest(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
double Largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

// Numbers that the source prints only some of, and the claims need for all methods.
void RecordOurs(const PathMethodOutcome& outcome, const MethodReader& reader, Recorder& record) {
  const GridReadings& grid = reader.grid();
  const bool is_path = outcome.breakpoints > 0;
  record.Value(kOurs, "passes_without_gap_passes", outcome.passes - outcome.gap_passes, {.unit = "passes"});
  record.Value(kOurs, "min_test_loss_per_word", Smallest(grid.test_words));
  record.Value(kOurs, "min_mean_loss_of_a_word", Smallest(grid.test_words_loss));
  record.Value(kOurs, "test_loss_at_smallest_lambda", grid.test_letters.back());
  record.Value(kOurs, "passes_at_smallest_lambda", grid.passes.back(), {.unit = "passes"});
  record.Value(kOurs, "largest_true_gap", Largest(is_path ? reader.segments().true_gap : grid.true_gap));
  record.Value(kOurs, "all_converged", outcome.complete ? 1 : 0);
  if (!is_path) return;
  record.Value(kOurs, "largest_true_gap_at_a_breakpoint", Largest(reader.segments().true_gap_at_breakpoint));
  record.Value(kOurs, "first_lambda", outcome.first_lambda);
  record.Value(kOurs, "start_passes", outcome.start_passes, {.unit = "passes"});
}

void RecordPath(const Case& c, const Protocol& protocol, const PathMethodOutcome& outcome,
                const MethodReader& reader, Recorder& record) {
  const double kappa1 = c.setting.Number("kappa1");
  const GridReadings& grid = reader.grid();
  const Setting key = PathKey(protocol, kappa1);
  record.Value("Table 5.2", "total_passes", outcome.passes, {.setting = key, .unit = "passes"});
  record.Value("Table 5.3", "n_breakpoints", outcome.breakpoints, {.setting = key, .unit = "breakpoints"});
  record.Value("Table 5.4", "min_test_loss", Smallest(grid.test_letters),
               {.setting = TestLossKey(protocol, kappa1)});
  if ((c.method == "RP-BCFW-HEU-G" && kappa1 == 0.95) || (c.method == "RP-BCFW-STD-U" && kappa1 == 0.1)) {
    record.Value(kProse, "total_passes", outcome.passes, {.unit = "passes"});
    record.Value(kProse, "n_breakpoints", outcome.breakpoints, {.unit = "breakpoints"});
  }
  if (IsWarmStartExample(c.method, kappa1) && protocol.lambda_min == 1e-4) {
    record.Value(
        kProseFigure51f, "passes_to_converge", grid.passes.back(),
        {.method = kWarmStarts, .setting = Setting{{"lambda", "1e-4"}, {"start", "warm"}}, .unit = "passes"});
  }
  const BreakpointReadings& segments = reader.segments();
  record.Curve("Figure 5.1", "passes_vs_lambda", segments.lambda, segments.passes);
  record.Curve("Figure 5.2", "duality_gap_vs_lambda", segments.lambda, segments.gap);
  record.Curve("Figure 5.2", "true_duality_gap_vs_lambda", segments.end, segments.true_gap);
}

void RecordScratch(const Case& c, const Protocol& protocol, const PathMethodOutcome& outcome,
                   const MethodReader& reader, Recorder& record) {
  const GridReadings& grid = reader.grid();
  const Setting key = ScratchKey(protocol);
  record.Value("Table 5.1", "min_test_loss", Smallest(grid.test_letters), {.setting = key});
  record.Value("Table 5.1", "total_passes", outcome.passes, {.setting = key, .unit = "passes"});
  if ((c.method == "BCFW-STD-G" || c.method == "BCFW-STD-U") && protocol.lambda_min == 1e-4) {
    record.Value(kProseFigure51f, "passes_to_converge", grid.passes.back(),
                 {.setting = Setting{{"lambda", "1e-4"}, {"start", "w0"}}, .unit = "passes"});
  }
  record.Curve("Figure 5.1", "passes_vs_lambda", grid.lambda, grid.passes);
  record.Curve("Figure 5.2", "duality_gap_vs_lambda", grid.lambda, grid.gap);
  record.Curve("Figure 5.2", "true_duality_gap_vs_lambda", grid.lambda, grid.true_gap);
}

}  // namespace

void RunMethod(const Case& c, Recorder& record) {
  const Protocol protocol = ReadProtocol(c.parameters);
  const WordSets words = LoadWords(c, SplitOf(c), protocol);
  MethodReader reader(words);
  structured_learning::PathRequest request = RequestOf(c, protocol);
  request.on_model = [&](const PathModel& model) { reader.ReadModel(model); };
  request.on_segment = [&](const PathSegment& segment) { reader.ReadSegment(segment); };
  const auto& method = structured_learning::FindPathMethod<structured_learning::ChainProblem>(c.method);
  const PathMethodOutcome outcome = method.run(words.train, request);

  RecordOurs(outcome, reader, record);
  if (method.follows_path) {
    RecordPath(c, protocol, outcome, reader, record);
  } else {
    RecordScratch(c, protocol, outcome, reader, record);
  }
  const GridReadings& grid = reader.grid();
  record.Curve("Figure 5.3", "test_loss_vs_lambda", grid.lambda, grid.test_letters);
  record.Curve(kOurs, "train_loss_vs_lambda", grid.lambda, grid.train_loss);
  record.Curve(kOurs, "objective_vs_lambda", grid.lambda, grid.objective);
  record.Curve(kOurs, "true_gap_on_grid_vs_lambda", grid.lambda, grid.true_gap);
  if (!outcome.complete) record.Note("the bound on the passes was met at some lambda (max_passes)");
}

}  // namespace structlab::regularization_path
