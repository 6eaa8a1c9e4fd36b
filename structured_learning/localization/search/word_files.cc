#include "structured_learning/localization/search/word_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "common/text_input.h"

namespace structlab::structured_learning {
namespace {

constexpr int kMaxWord = (1 << 24) - 1;
constexpr size_t kMaxWeights = size_t{1} << 27;
constexpr std::string_view kBlanks = " \t";

// Removes the next text between separators from the front of the line; empty at the end of the line.
std::string_view NextText(std::string_view* line, std::string_view separators) {
  const size_t begin = std::min(line->find_first_not_of(separators), line->size());
  const size_t end = std::min(line->find_first_of(separators, begin), line->size());
  const std::string_view text = line->substr(begin, end - begin);
  line->remove_prefix(end);
  return text;
}

bool IsSkipped(std::string_view line) {
  const size_t begin = line.find_first_not_of(kBlanks);
  return begin == std::string_view::npos || line[begin] == '#';
}

std::array<std::string_view, 3> SplitPoint(std::string_view line, const common::TextInput& input) {
  const std::string_view whole = line;
  std::array<std::string_view, 3> texts;
  for (std::string_view& text : texts) text = NextText(&line, " \t,");
  if (texts[2].empty() || !NextText(&line, " \t,").empty()) {
    common::ThrowDataError(input.Where(), "three numbers: x y word", common::Quote(whole));
  }
  return texts;
}

int ParseCoordinate(std::string_view text, const char* name, int end, const common::TextInput& input) {
  const std::optional<double> value = common::ParseFiniteNumber(text);
  if (!value || *value < 0 || *value >= end) {
    common::ThrowDataError(input.Where(), fmt::format("{} from 0 to {}", name, end - 1), common::Quote(text));
  }
  return static_cast<int>(*value);
}

int ParseWord(std::string_view text, const common::TextInput& input) {
  const std::optional<double> value = common::ParseFiniteNumber(text);
  if (!value || *value < 0 || *value > kMaxWord || *value != static_cast<int>(*value)) {
    common::ThrowDataError(input.Where(), fmt::format("a word: an integer from 0 to {}", kMaxWord),
                           common::Quote(text));
  }
  return static_cast<int>(*value);
}

}  // namespace

WordImage ReadWordPoints(const std::string& path, std::optional<ImageSize> size) {
  if (size &&
      (std::min(size->width, size->height) < 1 || std::max(size->width, size->height) > kMaxImageSide)) {
    common::ThrowUsageError(path, fmt::format("an image of 1 to {} pixels on each side", kMaxImageSide),
                            fmt::format("{} x {}", size->width, size->height));
  }
  const ImageSize end = size.value_or(ImageSize{kMaxImageSide, kMaxImageSide});
  WordImage image;
  common::TextInput input(path);
  for (std::string_view line; input.Next(&line);) {
    if (IsSkipped(line)) continue;
    common::StopPoint();
    const auto [x_text, y_text, word_text] = SplitPoint(line, input);
    const int x = ParseCoordinate(x_text, "x", end.width, input);
    const int y = ParseCoordinate(y_text, "y", end.height, input);
    image.points.push_back({static_cast<uint16_t>(x), static_cast<uint16_t>(y), ParseWord(word_text, input)});
    image.width = std::max(image.width, x + 1);
    image.height = std::max(image.height, y + 1);
  }
  if (image.points.empty()) common::ThrowDataError(path, "lines: x y word", "a file without points");
  if (size) image.width = size->width, image.height = size->height;
  return image;
}

std::vector<double> ReadWordWeights(const std::string& path) {
  std::vector<double> weights;
  common::TextInput input(path);
  for (std::string_view line; input.Next(&line);) {
    if (IsSkipped(line)) continue;
    common::StopPoint();
    while (true) {
      const std::string_view text = NextText(&line, kBlanks);
      if (text.empty()) break;
      const std::optional<double> value = common::ParseFiniteNumber(text);
      if (!value) common::ThrowDataError(input.Where(), "a finite weight", common::Quote(text));
      if (weights.size() == kMaxWeights) {
        common::ThrowDataError(path, fmt::format("at most {} weights", kMaxWeights), "more");
      }
      weights.push_back(*value);
    }
  }
  if (weights.empty()) common::ThrowDataError(path, "a weight for each word", "a file without numbers");
  return weights;
}

}  // namespace structlab::structured_learning
