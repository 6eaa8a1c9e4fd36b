// A canvas for stand-ins of photographs: shapes with a colour and a texture.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_DRAWING_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_DRAWING_H_

#include <array>
#include <functional>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/images/image.h"

namespace structlab::datasets {

using Color = std::array<double, 3>;  // red, green, blue from 0 to 255

// Adds to all channels amplitude * sin(frequency * (x cos(angle) + y sin(angle))), and noise.
struct Texture {
  double angle = 0, frequency = 0.5, amplitude = 0;
  double noise = 8;  // standard deviation of a smooth random field
};

class Canvas {
 public:
  Canvas(int width, int height, common::RandomStream& stream);

  int width() const { return width_; }
  int height() const { return height_; }

  // Paints the pixels for which inside(x, y) holds; in `mark`, if given, they become 1.
  void Paint(const std::function<bool(double x, double y)>& inside, const Color& color,
             const Texture& texture, std::vector<uint8_t>* mark = nullptr);
  void PaintAll(const Color& color, const Texture& texture) {
    Paint([](double, double) { return true; }, color, texture);
  }
  graphical_models::Image ToImage() const;

 private:
  int width_, height_;
  std::vector<double> field_;  // a smooth random field, for all textures
  std::vector<Color> pixels_;
};

// A colour that differs from `color` by uniform numbers of at most `spread` in each channel.
Color Near(const Color& color, double spread, common::RandomStream& stream);

// Whether (x, y) is in the ellipse with this centre and these half axes, turned by `angle`.
bool InEllipse(double x, double y, double center_x, double center_y, double a, double b, double angle = 0);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_DRAWING_H_
