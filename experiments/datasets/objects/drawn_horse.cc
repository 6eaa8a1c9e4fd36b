#include <fmt/format.h>

#include <cmath>

#include "common/random_stream.h"
#include "experiments/datasets/objects/drawing.h"
#include "experiments/datasets/objects/weizmann_horses.h"

namespace structlab::datasets {

Horse DrawHorse(uint64_t seed, int index) {
  common::RandomStream stream(seed, "weizmann-horses", static_cast<uint64_t>(index));
  const int width = 120 + static_cast<int>(stream.UniformIndex(60));
  const int height = 90 + static_cast<int>(stream.UniformIndex(40));
  Canvas canvas(width, height, stream);
  canvas.PaintAll(Near({150, 180, 210}, 40, stream), {.noise = 6});
  const double horizon = stream.Uniform(0.3, 0.6) * height;
  canvas.Paint([&](double, double y) { return y > horizon; }, Near({110, 140, 70}, 35, stream),
               {.angle = 0, .frequency = stream.Uniform(0.8, 1.6), .amplitude = 12, .noise = 14});

  const Color coat = Near({120, 80, 50}, 45, stream);
  const Texture texture{.angle = stream.Uniform(0.6, 1.0), .frequency = 0.9, .amplitude = 10, .noise = 8};
  std::vector<uint8_t> mark(static_cast<size_t>(width) * static_cast<size_t>(height), 0);
  const auto part = [&](const std::function<bool(double, double)>& inside) {
    canvas.Paint(inside, coat, texture, &mark);
  };
  // In units of the half length of the body; the head is at the left.
  const double unit = stream.Uniform(0.24, 0.3) * width;
  const double x0 = stream.Uniform(0.5, 0.56) * width, y0 = stream.Uniform(0.45, 0.53) * height;
  const double thickness = stream.Uniform(0.4, 0.5) * unit, rise = stream.Uniform(0.7, 1.0) * unit;
  const double leg = std::min(stream.Uniform(0.9, 1.1) * unit, 0.95 * height - y0 - thickness / 2);
  part([&](double x, double y) { return InEllipse(x, y, x0, y0, unit, thickness); });
  part([&](double x, double y) {
    return InEllipse(x, y, x0 - 1.05 * unit, y0 - rise / 2, 0.6 * unit, 0.22 * unit, 0.9);
  });
  part([&](double x, double y) {
    return InEllipse(x, y, x0 - 1.4 * unit, y0 - rise, 0.35 * unit, 0.15 * unit, -0.5);
  });
  part([&](double x, double y) {
    return InEllipse(x, y, x0 + 1.1 * unit, y0 + 0.2 * unit, 0.4 * unit, 0.09 * unit, 1.1);
  });
  for (const double side : {-0.75, -0.5, 0.5, 0.75}) {
    const double slope = stream.Uniform(-0.25, 0.25);
    part([&](double x, double y) {
      const double below = y - y0;
      return below > 0 && below < thickness / 2 + leg &&
             std::abs(x - x0 - side * unit - slope * below) < 0.09 * unit;
    });
  }
  Horse horse{.name = fmt::format("drawn{:03}", index), .image = canvas.ToImage()};
  horse.mask = {width, height, std::move(mark)};
  horse.box = BoxOf(horse.mask);
  return horse;
}

}  // namespace structlab::datasets
