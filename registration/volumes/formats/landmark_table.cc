// Points as text: CSV with its variants, and the point files of elastix.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "common/error.h"
#include "common/number.h"
#include "common/text_input.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/landmark_formats.h"

namespace structlab::registration {
namespace {

using common::ThrowDataError;

// The first of these that the line has outside of quotation marks; a semicolon first, as it stands where
// commas are decimal ones.
char SeparatorOf(std::string_view line) {
  for (const char separator : {';', '\t', ',', ' '}) {
    bool is_quoted = false;
    for (const char c : TrimmedText(line)) {
      is_quoted ^= c == '"';
      if (!is_quoted && c == separator) return separator;
    }
  }
  return ',';
}

bool IsNumber(const std::string& cell) { return common::ParseFiniteNumber(cell).has_value(); }

// What the columns of a file without names are.
LandmarkColumns ColumnsOfNumbers(const std::vector<std::string>& cells, const std::string& where) {
  if (cells.size() <= 3) return {.axes = {0, 1, cells.size() == 3 ? 2 : -1}};
  if (cells.size() == 4 && !IsNumber(cells[3])) return {.name = 3};
  ThrowDataError(where, "two or three numbers, or three and a name", fmt::format("{} cells", cells.size()),
                 "name the columns in a first line: x, y, z, label");
}

// elastix: "point", the number of points, then a point on each line.
std::vector<Landmark> ReadElastixPoints(common::TextInput& input, bool is_index) {
  if (is_index) {
    ThrowDataError(input.Where(), "points in mm (a first line \"point\")", "indices of voxels",
                   "write the points in mm");
  }
  std::optional<int64_t> expected;
  std::vector<Landmark> landmarks;
  LandmarkColumns columns;
  size_t num_columns = 0;
  for (std::string_view line; input.Next(&line);) {
    if (TrimmedText(line).empty()) continue;
    const std::vector<std::string> cells = CellsOf(line, ' ', input.Where());
    if (!expected) {
      expected = common::ParseInteger(cells[0], input.Where());
      continue;
    }
    if (num_columns == 0) num_columns = std::clamp<size_t>(cells.size(), 2, 3);
    if (cells.size() != num_columns) {
      ThrowDataError(input.Where(), num_columns == 2 ? "two numbers" : "three numbers", common::Quote(line));
    }
    if (num_columns == 2) columns.axes[2] = -1;
    landmarks.push_back(LandmarkOf(cells, columns, input.Where()));
  }
  if (expected.value_or(0) != static_cast<int64_t>(landmarks.size())) {
    ThrowDataError(input.Where(), fmt::format("{} points", expected.value_or(0)),
                   fmt::format("{}", landmarks.size()), "the second line is their number");
  }
  return landmarks;
}

}  // namespace

std::vector<std::string> CellsOf(std::string_view line, char separator, const std::string& where) {
  std::vector<std::string> cells;
  line = TrimmedText(line);
  for (size_t at = 0; at <= line.size();) {
    while (at < line.size() && line[at] != separator && (line[at] == ' ' || line[at] == '\t')) ++at;
    std::string cell;
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at >= line.size()) ThrowDataError(where, "a second quotation mark", common::Quote(line));
        if (line[at] == '"' && line.substr(at, 2) != "\"\"") break;
        if (line[at] == '"') ++at;
        cell.push_back(line[at]);
      }
      at = std::min(line.find(separator, at), line.size());
    } else {
      const size_t end = std::min(line.find(separator, at), line.size());
      cell = TrimmedText(line.substr(at, end - at));
      at = end;
    }
    cells.push_back(std::move(cell));
    if (separator == ' ') {
      while (at + 1 < line.size() && (line[at + 1] == ' ' || line[at + 1] == '\t')) ++at;
    }
    ++at;
  }
  return cells;
}

LandmarkColumns ColumnsNamed(const std::vector<std::string>& names, const std::string& where) {
  LandmarkColumns columns = {.axes = {-1, -1, -1}};
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string name = LowerText(names[i]);
    for (size_t axis = 0; axis < 3; ++axis) {
      if (name == std::string(1, "xyz"[axis])) columns.axes[axis] = static_cast<int>(i);
    }
    if (name == "label" || name == "name") columns.name = static_cast<int>(i);
  }
  if (columns.axes[0] < 0 || columns.axes[1] < 0) {
    ThrowDataError(where, "columns named x, y and z",
                   common::Quote(fmt::format("{}", fmt::join(names, ","))));
  }
  return columns;
}

Landmark LandmarkOf(const std::vector<std::string>& cells, const LandmarkColumns& columns,
                    const std::string& where) {
  Landmark landmark = {.point = Point::Zero(), .name = {}};
  for (size_t axis = 0; axis < 3; ++axis) {
    const int column = columns.axes[axis];
    if (column < 0 && axis == 2) continue;  // two dimensions
    const bool is_given = column >= 0 && column < static_cast<int>(cells.size());
    const std::optional<double> value =
        is_given ? common::ParseFiniteNumber(cells[static_cast<size_t>(column)]) : std::nullopt;
    if (!value) {
      ThrowDataError(where, fmt::format("a number of mm as {}", "xyz"[axis]),
                     is_given ? common::Quote(cells[static_cast<size_t>(column)]) : "nothing");
    }
    landmark.point[static_cast<Eigen::Index>(axis)] = *value;
  }
  if (columns.name >= 0 && columns.name < static_cast<int>(cells.size())) {
    landmark.name = cells[static_cast<size_t>(columns.name)];
  }
  return landmark;
}

std::vector<Landmark> ReadPointTable(const std::string& path) {
  common::TextInput input(path);
  std::vector<Landmark> landmarks;
  LandmarkColumns columns;
  char separator = ',';
  size_t num_columns = 0;  // of the first line
  for (std::string_view line; input.Next(&line);) {
    if (TrimmedText(line).empty() || line.starts_with('#')) continue;
    if (num_columns == 0) {
      const std::string word = LowerText(TrimmedText(line));
      if (word == "point" || word == "index") return ReadElastixPoints(input, word == "index");
      separator = SeparatorOf(line);
    }
    std::vector<std::string> cells = CellsOf(line, separator, input.Where());
    if (separator == ';' || separator == '\t') {
      for (std::string& cell : cells) {  // decimal commas
        std::string with_point = cell;
        std::ranges::replace(with_point, ',', '.');
        if (!IsNumber(cell) && std::ranges::count(cell, ',') == 1 && IsNumber(with_point)) cell = with_point;
      }
    }
    const bool is_first = num_columns == 0;
    if (is_first) {
      num_columns = cells.size();
      if (std::ranges::none_of(cells, IsNumber)) {
        columns = ColumnsNamed(cells, input.Where());
        continue;
      }
      columns = ColumnsOfNumbers(cells, input.Where());
    }
    while (cells.size() > num_columns && cells.back().empty()) cells.pop_back();
    if (cells.size() > num_columns) {
      ThrowDataError(input.Where(), fmt::format("{} cells, as the first line has", num_columns),
                     fmt::format("{}", cells.size()),
                     "name all columns in the first line, also one of row names");
    }
    landmarks.push_back(LandmarkOf(cells, columns, input.Where()));
  }
  return landmarks;
}

}  // namespace structlab::registration
