#include "experiments/datasets/face_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/reproducible_math.h"
#include "experiments/datasets/face_occluders.h"
#include "experiments/datasets/smooth_field.h"

namespace structlab::datasets {
namespace {

constexpr int kSide = 32;
constexpr size_t kPixels = size_t{kSide} * kSide;
using Field = std::vector<double>;  // kSide x kSide, row by row

constexpr double kAlbedo = 0.1;       // standard deviation of the subject's own, about 0.6
constexpr double kShape = 0.5;        // of heights, in pixels
constexpr double kNoise = 3;          // grey values
constexpr double kAmbient = 0.08;     // light from all sides
constexpr double kMovement = 1.2;     // of expressions and poses, in pixels
constexpr double kNewSession = 0.02;  // change of the albedo

// How different subjects are; tuned by hand until the error of nearest neighbours was that of the real sets.
constexpr double kOwnYaleB = 0.42;
constexpr double kOwnOrl = 3.2;
constexpr double kOwnYale = 0.75;

double At(const Field& field, int row, int column) {
  row = std::clamp(row, 0, kSide - 1);
  column = std::clamp(column, 0, kSide - 1);
  return field[static_cast<size_t>(row) * kSide + static_cast<size_t>(column)];
}

// Between four pixels.
double Interpolate(const Field& field, double row, double column) {
  const int top = static_cast<int>(std::floor(row)), left = static_cast<int>(std::floor(column));
  const double down = row - top, right = column - left;
  return (1 - down) * ((1 - right) * At(field, top, left) + right * At(field, top, left + 1)) +
         down * ((1 - right) * At(field, top + 1, left) + right * At(field, top + 1, left + 1));
}

Field Draw(common::RandomStream& stream, double deviation) {
  Field field = SmoothField(kSide, kSide, stream);
  for (double& value : field) value *= deviation;
  return field;
}

struct Subject {
  Field albedo, height;
};

// A dome with a ridge for the nose, and what the subject adds, `own` times as much as usual.
Subject DrawSubject(double own, common::RandomStream& stream) {
  Subject subject = {Draw(stream, own * kAlbedo), Draw(stream, own * kShape)};
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      const double y = (row + 0.5) / kSide - 0.5, x = (column + 0.5) / kSide - 0.5;
      const size_t pixel = static_cast<size_t>(row) * kSide + static_cast<size_t>(column);
      const double nose = 3 * common::ReproducibleExp(-200 * x * x - 30 * y * y);
      const double beside = std::abs(x) - 0.22, above = y + 0.18;
      subject.height[pixel] += 14 * std::sqrt(std::max(0.05, 1 - 2 * x * x - 1.6 * y * y)) + nose;
      subject.albedo[pixel] +=
          0.6 - 0.25 * common::ReproducibleExp(-60 * beside * beside - 200 * above * above);  // eyes
    }
  }
  return subject;
}

// Where the light comes from, and how strong it is.
struct Light {
  double right, up, front;
};

// By their series, x (1 - x^2/(2 3) (1 - x^2/(4 5) (...))) and 1 - x^2/(1 2) (1 - x^2/(3 4) (...)), for
// angles up to 180 degrees, where what is left out is below 1e-15: those of the C library differ between its
// versions and processors in the last bit.
double Sine(double degrees) {
  const double x = degrees * std::numbers::pi / 180;
  double series = 1;
  for (int n = 29; n >= 3; n -= 2) series = 1 - series * x * x / (n * (n - 1));
  return x * series;
}

double Cosine(double degrees) {
  const double x = degrees * std::numbers::pi / 180;
  double series = 1;
  for (int n = 28; n >= 2; n -= 2) series = 1 - series * x * x / (n * (n - 1));
  return series;
}

Light LightFrom(double azimuth, double elevation, double strength = 1) {
  return {strength * Cosine(elevation) * Sine(azimuth), strength * Sine(elevation),
          strength * Cosine(elevation) * Cosine(azimuth)};
}

// Where each pixel is taken from, less its place.
struct Movement {
  Field down, right;
};

Movement NoMovement() { return {Field(kPixels), Field(kPixels)}; }

Movement DrawMovement(common::RandomStream& stream, double deviation) {
  Movement movement = {Draw(stream, deviation), Draw(stream, deviation)};
  const double down = deviation * stream.Normal(), right = deviation * stream.Normal();
  for (double& value : movement.down) value += down;
  for (double& value : movement.right) value += right;
  return movement;
}

std::vector<uint8_t> Render(const Subject& subject, const std::vector<Light>& lights,
                            const Movement& movement, common::RandomStream& stream) {
  Field shaded(kPixels);
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      const double slope_right =
          (At(subject.height, row, column + 1) - At(subject.height, row, column - 1)) / 2;
      const double slope_up = (At(subject.height, row - 1, column) - At(subject.height, row + 1, column)) / 2;
      const double length = std::sqrt(1 + slope_right * slope_right + slope_up * slope_up);
      double brightness = kAmbient;
      for (const Light& light : lights) {
        brightness += std::max(0.0, (light.front - slope_right * light.right - slope_up * light.up) / length);
      }
      const size_t pixel = static_cast<size_t>(row) * kSide + static_cast<size_t>(column);
      shaded[pixel] = 255 * std::max(0.05, subject.albedo[pixel]) * brightness;
    }
  }
  std::vector<uint8_t> image(kPixels);
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      const size_t pixel = static_cast<size_t>(row) * kSide + static_cast<size_t>(column);
      const double grey = Interpolate(shaded, row + movement.down[pixel], column + movement.right[pixel]);
      image[pixel] =
          static_cast<uint8_t>(std::clamp(std::round(grey + kNoise * stream.Normal()), 0.0, 255.0));
    }
  }
  return image;
}

