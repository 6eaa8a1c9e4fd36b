// Figures 3.1 and 3.2: one recognition, and a hash matrix.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "common/number.h"
#include "experiments/face_recognition/faces.h"
#include "experiments/face_recognition/trial.h"
#include "experiments/harness/package.h"

namespace structlab::face_recognition {
namespace {

using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;

// Not tuned: one split is shown.
constexpr int kDimension = 300, kPercent = 20;
constexpr int kLeastWidth = 96;  // of a shown face; smaller ones are enlarged
// The part of the hash matrix that is drawn, and the side of an entry in pixels.
constexpr int kShownBins = 60, kShownPixels = 160, kShownFunctions = 3, kZoom = 5;

// Each value of `values`, a row after the other, as a square of `zoom` pixels.
harness::Picture Enlarged(const std::vector<std::vector<uint8_t>>& colors, int width, int zoom) {
  const int height = static_cast<int>(colors.size()) / width;
  harness::Picture picture = {
      .width = width * zoom, .height = height * zoom, .channels = static_cast<int>(colors[0].size())};
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const std::vector<uint8_t>& color = colors[y / zoom * width + x / zoom];
      picture.values.insert(picture.values.end(), color.begin(), color.end());
    }
  }
  return picture;
}

harness::Picture FacePicture(const datasets::Faces& faces, int image) {
  std::vector<std::vector<uint8_t>> greys;
  for (const uint8_t pixel : faces.Pixels(image)) greys.push_back({pixel});
  return Enlarged(greys, faces.columns, std::max(1, kLeastWidth / faces.columns));
}

// A test face, and the training faces of the largest coefficients of its code by HASH-l1.
void RunRecognition(const FaceTask& task, const ImageSettings& images, const CodeOptions& options,
                    Recorder& record) {
  const CaseFaces faces(task, images, record);
  const Split& split = faces.split;
  const Method& method = FindMethod(kHashL1);
  common::OptionValues values = OptionsOf(method, options);
  values.Set("hash_percent", int64_t{kPercent});
  const kernels::ImageFeatures features =
      kernels::MakeFeaturesFor(*method.method, values, kDimension, record.this_case().seed,
                               split.training.images, split.training.labels);
  const kernels::Recognition recognition = LearnCodes(
      method, options, features, split.training)(kernels::FeaturesOf(features, split.test.images.col(0)))[0];
  const auto show = [&](const ImageSet& set, size_t i, Setting key) {
    key.Set("subject", std::to_string(set.labels[i]));
    record.Picture("Figure 3.1", "demonstration", FacePicture(faces.faces, set.sources[i]), {.setting = key});
  };
  show(split.test, 0, {{"test", "face"}, {"recognised_as", std::to_string(recognition.label)}});
  const kernels::SparseCode& code = recognition.code;
  std::vector<size_t> order(code.atoms.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](size_t i) { return std::abs(code.coefficients[i]); });
  for (size_t rank = 0; rank < std::min<size_t>(kLargest, order.size()); ++rank) {
    show(split.training, static_cast<size_t>(code.atoms[order[rank]]),
         {{"rank", std::to_string(rank + 1)},
          {"weight", common::FormatShort(std::abs(code.coefficients[order[rank]]))}});
  }
}

// The colors of Figure 3.2: green is 0, brown negative and blue positive; darker where two functions agree.
std::vector<uint8_t> ColorOf(double entry) {
  if (entry == 0) return {30, 140, 50};
  if (entry < 0) return entry < -1 ? std::vector<uint8_t>{70, 40, 10} : std::vector<uint8_t>{140, 80, 20};
  return entry > 1 ? std::vector<uint8_t>{20, 35, 100} : std::vector<uint8_t>{40, 70, 200};
}

void RunHashMatrix(Recorder& record) {
  const kernels::HashedMeasurements hash(kShownPixels, kShownBins, kShownFunctions,
                                         static_cast<uint32_t>(record.this_case().seed));
  const Eigen::MatrixXd matrix = hash.Matrix();
  std::vector<std::vector<uint8_t>> colors;
  for (int bin = 0; bin < kShownBins; ++bin) {
    for (int pixel = 0; pixel < kShownPixels; ++pixel) colors.push_back(ColorOf(matrix(bin, pixel)));
  }
  record.Picture("Figure 3.2", "demonstration", Enlarged(colors, kShownPixels, kZoom));
}

}  // namespace

void Pictures(harness::Package& package) {
  package.Plan([](Planner& plan) {
    const FaceTask& task = FindFaceTask(kYaleB);
    plan.dataset = task.name;
    plan.data = {task.data};
    Case& shown = plan.Add("pictures/" + task.part, kHashL1);
    shown.deterministic = true;
    const ImageSettings images = ReadImageSettings(shown);
    const CodeOptions options = {.tolerance = shown.Number("tolerance")};
    shown.run = [=](uint64_t, Recorder& record) { RunRecognition(task, images, options, record); };

    plan.dataset = "";
    plan.data = {};
    Case& hash = plan.Add("pictures/hash-matrix", kHashL1);
    hash.deterministic = true;
    hash.run = [](uint64_t, Recorder& record) { RunHashMatrix(record); };
  });
}

}  // namespace structlab::face_recognition
