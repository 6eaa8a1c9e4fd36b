// Theorem 1 of paper III, what is printed after it, and the regularised output kernel of its section 4.1.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/linear_algebra/decompositions.h"
#include "common/number.h"
#include "experiments/harness/package.h"
#include "experiments/joint_svm/protocol.h"
#include "experiments/joint_svm/small_problem.h"

namespace structlab::joint_svm {
namespace {

using Eigen::MatrixXd;
using harness::Case;
using harness::Overrides;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::PerceptronRule;

constexpr double kSteps[] = {0.1, 0.5, 1, 2};
constexpr const char* kExample = "four rows, three tags";
constexpr const char* kRandomSets = "random separable sets";

Overrides Of(const char* dataset, double step) {
  return {
      .dataset = dataset, .method = kPerceptronMethod, .setting = Setting{{"s", common::FormatDouble(step)}}};
}

// The rule without normalisation, margin 1: the updates over the bound (33), and the margin over (34).
struct Shares {
  double updates, margin;
  PerceptronOutcome outcome;
};
Shares SharesOfBounds(const SmallProblem& problem, double largest_margin, double step) {
  const PerceptronOutcome outcome = RunPerceptron(problem, PerceptronRule::kPlain, 1, step);
  const double updates = (1 + 2 / step) / (largest_margin * largest_margin);
  return {static_cast<double>(outcome.updates) / updates, outcome.margin / (largest_margin / (step + 2)),
          outcome};
}

void RunExample(Recorder& record) {
  const SmallProblem problem = ExampleProblem(/*unit_length=*/true);
  const double largest = LargestMargin(problem);
  for (const double step : kSteps) {
    const Shares shares = SharesOfBounds(problem, largest, step);
    const Overrides keys = Of(kExample, step);
    record.Value(kOurTheory, "updates", static_cast<double>(shares.outcome.updates), keys);
    record.Value(kOurTheory, "margin", shares.outcome.margin, keys);
    record.Value(kOurTheory, "updates_over_bound", shares.updates, keys);
    record.Value(kOurTheory, "margin_over_bound", shares.margin, keys);
    if (step != 1) continue;
    record.Value(kTheorem1, "number_of_updates", static_cast<double>(shares.outcome.updates),
                 {.method = kPerceptronMethod});
    record.Value(kTheorem1, "achieved_margin", shares.outcome.margin, {.method = kPerceptronMethod});
  }
  // What (42) and (43) say of the rule that divides by the length of W: t <= 1 / (s Gamma), margin >= 1.
  constexpr double kMargin = 0.55, kStep = 0.5;
  const PerceptronOutcome outcome = RunPerceptron(problem, PerceptronRule::kNormalized, kMargin, kStep);
  const Overrides keys = {.dataset = kExample, .method = "normalised perceptron"};
  record.Value(kOurTheory, "updates", static_cast<double>(outcome.updates), keys);
  record.Value(kOurTheory, "printed_bound_42_of_updates", 1 / (kStep * largest), keys);
  record.Value(kOurTheory, "margin", outcome.margin, keys);
  record.Value(kOurTheory, "printed_bound_43_of_the_margin", 1, keys);
}

void RunRandomSets(int64_t sets, uint64_t seed, Recorder& record) {
  std::vector<Shares> worst(std::size(kSteps), Shares{0, HUGE_VAL, {}});
  int64_t separated = 0;
  for (int64_t set = 0; set < sets; ++set) {
    const SmallProblem problem = DrawSeparable(seed, static_cast<uint64_t>(set));
    const double largest = LargestMargin(problem);
    for (size_t i = 0; i < worst.size(); ++i) {
      const Shares shares = SharesOfBounds(problem, largest, kSteps[i]);
      separated += shares.outcome.is_separated;
      worst[i].updates = std::max(worst[i].updates, shares.updates);
      worst[i].margin = std::min(worst[i].margin, shares.margin);
    }
  }
  for (size_t i = 0; i < worst.size(); ++i) {
    const Overrides keys = Of(kRandomSets, kSteps[i]);
    record.Value(kOurTheory, "updates_over_bound", worst[i].updates, keys);
    record.Value(kOurTheory, "margin_over_bound", worst[i].margin, keys);
  }
  record.Value(kOurTheory, "share_of_runs_that_end",
               static_cast<double>(separated) / static_cast<double>(sets * std::ssize(kSteps)),
               {.dataset = kRandomSets, .method = kPerceptronMethod});
}

// The output kernel y' M y' that the dual has when the output is P y and the regulariser tr(W' Omega W) / 2:
// M = P' Omega^-1 P; and how far M and the optimum are from those of the plain machine.
struct Regularized {
  std::string name;
  double kernel_difference = 0, optimum_difference = 0;

