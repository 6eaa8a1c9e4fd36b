// What the forms of HSIC estimate: biased and unbiased, and its normalised form as it is printed.
#include <cmath>
#include <string>

#include "common/linear_algebra/decompositions.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/views.h"
#include "kernels/statistics/hsic.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// tr(Rx Ry) / n^2 with R = HKH (HKH + eps I)^-1, as the slides print it.
double PrintedNormalizedHsic(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, double eps) {
  const auto n = static_cast<double>(x.rows());
  return kernels::NormalizedHsic(x, y, eps / n) / (n * n);
}

void PlanBias(Planner& plan) {
  for (const char* dataset : {kNormal, kRing}) {
    plan.dataset = dataset;
    for (const int64_t rows : plan.Ints("estimate_rows")) {
      Case& c = plan.Add("estimates/" + harness::NamePart(dataset), kGaussian, {{"n", std::to_string(rows)}});
      c.origin = harness::DataOrigin::kDrawn;
      c.repeats = static_cast<int>(plan.Int("draw_seeds"));
      const int64_t draws = c.Int("draws");
      const double eps = c.Number("normalized_eps");
      const std::string name = dataset;
      c.run = [=](uint64_t seed, Recorder& record) {
        common::ThreadPool pool(record.threads());
        double biased = 0, unbiased = 0;
        for (int64_t draw = 0; draw < draws; ++draw) {
          const Views views =
              DrawViews(name, {.rows = rows, .seed = seed, .index = static_cast<uint64_t>(draw)});
          const Eigen::MatrixXd x = GramOf(kGaussian, views.x, 1, pool);
          const Eigen::MatrixXd y = GramOf(kGaussian, views.y, 1, pool);
          biased += kernels::BiasedHsic(x, y) / static_cast<double>(draws);
          unbiased += kernels::UnbiasedHsic(x, y) / static_cast<double>(draws);
          if (draw > 0) continue;
          record.Value(kOurEstimates, "normalized_hsic", kernels::NormalizedHsic(x, y, eps),
                       {.method = kOperatorForm});
          record.Value(kOurEstimates, "normalized_hsic", PrintedNormalizedHsic(x, y, eps),
                       {.method = kPrintedForm});
        }
        record.Value(kOurEstimates, "hsic", biased, {.method = kBiased});
        record.Value(kOurEstimates, "hsic", unbiased, {.method = kUnbiased});
      };
    }
  }
}

Eigen::MatrixXd InverseRoot(const Eigen::MatrixXd& matrix) { return common::InverseSquareRoot(matrix); }

// The squared Hilbert-Schmidt norm of (Cxx + eps)^-1/2 Cxy (Cyy + eps)^-1/2 of features that are given,
// beside both forms of linear kernels of these features.
void PlanFeatures(Planner& plan) {
  plan.dataset = "explicit features";
  for (const int64_t rows : plan.Ints("estimate_rows")) {
    Case& c = plan.Add("estimates/features", kDegree1, {{"n", std::to_string(rows)}});
    c.origin = harness::DataOrigin::kDrawn;
    c.repeats = 3;
    const double eps = c.Number("normalized_eps");
    c.run = [=](uint64_t seed, Recorder& record) {
      common::RandomStream random(seed, "kernel_statistics/features");
      Eigen::MatrixXd x(rows, 3), y(rows, 2);
      for (double& entry : x.reshaped()) entry = random.Normal();
      for (double& entry : y.reshaped()) entry = random.Normal();
      y.col(0) += x.col(0);
      const Eigen::MatrixXd gram_x = x * x.transpose(), gram_y = y * y.transpose();
      x.rowwise() -= x.colwise().mean().eval();
      y.rowwise() -= y.colwise().mean().eval();
      const auto n = static_cast<double>(rows);
      const Eigen::MatrixXd of_x = x.transpose() * x / n + eps * Eigen::MatrixXd::Identity(3, 3);
      const Eigen::MatrixXd of_y = y.transpose() * y / n + eps * Eigen::MatrixXd::Identity(2, 2);
      const double norm = (InverseRoot(of_x) * (x.transpose() * y / n) * InverseRoot(of_y)).squaredNorm();
      record.Value(kOurEstimates, "over_norm_of_operator",
                   kernels::NormalizedHsic(gram_x, gram_y, eps) / norm, {.method = kOperatorForm});
      record.Value(kOurEstimates, "over_norm_of_operator", PrintedNormalizedHsic(gram_x, gram_y, eps) / norm,
                   {.method = kPrintedForm});
    };
  }
}

}  // namespace

void Estimates(Package& package) {
  package.Plan(PlanBias);
  package.Plan(PlanFeatures);
}

}  // namespace structlab::kernel_statistics
