#include "experiments/datasets/objects/manmade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/file.h"
#include "common/random_stream.h"
#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/image_of_size.h"
#include "experiments/datasets/objects/drawing.h"

namespace structlab::datasets {
namespace {

constexpr int kNumTraining = 108;

}  // namespace

const std::vector<ManmadeTwins>& TwinsOfManmade() {
  static const std::vector<ManmadeTwins> twins = {{7, 142},  {33, 146}, {52, 152},  {69, 186}, {81, 206},
                                                  {93, 207}, {98, 209}, {100, 214}, {103, 223}};
  return twins;
}

ManmadePhotos::ManmadePhotos(std::string folder) : folder_(std::move(folder)) {}

std::vector<int> ManmadePhotos::Training() {
  std::vector<int> indices;
  for (int i = 0; i < kNumTraining; ++i) indices.push_back(i);
  return indices;
}

std::vector<int> ManmadePhotos::Test() {
  std::vector<int> indices;
  for (int i = kNumTraining; i < kNumManmade; ++i) {
    if (std::ranges::find(TwinsOfManmade(), i, &ManmadeTwins::test) == TwinsOfManmade().end()) {
      indices.push_back(i);
    }
  }
  return indices;
}

std::vector<uint8_t> ParseManmadeLabels(const std::string& text, const std::string& name) {
  std::vector<uint8_t> labels;
  int line = 1, in_line = 0;
  const auto fail = [&](const std::string& found) {
    common::ThrowDataError(fmt::format("{}:{}", name, line),
                           fmt::format("{} numbers 0 or 1, each followed by a comma", kManmadeColumns),
                           found);
  };
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') continue;
    if (text[at] == '\n') {
      if (in_line != kManmadeColumns) fail(fmt::format("{} numbers", in_line));
      ++line, in_line = 0;
      continue;
    }
    const bool is_label = (text[at] == '0' || text[at] == '1') && at + 1 < text.size() && text[at + 1] == ',';
    if (!is_label) fail(common::Quote(text.substr(at, 8)));
    labels.push_back(text[at] == '1');
    ++in_line, ++at;
    if (labels.size() > kManmadeRows * kManmadeColumns)
      fail("more lines than " + std::to_string(kManmadeRows));
  }
  if (in_line != 0 && in_line != kManmadeColumns) fail(fmt::format("{} numbers", in_line));
  if (labels.size() != kManmadeRows * kManmadeColumns) {
    common::ThrowDataError(name, fmt::format("{} lines", kManmadeRows),
                           std::to_string(labels.size() / kManmadeColumns));
  }
  return labels;
}

ManmadePhoto ManmadePhotos::Read(int i) const {
  if (folder_.empty()) return DrawManmade(kStandInSeed, i);
  const std::string name = fmt::format("{:03}", i), labels = fmt::format("{}/labels/{}.txt", folder_, name);
  return {.name = name,
          .image = ReadImageOfSize(fmt::format("{}/images/{}.jpg", folder_, name), kManmadeWidth,
                                   kManmadeHeight, 3),
          .labels = ParseManmadeLabels(common::ReadFile(labels), labels)};
}

ManmadePhoto DrawManmade(uint64_t seed, int index) {
  common::RandomStream stream(seed, "kumar-hebert-manmade", static_cast<uint64_t>(index));
  Canvas canvas(kManmadeWidth, kManmadeHeight, stream);
  canvas.PaintAll(Near({150, 180, 215}, 30, stream), {.noise = 4});
  const double horizon = stream.Uniform(0.3, 0.7) * kManmadeHeight;
  canvas.Paint([&](double, double y) { return y > horizon; }, Near({100, 120, 70}, 30, stream),
               {.angle = stream.Uniform(0, 3), .frequency = 0.9, .amplitude = 8, .noise = 20});
  const int trees = static_cast<int>(stream.UniformIndex(6));
  for (int tree = 0; tree < trees; ++tree) {
    const double x0 = stream.Uniform(0, kManmadeWidth), radius = stream.Uniform(15, 60);
    canvas.Paint([&](double x, double y) { return InEllipse(x, y, x0, horizon, radius, 1.3 * radius); },
                 Near({70, 95, 50}, 25, stream),
                 {.angle = stream.Uniform(0, 3), .frequency = 1.3, .amplitude = 15, .noise = 25});
  }
  std::vector<uint8_t> is_house(static_cast<size_t>(kManmadeWidth) * kManmadeHeight, 0);
  const int houses = static_cast<int>(stream.UniformIndex(4));
  for (int house = 0; house < houses; ++house) {
    const double left = stream.Uniform(0, kManmadeWidth - 60), width = stream.Uniform(50, 160);
    const double bottom = horizon + stream.Uniform(0, 40), height = stream.Uniform(40, 130);
    const double period = stream.Uniform(12, 22);
    const auto inside = [&](double x, double y) {
      return x >= left && x < left + width && y <= bottom && y > bottom - height;
    };
    canvas.Paint(inside, Near({160, 140, 125}, 50, stream), {.noise = 5}, &is_house);
    canvas.Paint(
        [&](double x, double y) {
          return inside(x, y) && std::fmod(x - left, period) > period / 2 &&
                 std::fmod(bottom - y, period) > period / 2;
        },
        Near({60, 60, 70}, 25, stream), {.noise = 5});
  }
  ManmadePhoto photo{.name = fmt::format("drawn{:03}", index), .image = canvas.ToImage(), .labels = {}};
  for (int row = 0; row < kManmadeRows; ++row) {
    for (int column = 0; column < kManmadeColumns; ++column) {
      int count = 0;
      for (int y = 0; y < kManmadeBlock; ++y) {
        const size_t begin =
            static_cast<size_t>(row * kManmadeBlock + y) * kManmadeWidth + column * kManmadeBlock;
        for (int x = 0; x < kManmadeBlock; ++x) count += is_house[begin + x];
      }
      photo.labels.push_back(2 * count > kManmadeBlock * kManmadeBlock);
    }
  }
  return photo;
}

}  // namespace structlab::datasets
