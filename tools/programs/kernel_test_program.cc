#include "tools/programs/kernel_test_program.h"

#include <fmt/format.h>

#include <cmath>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/parallel.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "common/table.h"
#include "kernels/files/matrix_file.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/kernel_methods.h"
#include "kernels/functions/kernel_width.h"
#include "kernels/statistics/fitted_models.h"
#include "kernels/statistics/gram_checks.h"
#include "kernels/statistics/independence_tests.h"
#include "tools/programs/kernel_input.h"
#include "tools/programs/matrix_input.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

using kernels::DenseRows;
using kernels::IndependenceTest;
using kernels::TrainedKernel;

struct Arguments {
  std::string x, y, z, out;
  std::string kernel = "gaussian", statistic = "hsic", test = "permutation";
  std::string gamma;
  int permutations = 999, threads = 1;
  double eps = 1e-3;
  MatrixFlags input = {};
  bool has_permutations = false, has_eps = false;  // true if the flags were given
  uint64_t seed = 1;
};

std::string Footer() {
  return HelpOnMatrices() + R"(
Each row is an observation; all files must have the same number of rows.

)" + HelpOnKernels() +
         R"(
Statistics:
  hsic        squared norm of the cross-covariance of the kernels; with Gaussian kernels 0 only for independent data
  hsnic       the same for the normalised cross-covariance, regularised by --eps
  coco        largest singular value of the cross-covariance
  aggregated  minimum p-value of hsic over five kernel widths, corrected for multiple tests; takes no --gamma
With --z: tests conditional independence by the residuals of kernel ridge regression on z (KCI), regularised by --eps;
--test=permutation exchanges rows with similar z.

Tests:
  permutation  exact: the share of random pairings with a statistic at least as large (all pairings up to 7 rows)
  gamma        fast for many rows: approximates the distribution by a Gamma law with the same mean and variance; only
               for hsic and --z

The p-value is the probability of a statistic at least as large if x and y are independent.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written; 130 interrupted.

Example:
  bazel run //tools:kernel_test -- --x=height.csv --y=weight.csv --permutations=9999)";
}

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      "Tests by kernels whether the rows of two files are independent (given the rows of a third).",
      "kernel_test");
  line.Option("--x", arguments.x, "a file of numbers; each row is an observation").Required();
  line.Option("--y", arguments.y, "the same rows, other columns").Required();
  line.Option("--z", arguments.z, "the variables to condition on; default: none");
  AddMatrixFlags(line, arguments.input);
  line.Option("--kernel", arguments.kernel, "kernel of all files, see below").ShowDefault();
  line.Option("--gamma", arguments.gamma,
              "gamma of the Gaussian kernel: median, half-median, mean or a number; default: median");
  line.Option("--statistic", arguments.statistic, "see below")
      .OneOf({"hsic", "hsnic", "coco", "aggregated"})
      .ShowDefault();
  line.Option("--test", arguments.test, "see below").OneOf({"permutation", "gamma"}).ShowDefault();
  line.Option("--permutations", arguments.permutations, "number of random permutations").ShowDefault();
  line.Option("--eps", arguments.eps, "regularisation of hsnic and of the regression on z").ShowDefault();
  line.Option("--seed", arguments.seed, "seed of permutations, and of the rows that choose kernel widths")
      .ShowDefault();
  line.Option("--threads", arguments.threads, "number of threads; does not change the result")
      .Range(1, 1024)
      .ShowDefault();
  line.Option("--out", arguments.out, "a TSV with the printed results");
  line.Footer(Footer());
  if (!line.Parse(words, out, KernelsAsHelp)) return false;
  arguments.has_permutations = line.IsGiven("--permutations");
  arguments.has_eps = line.IsGiven("--eps");
  return true;
}

std::string KernelOf(const Arguments& arguments) {
  if (arguments.gamma.empty()) return arguments.kernel;
  if (arguments.kernel != "gaussian") {
    common::ThrowUsageError("--gamma", "--kernel=gaussian with it", "--kernel=" + arguments.kernel);
  }
  return "gaussian:gamma=" + arguments.gamma;
}

