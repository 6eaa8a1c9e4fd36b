#include "registration/volumes/landmark_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/text_input.h"

namespace structlab::registration {
namespace {

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> Cells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const size_t comma = line.find(',');
    cells.push_back(Trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

bool IsFcsv(const std::string& path) { return Lower(path).ends_with(".fcsv"); }

// Which column holds what; -1: none.
struct Columns {
  std::array<int, 3> axes = {0, 1, 2};
  int name = -1;
};

Columns ColumnsOf(const std::vector<std::string_view>& names, const std::string& where) {
  Columns columns = {.axes = {-1, -1, -1}};
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string name = Lower(names[i]);
    for (size_t axis = 0; axis < 3; ++axis) {
      if (name == std::string(1, "xyz"[axis])) columns.axes[axis] = static_cast<int>(i);
    }
    if (name == "label" || name == "name") columns.name = static_cast<int>(i);
  }
  if (columns.axes[0] < 0 || columns.axes[1] < 0) {
    common::ThrowDataError(where, "columns named x, y and z",
                           common::Quote(fmt::format("{}", fmt::join(names, ","))));
  }
  return columns;
}

Landmark LandmarkOf(const std::vector<std::string_view>& cells, const Columns& columns,
                    const std::string& where) {
  Landmark landmark = {.point = Point::Zero(), .name = {}};
  for (size_t axis = 0; axis < 3; ++axis) {
    const int column = columns.axes[axis];
    const bool is_given = column >= 0 && column < static_cast<int>(cells.size());
    if (!is_given && axis == 2) continue;  // two dimensions
    const std::optional<double> value = is_given ? common::ParseFiniteNumber(cells[column]) : std::nullopt;
    if (!value) {
      common::ThrowDataError(where, fmt::format("a number of mm as {}", "xyz"[axis]),
                             is_given ? common::Quote(cells[column]) : "nothing");
    }
    landmark.point[static_cast<Eigen::Index>(axis)] = *value;
  }
  if (columns.name >= 0 && columns.name < static_cast<int>(cells.size())) {
    landmark.name = std::string(cells[columns.name]);
  }
  return landmark;
}

// The value of a line "# key = value"; nothing for other lines.
std::optional<std::string_view> ValueOf(std::string_view line, std::string_view key) {
  const size_t equals = line.find('=');
  if (!line.starts_with('#') || equals == std::string_view::npos) return std::nullopt;
  if (Trimmed(line.substr(1, equals - 1)) != key) return std::nullopt;
  return Trimmed(line.substr(equals + 1));
}

// 1 for LPS, -1 for RAS.
double SignOf(std::string_view system, const std::string& where) {
  if (system == "LPS" || system == "1") return 1;
  if (system == "RAS" || system == "0") return -1;
  common::ThrowDataError(where, "the coordinate system LPS or RAS", common::Quote(system));
}

std::vector<Landmark> ReadFcsv(const std::string& path) {
  common::TextInput input(path);
  std::vector<Landmark> landmarks;
  Columns columns = {.axes = {1, 2, 3}, .name = 11};
  std::optional<double> sign;
  for (std::string_view line; input.Next(&line);) {
    if (Trimmed(line).empty()) continue;
    if (line.starts_with('#')) {
      if (const auto system = ValueOf(line, "CoordinateSystem")) sign = SignOf(*system, input.Where());
      if (const auto names = ValueOf(line, "columns")) columns = ColumnsOf(Cells(*names), input.Where());
      continue;
    }
    if (!sign) {
      common::ThrowDataError(input.Where(), "a line \"# CoordinateSystem = LPS\" (or RAS) before the points",
                             "none");
    }
    landmarks.push_back(LandmarkOf(Cells(line), columns, input.Where()));
    landmarks.back().point.head<2>() *= *sign;
  }
  return landmarks;
}

}  // namespace

std::vector<Landmark> ReadLandmarks(const std::string& path) {
  if (IsFcsv(path)) return ReadFcsv(path);
  common::TextInput input(path);
  std::vector<Landmark> landmarks;
  Columns columns;
  bool is_first = true;
  for (std::string_view line; input.Next(&line);) {
    if (Trimmed(line).empty() || line.starts_with('#')) continue;
    const std::vector<std::string_view> cells = Cells(line);
    if (is_first &&
        std::ranges::none_of(cells, [](auto cell) { return common::ParseFiniteNumber(cell).has_value(); })) {
      columns = ColumnsOf(cells, input.Where());
    } else {
      landmarks.push_back(LandmarkOf(cells, columns, input.Where()));
    }
    is_first = false;
  }
  return landmarks;
}

void WriteLandmarks(const std::vector<Landmark>& landmarks, const std::string& path) {
  const bool fcsv = IsFcsv(path);
  std::string text = fcsv ? "# Markups fiducial file version = 4.11\n# CoordinateSystem = LPS\n"
                            "# columns = id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID\n"
                          : "x,y,z,label\n";
  int number = 0;
  for (const Landmark& landmark : landmarks) {
    if (landmark.name.find_first_of(",\"\r\n") != std::string::npos) {
      common::ThrowUsageError(path, "names of landmarks without commas, quotes and line breaks",
                              common::Quote(landmark.name));
    }
    const auto coordinate = [&](int axis) { return common::FormatDouble(landmark.point[axis]); };
    const std::string point = fmt::format("{},{},{}", coordinate(0), coordinate(1), coordinate(2));
    text.append(fcsv ? fmt::format("{},{},0,0,0,1,1,1,0,{},,\n", ++number, point, landmark.name)
                     : fmt::format("{},{}\n", point, landmark.name));
  }
  common::WriteFileAtomically(path, text);
}

std::vector<Point> PointsOf(const std::vector<Landmark>& landmarks) {
  std::vector<Point> points;
  for (const Landmark& landmark : landmarks) points.push_back(landmark.point);
  return points;
}

}  // namespace structlab::registration
