#include "experiments/datasets/objects/drawing.h"

#include <algorithm>
#include <cmath>

#include "experiments/datasets/smooth_field.h"

namespace structlab::datasets {

Canvas::Canvas(int width, int height, common::RandomStream& stream)
    : width_(width),
      height_(height),
      field_(SmoothField(height, width, stream)),
      pixels_(static_cast<size_t>(width) * static_cast<size_t>(height)) {}

void Canvas::Paint(const std::function<bool(double x, double y)>& inside, const Color& color,
                   const Texture& texture, std::vector<uint8_t>* mark) {
  const double cosine = std::cos(texture.angle), sine = std::sin(texture.angle);
  size_t pixel = 0;
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x, ++pixel) {
      if (!inside(x, y)) continue;
      const double wave = std::sin(texture.frequency * (x * cosine + y * sine));
      const double change = texture.amplitude * wave + texture.noise * field_[pixel];
      for (int channel = 0; channel < 3; ++channel) pixels_[pixel][channel] = color[channel] + change;
      if (mark != nullptr) (*mark)[pixel] = 1;
    }
  }
}

graphical_models::Image Canvas::ToImage() const {
  graphical_models::Image image = graphical_models::UniformImage(width_, height_, 3);
  for (size_t pixel = 0; pixel < pixels_.size(); ++pixel) {
    for (size_t channel = 0; channel < 3; ++channel) {
      const double value = std::floor(pixels_[pixel][channel] + 0.5);
      image.values[3 * pixel + channel] = static_cast<uint8_t>(std::clamp(value, 0.0, 255.0));
    }
  }
  return image;
}

Color Near(const Color& color, double spread, common::RandomStream& stream) {
  Color near = color;
  for (double& channel : near) channel += stream.Uniform(-spread, spread);
  return near;
}

bool InEllipse(double x, double y, double center_x, double center_y, double a, double b, double angle) {
  const double dx = x - center_x, dy = y - center_y;
  const double along = dx * std::cos(angle) + dy * std::sin(angle);
  const double across = dy * std::cos(angle) - dx * std::sin(angle);
  return along * along / (a * a) + across * across / (b * b) <= 1;
}

}  // namespace structlab::datasets
