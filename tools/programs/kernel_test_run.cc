#include "tools/programs/kernel_test_run.h"

#include <algorithm>

#include "common/error.h"
#include "common/number.h"
#include "common/quantity.h"
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
  kernels::CheckResolved(gram, file.path);
  return gram;
}

// HSIC of more rows than Gram matrices can have.
KernelTestOutcome LowRankTest(const std::vector<UsersMatrix>& files, const KernelTestArguments& arguments,
                              common::ThreadPool& pool, std::FILE* messages) {
  KernelTestOutcome outcome = {{}, arguments.statistic, {}};
  // Both factors, their centred copies and what one permutation of them takes.
  const double bytes_of_rank = 64 * static_cast<double>(files[0].matrix.rows.rows());
  const double memory = static_cast<double>(common::ParseMemory(arguments.memory, "--memory"));
  const int64_t max_rank = std::clamp<int64_t>(static_cast<int64_t>(memory / bytes_of_rank), 1, 200);
  std::vector<Eigen::MatrixXd> factors;
  std::string left_out;
  for (const UsersMatrix& file : files) {
    const std::string name = factors.empty() ? "x" : "y";
    const TrainedKernel kernel = Train(KernelOf(arguments), file, arguments);
    kernels::LowRank low =
        kernels::PivotedCholesky(kernel.kernel(), kernel.rows(), {.tolerance = 1e-4, .max_rank = max_rank});
    left_out.append(factors.empty() ? "" : " and ").append(common::FormatShort(low.residual));
    outcome.kernels.emplace_back(name, kernel.Text());
    outcome.ranks.emplace_back(name, low.factor.cols());
    factors.push_back(std::move(low.factor));
  }
  std::fprintf(messages,
               "kernel_test: note: Gram matrices of %lld rows would not fit into --memory=%s; they are "
               "approximated by factors of rank %lld and %lld, which leave out %s of their traces\n",
               static_cast<long long>(factors[0].rows()), arguments.memory.c_str(),
               static_cast<long long>(factors[0].cols()), static_cast<long long>(factors[1].cols()),
               left_out.c_str());
  outcome.test = kernels::LowRankHsicPermutationTest(
      factors[0], factors[1], {.permutations = arguments.permutations, .seed = arguments.seed}, pool);
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
  CheckMemory(
      files[0].path, rows, MatricesOf(arguments), arguments.memory,
      "raise --memory, take fewer rows, or --statistic=hsic with --test=permutation, which approximates");
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
