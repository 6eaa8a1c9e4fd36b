#include "structured_learning/multilabel/svmlight_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/stop_point.h"
#include "common/text_input.h"
#include "kernels/files/sparse_line.h"
#include "structured_learning/multilabel/label_line.h"
#include "structured_learning/multilabel/sparse_row_builder.h"

namespace structlab::structured_learning {
namespace {

constexpr size_t kLongestLine = size_t{1} << 28;
constexpr int64_t kMaxFeatures = std::numeric_limits<int>::max() - 1;

void CheckOptions(const MultiLabelSvmlightOptions& options) {
  if (options.first_index && *options.first_index != 0 && *options.first_index != 1) {
    common::ThrowUsageError("first_index", "0 or 1", std::to_string(*options.first_index));
  }
  if (options.min_features < 0 || options.min_features > kMaxFeatures) {
    common::ThrowUsageError("min_features", fmt::format("a number from 0 to {}", kMaxFeatures),
                            std::to_string(options.min_features));
  }
}

// Turns labels into tags: known names first, then the others in increasing order.
void SetTags(const std::vector<std::vector<int64_t>>& labels, const std::vector<std::string>& known,
             MultiLabelData& data) {
  data.tag_names = known;
  std::map<std::string, int> tag_of_name;
  for (size_t i = 0; i < known.size(); ++i) tag_of_name.emplace(known[i], static_cast<int>(i));
  std::map<int64_t, int> tag_of;
  for (const std::vector<int64_t>& row : labels) {
    for (const int64_t label : row) tag_of.emplace(label, -1);
  }
  for (auto& [label, tag] : tag_of) {
    const std::string name = std::to_string(label);
    const auto found = tag_of_name.find(name);
    tag = found != tag_of_name.end() ? found->second : static_cast<int>(data.tag_names.size());
    if (found == tag_of_name.end()) data.tag_names.push_back(name);
  }
  data.num_tags = static_cast<int>(data.tag_names.size());
  for (const std::vector<int64_t>& row : labels) {
    TagList& tags = data.tags.emplace_back();
    for (const int64_t label : row) tags.push_back(tag_of.at(label));
    std::ranges::sort(tags);
  }
}

// The three numbers in the first line.
struct Header {
  int64_t rows, features, tags;
};

Header ReadHeader(common::TextInput& input, const std::string& path) {
  std::string_view line;
  if (!input.Next(&line))
    common::ThrowDataError(path, "a first line 'rows features labels'", "an empty file");
  line = common::WithoutLineEnd(line);
  int64_t numbers[3] = {0, 0, 0};
  const char* at = line.data();
  const char* const end = line.data() + line.size();
  bool is_valid = true;
  for (int64_t& number : numbers) {
    while (at < end && (*at == ' ' || *at == '\t')) ++at;
    const auto [stop, error] = std::from_chars(at, end, number);
    is_valid = is_valid && error == std::errc() && (stop == end || *stop == ' ' || *stop == '\t');
    at = stop;
  }
  is_valid = is_valid && common::IsBlankLine({at, static_cast<size_t>(end - at)}) && numbers[0] >= 0;
  for (const int64_t number : {numbers[1], numbers[2]})
    is_valid = is_valid && number >= 1 && number <= kMaxFeatures;
  if (!is_valid) {
    common::ThrowDataError(input.Where(), "a first line of three integers: rows, features and labels",
                           common::Quote(line), "read a file without such a line as svmlight");
  }
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace

MultiLabelData ReadMultiLabelSvmlight(const std::string& path, const MultiLabelSvmlightOptions& options) {
  CheckOptions(options);
  common::TextInput input(path, kLongestLine);
  SparseRowBuilder builder(path);
  const kernels::SparseIndexRange range = {.first = options.first_index.value_or(0), .last = kMaxFeatures};
  std::vector<std::vector<int64_t>> labels;
  std::vector<kernels::SparseEntry> entries;
  bool has_zero = false;
  int64_t highest = -1;
  for (std::string_view line; input.Next(&line);) {
    common::StopPoint();
    line = common::WithoutLineEnd(line);
    if (common::IsBlankLine(line.substr(0, line.find('#')))) continue;
    const size_t begin = ReadLineLabels(line, std::numeric_limits<int64_t>::min(),
                                        std::numeric_limits<int64_t>::max(), input, labels.emplace_back());
    entries.clear();
    kernels::ReadSparseEntries(line, begin, range, input, entries);
    for (const kernels::SparseEntry& entry : entries) builder.Add(entry.index, entry.value);
    builder.EndRow();
    if (entries.empty()) continue;
    has_zero = has_zero || entries.front().index == 0;
    highest = std::max(highest, entries.back().index);
  }
  if (labels.empty()) common::ThrowDataError(path, "at least one row", "none");
  MultiLabelData data;
  const int first = options.first_index.value_or(has_zero ? 0 : 1);
  data.first_index = first;
  data.features = builder.Matrix(std::max(options.min_features, highest + 1 - first), first);
  SetTags(labels, options.tag_names, data);
  return data;
}

MultiLabelData ReadXmlRepository(const std::string& path) {
  common::TextInput input(path, kLongestLine);
  const Header header = ReadHeader(input, path);
  SparseRowBuilder builder(path);
  MultiLabelData data;
  std::vector<int64_t> labels;
  std::vector<kernels::SparseEntry> entries;
  for (std::string_view line; input.Next(&line);) {
    common::StopPoint();
    line = common::WithoutLineEnd(line);
    if (std::ssize(data.tags) == header.rows) {
      if (common::IsBlankLine(line)) continue;
      common::ThrowDataError(input.Where(), fmt::format("{} rows as the first line says", header.rows),
                             "one more");
    }
    const size_t begin = ReadLineLabels(line, 0, header.tags - 1, input, labels);
    data.tags.emplace_back(labels.begin(), labels.end());
    entries.clear();
    kernels::ReadSparseEntries(line, begin, {.first = 0, .last = header.features - 1}, input, entries);
    for (const kernels::SparseEntry& entry : entries) builder.Add(entry.index, entry.value);
    builder.EndRow();
  }
  if (std::ssize(data.tags) != header.rows) {
    common::ThrowDataError(path, fmt::format("{} rows as the first line says", header.rows),
                           std::to_string(data.tags.size()));
  }
  data.features = builder.Matrix(header.features);
  data.num_tags = static_cast<int>(header.tags);
  return data;
}

}  // namespace structlab::structured_learning
