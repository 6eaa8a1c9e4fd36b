// Headers of NRRD files (teem.sourceforge.net/nrrd/format.html). Private to the folder above.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_NRRD_HEADER_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_NRRD_HEADER_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "registration/volumes/geometry.h"
#include "registration/volumes/pixel_type.h"

namespace structlab::registration {

struct NrrdHeader {
  std::map<std::string, std::string, std::less<>> fields;  // by their names in lower case
  std::vector<std::string> listed;                         // the lines behind "data file: LIST"
  uint64_t end = 0;                                        // the first byte behind the header

  // A field can have several names. Returns the value of the first name that the header has, or "".
  std::string Text(std::initializer_list<std::string_view> names) const;
};

// What the axes mean. A file has two or three axes of space; an axis of components, first or last; and an
// axis of time, last.
struct NrrdGrid {
  Geometry geometry;
  int64_t num_frames = 1;
  double frame_step = 1;
  int components = 1;
  bool components_come_last = false;  // volumes behind each other
  bool is_color = false;
};

// Throws common::Error(kData), naming the file, if it is no NRRD header.
NrrdHeader ReadNrrdHeader(const std::string& path);

// Throws common::Error(kData), naming `path`: a type that is none of PixelType.
PixelType TypeOf(const NrrdHeader& header, const std::string& path);

// In LPS, mm. Throws common::Error(kData), naming `path`: spacing or directions that are missing, none, or
// not finite; units other than mm; axes that are something else.
NrrdGrid GridOf(const NrrdHeader& header, const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_NRRD_HEADER_H_
