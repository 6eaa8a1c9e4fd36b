// Compares the search for boxes with the authors' bound, and the scan over pairs of rows with the plain loop,
// on the examples of C. Lampert's programs in $STRUCTLAB_DATA/ess, or on drawn points with a planted box if
// it is not set. Building the tables of a score is not measured, except in the training run. One thread,
// processor time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "structured_learning/localization/authors_training.h"
#include "structured_learning/localization/search/box_scan.h"
#include "structured_learning/localization/search/word_files.h"

namespace structlab::structured_learning {
namespace {

struct Example {
  WordImage image;
  std::vector<double> weights = {};
  bool is_real = false;
};

// Points everywhere, whose weights are mostly positive in the box and mostly negative outside.
Example DrawExample(int width, int height, int num_points, const PixelBox& box) {
  constexpr int kWords = 3000;
  common::RandomStream stream(1, "best box benchmark");
  Example example{{width, height, {}}};
  for (int k = 0; k < num_points; ++k) {
    WordPoint point{static_cast<uint16_t>(stream.UniformIndex(width)),
                    static_cast<uint16_t>(stream.UniformIndex(height)), 0};
    // Words of the lower half are those of the object.
    const bool is_typical = stream.Uniform() < 0.7;
    const int first = point.IsIn(box) == is_typical ? 0 : kWords / 2;
    point.word = first + static_cast<int>(stream.UniformIndex(kWords / 2));
    example.image.points.push_back(point);
  }
  for (int k = 0; k < kWords; ++k) example.weights.push_back((k < kWords / 2 ? 0.4 : -0.4) + stream.Normal());
  return example;
}

constexpr PixelBox kCarBox = {144, 113, 390, 260};

Example Load(const std::string& points, const std::string& weights, ImageSize size) {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const std::string folder = data == nullptr ? "" : std::string(data) + "/ess/";
  if (data == nullptr || !std::filesystem::exists(folder)) {
    const PixelBox box = {size.width / 4, size.height / 4, size.width / 2, size.height / 2};
    return DrawExample(size.width, size.height, size.width * size.height / 10, box);
  }
  Example example{ReadWordPoints(folder + points, size), {}, true};
  if (!weights.empty()) example.weights = ReadWordWeights(folder + weights);
  return example;
}

std::string NoteOf(const Example& example, const std::string& note) {
  return note + (example.is_real ? "" : ", stand-in");
}

// All searches of the authors' training run, with our bound of the loss and with theirs.
void MeasureTraining(const common::BenchmarkSelection& selection) {
  const std::string name = "best_box/training";
  const bool is_time = selection.Contains(name), is_sets = selection.Contains(name + "_sets");
  if (!is_time && !is_sets) return;
  const Example example = Load("ess_000006.clst", "", {627, 469});
  AuthorsTrainingRun ours, theirs;
  const double seconds = common::MedianSeconds([&] { ours = RunAuthorsTraining(example.image, kCarBox); }, 3);
  const double their_seconds = common::MeasureSeconds(
      [&] { theirs = RunAuthorsTraining(example.image, kCarBox, {.loss_bound = LossBound::kAuthors}); });
  const std::string note =
      NoteOf(example, fmt::format("{} searches, |w| {:.7f}, of the authors' bound {:.7f}, CPU time",
                                  ours.boxes.size(), ours.weights.norm(), theirs.weights.norm()));
  if (is_time) {
    common::PrintBenchmarkRow({.benchmark = name,
                               .value = seconds,
                               .unit = "s",
                               .yardstick = "the same with the authors' bound",
                               .yardstick_value = their_seconds,
                               .note = note});
  }
  if (is_sets) {
    common::PrintBenchmarkRow({.benchmark = name + "_sets",
                               .value = static_cast<double>(ours.num_sets),
                               .unit = "box sets",
                               .yardstick = "the same with the authors' bound",
                               .yardstick_value = static_cast<double>(theirs.num_sets),
                               .note = note});
  }
  if (std::abs(ours.weights.norm() - theirs.weights.norm()) > 1e-6 * ours.weights.norm()) {
    common::ThrowDataError(name, "the same weights with both bounds",
                           fmt::format("{:.9f} and {:.9f}", ours.weights.norm(), theirs.weights.norm()));
  }
}

// The weights of all points of each pixel, row by row.
std::vector<double> PixelsOf(const Example& example) {
  std::vector<double> pixels(example.image.width * example.image.height, 0.0);
  for (const WordPoint& point : example.image.points) {
    pixels[point.y * example.image.width + point.x] += example.weights[point.word];
  }
  return pixels;
}

// Kadane's algorithm for each pair of rows, as one writes it.
ValuedBox PlainLoop(const std::vector<double>& pixels, int width, int height) {
  ValuedBox best{{}, -std::numeric_limits<double>::infinity()};
  std::vector<double> sums(width);
  for (int top = 0; top < height; ++top) {
    std::ranges::fill(sums, 0.0);
    for (int bottom = top; bottom < height; ++bottom) {
      double current = 0;
      int left = 0;
      for (int x = 0; x < width; ++x) {
        sums[x] += pixels[bottom * width + x];
        if (current < 0) {
          current = 0;
          left = x;
        }
        current += sums[x];
        if (current > best.value) best = {{left, top, x, bottom}, current};
      }
    }
  }
  return best;
}

void MeasureScan(const std::string& name) {
  const Example example = Load("ess_examples/cow.clst", "ess_examples/cow.weight", {368, 272});
  const AdditiveBoxScore score(example.image, example.weights);
  const std::vector<double> pixels = PixelsOf(example);
  BoxSearchResult scan;
  ValuedBox plain;
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] { scan = ScanBoxes(score); },
      [&] { plain = PlainLoop(pixels, example.image.width, example.image.height); }, 9);
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = 1e3 * seconds.ours,
       .unit = "ms",
       .yardstick = "plain loop over pairs of rows",
       .yardstick_value = 1e3 * seconds.yardstick,
       .note =
           NoteOf(example, fmt::format("value {:.4f} at {}, of the plain loop {:.4f} at {}, CPU time",
                                       scan.value, FormatBox(scan.box), plain.value, FormatBox(plain.box)))});
  if (std::abs(scan.value - plain.value) <= 1e-9 * std::abs(plain.value)) return;
  common::ThrowDataError(name, "the value " + common::FormatDouble(plain.value),
                         common::FormatDouble(scan.value));
}

