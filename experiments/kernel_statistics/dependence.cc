// Tests of independence: the ring (claim L02), and which dependence a kernel sees.
#include <cmath>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/views.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/independence_tests.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using harness::Setting;

constexpr double kLevel = 0.05;

struct TestPlan {
  std::string dataset, method;
  int64_t rows;
  double width;  // of Gaussian kernels
};

double LinearCorrelation(const Views& views) {
  const Eigen::VectorXd x = views.x.col(0).array() - views.x.col(0).mean();
  const Eigen::VectorXd y = views.y.col(0).array() - views.y.col(0).mean();
  return x.dot(y) / (x.norm() * y.norm());
}

// Tests several data sets of one seed; records means over them.
void RunTests(const TestPlan& plan, int64_t draws, int permutations, uint64_t seed, Recorder& record) {
  common::ThreadPool pool(record.threads());
  double found = 0, hsic = 0, correlation = 0;
  for (int64_t draw = 0; draw < draws; ++draw) {
    const auto index = static_cast<uint64_t>(draw);
    const Views views = DrawViews(plan.dataset, {.rows = plan.rows, .seed = seed, .index = index});
    const Eigen::MatrixXd x = GramOf(plan.method, views.x, plan.width, pool);
    const Eigen::MatrixXd y = GramOf(plan.method, views.y, plan.width, pool);
    const kernels::IndependenceTest test = kernels::HsicPermutationTest(
        x, y, {.permutations = permutations, .seed = seed * 100'000 + index}, pool);
    found += test.p_value <= kLevel ? 1 : 0;
    hsic += kernels::UnbiasedHsic(x, y);
    correlation += std::abs(LinearCorrelation(views));
  }
  const auto count = static_cast<double>(draws);
  record.Value(kOurTests, "share_found", found / count);
  record.Value(kOurTests, "tests", count);
  record.Value(kOurTests, "unbiased_hsic", hsic / count);
  if (plan.method == kDegree1) record.Value(kOurTests, "linear_correlation", correlation / count);
}

void AddTests(const std::string& prefix, const TestPlan& test, Planner& plan) {
  Setting setting{{"n", std::to_string(test.rows)}};
  if (test.method == kGaussian)
    setting = Setting{{"n", std::to_string(test.rows)}, {"width", Text(test.width)}};
  plan.dataset = test.dataset;
  Case& c = plan.Add(prefix + "/" + harness::NamePart(test.dataset), test.method, setting);
  c.origin = harness::DataOrigin::kDrawn;
  c.repeats = static_cast<int>(plan.Int("draw_seeds"));
  const int64_t draws = c.Int("draws");
  const auto permutations = static_cast<int>(c.Int("permutations"));
  c.run = [=](uint64_t seed, Recorder& record) { RunTests(test, draws, permutations, seed, record); };
}

void PlanRing(Planner& plan) {
  for (const char* dataset : {kRing, kRingMarginals, kNormal}) {
    for (const int64_t rows : plan.Ints("test_rows")) {
      AddTests("ring", {dataset, kDegree1, rows, 1}, plan);
      for (const double width : plan.Numbers("widths")) {
        AddTests("ring", {dataset, kGaussian, rows, width}, plan);
      }
    }
  }
}

void PlanMoments(Planner& plan) {
  for (const char* dataset : {kMean, kVariance, kThirdMoment}) {
    for (const char* method : {kDegree1, kDegree2, kGaussian}) {
      for (const int64_t rows : plan.Ints("moment_rows")) {
        AddTests("moments", {dataset, method, rows, 1}, plan);
      }
    }
  }
}

}  // namespace

void Dependence(Package& package) {
  package.Plan(PlanRing);
  package.Plan(PlanMoments);
}

}  // namespace structlab::kernel_statistics
