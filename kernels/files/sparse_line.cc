#include "kernels/files/sparse_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

constexpr std::string_view kBlanks = " \t", kQuery = "qid:";

std::optional<int64_t> IntegerIn(std::string_view text) {
  int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace

size_t EndOfLabels(std::string_view line) {
  const size_t end = std::min(line.find_first_of(" \t#"), line.size());
  return line.substr(0, end).find(':') == line.npos ? end : 0;
}

void ReadSparseEntries(std::string_view line, size_t begin, const SparseIndexRange& range,
                       const common::TextInput& input, std::vector<SparseEntry>& entries) {
  line = line.substr(0, line.find('#'));
  std::optional<int64_t> before;
  bool is_first = true;
  while ((begin = line.find_first_not_of(kBlanks, begin)) != line.npos) {
    const size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
    const std::string_view text = line.substr(begin, end - begin);
    const std::string where = input.Where(begin + 1);
    begin = end;
    if (is_first && text.starts_with(kQuery)) {
      is_first = false;
      if (IntegerIn(text.substr(kQuery.size()))) continue;
      common::ThrowDataError(where, "qid: and an integer", common::Quote(text));
    }
    is_first = false;
    const size_t colon = text.find(':');
    const std::optional<int64_t> index = IntegerIn(text.substr(0, colon));
    const std::optional<double> value =
        colon == text.npos ? std::nullopt : common::ParseFiniteNumber(text.substr(colon + 1));
    if (!index || !value) common::ThrowDataError(where, "a feature such as 3:0.5", common::Quote(text));
    if (*index < range.first || *index > range.last) {
      common::ThrowDataError(where, fmt::format("an index from {} to {}", range.first, range.last),
                             common::Quote(text));
    }
    if (before && *index <= *before) {
      common::ThrowDataError(where, fmt::format("an index above {}, the one before", *before),
                             common::Quote(text), "write each index once, in rising order");
    }
    before = index;
    entries.push_back({*index, *value});
  }
}

}  // namespace structlab::kernels
