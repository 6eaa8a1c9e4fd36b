// Speed of Gram matrices, permutation tests and ridge regression, compared with the bare arithmetic. Uses
// digits of USPS in $STRUCTLAB_DATA, or random data of the same shape if they are missing. One thread and
// processor time, unless stated otherwise.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/number.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "common/testing/scratch_folder.h"
#include "kernels/files/matrix_file.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/kernel_width.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/independence_tests.h"
#include "kernels/statistics/kernel_ridge.h"

namespace structlab::kernels {
namespace {

constexpr int kDigits = 7291, kPixels = 256, kClasses = 10;
constexpr uint64_t kSeed = 1;

struct Digits {
  DenseRows<double> images;
  Eigen::MatrixXd classes;  // a column a class, 1 or 0
  std::string note;
};

// The first ones.
Digits LoadDigits(int count) {
  Digits digits;
  digits.images.resize(count, kPixels);
  digits.classes = Eigen::MatrixXd::Zero(count, kClasses);
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const std::filesystem::path file = std::filesystem::path(data == nullptr ? "" : data) / "usps/zip.train.gz";
  if (data != nullptr && std::filesystem::exists(file)) {
    const common::ScratchFolder folder("usps");
    const std::string text = folder.path() + "/zip.train.txt.gz";  // the ending names the format
    std::filesystem::create_symlink(file, text);
    const DenseRows<double> all = ReadMatrix(text).rows;
    digits.images = all.block(0, 1, count, kPixels);
    for (int i = 0; i < count; ++i) digits.classes(i, static_cast<Eigen::Index>(all(i, 0))) = 1;
    digits.note = "USPS";
    return digits;
  }
  for (int i = 0; i < count; ++i) {
    common::RandomStream random(kSeed, "stand-in digits", static_cast<uint64_t>(i));
    const int digit = i % kClasses;
    digits.classes(i, digit) = 1;
    for (int j = 0; j < kPixels; ++j)
      digits.images(i, j) = std::sin(0.1 * (digit + 1) * j) + 0.5 * random.Normal();
  }
  digits.note = "stand-in";
  return digits;
}

double Gamma(const DenseRows<double>& rows) {
  return 1 / TypicalSquaredDistance<double>(rows, TypicalDistance::kMedian, kSeed);
}

void MeasureGram(const common::BenchmarkSelection& selection) {
  const Digits digits = LoadDigits(kDigits);
  const DenseRows<float> rows = digits.images.cast<float>();
  const auto kernel = GaussianKernel<float>(Gamma(digits.images));
  common::ThreadPool one(1), two(2);
  DenseRows<float> gram, product(kDigits, kDigits);
  if (selection.Contains("gram_gaussian/usps")) {
    const common::PairedSeconds seconds =
        common::InterleavedMedians([&] { gram = GramMatrix<float>(*kernel, rows, one); },
                                   [&] { product.noalias() = rows * rows.transpose(); }, 5);
    common::PrintBenchmarkRow({.benchmark = "gram_gaussian/usps",
                               .value = seconds.ours,
                               .unit = "s",
                               .yardstick = "Eigen's product of the same rows, all of it",
                               .yardstick_value = seconds.yardstick,
                               .note = digits.note + ", 7291 x 256 floats, CPU time"});
  }
  if (selection.Contains("gram_gaussian/two_threads")) {
    DenseRows<float> by_two;
    const common::PairedSeconds seconds = common::InterleavedMedians(
        [&] { by_two = GramMatrix<float>(*kernel, rows, two); },
        [&] { gram = GramMatrix<float>(*kernel, rows, one); }, 5, common::BenchmarkClock::kWall);
    if (by_two != gram) common::ThrowDataError("gram_gaussian/two_threads", "the same bits", "others");
    common::PrintBenchmarkRow({.benchmark = "gram_gaussian/two_threads",
                               .value = seconds.ours,
                               .unit = "s",
                               .yardstick = "one thread",
                               .yardstick_value = seconds.yardstick,
                               .threads = 2,
                               .note = digits.note + ", the same bits, wall time"});
  }
}

// The permutation test written directly: for each permutation, the sum over all pairs of rows.
double PlainPValue(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, int permutations) {
  const Eigen::MatrixXd a = Centered(x), b = Centered(y);
  const Eigen::Index n = a.rows();
  const auto sum = [&](const std::vector<int>& p) {
    double total = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index i = 0; i < n; ++i) total += a(i, j) * b(p[i], p[j]);
    }
    return total;
  };
  std::vector<int> identity(n);
  for (Eigen::Index i = 0; i < n; ++i) identity[i] = static_cast<int>(i);
  const double observed = sum(identity), rounding = 1e-12 * a.norm() * b.norm();
  int at_least = 1;
  for (int k = 0; k < permutations; ++k) {
    common::RandomStream random(kSeed, "permutation test", static_cast<uint64_t>(k));
    at_least += sum(random.Permutation(static_cast<int>(n))) >= observed - rounding ? 1 : 0;
  }
  return static_cast<double>(at_least) / (permutations + 1);
}

