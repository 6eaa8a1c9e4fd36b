// Landmarks as text files.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_LANDMARK_FILE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_LANDMARK_FILE_H_

#include <string>
#include <vector>

#include "registration/volumes/geometry.h"

namespace structlab::registration {

struct Landmark {
  Point point;       // LPS, mm
  std::string name;  // may be empty
};

// Reads
//  - .fcsv of 3D Slicer, in LPS or RAS as its line "# CoordinateSystem = ..." says (it must be there; 0 is
//    RAS, 1 LPS), and its .mrk.json of one list of points;
//  - point files of elastix: a first line "point", the number of points, then x y z in LPS mm;
//  - other files as tables: x,y,z in LPS mm, or x,y in two dimensions, and perhaps a name as a fourth cell.
//    Cells stand between semicolons, tabs, commas or blanks, the first of these that occurs in the first
//    line; beside semicolons and tabs, decimal commas are read. Texts may stand in quotation marks. A first
//    line without numbers has the columns' names, of which x, y, z and label (or name) are used and the
//    others ignored, as ANTs writes them. Empty lines and those that begin with '#' are passed over.
// Throws common::Error(kData) at file:line for what is neither, for a file without points, and (kEnvironment)
// if the file cannot be read.
std::vector<Landmark> ReadLandmarks(const std::string& path);

// Writes .fcsv (LPS) or, for another extension, a CSV with the columns x, y, z, label. Names with commas or
// quotation marks stand in quotation marks. Throws common::Error(kUsage) for line breaks in names, and for a
// path that ends in .json.
void WriteLandmarks(const std::vector<Landmark>& landmarks, const std::string& path);

std::vector<Point> PointsOf(const std::vector<Landmark>& landmarks);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_LANDMARK_FILE_H_