void Append(Faces& faces, int subject, const std::vector<uint8_t>& image) {
  faces.subjects.push_back(subject);
  faces.pixels.insert(faces.pixels.end(), image.begin(), image.end());
}

// Of subjects 11 to 17 some images were damaged when they were taken; of the others there are 64.
int CountOfYaleB(int subject) {
  constexpr std::array<int, 7> kFewer = {60, 59, 60, 63, 62, 63, 63};
  return subject >= 11 && subject <= 17 ? kFewer[subject - 11] : 64;
}

Faces GenerateYaleB(int subjects, uint64_t seed) {
  common::RandomStream directions(seed, "faces/lights");
  std::vector<Light> lights;
  for (int i = 0; i < 64; ++i) {
    const double azimuth = directions.Uniform(-110, 110), elevation = directions.Uniform(-40, 70);
    lights.push_back(LightFrom(azimuth, elevation, 1.3));
  }
  Faces faces = {kSide, kSide, {}, {}};
  for (int s = 1; s <= subjects; ++s) {
    common::RandomStream stream(seed, "faces/yaleb", static_cast<uint64_t>(s));
    const Subject subject = DrawSubject(kOwnYaleB, stream);
    for (int i = 0; i < CountOfYaleB(s); ++i) {
      Append(faces, s, Render(subject, {lights[i]}, NoMovement(), stream));
    }
  }
  return faces;
}

Faces GenerateFrontal(const std::string& name, int subjects, int images, double own, uint64_t seed) {
  Faces faces = {kSide, kSide, {}, {}};
  for (int s = 1; s <= subjects; ++s) {
    common::RandomStream stream(seed, "faces/" + name, static_cast<uint64_t>(s));
    const Subject subject = DrawSubject(own, stream);
    for (int i = 0; i < images; ++i) {
      const double azimuth = 20 * stream.Normal(), elevation = 15 * stream.Normal();
      const Movement movement = DrawMovement(stream, kMovement);
      Append(faces, s, Render(subject, {LightFrom(azimuth, elevation, 1.2)}, movement, stream));
    }
  }
  return faces;
}

// The lights of images 1 to 13 of a session: frontal, or from the left, the right and both sides.
std::vector<Light> ArLights(int image) {
  const Light front = LightFrom(0, 10), left = LightFrom(-60, 10), right = LightFrom(60, 10);
  switch (image) {
    case 5:
    case 9:
    case 12:
      return {left};
    case 6:
    case 10:
    case 13:
      return {right};
    case 7:
      return {left, right};
    default:
      return {front};
  }
}

}  // namespace

Faces GenerateFaces(FaceSet set, uint64_t seed, int max_subjects) {
  if (max_subjects < 1) {
    common::ThrowUsageError("GenerateFaces::max_subjects", "1 or more", std::to_string(max_subjects));
  }
  switch (set) {
    case FaceSet::kExtendedYaleBFull:
    case FaceSet::kExtendedYaleB:
      return GenerateYaleB(std::min(max_subjects, 38), seed);
    case FaceSet::kOrl:
      return GenerateFrontal("orl", std::min(max_subjects, 40), 10, kOwnOrl, seed);
    case FaceSet::kYale:
      return GenerateFrontal("yale", std::min(max_subjects, 15), 11, kOwnYale, seed);
  }
  return {};
}

Faces GenerateArFaces(uint64_t seed, int subjects) {
  if (subjects < 1 || subjects > kArSubjects) {
    common::ThrowUsageError("GenerateArFaces::subjects", fmt::format("1 to {}", kArSubjects),
                            std::to_string(subjects));
  }
  Faces faces = {kSide, kSide, {}, {}};
  for (int s = 1; s <= subjects; ++s) {
    common::RandomStream stream(seed, "faces/ar", static_cast<uint64_t>(s));
    Subject subject = DrawSubject(1, stream);
    for (int session = 0; session < 2; ++session) {
      for (int i = 1; i <= kArImages / 2; ++i) {
        const bool is_expression = i >= 2 && i <= 4;
        const Movement movement = DrawMovement(stream, is_expression ? kMovement : kMovement / 4);
        std::vector<uint8_t> image = Render(subject, ArLights(i), movement, stream);
        if (i >= 8) {
          DrawOccluder(i <= 10 ? Occluder::kSunglasses : Occluder::kScarf, kSide, kSide, stream, image);
        }
        Append(faces, s, image);
      }
      const Field change = Draw(stream, kNewSession);
      for (size_t pixel = 0; pixel < kPixels; ++pixel) subject.albedo[pixel] += change[pixel];
    }
  }
  return faces;
}

}  // namespace structlab::datasets
