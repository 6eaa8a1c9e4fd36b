#include "registration/volumes/landmark_file.h"

#include <fmt/format.h>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "registration/volumes/formats/landmark_formats.h"

namespace structlab::registration {
namespace {

bool EndsIn(std::string path, std::string_view ending) {
  for (char& c : path) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return path.ends_with(ending);
}

// In quotation marks if it needs them.
std::string CellOf(const std::string& name, const std::string& path) {
  if (name.find_first_of("\r\n") != std::string::npos) {
    common::ThrowUsageError(path, "names of landmarks without line breaks", common::Quote(name));
  }
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string cell = "\"";
  for (const char c : name) cell.append(c == '"' ? 2 : 1, c);
  return cell.append("\"");
}

}  // namespace

std::vector<Landmark> ReadLandmarks(const std::string& path) {
  std::vector<Landmark> landmarks = EndsIn(path, ".fcsv")   ? ReadFcsv(path)
                                    : EndsIn(path, ".json") ? ReadSlicerMarkups(path)
                                                            : ReadPointTable(path);
  if (landmarks.empty()) common::ThrowDataError(path, "at least one point", "none");
  return landmarks;
}

void WriteLandmarks(const std::vector<Landmark>& landmarks, const std::string& path) {
  if (EndsIn(path, ".json")) {
    common::ThrowUsageError(path, "a file name that ends in .csv or .fcsv",
                            "one of JSON, which is only read");
  }
  const bool fcsv = EndsIn(path, ".fcsv");
  std::string text = fcsv ? "# Markups fiducial file version = 4.11\n# CoordinateSystem = LPS\n"
                            "# columns = id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID\n"
                          : "x,y,z,label\n";
  int number = 0;
  for (const Landmark& landmark : landmarks) {
    const std::string name = CellOf(landmark.name, path);
    const auto coordinate = [&](int axis) { return common::FormatDouble(landmark.point[axis]); };
    const std::string point = fmt::format("{},{},{}", coordinate(0), coordinate(1), coordinate(2));
    text.append(fcsv ? fmt::format("{},{},0,0,0,1,1,1,0,{},,\n", ++number, point, name)
                     : fmt::format("{},{}\n", point, name));
  }
  common::WriteFileAtomically(path, text);
}

std::vector<Point> PointsOf(const std::vector<Landmark>& landmarks) {
  std::vector<Point> points;
  for (const Landmark& landmark : landmarks) points.push_back(landmark.point);
  return points;
}

}  // namespace structlab::registration
