// Digits restored by pre-images of kernel principal components: noise taken out, resolution put in.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"
#include "experiments/datasets/load.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/real_rows.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/kernel_width.h"
#include "kernels/functions/vector_kernel.h"
#include "kernels/statistics/kernel_pca.h"

namespace structlab::kernel_statistics {
namespace {

using datasets::kUspsSide;
using harness::Case;
using harness::Package;
using harness::Picture;
using harness::Planner;
using harness::Recorder;

constexpr double kNoise = 0.5;     // standard deviation
constexpr double kSpeckles = 0.2;  // share of pixels that are black or white whatever they were
constexpr int kBlock = 4;          // side of the squares whose mean is all that is left of them
constexpr int kZoom = 4, kGap = 4;

// Mean of each square, spread out again by interpolation between the centres of the squares.
Rows LowResolution(const Rows& clean) {
  constexpr int kSide = kUspsSide / kBlock;
  Rows blurred(clean.rows(), clean.cols());
  for (Eigen::Index i = 0; i < clean.rows(); ++i) {
    Eigen::Matrix<double, kSide, kSide> means = Eigen::Matrix<double, kSide, kSide>::Zero();
    for (int y = 0; y < kUspsSide; ++y) {
      for (int x = 0; x < kUspsSide; ++x) {
        means(y / kBlock, x / kBlock) += clean(i, y * kUspsSide + x) / (kBlock * kBlock);
      }
    }
    const auto position = [](int pixel) {
      return std::clamp((pixel + 0.5) / kBlock - 0.5, 0.0, kSide - 1.0);
    };
    for (int y = 0; y < kUspsSide; ++y) {
      const int top = std::min(static_cast<int>(position(y)), kSide - 2);
      for (int x = 0; x < kUspsSide; ++x) {
        const int left = std::min(static_cast<int>(position(x)), kSide - 2);
        const double down = position(y) - top, right = position(x) - left;
        blurred(i, y * kUspsSide + x) =
            (1 - down) * ((1 - right) * means(top, left) + right * means(top, left + 1)) +
            down * ((1 - right) * means(top + 1, left) + right * means(top + 1, left + 1));
      }
    }
  }
  return blurred;
}

Rows Degraded(const std::string& degradation, const Rows& clean, uint64_t seed) {
  if (degradation == kLowResolution) return LowResolution(clean);
  common::RandomStream random(seed, "kernel_statistics/" + degradation);
  Rows noisy = clean;
  for (Eigen::Index i = 0; i < noisy.size(); ++i) {
    double& pixel = noisy.data()[i];
    if (degradation == kNormalNoise) {
      pixel += kNoise * random.Normal();
    } else if (random.Uniform() < kSpeckles) {
      pixel = random.Uniform() < 0.5 ? -1 : 1;
    }
  }
  return noisy;
}

// Training rows, and degraded rows to restore: the first half of them chooses, the second is measured.
struct Task {
  Rows train, clean;
  Rows degraded = {};

