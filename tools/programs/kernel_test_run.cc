#include "tools/programs/kernel_test_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/number.h"
#include "common/quantity.h"
#include "common/random_stream.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/kernel_methods.h"
#include "kernels/functions/pivoted_cholesky.h"
#include "kernels/statistics/fitted_models.h"
#include "kernels/statistics/gram_checks.h"

namespace structlab::tools {
namespace {

using kernels::DenseRows;
using kernels::IndependenceTest;
using kernels::TrainedKernel;

std::string KernelOf(const KernelTestArguments& arguments) {
  if (arguments.gamma.empty()) return arguments.kernel;
  if (arguments.kernel != "gaussian") {
    common::ThrowUsageError("--gamma", "--kernel=gaussian with it", "--kernel=" + arguments.kernel);
  }
  return "gaussian:gamma=" + arguments.gamma;
}

// Reads the rows of all files. For a linear kernel without z subtracts the mean, which does not change the
// centred kernel but avoids cancellation for data far from the origin.
std::vector<UsersMatrix> ReadFiles(const KernelTestArguments& arguments, std::FILE* messages) {
  std::vector<UsersMatrix> files;
  for (const std::string& path : {arguments.x, arguments.y, arguments.z}) {
    if (!path.empty())
      files.push_back({path, ReadUsersMatrix("kernel_test", path, arguments.input, messages)});
  }
  DropMissingRows("kernel_test", files, messages);
  for (UsersMatrix& file : files) {
    if (arguments.kernel != "linear" || !arguments.z.empty()) break;
    const Eigen::RowVectorXd mean = file.matrix.rows.colwise().mean();
    file.matrix.rows.rowwise() -= mean;
  }
  return files;
}

// Trains the kernel on the rows of a file. An error in its gamma names the flag that set it.
TrainedKernel Train(const std::string& kernel, const UsersMatrix& file,
                    const KernelTestArguments& arguments) {
  try {
    return TrainUsersKernel(kernel, file, arguments.seed);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    if (parts.where == "gamma") parts.where = arguments.gamma.empty() ? "--kernel: gamma" : "--gamma";
    throw common::Error(error.kind(), parts);
  }
}

// HSIC with Gaussian kernels of five widths around the median.
IndependenceTest Aggregated(const UsersMatrix& x, const UsersMatrix& y, const KernelTestArguments& arguments,
                            common::ThreadPool& pool) {
  const auto grams = [&](const UsersMatrix& file) {
    const DenseRows<double>& rows = file.matrix.rows;
    const double gamma = common::ParseDouble(
        kernels::ParseKernel(Train("gaussian", file, arguments).Text()).values.Text("gamma"), "gamma");
    std::vector<Eigen::MatrixXd> all;
    for (const double factor : {1.0 / 16, 0.25, 1.0, 4.0, 16.0}) {
      const auto kernel = kernels::GaussianKernel<double>(factor * gamma);
      all.emplace_back(kernels::GramMatrix<double>(*kernel, rows, pool));
    }
    return all;
  };
  const std::vector<Eigen::MatrixXd> gram_x = grams(x), gram_y = grams(y);
  return kernels::AggregatedHsicTest(gram_x, gram_y,
                                     {.permutations = arguments.permutations, .seed = arguments.seed}, pool);
}

// The number of matrices of rows x rows doubles that the test holds at once.
int MatricesOf(const KernelTestArguments& arguments) {
  if (!arguments.z.empty()) return 12;
  if (arguments.statistic == "aggregated") return 24;
  return arguments.statistic == "hsic" ? 6 : 8;
}

// The Gram matrix of a file: computed by its kernel, or the file itself.
Eigen::MatrixXd GramOf(const UsersMatrix& file, const std::string& name, const KernelTestArguments& arguments,
                       common::ThreadPool& pool, KernelTestOutcome& outcome) {
  Eigen::MatrixXd gram;
  if (arguments.input.is_gram) {
    CheckUsersGram(file);
    gram = file.matrix.rows;
    outcome.kernels.emplace_back(name, "precomputed");
  } else {
    const TrainedKernel kernel = Train(KernelOf(arguments), file, arguments);
    outcome.kernels.emplace_back(name, kernel.Text());
    gram = kernel.Gram(pool);
  }
  kernels::CheckResolved(gram, file.path, kernels::RemedyOfUnresolved(outcome.kernels.back().second));
  return gram;
}

struct Factor {
  Eigen::MatrixXd rows;  // L: the Gram matrix is about L L'
  double left_out = 0;   // of the trace of the centred matrix
};

// A factor of low rank that leaves out at most kLeftOut of the trace of the centred Gram matrix, unless it
// needs a larger rank. Pivots are looked for in a random order of the rows: among equal ones the first is
// taken, and factors of x and y that preferred the same rows would seem to be dependent.
Factor FactorOf(const TrainedKernel& kernel, const std::string& path, int64_t max_rank,
                common::RandomStream order_stream) {
  constexpr double kLeftOut = 1e-4, kLeastTolerance = 1e-15;
  const DenseRows<double>& rows = kernel.rows();
  const std::vector<int> order = order_stream.Permutation(static_cast<int>(rows.rows()));
  DenseRows<double> shuffled(rows.rows(), rows.cols());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) shuffled.row(i) = rows.row(order[i]);
  const double trace = kernel.kernel().Diagonal(shuffled).sum();
  kernels::LowRank low;
  Factor factor;
  for (double tolerance = kLeftOut;;) {
    low = kernels::PivotedCholesky(kernel.kernel(), shuffled, {.tolerance = tolerance, .max_rank = max_rank});
    const double left = low.residual * trace;
    const double centered = left + (low.factor.rowwise() - low.factor.colwise().mean()).squaredNorm();
    if (centered > 0 && centered < std::ldexp(trace, -40)) {
      common::ThrowDataError(path, "kernel values that differ by more than their rounding errors",
                             fmt::format("a trace of {} of which {} remains after centring",
                                         common::FormatShort(trace), common::FormatShort(centered)),
                             kernels::RemedyOfUnresolved(kernel.Text()));
    }
    factor.left_out = centered > 0 ? left / centered : 0;
    if (factor.left_out <= kLeftOut || low.factor.cols() >= max_rank || tolerance <= kLeastTolerance) break;
    tolerance = std::clamp(kLeftOut * centered / trace, kLeastTolerance, tolerance / 10);
  }
  factor.rows.resize(low.factor.rows(), low.factor.cols());
  for (Eigen::Index i = 0; i < low.factor.rows(); ++i) factor.rows.row(order[i]) = low.factor.row(i);
  return factor;
}

// HSIC of more rows than Gram matrices can have.
KernelTestOutcome LowRankTest(const std::vector<UsersMatrix>& files, const KernelTestArguments& arguments,
                              common::ThreadPool& pool, std::FILE* messages) {
  KernelTestOutcome outcome = {{}, arguments.statistic, {}};
  // Both factors, their centred copies and what one permutation of them takes.
  const double bytes_of_rank = 64 * static_cast<double>(files[0].matrix.rows.rows());
  const double memory = static_cast<double>(common::ParseMemory(arguments.memory, "--memory"));
  const int64_t max_rank = std::clamp<int64_t>(static_cast<int64_t>(memory / bytes_of_rank), 1, 200);
  std::vector<Factor> factors;
  for (const UsersMatrix& file : files) {
    const std::string name = factors.empty() ? "x" : "y";
    const TrainedKernel kernel = Train(KernelOf(arguments), file, arguments);
    factors.push_back(FactorOf(kernel, file.path, max_rank,
                               common::RandomStream(arguments.seed, "kernel_test/low rank/" + name)));
    outcome.kernels.emplace_back(name, kernel.Text());
    outcome.ranks.emplace_back(name, factors.back().rows.cols());
  }
  const auto print = [&](const std::string& text) { std::fputs(text.c_str(), messages); };
  print(fmt::format(
      "kernel_test: note: Gram matrices of {} rows would not fit into --memory={}; they are approximated by "
      "factors of rank {} and {}, which leave out {} and {} of the traces of the centred matrices\n",
      factors[0].rows.rows(), arguments.memory, factors[0].rows.cols(), factors[1].rows.cols(),
      common::FormatShort(factors[0].left_out), common::FormatShort(factors[1].left_out)));
  if (std::max(factors[0].left_out, factors[1].left_out) > 0.5) {
    print("kernel_test: warning: most of a kernel is left out; raise --memory, or take a smaller --gamma\n");
  }
  outcome.test = kernels::LowRankHsicPermutationTest(
      factors[0].rows, factors[1].rows, {.permutations = arguments.permutations, .seed = arguments.seed},
      pool);
  return outcome;
}

}  // namespace

