// What the axes of a NRRD file are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/error.h"
#include "common/number.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/nrrd_header.h"

namespace structlab::registration {
namespace {

using common::ThrowDataError;

// A space's name, its abbreviation, and the signs that turn its axes to LPS.
struct Space {
  std::string_view name, short_name;
  double x, y;
};
constexpr Space kSpaces[] = {
    {"left-posterior-superior", "lps", 1, 1},
    {"right-anterior-superior", "ras", -1, -1},
    {"left-anterior-superior", "las", 1, -1},
    {"left-posterior-superior-time", "lpst", 1, 1},
    {"right-anterior-superior-time", "rast", -1, -1},
    {"left-anterior-superior-time", "last", 1, -1},
    {"scanner-xyz", "", 1, 1},
    {"scanner-xyz-time", "", 1, 1},
    {"3d-right-handed", "", 1, 1},
    {"3d-right-handed-time", "", 1, 1},
    {"3d-left-handed", "", 1, 1},
    {"3d-left-handed-time", "", 1, 1},
};

std::vector<double> NumbersIn(const std::string& text, size_t count, const std::string& field,
                              const std::string& path) {
  std::vector<double> numbers;
  for (const std::string& word : WordsOf(text)) {
    const std::string lower = LowerText(word);
    // Axes without spacing have this.
    const bool is_nan = lower == "nan" || lower == "-nan";
    const std::optional<double> number = common::ParseFiniteNumber(word);
    if (!number && !is_nan) ThrowDataError(path, "numbers as " + field, common::Quote(word));
    numbers.push_back(number.value_or(std::nan("")));
  }
  if (numbers.size() != count) {
    ThrowDataError(path, fmt::format("{} numbers as {}", count, field), fmt::format("{}", numbers.size()));
  }
  return numbers;
}

// "(1,0,0) none (0, 1, 0)": a vector, or nothing, for each axis.
std::vector<std::optional<std::vector<double>>> Vectors(const std::string& text, const std::string& field,
                                                        const std::string& path) {
  std::vector<std::optional<std::vector<double>>> vectors;
  for (size_t at = 0; (at = text.find_first_not_of(" \t", at)) != std::string::npos;) {
    if (text[at] != '(') {
      const size_t end = std::min(text.find_first_of(" \t", at), text.size());
      if (LowerText(std::string_view(text).substr(at, end - at)) != "none") {
        ThrowDataError(path, "vectors (x,y,z) or none as " + field, common::Quote(text));
      }
      vectors.emplace_back();
      at = end;
      continue;
    }
    const size_t end = text.find(')', at);
    if (end == std::string::npos) ThrowDataError(path, "vectors (x,y,z) as " + field, common::Quote(text));
    std::string inside = text.substr(at + 1, end - at - 1);
    std::ranges::replace(inside, ',', ' ');
    vectors.emplace_back(NumbersIn(inside, WordsOf(inside).size(), field, path));
    at = end + 1;
  }
  return vectors;
}

// Texts in quotation marks.
std::vector<std::string> QuotedTexts(const std::string& text) {
  std::vector<std::string> texts;
  for (size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at)) {
    const size_t end = std::min(text.find('"', at + 1), text.size());
    texts.push_back(text.substr(at + 1, end - at - 1));
    at = std::min(end + 1, text.size());
  }
  return texts;
}

void CheckUnits(const NrrdHeader& header, const std::string& path) {
  for (const char* const field : {"space units", "units"}) {
    const std::vector<std::string> units = QuotedTexts(header.Text({field}));
    for (size_t i = 0; i < std::min<size_t>(units.size(), 4); ++i) {
      const std::string unit = LowerText(TrimmedText(units[i]));
      const bool is_time =
          (i == 3 || field == std::string_view("units")) && (unit == "s" || unit == "ms" || unit == "sec");
      if (unit.empty() || unit == "mm" || unit == "millimeter" || unit == "millimeters" || is_time) continue;
      ThrowDataError(path, fmt::format("{} of \"mm\"", field), common::Quote(units[i]),
                     "convert directions and origin to millimetres");
    }
  }
}

enum class Axis { kSpace, kComponents, kTime };

struct Axes {
  std::vector<int64_t> sizes;
  std::vector<Axis> kinds;
  std::vector<std::optional<std::vector<double>>> directions;  // empty if the file has none
  bool is_color = false;
};

// An axis is one of space if it has a direction. Without directions, its kind says it.
Axes AxesOf(const NrrdHeader& header, size_t dimension, size_t space_dimension, const std::string& path) {
  Axes axes;
  for (const double size : NumbersIn(header.Text({"sizes"}), dimension, "sizes", path)) {
    if (!(size >= 1 && size <= 1e9 && size == std::floor(size))) {
      ThrowDataError(path, "sizes of at least 1", common::FormatShort(size), "the header is damaged");
    }
    axes.sizes.push_back(static_cast<int64_t>(size));
  }
  std::vector<std::string> kinds = WordsOf(LowerText(header.Text({"kinds"})));
  kinds.resize(dimension, "???");
  const std::string directions = header.Text({"space directions"});
  if (!directions.empty()) {
    axes.directions = Vectors(directions, "space directions", path);
    if (axes.directions.size() != dimension) {
      ThrowDataError(path, fmt::format("space directions of {} axes", dimension),
                     fmt::format("{}", axes.directions.size()));
    }
  }
  for (size_t i = 0; i < dimension; ++i) {
    const std::string& kind = kinds[i];
    const bool is_unknown = kind == "???" || kind == "none", is_place = kind == "domain" || kind == "space";
    const bool has_direction = !axes.directions.empty() && axes.directions[i].has_value();
    const bool is_fourth = i == 3 && std::ranges::count(axes.kinds, Axis::kSpace) == 3;
    if (has_direction && axes.directions[i]->size() != space_dimension) {
      ThrowDataError(path, fmt::format("space directions of {} numbers", space_dimension),
                     fmt::format("{}", axes.directions[i]->size()));
    }
    if (kind == "time" || (is_fourth && (is_unknown || is_place))) {
      axes.kinds.push_back(Axis::kTime);
    } else if (has_direction || (axes.directions.empty() && (is_unknown || is_place))) {
      axes.kinds.push_back(Axis::kSpace);
    } else if (is_place || (is_unknown && i > 0)) {
      ThrowDataError(path, fmt::format("a space direction of axis {}", i + 1), "none",
                     "write the true direction times the spacing in mm into the header");
    } else {
      axes.kinds.push_back(Axis::kComponents);
      axes.is_color |=
          kind == "rgb-color" || kind == "rgba-color" || kind == "hsv-color" || kind == "xyz-color";
    }
  }
  return axes;
}

// Spacing and places along the axes of the grid, for files without directions.
void SetSpacings(const NrrdHeader& header, const std::vector<size_t>& in_space, size_t dimension,
                 Geometry& geometry, const std::string& path) {
  const std::string spacings = header.Text({"spacings"}), mins = header.Text({"axis mins", "axismins"});
  if (spacings.empty()) {
    ThrowDataError(path, "\"space directions\" or \"spacings\" in its header", "neither",
                   "write the true spacing in mm into the header");
  }
  const std::vector<double> spacing = NumbersIn(spacings, dimension, "spacings", path);
  std::vector<double> first(dimension, std::nan(""));
  if (!mins.empty()) first = NumbersIn(mins, dimension, "axis mins", path);
  std::vector<std::string> centers = WordsOf(LowerText(header.Text({"centers", "centerings"})));
  centers.resize(dimension, "cell");
  for (size_t i = 0; i < in_space.size(); ++i) {
    const size_t axis = in_space[i];
    const auto to = static_cast<Eigen::Index>(i);
    geometry.spacing[to] = spacing[axis];
    if (std::isfinite(first[axis])) {
      geometry.origin[to] = first[axis] + (centers[axis] == "node" ? 0 : spacing[axis] / 2);
    }
  }
}

// The spacing of an axis of time: the length of its direction, as spaces with time have it, or else its
// number among the spacings; 1 if the file does not say it.
double StepOf(const NrrdHeader& header, const Axes& axes, size_t axis, const std::string& path) {
  double step = 0;
  const std::string spacings = header.Text({"spacings"});
  if (!axes.directions.empty() && axes.directions[axis]) {
    for (const double part : *axes.directions[axis]) step = std::hypot(step, part);
  } else if (!spacings.empty()) {
    step = NumbersIn(spacings, axes.sizes.size(), "spacings", path)[axis];
  }
  return std::isfinite(step) && step > 0 ? step : 1;
}

}  // namespace

