// Denoising and inpainting of grey images as energies, and how near the result is to the truth.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_RESTORATION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_RESTORATION_H_

#include <cstdint>
#include <span>

#include "graphical_models/images/image.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// The source's for penguin are the defaults.
struct RestorationOptions {
  int slope = 40;       // nu: cost of a step of one grey value between neighbours, >= 0
  int truncation = 40;  // M: steps of more grey values cost no more, >= 0
};

// A label is one of 256 grey values (Dokania 2016, section 3.6.2):
//
//   unary = (label - intensity)^2, 0 where the mask is 255: there the pixel is missing
//   pair  = slope * min(|a - b|, truncation), 4-connected
//
// The mask may be null: no pixel is missing. The potential is TruncatedLinear{slope, truncation}. Memory:
// 1 KiB a pixel. Throws common::Error(kUsage) for options out of their range, an image without pixels or of
// colours, a mask of another size or with values other than 0 and 255.
GridEnergy<int32_t> RestorationEnergy(const Image& noisy, const Image* mask,
                                      const RestorationOptions& options);

// The grey image whose values are the labels. Throws common::Error(kUsage) unless there is a label from 0 to
// 255 for each pixel.
Image ImageOfLabels(int width, int height, std::span<const Label> labels);

// The peak signal-to-noise ratio in decibels, 10 log10(255^2 / mean squared difference), over all values or
// those of the pixels where `mask` is 255; +infinity for images that are alike there. Throws common::Error
// (kUsage) for images of different sizes or channels, a mask as above, and if no pixel is left.
double Psnr(const Image& image, const Image& clean, const Image* mask = nullptr);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_RESTORATION_H_
