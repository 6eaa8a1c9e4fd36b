// Local features of images on a dense grid: histograms of gradient orientations, as dense SIFT (Lowe 2004;
// Vedaldi, Fulkerson 2008: flat windows).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_WORDS_DENSE_DESCRIPTORS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_WORDS_DENSE_DESCRIPTORS_H_

#include <array>
#include <span>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::structured_learning {

// A patch has 4 x 4 square cells with a histogram of 8 orientations each.
inline constexpr int kPatchCells = 4, kOrientations = 8;
inline constexpr int kDescriptorNumbers = kPatchCells * kPatchCells * kOrientations;

struct DescriptorOptions {
  int max_side = 320;                     // 16..2048: images whose longer side is larger are reduced to it
  int step = 6;                           // 1..256: pixels of the reduced image between patches
  std::vector<int> cell_sides = {6, 12};  // 1..256, one for each scale: pixels of the reduced image
  // Patches whose mean gradient is smaller (grey values a pixel) get a descriptor of zeros. >= 0.
  double min_gradient = 1;

  friend bool operator==(const DescriptorOptions&, const DescriptorOptions&) = default;
};
// Throws common::Error(kUsage) for values out of range: 1 to 16 scales.
void CheckDescriptorOptions(const DescriptorOptions& options);

// The grey values of an image, 0.299 R + 0.587 G + 0.114 B, row by row. If its longer side is larger than
// max_side, that becomes max_side and the other one is scaled alike (at least 1 pixel); a new pixel is the
// mean of the pixels it covers, weighted by their covered area.
struct GrayPlane {
  int width = 0, height = 0;
  std::vector<float> values;
};
GrayPlane ReducedGray(const graphical_models::Image& image, int max_side);

// The coefficients of a gradient in the 8 directions of multiples of 45 degrees, beginning at +x: a gradient
// is the sum of its two nearest directions with coefficients >= 0, without trigonometry. In the sector of 0
// to 45 degrees, (x, y) = (x - y) (1, 0) + sqrt(2) y (1, 1) / sqrt(2).
std::array<float, kOrientations> OrientationsOf(float x, float y);

// The descriptors of an image. For each scale with cells of c pixels, the middles of patches of 4c x 4c
// pixels lie `step` pixels apart, from border to border of the reduced image. Cells at the border are cut, so
// that every part of the image has points.
//
//     const DenseDescriptors descriptors(image, {});
//     std::array<float, kDescriptorNumbers> numbers;
//     for (int k = 0; k < descriptors.size(); ++k) descriptors.Describe(k, numbers);
//
// A descriptor holds the sums of the coefficients over each cell, [row][column][orientation], divided by
// their Euclidean norm, cut at 0.2 and divided by the norm again. Gradients are central differences, 0
// outside of the image. Memory: 64 bytes a pixel of the reduced image. O(pixels) to construct, O(128) for a
// descriptor. Const members are deterministic and thread-safe.
class DenseDescriptors {
 public:
  // Throws common::Error(kUsage) as CheckDescriptorOptions does, and for an image without pixels.
  DenseDescriptors(const graphical_models::Image& image, const DescriptorOptions& options);

  int size() const { return static_cast<int>(patches_.size()); }
  // The pixel of the given image at the middle of the patch.
  struct Position {
    int x = 0, y = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  Position position(int k) const;
  void Describe(int k, std::span<float, kDescriptorNumbers> numbers) const;

 private:
  struct Patch {
    int left, top, cell_side;  // in the reduced image
  };

  void AddPatches(int cell_side, int step);

  int image_width_, image_height_;
  int width_, height_;  // of the reduced image
  double min_gradient_;
  std::vector<Patch> patches_;
  std::vector<double> sums_;  // [y][x][orientation]: of all pixels above and left, (width + 1) x (height + 1)
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_WORDS_DENSE_DESCRIPTORS_H_
