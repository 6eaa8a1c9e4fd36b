// The images whose minimum cuts the benchmark takes.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BENCHMARK_IMAGES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BENCHMARK_IMAGES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace structlab::graphical_models {

// Grey values row by row.
struct GrayImage {
  int width = 0, height = 0;
  std::vector<uint8_t> pixels;
};

// The image of a file; of colours the luma (299 R + 587 G + 114 B) / 1000 in 16-bit fixed point, rounded, as
// Pillow's convert("L"). Throws common::Error (data) if it cannot be read.
GrayImage ReadGrayImage(const std::string& path);

// Four times as wide and as high, as Pillow's resize with BILINEAR: along x, then along y, each pixel is the
// mean of its two nearest neighbours by distance, with 22-bit weights and rounded after each direction.
GrayImage EnlargeFourfold(const GrayImage& image);

// Smooth blobs, dark and bright, with noise: in place of a photograph that is not there.
GrayImage GenerateGrayImage(int width, int height, uint64_t seed);

struct TwoMeans {
  int dark, bright;
};

// The centres of two clusters of the grey values, from 0 and 255 on until nothing changes, rounded.
TwoMeans TwoMeansOf(const GrayImage& image);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_BENCHMARK_IMAGES_H_
