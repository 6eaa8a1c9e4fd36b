// Masks of images: which pixels are foreground.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_MASK_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_MASK_H_

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::structured_learning {

// The labels of pixels.
inline constexpr uint8_t kBackground = 0, kForeground = 1;
inline constexpr uint8_t kVoid = 255;  // unknown: neither learned from nor counted as an error

// A label for each pixel, row by row from the upper left.
struct Mask {
  int width = 0, height = 0;
  std::vector<uint8_t> labels;

  friend bool operator==(const Mask&, const Mask&) = default;
};

// The value of a mask's pixel: red, green and blue, which are equal for a grey value.
struct MaskValue {
  std::array<uint8_t, 3> rgb = {};

  friend auto operator<=>(const MaskValue&, const MaskValue&) = default;
};

// Reads "255" (a grey value), "192,128,128" or "#c08080". Throws common::Error(kUsage) at `where` for other
// texts.
MaskValue ParseMaskValue(const std::string& text, const std::string& where);
// "255" or "#c08080"; ParseMaskValue reads back the same value.
std::string FormatMaskValue(const MaskValue& value);

struct MaskOptions {
  // The value of foreground pixels; all other pixels except those of `ignored` are background. If it is
  // missing, a mask has two values, see MaskReader.
  std::optional<MaskValue> foreground = {};
  std::optional<MaskValue> ignored = {};  // the value of pixels that become kVoid
  // Reads a mask with one value only, as predictions may have: 0 is background, any other value foreground.
  bool takes_one_value = false;
};

// Reads the masks of a data set.
//
//     MaskReader reader({.ignored = ParseMaskValue("255", "--void")});
//     std::vector<std::string> notes;
//     const Mask mask = reader.Read("masks/cat.png", notes);
//
// Without MaskOptions::foreground, each mask must have two values besides the ignored one, the same two in
// all masks. Black is the background, otherwise the darker one (the smaller sum of red, green and blue).
//
// - Lossy files (JPEG, lossy WebP) blur the values: their pixels are foreground from 128 on, by the mean of
//   the channels. The foreground may be 255 (the default) or 0; other values and ignored ones are refused.
// - A mask with more than 16 values of which at least 95 % of the pixels are 0 or 255, such as one with soft
//   edges, is read in the same way unless its foreground is another value.
// Both add "PATH: description" to the notes, as do the conversions of ReadAnyImage
// (graphical_models/images/any_image_file.h), which reads all formats.
class MaskReader {
 public:
  explicit MaskReader(MaskOptions options = {}) : options_(std::move(options)) {}

  // Throws common::Error: as ReadAnyImage does; and kData, which names the file and the values found, for one
  // value only, for more than two without a foreground, and for two that differ from those of earlier masks.
  Mask Read(const std::string& path, std::vector<std::string>& notes);
  // The mask that an image shows. `where` is its name in messages.
  Mask FromImage(const graphical_models::Image& image, bool is_lossy, const std::string& where,
                 std::vector<std::string>& notes);

  // The values of background and foreground pixels, once a mask with two values was read without
  // MaskOptions::foreground.
  const std::optional<std::array<MaskValue, 2>>& values() const { return values_; }

 private:
  Mask FromSoftValues(const graphical_models::Image& image, const std::string& where);
  Mask FromTwoValues(const graphical_models::Image& image, std::vector<MaskValue> found,
                     const std::string& where);
  void NoteValues(const MaskValue& background, const MaskValue& foreground, const std::string& where);

  MaskOptions options_;
  std::optional<std::array<MaskValue, 2>> values_;
  std::string first_;  // the mask that values_ is from
};

// Throws common::Error(kData) at `where` unless the mask has this size.
void CheckMaskSize(const Mask& mask, int width, int height, const std::string& where);

// Writes a PNG: 0 for background, 255 for foreground, 128 for void. Throws as WritePng does.
void WriteMask(const std::string& path, const Mask& mask);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_MASK_H_
