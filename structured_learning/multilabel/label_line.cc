#include "structured_learning/multilabel/label_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>

#include "common/error.h"
#include "kernels/files/sparse_line.h"

namespace structlab::structured_learning {
namespace {

std::string RangeText(int64_t first, int64_t last) {
  if (first == std::numeric_limits<int64_t>::min()) return "a label that is an integer";
  return fmt::format("a label from {} to {}", first, last);
}

}  // namespace

size_t ReadLineLabels(std::string_view line, int64_t first, int64_t last, const common::TextInput& input,
                      std::vector<int64_t>& labels) {
  labels.clear();
  const size_t end = kernels::EndOfLabels(line);
  if (end == 0) return 0;
  size_t begin = 0;
  while (true) {
    const size_t stop = std::min(line.find(',', begin), end);
    const std::string_view text = line.substr(begin, stop - begin);
    const std::string where = input.Where(begin + 1);
    if (text.empty()) {
      common::ThrowDataError(where, "a label", stop == end ? "nothing after the comma" : "a comma",
                             "write labels without blanks between them, as 3,7");
    }
    int64_t label = 0;
    std::string_view digits = text;
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
    const auto [last_read, error] = std::from_chars(digits.data(), digits.data() + digits.size(), label);
    const bool is_integer = error == std::errc() && last_read == digits.data() + digits.size();
    if (!is_integer || label < first || label > last) {
      common::ThrowDataError(where, RangeText(first, last), common::Quote(text));
    }
    labels.push_back(label);
    if (stop == end) break;
    begin = stop + 1;
  }
  std::ranges::sort(labels);
  const auto twice = std::ranges::adjacent_find(labels);
  if (twice != labels.end()) {
    common::ThrowDataError(input.Where(1), "each label once", fmt::format("the label {} twice", *twice));
  }
  return end;
}

}  // namespace structlab::structured_learning
