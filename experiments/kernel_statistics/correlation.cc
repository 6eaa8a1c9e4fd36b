// Kernel CCA without and with regularisation, and its limit (claims L01, L03).
#include <algorithm>
#include <cmath>
#include <string>

#include "common/parallel.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/views.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/kernel_correlation.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

constexpr double kRankTolerance = 1e-10;  // as in kernel CCA

// The numerical rank of a centred Gram matrix over the largest it can have, n - 1.
double ShareOfFullRank(const Eigen::MatrixXd& gram) {
  const Eigen::VectorXd values = kernels::AllEigenpairs(kernels::Centered(gram)).values;
  const auto rank = (values.array() > kRankTolerance * values[0]).count();
  return static_cast<double>(rank) / static_cast<double>(gram.rows() - 1);
}

void PlanFirstCorrelation(Planner& plan) {
  plan.dataset = kNormal;
  for (const int64_t columns : plan.Ints("cca_columns")) {
    for (const int64_t rows : plan.Ints("cca_rows")) {
      for (const double eps : plan.Numbers("cca_eps")) {
        Case& c =
            plan.Add("first-correlation", kCca,
                     {{"columns", std::to_string(columns)}, {"n", std::to_string(rows)}, {"eps", Text(eps)}});
        c.origin = harness::DataOrigin::kDrawn;
        c.repeats = static_cast<int>(plan.Int("cca_seeds"));
        c.run = [=](uint64_t seed, Recorder& record) {
          common::ThreadPool pool(record.threads());
          const Views views = DrawViews(kNormal, {.rows = rows, .columns = columns, .seed = seed});
          const Eigen::MatrixXd x = GramOf(kGaussian, views.x, 1, pool);
          const Eigen::MatrixXd y = GramOf(kGaussian, views.y, 1, pool);
          const kernels::KernelDirections found =
              kernels::KernelCca(x, y, {.eps_x = eps, .eps_y = eps, .rank_tolerance = kRankTolerance});
          record.Value(kOurCorrelation, "first_correlation", found.values[0]);
          if (eps == 0) {
            record.Value(kOurCorrelation, "share_of_full_rank",
                         std::min(ShareOfFullRank(x), ShareOfFullRank(y)));
          }
        };
      }
    }
  }
}

// The angle between two functions sum_i a_i phi(x_i), whatever their signs and lengths. Accurate near 0.
double Angle(const Eigen::MatrixXd& centered, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const auto length = [&](const Eigen::VectorXd& v) { return std::sqrt(std::max(0.0, v.dot(centered * v))); };
  const Eigen::VectorXd unit_a = a / length(a), unit_b = b / length(b);
  // |a - b| = 2 sin(angle / 2) of unit vectors; the sign of b that is nearer.
  const double distance = std::min(length(unit_a - unit_b), length(unit_a + unit_b));
  return 2 * std::asin(std::min(1.0, distance / 2));
}

void PlanLimit(Planner& plan) {
  for (const char* dataset : {kRing, kSine, kNormal}) {
    plan.dataset = dataset;
    for (const char* method : {kBothGrow, kOneGrows}) {
      for (const double eps : plan.Numbers("limit_eps")) {
        Case& c = plan.Add("limit/" + harness::NamePart(dataset), method, {{"eps", Text(eps)}});
        c.origin = harness::DataOrigin::kDrawn;
        c.repeats = static_cast<int>(plan.Int("limit_seeds"));
        const int64_t rows = c.Int("limit_rows");
        const double eps_y = method == kBothGrow ? eps : c.Number("kept_eps");
        const std::string name = dataset;
        c.run = [=](uint64_t seed, Recorder& record) {
          common::ThreadPool pool(record.threads());
          const Views views = DrawViews(name, {.rows = rows, .seed = seed});
          const Eigen::MatrixXd x = GramOf(kGaussian, views.x, 1, pool);
          const Eigen::MatrixXd y = GramOf(kGaussian, views.y, 1, pool);
          const kernels::KernelDirections coco = kernels::KernelCovariance(x, y);
          const kernels::KernelDirections cca = kernels::KernelCca(x, y, {.eps_x = eps, .eps_y = eps_y});
          const double angle_x = Angle(kernels::Centered(x), cca.x.col(0), coco.x.col(0));
          const double angle_y = Angle(kernels::Centered(y), cca.y.col(0), coco.y.col(0));
          record.Value(kOurLimit, "angle", std::max(angle_x, angle_y));
          record.Value(kOurLimit, "scaled_correlation_over_coco",
                       cca.values[0] * std::sqrt(eps * eps_y) / coco.values[0]);
        };
      }
    }
  }
}

}  // namespace

void Correlation(Package& package) {
  package.Plan(PlanFirstCorrelation);
  package.Plan(PlanLimit);
}

}  // namespace structlab::kernel_statistics