  void Add(const SmallProblem& problem, const MatrixXd& matrix) {
    const MatrixXd plain = problem.tags * problem.tags.transpose();
    const MatrixXd changed = problem.tags * matrix * problem.tags.transpose();
    kernel_difference =
        std::max(kernel_difference, (changed - plain).cwiseAbs().maxCoeff() / plain.cwiseAbs().maxCoeff());
    const double optimum = Optimum(problem, plain, 1), other = Optimum(problem, changed, 1);
    optimum_difference = std::max(optimum_difference, std::abs(other - optimum) / optimum);
  }
};

void RunRegularizers(int64_t count, uint64_t seed, Recorder& record) {
  Regularized symmetric = {"P symmetric, positive definite"}, any = {"invertible P, Omega = P P'"},
              printed = {"invertible P, Omega = P'P"}, low_rank = {"P of lower rank"},
              none = {"P, no regulariser of it"};
  for (int64_t i = 0; i < count; ++i) {
    const SmallProblem problem = DrawSeparable(seed, static_cast<uint64_t>(i));
    const MatrixXd p = DrawMatrix(seed, static_cast<uint64_t>(i), problem.tags.cols());
    const MatrixXd s = p * p.transpose() / 4 + MatrixXd::Identity(p.rows(), p.cols());
    symmetric.Add(problem, s * common::Inverse(s * s) * s);
    any.Add(problem, p.transpose() * common::Inverse(p * p.transpose()) * p);
    printed.Add(problem, p.transpose() * common::Inverse(p.transpose() * p) * p);
    none.Add(problem, p.transpose() * p);
    // P = u u': Omega has a pseudoinverse only, and what is left of y is its part along u.
    const Eigen::VectorXd u = p.col(0).normalized();
    low_rank.Add(problem, u * u.transpose());
  }
  for (const Regularized& kind : {symmetric, any, printed, low_rank, none}) {
    const Overrides keys = {.dataset = kRandomSets, .method = kind.name};
    record.Value(kOurTheory, "kernel_difference", kind.kernel_difference, keys);
    record.Value(kOurTheory, "optimum_difference", kind.optimum_difference, keys);
  }
}

}  // namespace

void Theory(Package& package) {
  package.Plan([](Planner& plan) {
    Case example;
    example.name = "theory/example";
    example.deterministic = true;
    example.run = [](uint64_t, Recorder& record) { RunExample(record); };
    plan.Add(std::move(example));
    Case random;
    random.name = "theory/random-sets";
    random.origin = harness::DataOrigin::kDrawn;
    Case& sets = plan.Add(std::move(random));
    const int64_t count = sets.Int("separable_sets");
    sets.run = [=](uint64_t seed, Recorder& record) { RunRandomSets(count, seed, record); };
    Case regularized;
    regularized.name = "theory/regularised-kernel";
    regularized.origin = harness::DataOrigin::kDrawn;
    Case& regularizers = plan.Add(std::move(regularized));
    const int64_t matrices = regularizers.Int("random_regularizers");
    regularizers.run = [=](uint64_t seed, Recorder& record) { RunRegularizers(matrices, seed, record); };
  });
}

}  // namespace structlab::joint_svm
