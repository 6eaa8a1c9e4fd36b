#include "structured_learning/segmentation/mask_agreement.h"

#include <algorithm>
#include <cstddef>

#include "common/error.h"

namespace structlab::structured_learning {

MaskAgreement AgreementOf(const PixelCounts& counts) {
  const auto share = [](int64_t part, int64_t whole) {
    return static_cast<double>(part) / static_cast<double>(std::max<int64_t>(whole, 1));
  };
  const int64_t either = counts.both + counts.only_true + counts.only_predicted;
  return {.pixel_error = share(counts.only_true + counts.only_predicted, counts.known),
          .overlap = either == 0 ? 1 : share(counts.both, either),
          .foreground_share = share(counts.both + counts.only_true, counts.known)};
}

MaskAgreement CompareMasks(const Mask& truth, const Mask& predicted, const std::string& where) {
  CheckMaskSize(predicted, truth.width, truth.height, where);
  PixelCounts counts;
  for (size_t pixel = 0; pixel < truth.labels.size(); ++pixel) {
    if (predicted.labels[pixel] == kVoid) {
      common::ThrowDataError(where, "background or foreground in each pixel", "void");
    }
    if (truth.labels[pixel] == kVoid) continue;
    const bool is_true = truth.labels[pixel] == kForeground;
    const bool is_predicted = predicted.labels[pixel] == kForeground;
    ++counts.known;
    counts.both += is_true && is_predicted ? 1 : 0;
    counts.only_true += is_true && !is_predicted ? 1 : 0;
    counts.only_predicted += !is_true && is_predicted ? 1 : 0;
  }
  if (counts.known == 0) common::ThrowDataError(where, "a true mask with a pixel that is not void", "none");
  return AgreementOf(counts);
}

MaskAgreement MeanAgreement(const std::vector<MaskAgreement>& agreements) {
  MaskAgreement mean;
  for (const MaskAgreement& one : agreements) {
    mean.pixel_error += one.pixel_error / static_cast<double>(agreements.size());
    mean.overlap += one.overlap / static_cast<double>(agreements.size());
    mean.foreground_share += one.foreground_share / static_cast<double>(agreements.size());
  }
  return mean;
}

}  // namespace structlab::structured_learning