void MeasurePermutations(const std::string& name, const Eigen::MatrixXd& x, const Eigen::MatrixXd& y,
                         const std::string& note) {
  common::ThreadPool pool(1);
  constexpr int kPermutations = 999;
  double ours = 0, theirs = 0;
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] { ours = HsicPermutationTest(x, y, {.permutations = kPermutations, .seed = kSeed}, pool).p_value; },
      [&] { theirs = PlainPValue(x, y, kPermutations); }, 1);
  if (ours != theirs) {
    common::ThrowDataError(name, "the p-value " + common::FormatDouble(theirs), common::FormatDouble(ours));
  }
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = seconds.ours,
       .unit = "s",
       .yardstick = "the double loop over rows",
       .yardstick_value = seconds.yardstick,
       .note = fmt::format("{}, 2000 rows, 999 permutations, p = {:.3g}, CPU time", note, ours)});
}

// Points near a circle: dependent coordinates without correlation.
std::pair<DenseRows<double>, DenseRows<double>> Ring(int count) {
  DenseRows<double> x(count, 1), y(count, 1);
  common::RandomStream random(kSeed, "ring");
  for (int i = 0; i < count; ++i) {
    const double angle = random.Uniform(0, 2 * std::numbers::pi);
    x(i, 0) = std::cos(angle) + 0.5 * random.Normal();
    y(i, 0) = std::sin(angle) + 0.5 * random.Normal();
  }
  return {x, y};
}

Eigen::MatrixXd GaussianGram(const DenseRows<double>& rows) {
  common::ThreadPool pool(1);
  return GramMatrix<double>(*GaussianKernel<double>(Gamma(rows)), rows, pool);
}

void MeasureRing(const std::string& name) {
  const auto rows = Ring(2000);
  MeasurePermutations(name, GaussianGram(rows.first), GaussianGram(rows.second), "a ring with noise");
}

void MeasureDigitsTest(const std::string& name) {
  const Digits digits = LoadDigits(2000);
  MeasurePermutations(name, GaussianGram(digits.images), digits.classes * digits.classes.transpose(),
                      digits.note + ": images and classes");
}

// Factors of rank 64, compared with the products of the factors without permutations.
void MeasureLowRank(const std::string& name) {
  constexpr int kRows = 10'000, kRank = 64, kPermutations = 999;
  Eigen::MatrixXd x(kRows, kRank), y(kRows, kRank);
  common::RandomStream random(kSeed, "factors");
  for (Eigen::MatrixXd* const factor : {&x, &y}) {
    for (double& value : factor->reshaped()) value = random.Normal();
  }
  common::ThreadPool pool(1);
  const Eigen::MatrixXd across = x.transpose(), down = y;
  double sum = 0;
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] { LowRankHsicPermutationTest(x, y, {.permutations = kPermutations, .seed = kSeed}, pool); },
      [&] {
        for (int k = 0; k < kPermutations; ++k) sum += (across * down).squaredNorm();
      },
      1);
  if (!(sum > 0)) common::ThrowDataError(name, "products above 0", common::FormatDouble(sum));
  const double flops = 2.0 * kPermutations * kRows * kRank * kRank;
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = seconds.ours,
       .unit = "s",
       .yardstick = "Eigen's products of the factors, not permuted",
       .yardstick_value = seconds.yardstick,
       .note = fmt::format("10,000 rows, rank 64, 999 permutations, {:.3g} Gflop/s, CPU time",
                           flops / seconds.ours / 1e9)});
}

void MeasureRidge(const std::string& name) {
  const Digits digits = LoadDigits(kDigits);
  const auto kernel = GaussianKernel<double>(Gamma(digits.images));
  const std::vector<double> lambdas = {0.1};
  common::ThreadPool pool(1);
  RidgeFit fit;
  Eigen::MatrixXd shifted = GramMatrix<double>(*kernel, digits.images, pool);
  shifted.diagonal().array() += lambdas[0];
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] {
        const DenseRows<double> gram = GramMatrix<double>(*kernel, digits.images, pool);
        // A symmetric matrix is the same by rows and by columns.
        fit = FitKernelRidge(Eigen::Map<const Eigen::MatrixXd>(gram.data(), gram.rows(), gram.cols()),
                             digits.classes, lambdas);
      },
      [&] {
        const Eigen::LLT<Eigen::MatrixXd> cholesky(shifted);
        if (cholesky.info() != Eigen::Success) common::ThrowDataError(name, "a definite matrix", "another");
      },
      1);
  const double residual = (shifted * fit.coefficients - digits.classes).norm() / digits.classes.norm();
  if (!(residual < 1e-8))
    common::ThrowDataError(name, "a residual below 1e-8", common::FormatDouble(residual));
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = seconds.ours,
       .unit = "s",
       .yardstick = "Eigen's Cholesky of the same matrix",
       .yardstick_value = seconds.yardstick,
       .note = fmt::format("{}, 7291 rows, 10 targets, Gram matrix included, {:.3g} Gflop/s of "
                           "Cholesky's, CPU time",
                           digits.note, std::pow(kDigits, 3) / 3 / seconds.ours / 1e9)});
}

void Measure(const common::BenchmarkSelection& selection) {
  if (selection.Contains("gram_gaussian/usps") || selection.Contains("gram_gaussian/two_threads")) {
    MeasureGram(selection);
  }
  if (selection.Contains("hsic_permutations/ring")) MeasureRing("hsic_permutations/ring");
  if (selection.Contains("hsic_permutations/usps")) MeasureDigitsTest("hsic_permutations/usps");
  if (selection.Contains("hsic_permutations/n10000")) MeasureLowRank("hsic_permutations/n10000");
  if (selection.Contains("ridge_usps")) MeasureRidge("ridge_usps");
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::kernels
