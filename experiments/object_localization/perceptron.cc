// The multiclass perceptron on separable classes, and Crammer-Singer beside it.
#include "structured_learning/optimization/perceptron.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/number.h"
#include "common/random_stream.h"
#include "experiments/harness/package.h"
#include "experiments/object_localization/protocol.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/regularization.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/multiclass.h"

namespace structlab::object_localization {
namespace {

using namespace structured_learning;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

constexpr int kClasses = 3, kTestPoints = 1000;

struct Points {
  Eigen::MatrixXd inputs;  // two coordinates and the constant 1
  std::vector<int> labels;
};

// Points in the plane, each of the class of its nearest center; only those whose nearest center is nearer by
// `margin` (in units of the distance between centers) than the second.
Points DrawPoints(int count, double margin, uint64_t seed, const std::string& part) {
  common::RandomStream stream(seed, "object_localization/classes/" + part);
  Points points{.inputs = Eigen::MatrixXd::Ones(3, count), .labels = {}};
  while (std::ssize(points.labels) < count) {
    const double x = stream.Normal(), y = stream.Normal();
    std::vector<double> along;  // of three directions, at equal angles
    for (int c = 0; c < kClasses; ++c) {
      const double angle = 2 * M_PI * c / kClasses + 0.3;
      along.push_back(x * std::cos(angle) + y * std::sin(angle));
    }
    const auto best = std::max_element(along.begin(), along.end()) - along.begin();
    std::vector<double> sorted = along;
    std::sort(sorted.rbegin(), sorted.rend());
    if (sorted[0] - sorted[1] < margin) continue;
    points.inputs.col(std::ssize(points.labels)).head(2) << x, y;
    points.labels.push_back(static_cast<int>(best));
  }
  return points;
}

double ErrorOf(const MulticlassProblem& problem, const DenseVector& weights) {
  int wrong = 0;
  for (int i = 0; i < problem.size(); ++i) wrong += problem.Predict(i, weights) != problem.truth(i);
  return static_cast<double>(wrong) / problem.size();
}

// The objective 1/2 |w|^2 + C sum_i xi_i of Crammer-Singer at its optimum, where xi_i >= 0 if the true class
// is among the pieces, and may be negative without it, as printed.
double CrammerSinger(const MulticlassProblem& problem, double c, bool has_truth) {
  OutputsOf<MulticlassProblem> outputs = ListOutputs(problem);
  for (int i = 0; i < problem.size() && !has_truth; ++i) std::erase(outputs[i], problem.truth(i));
  const double lambda = FromPrinted(PrintedObjective::kSumC, c, problem.size()).lambda;
  return SolveExactly(problem, outputs, lambda).primal / lambda;
}

void RunPerceptron(const Points& train, const Points& test, int64_t max_passes, Recorder& record) {
  const MulticlassProblem problem(train.inputs, train.labels, kClasses);
  PerceptronOptions options;
  options.run.stop.iterations = static_cast<double>(max_passes);
  const PerceptronResult result = LearnPerceptron(problem, options);
  const bool has_converged = result.ending == common::Ending::kConverged;
  record.Value(kSlides, "demonstration", has_converged && ErrorOf(problem, result.weights) == 0 ? 1 : 0,
               {.dataset = "", .method = kPerceptronRow, .setting = harness::Setting{}});
  record.Value(kOurClasses, "updates", static_cast<double>(result.updates));
  record.Value(kOurClasses, "test_error", ErrorOf({test.inputs, test.labels, kClasses}, result.weights));
  std::vector<double> passes, mistakes;
  for (const common::TracePoint& point : result.trace) {
    passes.push_back(point.iteration);
    mistakes.push_back(point.value);
  }
  record.Curve(kOurClasses, "mistakes_vs_pass", passes, mistakes);
}

void RunCrammerSinger(const Points& train, const Points& test, double c, Recorder& record) {
  const MulticlassProblem problem(train.inputs, train.labels, kClasses);
  const double lambda = FromPrinted(PrintedObjective::kSumC, c, problem.size()).lambda;
  const LearningResult result = LearnBmrm(problem, lambda, LearningRun(1e-6, 1e5));
  record.Value(kOurClasses, "training_error", ErrorOf(problem, result.weights));
  record.Value(kOurClasses, "test_error", ErrorOf({test.inputs, test.labels, kClasses}, result.weights));
}

// The three samples T3 of the worked examples: (1, 0.5), (-0.5, 1), (0.25, -1) of the classes 0, 1, 2.
void RunPrintedForm(double c, Recorder& record) {
  const MulticlassProblem problem(Eigen::MatrixXd{{1, -0.5, 0.25}, {0.5, 1, -1}}, {0, 1, 2}, kClasses);
  record.Value(kOurClasses, "optimum", CrammerSinger(problem, c, /*has_truth=*/true),
               {.method = "Crammer-Singer, xi >= 0"});
  record.Value(kOurClasses, "optimum", CrammerSinger(problem, c, /*has_truth=*/false),
               {.method = "Crammer-Singer as printed"});
}

}  // namespace

void Perceptron(Package& package) {
  package.Plan([](Planner& plan) {
    for (const double margin : plan.Numbers("margins")) {
      for (const char* method : {"perceptron", "Crammer-Singer"}) {
        plan.dataset = "drawn classes";
        Case& c = plan.Add("perceptron", method, {{"margin", common::FormatDouble(margin)}});
        c.origin = harness::DataOrigin::kDrawn;
        c.repeats = static_cast<int>(plan.Int("class_seeds"));
        const int rows = static_cast<int>(c.Int("class_points"));
        const int64_t max_passes = c.Int("perceptron_passes");
        const double weight = c.Number("crammer_singer_c");
        const bool is_perceptron = std::string(method) == "perceptron";
        c.run = [=](uint64_t seed, Recorder& record) {
          const Points train = DrawPoints(rows, margin, seed, "training");
          const Points test = DrawPoints(kTestPoints, margin, seed, "test");
          is_perceptron ? RunPerceptron(train, test, max_passes, record)
                        : RunCrammerSinger(train, test, weight, record);
        };
      }
    }
    for (const double c_value : plan.Numbers("printed_form_c")) {
      plan.dataset = "three points";
      Case& c = plan.Add("perceptron/printed-form", "Crammer-Singer", {{"C", common::FormatDouble(c_value)}});
      c.origin = harness::DataOrigin::kDrawn;
      c.deterministic = true;
      c.run = [=](uint64_t, Recorder& record) { RunPrintedForm(c_value, record); };
    }
  });
}

}  // namespace structlab::object_localization
