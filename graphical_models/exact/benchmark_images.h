// Images for the benchmark of minimum cuts.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BENCHMARK_IMAGES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BENCHMARK_IMAGES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace structlab::graphical_models {

// Grey values, row by row.
struct GrayImage {
  int width = 0, height = 0;
  std::vector<uint8_t> pixels;
};

// Reads an image file. Colours become luma (299 R + 587 G + 114 B) / 1000 in 16-bit fixed point, rounded,
// like Pillow's convert("L"). Throws common::Error (data) if the file cannot be read.
GrayImage ReadGrayImage(const std::string& path);

// Enlarges width and height by four, like Pillow's resize with BILINEAR: first along x, then along y, each
// pixel is the mean of its two nearest neighbours weighted by distance, with 22-bit weights and rounding
// after each direction.
GrayImage EnlargeFourfold(const GrayImage& image);

// A synthetic image of smooth dark and bright blobs with noise; used if no photograph is available.
GrayImage GenerateGrayImage(int width, int height, uint64_t seed);

struct TwoMeans {
  int dark, bright;
};

// The rounded centres of two clusters of the grey values: k-means that starts at 0 and 255 and runs until
// nothing changes.
TwoMeans TwoMeansOf(const GrayImage& image);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_BENCHMARK_IMAGES_H_
