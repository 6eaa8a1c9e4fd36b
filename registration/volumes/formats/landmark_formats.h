// Readers of single formats of landmarks. Private to the folder above.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_LANDMARK_FORMATS_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_LANDMARK_FORMATS_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "registration/volumes/landmark_file.h"

namespace structlab::registration {

// Errors of all as ReadLandmarks (landmark_file.h). Files without points give none.
std::vector<Landmark> ReadFcsv(const std::string& path);
std::vector<Landmark> ReadPointTable(const std::string& path);
std::vector<Landmark> ReadSlicerMarkups(const std::string& path);

// A line's cells between separators: without blanks around them; "a ""b"", c" in quotation marks is one cell.
// A blank as separator stands for any number of blanks. Throws common::Error(kData), naming `where`, for a
// quotation mark without its partner.
std::vector<std::string> CellsOf(std::string_view line, char separator, const std::string& where);

// Which column holds what; -1: none.
struct LandmarkColumns {
  std::array<int, 3> axes = {0, 1, 2};
  int name = -1;
};
// By the columns' names: x, y, z, and label or name.
LandmarkColumns ColumnsNamed(const std::vector<std::string>& names, const std::string& where);

Landmark LandmarkOf(const std::vector<std::string>& cells, const LandmarkColumns& columns,
                    const std::string& where);

// 1 for LPS, -1 for RAS: the sign of x and y.
double SignOfSystem(std::string_view system, const std::string& where);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_LANDMARK_FORMATS_H_
