#include "experiments/datasets/middlebury_stereo_generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/datasets/smooth_field.h"

namespace structlab::datasets {
namespace {

using common::RandomStream;
using graphical_models::DisparityMap;
using graphical_models::Image;
using graphical_models::kUnknownDisparity;

// Tuned by hand until the least costs were about as wrong as those of the real pairs.
constexpr double kTexture = 5;  // standard deviation within a surface, in grey values
constexpr double kNoise = 1.2;  // of each image

constexpr int kObjects = 12;

// What is searched for lies between these; the real scenes use about this part of their labels.
struct DisparityRange {
  double nearest, farthest;
};
DisparityRange RangeOf(const StereoScene& scene) {
  return {.nearest = 0.88 * (scene.labels - 1),
          .farthest = scene.name == "tsukuba" ? 5.0 : 0.2 * scene.labels};
}

// Where the truth is not known: a border on all sides of tsukuba, a margin on the left of teddy, which are
// about as many pixels as in the real scenes.
bool IsKnown(const StereoScene& scene, int x, int y) {
  if (scene.name == "tsukuba") return std::min({x, y, scene.width - 1 - x, scene.height - 1 - y}) >= 18;
  return scene.name != "teddy" || x >= 9;
}

using Colour = std::array<double, 3>;

Colour RandomColour(RandomStream& random) {
  Colour colour;
  for (double& channel : colour) channel = random.Uniform(40, 215);
  return colour;
}

// A rectangle or an ellipse that faces the camera.
struct Object {
  double x, y, half_width, half_height, disparity;
  bool is_round;
  Colour colour;

  bool Covers(int px, int py) const {
    const double dx = (px - x) / half_width, dy = (py - y) / half_height;
    return is_round ? dx * dx + dy * dy <= 1 : std::max(std::abs(dx), std::abs(dy)) <= 1;
  }
};

// The left view: which disparity and colour each pixel has, without noise.
struct View {
  std::vector<double> disparity;
  std::vector<Colour> colour;
};

class Scenery {
 public:
  Scenery(const StereoScene& scene, uint64_t seed)
      : scene_(scene), range_(RangeOf(scene)), random_(seed, "middlebury-stereo/" + scene.name) {
    background_ = RandomColour(random_);
    for (int i = 0; i < kObjects; ++i) objects_.push_back(RandomObject());
    // The nearest are drawn last.
    std::ranges::stable_sort(objects_, {}, &Object::disparity);
    texture_ = SmoothField(scene.height, scene.width, random_);
  }

  View Left() const {
    View view;
    for (int y = 0; y < scene_.height; ++y) {
      for (int x = 0; x < scene_.width; ++x) {
        double disparity = Background(y);
        Colour colour = background_;
        for (const Object& object : objects_) {
          if (!object.Covers(x, y)) continue;
          disparity = object.disparity;
          colour = object.colour;
        }
        for (double& channel : colour) channel += kTexture * texture_[view.disparity.size()];
        view.disparity.push_back(disparity);
        view.colour.push_back(colour);
      }
    }
    return view;
  }

  // Each pixel of the left view where it is seen from the right, the nearest in front.
  View Right(const View& left) {
    const size_t pixels = left.disparity.size();
    View view = {.disparity = std::vector<double>(pixels, -1), .colour = std::vector<Colour>(pixels)};
    for (int y = 0; y < scene_.height; ++y) {
      for (int x = 0; x < scene_.width; ++x) {
        const size_t from = Index(x, y);
        const int column = x - static_cast<int>(std::lround(left.disparity[from]));
        if (column < 0 || left.disparity[from] <= view.disparity[Index(column, y)]) continue;
        view.disparity[Index(column, y)] = left.disparity[from];
        view.colour[Index(column, y)] = left.colour[from];
      }
      FillGaps(y, view);
    }
    return view;
  }

  // Its values with noise.
  Image Photograph(const View& view) {
    Image image = graphical_models::UniformImage(scene_.width, scene_.height, 3);
    for (size_t pixel = 0; pixel < view.colour.size(); ++pixel) {
      for (size_t channel = 0; channel < 3; ++channel) {
        const double value = view.colour[pixel][channel] + kNoise * random_.Normal();
        image.values[3 * pixel + channel] = static_cast<uint8_t>(std::clamp(std::lround(value), 0L, 255L));
      }
    }
    return image;
  }

  DisparityMap Truth(const View& view) const {
    DisparityMap map = {.width = scene_.width, .height = scene_.height, .values = view.disparity};
    for (int y = 0; y < scene_.height; ++y) {
      for (int x = 0; x < scene_.width; ++x) {
        if (!IsKnown(scene_, x, y)) map.values[Index(x, y)] = kUnknownDisparity;
      }
    }
    return map;
  }

 private:
  size_t Index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(scene_.width) + static_cast<size_t>(x);
  }

  // As the files of the scene can hold it.
  double Stored(double disparity) const {
    const double steps = scene_.name == "tsukuba" ? 1 : scene_.scale;
    return std::round(disparity * steps) / steps;
  }

  // Far at the top, a third of the way to the nearest at the bottom.
  double Background(int y) const {
    const double third = (range_.nearest - range_.farthest) / 3;
    return Stored(range_.farthest + third * y / scene_.height);
  }

  Object RandomObject() {
    Object object;
    object.x = random_.Uniform(0, scene_.width);
    object.y = random_.Uniform(0, scene_.height);
    object.half_width = random_.Uniform(0.04, 0.16) * scene_.width;
    object.half_height = random_.Uniform(0.04, 0.2) * scene_.height;
    object.is_round = random_.Uniform() < 0.5;
    object.colour = RandomColour(random_);
    const double behind = Background(static_cast<int>(object.y));
    object.disparity = Stored(random_.Uniform(behind, range_.nearest));
    return object;
  }

  // What only the right camera sees: the farther of the surfaces beside it, with texture of its own.
  void FillGaps(int y, View& view) {
    for (int x = 0; x < scene_.width; ++x) {
      if (view.disparity[Index(x, y)] >= 0) continue;
      int end = x;
      while (end < scene_.width && view.disparity[Index(end, y)] < 0) ++end;
      const bool has_left = x > 0, has_right = end < scene_.width;
      const bool take_left =
          has_left && (!has_right || view.disparity[Index(x - 1, y)] <= view.disparity[Index(end, y)]);
      const size_t from = take_left ? Index(x - 1, y) : Index(end, y);
      for (; x < end; ++x) {
        const double texture = kTexture * random_.Normal();
        view.disparity[Index(x, y)] = view.disparity[from];
        view.colour[Index(x, y)] = view.colour[from];
        for (double& channel : view.colour[Index(x, y)]) channel += texture;
      }
    }
  }

  const StereoScene& scene_;
  DisparityRange range_;
  RandomStream random_;
  Colour background_;
  std::vector<Object> objects_;
  std::vector<double> texture_;
};

}  // namespace

StereoPair GenerateStereoPair(std::string_view scene_name, uint64_t seed) {
  const StereoScene& scene = FindStereoScene(scene_name);
  Scenery scenery(scene, seed);
  const View left = scenery.Left();
  const View right = scenery.Right(left);
  StereoPair pair;
  pair.left = scenery.Photograph(left);
  pair.right = scenery.Photograph(right);
  pair.truth = scenery.Truth(left);
  if (!scene.right_disparity.empty()) pair.right_truth = scenery.Truth(right);
  return pair;
}

}  // namespace structlab::datasets