  Eigen::Index half() const { return clean.rows() / 2; }
  double ErrorOf(const Rows& restored, bool of_second_half) const {
    const Rows difference = of_second_half ? Rows((restored - clean).bottomRows(clean.rows() - half()))
                                           : Rows((restored - clean).topRows(half()));
    return difference.squaredNorm() / static_cast<double>(difference.size());
  }
};

// Restores by each of these numbers of components. `width` = 0: linear ones.
std::vector<Rows> Restore(const Task& task, double width, const std::vector<int64_t>& components,
                          common::ThreadPool& pool) {
  const double gamma = width == 0 ? 0
                                  : width / kernels::TypicalSquaredDistance<double>(
                                                task.train, kernels::TypicalDistance::kMedian, 1);
  const auto kernel = width == 0 ? kernels::LinearKernel<double>() : kernels::GaussianKernel<double>(gamma);
  const Eigen::MatrixXd gram = kernels::GramMatrix<double>(*kernel, task.train, pool);
  const Eigen::MatrixXd cross = kernels::CrossGram<double>(*kernel, task.degraded, task.train, pool);
  const kernels::KernelPca pca(gram, {.components = std::ranges::max(components)});
  const Eigen::MatrixXd coordinates = pca.Project(cross);
  std::vector<Rows> restored;
  for (const int64_t count : components) {
    Eigen::MatrixXd kept = coordinates;
    if (count < kept.cols()) kept.rightCols(kept.cols() - count).setZero();
    const Eigen::MatrixXd expansion = pca.Expansion(kept);
    // The feature space of the linear kernel is that of the images: the expansion is the restored image.
    restored.push_back(width == 0
                           ? Rows(expansion * task.train)
                           : Rows(kernels::GaussianPreImages(task.train, gamma, expansion, task.degraded)));
  }
  return restored;
}

// Restores by all widths and numbers of components, chooses those of least error on the first half of the
// rows, and records the error on the second.
Rows RestoreBest(const Task& task, const char* method, const std::vector<double>& widths,
                 const std::vector<int64_t>& components, Recorder& record) {
  common::ThreadPool pool(record.threads());
  double least = INFINITY, chosen_width = 0, chosen_components = 0;
  Rows best;
  std::vector<double> counts(components.begin(), components.end()), errors;
  for (const double width : widths) {
    const std::vector<Rows> restored = Restore(task, width, components, pool);
    std::vector<double> of_width;
    bool is_best = false;
    for (size_t i = 0; i < components.size(); ++i) {
      of_width.push_back(task.ErrorOf(restored[i], true));
      const double error = task.ErrorOf(restored[i], false);
      if (error >= least) continue;
      least = error;
      is_best = true;
      chosen_width = width;
      chosen_components = counts[i];
      best = restored[i];
    }
    if (is_best) errors = of_width;
  }
  record.Value(kOurRestoration, "squared_error", task.ErrorOf(best, true), {.method = method});
  record.Value(kOurRestoration, "chosen_components", chosen_components, {.method = method});
  if (chosen_width > 0) {
    record.Value(kOurRestoration, "chosen_width", chosen_width, {.method = method});
  }
  record.Curve(kOurRestoration, "squared_error_vs_components", counts, errors, {.method = method});
  return best;
}

// An image of each digit a column; the rows of the picture are these sets of images.
Picture Draw(const std::vector<const Rows*>& sets, const std::vector<int>& images) {
  constexpr int kSide = kUspsSide * kZoom;
  const auto columns = static_cast<int>(images.size()), lines = static_cast<int>(sets.size());
  Picture picture = {.width = columns * (kSide + kGap) - kGap, .height = lines * (kSide + kGap) - kGap};
  picture.values.assign(static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height), 255);
  for (int line = 0; line < lines; ++line) {
    for (int column = 0; column < columns; ++column) {
      for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
          const double ink = (*sets[line])(images[column], y / kZoom * kUspsSide + x / kZoom);
          const int at_y = line * (kSide + kGap) + y, at_x = column * (kSide + kGap) + x;
          picture.values[at_y * picture.width + at_x] =
              static_cast<uint8_t>(std::lround(127.5 * (1 - std::clamp(ink, -1.0, 1.0))));
        }
      }
    }
  }
  return picture;
}

// The first image of each digit in the second half, as rows of the task.
std::vector<int> OneOfEachDigit(const datasets::UspsDigits& digits, const std::vector<int>& images) {
  std::vector<int> shown;
  for (int digit = 0; digit < datasets::kUspsClasses; ++digit) {
    for (size_t i = images.size() / 2; i < images.size(); ++i) {
      if (digits.labels[images[i]] != digit) continue;
      shown.push_back(static_cast<int>(i));
      break;
    }
  }
  return shown;
}

}  // namespace

void Restoration(Package& package) {
  package.Plan([](Planner& plan) {
    plan.data = {"usps"};
    plan.dataset = "USPS";
    for (const char* degradation : {kNormalNoise, kSpeckleNoise, kLowResolution}) {
      Case& c = plan.Add("restoration/" + harness::NamePart(degradation), kKernelPca,
                         {{"degradation", degradation}});
      c.repeats = static_cast<int>(plan.Int("restoration_seeds"));
      const int64_t train = c.Int("restoration_rows"), restored = c.Int("restored_rows");
      const std::vector<double> widths = c.Numbers("restoration_widths");
      std::vector<int64_t> components;
      for (const double count : c.Numbers("restoration_components")) {
        components.push_back(static_cast<int64_t>(count));
      }
      c.run = [=](uint64_t seed, Recorder& record) {
        const datasets::Usps usps = datasets::LoadUsps(record.Data("usps").path);
        const std::vector<int> images = DrawIndices(usps.test.size(), restored, seed);
        Task task = {.train = DigitRows(usps.train, DrawIndices(usps.train.size(), train, seed)),
                     .clean = DigitRows(usps.test, images)};
        task.degraded = Degraded(degradation, task.clean, seed);
        record.Value(kOurRestoration, "squared_error", task.ErrorOf(task.degraded, true),
                     {.method = kDegraded});
        const Rows by_kernel = RestoreBest(task, kKernelPca, widths, components, record);
        const Rows linear = RestoreBest(task, kLinearPca, {0}, components, record);
        record.Picture(
            kOurRestoration, "restored_digits",
            Draw({&task.clean, &task.degraded, &by_kernel, &linear}, OneOfEachDigit(usps.test, images)),
            {.method = kShownRows});
      };
    }
  });
}

}  // namespace structlab::kernel_statistics
