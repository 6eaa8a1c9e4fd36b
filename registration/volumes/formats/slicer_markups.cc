// Points of 3D Slicer: .mrk.json and .fcsv.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "common/error.h"
#include "common/file.h"
#include "common/text_input.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/landmark_formats.h"
#include "registration/volumes/nested_json.h"

namespace structlab::registration {
namespace {

using common::ThrowDataError;
using Json = nlohmann::json;

// The value of a line "# key = value"; nothing for other lines.
std::optional<std::string_view> ValueOf(std::string_view line, std::string_view key) {
  const size_t equals = line.find('=');
  if (!line.starts_with('#') || equals == std::string_view::npos) return std::nullopt;
  if (TrimmedText(line.substr(1, equals - 1)) != key) return std::nullopt;
  return TrimmedText(line.substr(equals + 1));
}

Json Parsed(const std::string& path) {
  try {
    return ParseNestedJson<Json>(common::ReadFile(path), path);
  } catch (const Json::exception&) {
    ThrowDataError(path, "markups of 3D Slicer in JSON", "something else, or a part of them");
  }
}

const Json& Member(const Json& object, const char* key, const std::string& where) {
  static const Json nothing;
  if (!object.is_object())
    ThrowDataError(where, "an object of JSON", common::Quote(object.dump().substr(0, 60)));
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::string TextOf(const Json& value) { return value.is_string() ? value.get<std::string>() : ""; }

}  // namespace

double SignOfSystem(std::string_view system, const std::string& where) {
  if (system == "LPS" || system == "1") return 1;
  if (system == "RAS" || system == "0") return -1;
  ThrowDataError(where, "the coordinate system LPS or RAS", common::Quote(system));
}

std::vector<Landmark> ReadFcsv(const std::string& path) {
  common::TextInput input(path);
  std::vector<Landmark> landmarks;
  LandmarkColumns columns = {.axes = {1, 2, 3}, .name = 11};
  std::optional<double> sign;
  for (std::string_view line; input.Next(&line);) {
    if (TrimmedText(line).empty()) continue;
    if (line.starts_with('#')) {
      if (const auto system = ValueOf(line, "CoordinateSystem")) sign = SignOfSystem(*system, input.Where());
      if (const auto names = ValueOf(line, "columns")) {
        columns = ColumnsNamed(CellsOf(*names, ',', input.Where()), input.Where());
      }
      continue;
    }
    if (!sign) {
      ThrowDataError(input.Where(), "a line \"# CoordinateSystem = LPS\" (or RAS) before the points", "none");
    }
    landmarks.push_back(LandmarkOf(CellsOf(line, ',', input.Where()), columns, input.Where()));
    landmarks.back().point.head<2>() *= *sign;
  }
  return landmarks;
}

std::vector<Landmark> ReadSlicerMarkups(const std::string& path) {
  const Json file = Parsed(path);
  const Json& lists = Member(file, "markups", path);
  if (!lists.is_array() || lists.size() != 1) {
    ThrowDataError(path, "one list of points in \"markups\"",
                   lists.is_array() ? fmt::format("{}", lists.size()) : "none",
                   "write each list into a file of its own");
  }
  const double sign =
      SignOfSystem(TextOf(Member(lists[0], "coordinateSystem", path)), path + ": coordinateSystem");
  const Json& units = Member(lists[0], "coordinateUnits", path);
  const bool is_mm =
      units.is_null() || units == "mm" ||
      (units.is_array() && !units.empty() && units[0] == "mm");  // with names of a coding scheme
  if (!is_mm) ThrowDataError(path + ": coordinateUnits", "mm", units.dump());
  std::vector<Landmark> landmarks;
  const Json& points = Member(lists[0], "controlPoints", path);
  for (size_t i = 0; i < (points.is_array() ? points.size() : 0); ++i) {
    const std::string where = fmt::format("{}: point {}", path, i + 1);
    const Json& position = Member(points[i], "position", where);
    const std::string status = TextOf(Member(points[i], "positionStatus", where));
    const auto is_number = [](const Json& value) {
      return value.is_number() && std::isfinite(value.get<double>());
    };
    if (!position.is_array() || position.size() != 3 || !std::ranges::all_of(position, is_number) ||
        (!status.empty() && status != "defined")) {
      ThrowDataError(where, "a position of three numbers",
                     status.empty() || status == "defined" ? common::Quote(position.dump()) : status,
                     "place the point, or remove it");
    }
    Landmark& landmark = landmarks.emplace_back();
    landmark.point = {sign * position[0].get<double>(), sign * position[1].get<double>(),
                      position[2].get<double>()};
    landmark.name = TextOf(Member(points[i], "label", where));
  }
  return landmarks;
}

}  // namespace structlab::registration
