// Denoising and inpainting of grey images as energies, and the distance of the result from the truth.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_RESTORATION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_RESTORATION_H_

#include <cstdint>
#include <span>

#include "graphical_models/images/image.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// The defaults are the source's settings for penguin.
struct RestorationOptions {
  int slope = 40;       // nu: cost of a step of one grey value between neighbours, >= 0; larger: smoother
  int truncation = 40;  // M: larger steps of grey values cost no more, >= 0; smaller: edges are kept
};

// The energy of restoring an image. A label is one of 256 grey values (Dokania 2016, section 3.6.2):
//
//   unary = (label - intensity)^2, or 0 where the mask is 255: there the pixel is missing
//   pair  = slope * min(|a - b|, truncation), 4-connected
//
//   const GridEnergy<int32_t> energy = RestorationEnergy(noisy, nullptr, {.slope = 40, .truncation = 40});
//   const Image restored = ImageOfLabels(noisy.width, noisy.height, MinimizeTrws(energy).labeling);
//
// The mask may be null: then no pixel is missing. The potential is TruncatedLinear{slope, truncation}.
// Memory: 1 KiB a pixel. Throws common::Error(kUsage) for options out of range, an image without pixels or
// with colours, and a mask of another size or with values other than 0 and 255.
GridEnergy<int32_t> RestorationEnergy(const Image& noisy, const Image* mask,
                                      const RestorationOptions& options);

// The grey image whose values are the labels. Throws common::Error(kUsage) unless each pixel has a label from
// 0 to 255.
Image ImageOfLabels(int width, int height, std::span<const Label> labels);

// The peak signal-to-noise ratio in decibels, 10 log10(255^2 / mean squared difference), over all values or
// over those of the pixels where `mask` is 255; +infinity if the images are equal there. Throws
// common::Error(kUsage) for images of different sizes or channels, a mask as above, and if no pixel is left.
double Psnr(const Image& image, const Image& clean, const Image* mask = nullptr);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_RESTORATION_H_