NrrdGrid GridOf(const NrrdHeader& header, const std::string& path) {
  const int64_t dimension = common::ParseInteger(header.Text({"dimension"}), path + ": dimension");
  if (dimension < 2 || dimension > 5) {
    ThrowDataError(path, "an image of 2 or 3 dimensions", fmt::format("{} axes", dimension));
  }
  const std::string name = LowerText(header.Text({"space"})), counted = header.Text({"space dimension"});
  const auto* const space = std::ranges::find_if(
      kSpaces, [&](const Space& s) { return s.name == name || (!name.empty() && s.short_name == name); });
  if (!name.empty() && space == std::end(kSpaces)) {
    ThrowDataError(path, "a space such as left-posterior-superior", common::Quote(name));
  }
  const bool is_timed = !name.empty() && (space->name.ends_with("-time"));
  const int64_t num_counted = counted.empty() ? 0 : common::ParseInteger(counted, path + ": space dimension");
  if (num_counted < 0 || num_counted > 5) {
    ThrowDataError(path, "a space dimension of 2 to 4", counted, "the header is damaged");
  }
  const size_t space_dimension = name.empty() ? static_cast<size_t>(num_counted) : is_timed ? 4 : 3;
  CheckUnits(header, path);
  const Axes axes = AxesOf(header, static_cast<size_t>(dimension), space_dimension, path);
  NrrdGrid grid;
  std::vector<size_t> in_space;
  for (size_t i = 0; i < axes.kinds.size(); ++i) {
    const bool is_last = i + 1 == axes.kinds.size(), is_first = i == 0;
    const int64_t size = axes.sizes[i];
    if (axes.kinds[i] == Axis::kSpace) {
      in_space.push_back(i);
    } else if (size > 100'000 || (axes.kinds[i] == Axis::kTime && !is_last && size > 1) ||
               (axes.kinds[i] == Axis::kComponents && ((!is_first && !is_last) || grid.components > 1))) {
      ThrowDataError(path, "axes of space, and one of components or time before or behind them",
                     fmt::format("axis {} of {} numbers", i + 1, size),
                     "write its parts into files of their own");
    } else if (axes.kinds[i] == Axis::kTime) {
      grid.num_frames = size;
      grid.frame_step = StepOf(header, axes, i, path);
    } else {
      grid.components = static_cast<int>(size);
      grid.components_come_last = !is_first;
    }
  }
  grid.is_color = axes.is_color;
  Geometry& geometry = grid.geometry;
  const size_t n = in_space.size();
  if (n != 2 && n != 3) ThrowDataError(path, "an image of 2 or 3 dimensions", fmt::format("{}", n));
  geometry.dimension = static_cast<int>(n);
  geometry.size = VoxelIndex::Ones();
  for (size_t i = 0; i < n; ++i) geometry.size[static_cast<Eigen::Index>(i)] = axes.sizes[in_space[i]];
  if (axes.directions.empty()) {
    SetSpacings(header, in_space, axes.sizes.size(), geometry, path);
    CheckGeometry(geometry, path);
    return grid;
  }
  if (space_dimension < n || space_dimension > n + (is_timed ? 1 : 0)) {
    ThrowDataError(path, fmt::format("a space of {} dimensions, as the image has", n),
                   fmt::format("{}", space_dimension), "give the image a direction along each axis of space");
  }
  const double signs[] = {name.empty() ? 1 : space->x, name.empty() ? 1 : space->y, 1};
  for (size_t i = 0; i < n; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    Point direction = Point::Zero();
    for (size_t row = 0; row < n; ++row) {
      direction[static_cast<Eigen::Index>(row)] = signs[row] * (*axes.directions[in_space[i]])[row];
    }
    geometry.spacing[axis] = direction.norm();
    geometry.direction.col(axis) = direction / geometry.spacing[axis];
  }
  const auto origins = Vectors(header.Text({"space origin"}), "space origin", path);
  if (!origins.empty()) {
    if (origins.size() != 1 || !origins[0] || origins[0]->size() != space_dimension) {
      ThrowDataError(path, fmt::format("a space origin of {} numbers", space_dimension),
                     common::Quote(header.Text({"space origin"})));
    }
    for (size_t row = 0; row < n; ++row) {
      geometry.origin[static_cast<Eigen::Index>(row)] = signs[row] * (*origins[0])[row];
    }
  }
  CheckGeometry(geometry, path);
  return grid;
}

}  // namespace structlab::registration
