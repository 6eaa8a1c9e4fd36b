// How well a mask agrees with the true one.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_MASK_AGREEMENT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_MASK_AGREEMENT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "structured_learning/segmentation/mask.h"

namespace structlab::structured_learning {

// Pixels whose true label is void do not count.
struct MaskAgreement {
  double pixel_error = 0;  // the share of pixels with a wrong label; lower is better
  double overlap = 0;      // |both foreground| / |either foreground|, 1 if there are none; higher is better
  double foreground_share = 0;  // of the true mask: the pixel error of "all is background"
};

// Numbers of pixels; `known` are those that are not void.
struct PixelCounts {
  int64_t known = 0, both = 0, only_true = 0, only_predicted = 0;  // foreground in both masks, in one of them
};
// Without known pixels: that of equal masks.
MaskAgreement AgreementOf(const PixelCounts& counts);

// Throws common::Error(kData) at `where` for masks of different sizes, for a true mask whose pixels are all
// void, and for void pixels in the predicted one.
MaskAgreement CompareMasks(const Mask& truth, const Mask& predicted, const std::string& where);

// The means over images. Each image counts the same, whatever its size. All are 0 without images.
MaskAgreement MeanAgreement(const std::vector<MaskAgreement>& agreements);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_MASK_AGREEMENT_H_
