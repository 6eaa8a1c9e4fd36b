// Kernel ridge regression on real tables: what the closed leave-one-out error is worth.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/real_rows.h"
#include "experiments/kernel_statistics/views.h"
#include "kernels/functions/rows.h"
#include "kernels/statistics/kernel_ridge.h"

namespace structlab::kernel_statistics {
namespace {

using datasets::NumberTable;
using datasets::UciTable;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// Training rows come first.
struct Split {
  kernels::DenseRows<double> inputs;  // each column of mean 0 and variance 1 over the training rows
  Eigen::VectorXd targets;            // of mean 0 over the training rows
  int64_t train;
};

Split RandomSplit(const NumberTable& table, int64_t max_train, uint64_t seed) {
  const std::vector<int> order =
      common::RandomStream(seed, "kernel_statistics/split").Permutation(table.size());
  Split split;
  split.train = std::min<int64_t>(max_train, table.size() * 2 / 3);
  split.inputs.resize(table.size(), table.columns);
  split.targets.resize(table.size());
  for (int i = 0; i < table.size(); ++i) {
    const auto row = table.Row(order[i]);
    for (int c = 0; c < table.columns; ++c) split.inputs(i, c) = row[c];
    split.targets[i] = table.targets[order[i]];
  }
  Standardize(split.train, split.inputs);
  split.targets.array() -= split.targets.head(split.train).mean();
  return split;
}

void RunRidge(const std::string& method, const Split& split, const std::vector<double>& lambdas,
              Recorder& record) {
  common::ThreadPool pool(record.threads());
  const int64_t train = split.train, test = split.targets.size() - train;
  const Eigen::MatrixXd gram = GramOf(method, split.inputs, 1, pool);
  const Eigen::MatrixXd known = gram.topLeftCorner(train, train);
  const Eigen::VectorXd targets = split.targets.head(train), unseen = split.targets.tail(test);
  const auto error_of = [&](const kernels::RidgeFit& fit) {
    const Eigen::VectorXd predicted = gram.bottomLeftCorner(test, train) * fit.coefficients.col(0);
    return std::sqrt((predicted - unseen).squaredNorm() / static_cast<double>(test));
  };
  const kernels::RidgeFit chosen = kernels::FitKernelRidge(known, targets, lambdas);
  std::vector<double> left_out, test_errors;
  for (const double mean : chosen.leave_one_out) left_out.push_back(std::sqrt(mean));
  for (const double lambda : lambdas) {
    test_errors.push_back(error_of(kernels::FitKernelRidge(known, targets, {{lambda}})));
  }
  record.Curve(kOurRidge, "leave_one_out_vs_lambda", lambdas, left_out);
  record.Curve(kOurRidge, "test_error_vs_lambda", lambdas, test_errors);
  record.Value(kOurRidge, "chosen_lambda", chosen.lambda);
  record.Value(kOurRidge, "test_error", error_of(chosen));
  record.Value(kOurRidge, "least_test_error", *std::ranges::min_element(test_errors));
}

}  // namespace

void Regression(Package& package) {
  package.Data(datasets::SourceOf("uci-small", "kernel_statistics"));
  package.Plan([](Planner& plan) {
    plan.data = {"uci-small"};
    for (const UciTable table : {UciTable::kHousing, UciTable::kAbalone}) {
      plan.dataset = datasets::NameOf(table);
      for (const char* method : {kDegree1, kDegree2, kGaussian}) {
        Case& c = plan.Add(std::string("regression/") + datasets::NameOf(table), method);
        c.repeats = static_cast<int>(plan.Int("splits"));
        const int64_t max_train = c.Int("max_train_rows");
        const std::vector<double> lambdas = c.Numbers("table_lambda");
        const std::string name = method;
        c.run = [=](uint64_t seed, Recorder& record) {
          const NumberTable rows = datasets::LoadUciTable(record.Data("uci-small").path, table);
          RunRidge(name, RandomSplit(rows, max_train, seed), lambdas, record);
        };
      }
    }
  });
}

}  // namespace structlab::kernel_statistics