// The rule of BestBox beside the faster one of both methods.
void MeasureChoice(const std::string& name, const Example& example) {
  const AdditiveBoxScore score(example.image, example.weights);
  BoxSearchResult best, search;
  const common::PairedSeconds pair =
      common::InterleavedMedians([&] { search = SearchBox(score); }, [&] { ScanBoxes(score); }, 9);
  const double seconds = common::MedianSeconds([&] { best = BestBox(score); }, 9);
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = 1e3 * seconds,
       .unit = "ms",
       .yardstick = "the faster one of search and scan",
       .yardstick_value = 1e3 * std::min(pair.ours, pair.yardstick),
       .note =
           NoteOf(example, fmt::format("took the {}; search {:.3g} ms ({} sets), scan {:.3g} ms, {} x {} "
                                       "pixels, CPU time",
                                       BoxMethodName(best.method), 1e3 * pair.ours, search.num_sets,
                                       1e3 * pair.yardstick, example.image.width, example.image.height))});
}

void Measure(const common::BenchmarkSelection& selection) {
  MeasureTraining(selection);
  if (selection.Contains("best_box/scan")) MeasureScan("best_box/scan");
  if (selection.Contains("best_box/cow")) {
    MeasureChoice("best_box/cow", Load("ess_examples/cow.clst", "ess_examples/cow.weight", {368, 272}));
  }
  if (selection.Contains("best_box/car")) {
    MeasureChoice("best_box/car", Load("ess_examples/car.clst", "ess_examples/car-l1.weight", {151, 101}));
  }
  if (selection.Contains("best_box/photo")) {
    MeasureChoice("best_box/photo",
                  Load("ess_000006.clst", "crf_weights/cd_car_8_10_200_1_trainval_weights.txt", {627, 469}));
  }
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::structured_learning
