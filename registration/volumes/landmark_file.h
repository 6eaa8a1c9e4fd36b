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
//  RAS, 1 LPS);
//  - other files as CSV: x,y,z in LPS mm, or x,y in two dimensions. A first line without numbers has the
//  columns' names,
//    of which x, y, z and label (or name) are used and the others ignored, as ANTs writes them. Empty lines
//    and those that begin with '#' are passed over.
// Throws common::Error(kData) at file:line for what is neither, and (kEnvironment) if the file cannot be
// read.
std::vector<Landmark> ReadLandmarks(const std::string& path);

// Writes .fcsv (LPS) or, for another extension, a CSV with the columns x, y, z, label. Names must not hold
// commas, quotes or line breaks, else common::Error(kUsage).
void WriteLandmarks(const std::vector<Landmark>& landmarks, const std::string& path);

std::vector<Point> PointsOf(const std::vector<Landmark>& landmarks);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_LANDMARK_FILE_H_