// Reads the rows of all files. For a linear kernel without z subtracts the mean, which does not change the
// centred kernel but avoids cancellation for data far from the origin.
std::vector<UsersMatrix> ReadFiles(const Arguments& arguments, std::FILE* messages) {
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
TrainedKernel Train(const std::string& kernel, const UsersMatrix& file, const Arguments& arguments) {
  try {
    return TrainUsersKernel(kernel, file, arguments.seed);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    if (parts.where == "gamma") parts.where = arguments.gamma.empty() ? "--kernel: gamma" : "--gamma";
    throw common::Error(error.kind(), parts);
  }
}

// HSIC with Gaussian kernels of five widths around the median.
IndependenceTest Aggregated(const UsersMatrix& x, const UsersMatrix& y, const Arguments& arguments,
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

struct Outcome {
  IndependenceTest test;
  std::string statistic;
  std::vector<std::pair<std::string, std::string>> kernels;  // of which file, and its text
};

Outcome Test(const Arguments& arguments, common::ThreadPool& pool, std::FILE* messages) {
  const std::vector<UsersMatrix> files = ReadFiles(arguments, messages);
  if (arguments.statistic == "aggregated") {
    return {Aggregated(files[0], files[1], arguments, pool), "minimum p of hsic", {}};
  }
  const std::string text = KernelOf(arguments);
  const TrainedKernel kx = Train(text, files[0], arguments), ky = Train(text, files[1], arguments);
  Outcome outcome = {{}, arguments.statistic, {{"x", kx.Text()}, {"y", ky.Text()}}};
  const Eigen::MatrixXd gram_x = kx.Gram(pool), gram_y = ky.Gram(pool);
  kernels::CheckResolved(gram_x, arguments.x);
  kernels::CheckResolved(gram_y, arguments.y);
  const kernels::PermutationOptions options = {.permutations = arguments.permutations,
                                               .seed = arguments.seed};
  if (!arguments.z.empty()) {
    const TrainedKernel kz = Train(text, files[2], arguments);
    const Eigen::MatrixXd gram_z = kz.Gram(pool);
    kernels::CheckResolved(gram_z, arguments.z);
    outcome.kernels.emplace_back("z", kz.Text());
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

void CheckCombination(const Arguments& arguments) {
  if (arguments.test == "gamma" && arguments.z.empty() && arguments.statistic != "hsic") {
    common::ThrowUsageError("--test", "permutation with --statistic=" + arguments.statistic, "gamma");
  }
  if (!arguments.z.empty() && arguments.statistic != "hsic") {
    common::ThrowUsageError("--statistic", "hsic with --z", arguments.statistic);
  }
  if (arguments.statistic == "aggregated" && (!arguments.gamma.empty() || arguments.kernel != "gaussian")) {
    common::ThrowUsageError("--statistic", "neither --gamma nor --kernel with aggregated",
                            arguments.gamma.empty() ? "--kernel" : "--gamma");
  }
  if (arguments.test == "gamma" && arguments.has_permutations) {
    common::ThrowUsageError("--permutations", "--test=permutation with it", "--test=gamma",
                            "leave out one of them");
  }
  if (arguments.has_eps && arguments.statistic != "hsnic" && arguments.z.empty()) {
    common::ThrowUsageError("--eps", "--statistic=hsnic or --z with it", "--statistic=" + arguments.statistic,
                            "leave it out");
  }
  if (arguments.permutations < 1) {
    common::ThrowUsageError("--permutations", "1 or more", std::to_string(arguments.permutations));
  }
  if (!(arguments.eps > 0) || !std::isfinite(arguments.eps)) {
    common::ThrowUsageError("--eps", "a finite number above 0", common::FormatDouble(arguments.eps));
  }
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  CheckCombination(arguments);
  CheckFolderOf(arguments.out, "--out");
  using kernels::FileOfMatrix;
  CheckDifferentFiles({{"--x", FileOfMatrix(arguments.x)},
                       {"--y", FileOfMatrix(arguments.y)},
                       {"--z", FileOfMatrix(arguments.z)}},
                      {{"--out", arguments.out}});
  common::ThreadPool pool(arguments.threads);
  const Outcome outcome = Test(arguments, pool, messages);
  std::vector<std::pair<std::string, std::string>> lines = {
      {"statistic", outcome.statistic},
      {"value", common::FormatDouble(outcome.test.statistic)},
      {"p_value", common::FormatDouble(outcome.test.p_value)},
      {"permutations", outcome.test.permutations == 0
                           ? "none: gamma approximation"
                           : fmt::format("{}{}", outcome.test.permutations,
                                         outcome.test.is_exhaustive ? ", all of them" : "")}};
  for (const auto& [file, kernel] : outcome.kernels) lines.emplace_back("kernel_" + file, kernel);
  common::Table table = {.columns = {"name", "value"}};
  for (const auto& [name, value] : lines) {
    std::fprintf(out, "%-12s %s\n", name.c_str(), value.c_str());
    table.rows.push_back({name, value});
  }
  if (!arguments.out.empty()) common::WriteTsv(table, common::CallersPath(arguments.out));
  common::CheckPrinted(out);
  return 0;
}

}  // namespace

int RunKernelTest(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                  const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles("kernel_test", messages, [&] {
    const common::StopScope scope(&interrupted);
    try {
      return Run(arguments, out, messages);
    } catch (const common::Stopped&) {
      std::fputs("kernel_test: interrupted: nothing is written\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
