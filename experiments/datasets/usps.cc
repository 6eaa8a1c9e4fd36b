#include "experiments/datasets/usps.h"

#include <charconv>
#include <string_view>
#include <system_error>

#include "common/error.h"
#include "common/text_input.h"
#include "experiments/datasets/field_cursor.h"

namespace structlab::datasets {
namespace {

constexpr size_t kLongestLine = 8192;  // an image takes 2063 bytes in zip.train
constexpr const char kLine[] = "a digit and 256 grey values, separated by single blanks";

// The next field as a number; what comes out is checked by the caller, NaN by comparisons that fail.
float ReadNumber(FieldCursor& cursor, const std::string& expected) {
  if (cursor.at_end()) cursor.RefuseHere(kLine, ' ');
  const std::string_view field = cursor.Field(' ');
  float value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size()) cursor.Refuse(expected);
  return value;
}

void ReadImage(FieldCursor cursor, UspsDigits& digits) {
  const std::string digit_expected = "a digit, 0 to 9";
  const float digit = ReadNumber(cursor, digit_expected);
  if (!(digit >= 0 && digit < kUspsClasses) || digit != static_cast<float>(static_cast<int>(digit))) {
    cursor.Refuse(digit_expected);
  }
  digits.labels.push_back(static_cast<uint8_t>(digit));
  const std::string grey_expected = "a grey value, -1 to 1";
  for (int i = 0; i < kUspsPixels; ++i) {
    const float grey = ReadNumber(cursor, grey_expected);
    if (!(grey >= -1 && grey <= 1)) cursor.Refuse(grey_expected);
    digits.pixels.push_back(grey);
  }
  cursor.ExpectEnd(kLine);
}

}  // namespace

UspsDigits ReadUspsDigits(const std::string& path) {
  common::TextInput input(path, kLongestLine);
  UspsDigits digits;
  std::string_view line;
  while (input.Next(&line)) ReadImage(FieldCursor(input, line), digits);
  if (digits.labels.empty()) common::ThrowDataError(path, "at least one image", "an empty file");
  return digits;
}

}  // namespace structlab::datasets