KernelTestOutcome TestFiles(const KernelTestArguments& arguments, common::ThreadPool& pool,
                            std::FILE* messages) {
  if (arguments.statistic != "aggregated") KernelOf(arguments);  // refuses --gamma with another kernel
  const std::vector<UsersMatrix> files = ReadFiles(arguments, messages);
  const Eigen::Index rows = files[0].matrix.rows.rows();
  const bool has_low_rank = arguments.statistic == "hsic" && arguments.test == "permutation" &&
                            arguments.z.empty() && !arguments.input.is_gram;
  if (has_low_rank && ExceedsMemory(rows, MatricesOf(arguments), arguments.memory)) {
    return LowRankTest(files, arguments, pool, messages);
  }
  const bool could_have = arguments.z.empty() && !arguments.input.is_gram;
  CheckMemory(files[0].path, rows, MatricesOf(arguments), arguments.memory,
              could_have ? "raise --memory, take fewer rows, or --statistic=hsic with --test=permutation, "
                           "which approximates"
                         : "raise --memory, or take fewer rows");
  if (arguments.statistic == "aggregated") {
    return {Aggregated(files[0], files[1], arguments, pool), "minimum p of hsic", {}};
  }
  KernelTestOutcome outcome = {{}, arguments.statistic, {}};
  const Eigen::MatrixXd gram_x = GramOf(files[0], "x", arguments, pool, outcome);
  const Eigen::MatrixXd gram_y = GramOf(files[1], "y", arguments, pool, outcome);
  const kernels::PermutationOptions options = {.permutations = arguments.permutations,
                                               .seed = arguments.seed};
  if (!arguments.z.empty()) {
    const Eigen::MatrixXd gram_z = GramOf(files[2], "z", arguments, pool, outcome);
    outcome.statistic = "kci";
    outcome.test = kernels::ConditionalIndependenceTest(
        gram_x.cwiseProduct(gram_z), gram_y, gram_z,
        {.eps = arguments.eps,
         .permutations = arguments.test == "permutation" ? arguments.permutations : 0,
         .seed = arguments.seed},
        pool);
  } else if (arguments.test == "gamma") {
    outcome.test = kernels::HsicGammaTest(gram_x, gram_y);
  } else if (arguments.statistic == "hsic") {
    outcome.test = kernels::HsicPermutationTest(gram_x, gram_y, options, pool);
  } else if (arguments.statistic == "hsnic") {
    outcome.test = kernels::NormalizedHsicPermutationTest(gram_x, gram_y, arguments.eps, options, pool);
  } else {
    outcome.test = kernels::CovariancePermutationTest(gram_x, gram_y, options, pool);
  }
  return outcome;
}

}  // namespace structlab::tools
