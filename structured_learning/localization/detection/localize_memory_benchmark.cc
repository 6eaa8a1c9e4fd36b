// The memory of training on images that are read one after the other: peaks of processes of their own, on
// drawn images. One thread.
#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/peak_memory.h"
#include "common/random_stream.h"
#include "structured_learning/localization/detection/localization_training.h"

namespace structlab::structured_learning {
namespace {

constexpr int kWidth = 320, kHeight = 240, kImages = 100, kTimes = 10;

// A checkered object on noise.
std::pair<graphical_models::Image, PixelBox> DrawScene(int i) {
  common::RandomStream random(1, "localize memory", i);
  const int left = static_cast<int>(random.UniformIndex(160)),
            top = static_cast<int>(random.UniformIndex(120));
  const PixelBox box = {left, top, left + 139, top + 99};
  graphical_models::Image image = graphical_models::UniformImage(kWidth, kHeight, 1, 0);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool is_inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
      const uint64_t bits = random.Bits();
      const int noise = static_cast<int>(bits % 60);
      image(x, y) = static_cast<uint8_t>(is_inside ? 120 * ((x / 6 + y / 6) % 2) + noise : 60 + noise);
    }
  }
  return {std::move(image), box};
}

LocalizationTraining Train(int num_images) {
  LocalizationTrainingOptions options;
  options.words = {.num_words = 200, .max_descriptors = 2000, .iterations = 3};
  options.c = 0.01;
  options.run.stop.iterations = 30;
  return TrainLocalization({.size = num_images,
                            .image = [](int i) { return std::optional(DrawScene(i).first); },
                            .objects = [](int i) { return std::vector{DrawScene(i).second}; },
                            .name = [](int i) { return fmt::format("scene {}", i); }},
                           options);
}

// 8 bytes a point, in MiB.
double WordsOfImage() {
  const DenseDescriptors descriptors(DrawScene(0).first, LocalizationTrainingOptions().words.descriptors);
  return 8.0 * descriptors.size() / (1 << 20);
}

double PeakWithoutWords(int num_images) {
  const common::PeakMemory memory =
      common::MeasurePeakMemory([num_images] { return [num_images] { Train(num_images); }; });
  return memory.peak - num_images * WordsOfImage();
}

void Run(const common::BenchmarkSelection& selection) {
  if (!selection.Contains("localize_memory")) return;
  const double many = PeakWithoutWords(kTimes * kImages), few = PeakWithoutWords(kImages);
  common::PrintBenchmarkRow({.benchmark = "localize_memory",
                             .value = many,
                             .unit = "MiB",
                             .yardstick = "the same on a tenth of the images",
                             .yardstick_value = few,
                             .note = fmt::format("peak without the words of {} images, which are {:.1f} MiB",
                                                 kTimes * kImages, kTimes * kImages * WordsOfImage())});
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::structured_learning
