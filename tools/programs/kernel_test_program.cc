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
#include "tools/programs/kernel_input.h"
#include "tools/programs/kernel_test_run.h"
#include "tools/programs/matrix_input.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

using Arguments = KernelTestArguments;

std::string Footer() {
  return HelpOnMatrices() + R"(
Each row is an observation; all files must have the same number of rows.

)" + HelpOnKernels() +
         R"(  precomputed: the files hold the kernel values of all pairs of rows, as graph_kernel gram writes them (in HDF5 the
      dataset gram; in svmlight libsvm's form, with 0:1, 0:2, ... before the values)

Statistics:
  hsic        squared norm of the cross-covariance of the kernels; with Gaussian kernels 0 only for independent data
  hsnic       the same for the normalised cross-covariance, regularised by --eps
  coco        largest singular value of the cross-covariance
  aggregated  minimum p-value of hsic over five kernel widths, corrected for multiple tests; takes no --gamma
With --z: tests conditional independence by the residuals of kernel ridge regression on z (KCI), regularised by --eps;
--test=permutation exchanges rows with similar z, and is not exact: its p-values tend to be too large.

Tests:
  permutation  exact: the share of random pairings with a statistic at least as large (all pairings up to 7 rows)
  gamma        fast for many rows: approximates the distribution by a Gamma law with the same mean and variance; only
               for hsic and --z

For more rows than fit into --memory, hsic with permutations takes approximations of low rank of the Gram matrices:
at most 200 of their columns. The p-value is still exact for the approximated kernel; a note says what is left out.

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
  line.Option("--memory", arguments.memory, "memory for Gram matrices; see below").ShowDefault();
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
  arguments.input.is_gram = arguments.kernel == "precomputed";
  return true;
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
  const KernelTestOutcome outcome = TestFiles(arguments, pool, messages);
  std::vector<std::pair<std::string, std::string>> lines = {
      {"statistic", outcome.statistic},
      {"value", common::FormatDouble(outcome.test.statistic)},
      {"p_value", common::FormatDouble(outcome.test.p_value)},
      {"permutations", outcome.test.permutations == 0
                           ? "none: gamma approximation"
                           : fmt::format("{}{}", outcome.test.permutations,
                                         outcome.test.is_exhaustive ? ", all of them" : "")}};
  for (const auto& [file, kernel] : outcome.kernels) lines.emplace_back("kernel_" + file, kernel);
  for (const auto& [file, rank] : outcome.ranks) lines.emplace_back("rank_" + file, std::to_string(rank));
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
