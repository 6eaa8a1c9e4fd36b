// The normalised cross-covariance operator (claim L04), the matrix that centres, and ridge regression.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/views.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/kernel_ridge.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// Columns of independent data: enough of them for Gram matrices of full rank.
constexpr int64_t kNormalColumns = 10;

void PlanOperator(Planner& plan) {
  for (const char* dataset : {kRing, kNormal, kSame}) {
    plan.dataset = dataset;
    for (const double eps : plan.Numbers("operator_eps")) {
      Case& c = plan.Add("operator/" + harness::NamePart(dataset), kOperator, {{"eps", Text(eps)}});
      c.origin = harness::DataOrigin::kDrawn;
      c.repeats = static_cast<int>(plan.Int("operator_seeds"));
      const int64_t rows = c.Int("operator_rows");
      const std::string name = dataset;
      const int64_t columns = name == kNormal ? kNormalColumns : 1;
      c.run = [=](uint64_t seed, Recorder& record) {
        common::ThreadPool pool(record.threads());
        const Views views = DrawViews(name, {.rows = rows, .columns = columns, .seed = seed});
        const Eigen::MatrixXd x = GramOf(kGaussian, views.x, 1, pool);
        const Eigen::MatrixXd y = GramOf(kGaussian, views.y, 1, pool);
        record.Value(kOurOperator, "largest_singular_value",
                     kernels::LargestNormalizedCorrelation(x, y, eps));
      };
    }
  }
}

// By how much H = I - ee'/n fails to be symmetric, idempotent, positive semidefinite and of rank n - 1: the
// largest deviation over all sizes.
void PlanCentering(Planner& plan) {
  plan.dataset = "";
  Case& c = plan.Add("centering", kCenteringMatrix);
  c.origin = harness::DataOrigin::kDrawn;
  c.deterministic = true;
  std::vector<int64_t> sizes;
  for (const double size : c.Numbers("centering_rows")) sizes.push_back(static_cast<int64_t>(size));
  c.run = [=](uint64_t, Recorder& record) {
    double largest = 0;
    for (const int64_t n : sizes) {
      const Eigen::MatrixXd h =
          Eigen::MatrixXd::Identity(n, n) - Eigen::MatrixXd::Constant(n, n, 1 / static_cast<double>(n));
      const Eigen::VectorXd values = kernels::AllEigenpairs(h).values;
      const auto rank = (values.array() > 0.5).count();
      const double deviations[] = {(h - h.transpose()).cwiseAbs().maxCoeff(),
                                   (h * h - h).cwiseAbs().maxCoeff(), -values.minCoeff(),
                                   static_cast<double>(std::abs(rank - (n - 1)))};
      largest = std::max(largest, *std::ranges::max_element(deviations));
    }
    record.Value(kSlides, "matrix_properties", largest);
  };
}

// How far the closed form is from the minimum of the objective: the largest entry of its gradient
// 2 K ((K + lambda I) alpha - y) and of the residual (K + lambda I) alpha - y, over the largest target.
void PlanRidge(Planner& plan) {
  plan.dataset = "";
  Case& c = plan.Add("ridge", kRidge);
  c.origin = harness::DataOrigin::kDrawn;
  c.repeats = 3;
  const int64_t rows = c.Int("ridge_rows");
  const std::vector<double> lambdas = c.Numbers("ridge_lambda");
  c.run = [=](uint64_t seed, Recorder& record) {
    common::ThreadPool pool(record.threads());
    const Views views = DrawViews(kSine, {.rows = rows, .seed = seed});
    const Eigen::MatrixXd gram = GramOf(kGaussian, views.x, 1, pool);
    const Eigen::VectorXd y = views.y.col(0);
    common::RandomStream random(seed, "kernel_statistics/ridge");
    double residual = 0, gradient = 0, least_rise = 1;
    for (const double lambda : lambdas) {
      const Eigen::VectorXd alpha = kernels::FitKernelRidge(gram, y, {{lambda}}).coefficients.col(0);
      const Eigen::VectorXd left = gram * alpha + lambda * alpha - y;
      residual = std::max(residual, left.cwiseAbs().maxCoeff() / y.cwiseAbs().maxCoeff());
      gradient = std::max(gradient, 2 * (gram * left).cwiseAbs().maxCoeff() / y.cwiseAbs().maxCoeff());
      Eigen::VectorXd step(rows);
      for (double& entry : step) entry = random.Normal();
      const double minimum = kernels::RidgeObjective(gram, y, alpha, lambda);
      const Eigen::VectorXd moved = alpha + 0.01 * alpha.norm() / step.norm() * step;
      const double rise = kernels::RidgeObjective(gram, y, moved, lambda) / minimum - 1;
      least_rise = std::min(least_rise, rise);
    }
    record.Value(kSlides, "dual_solution", residual);
    record.Value(kOurRidge, "gradient_of_ridge", gradient);
    record.Value(kOurRidge, "least_rise_of_objective", least_rise);
  };
}

}  // namespace

void Operators(Package& package) {
  package.Plan(PlanOperator);
  package.Plan(PlanCentering);
  package.Plan(PlanRidge);
}

}  // namespace structlab::kernel_statistics
