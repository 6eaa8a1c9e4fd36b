// Reads images and masks for the programs stereo, denoise and add_noise.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_IMAGE_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_IMAGE_INPUT_H_

#include <cstdio>
#include <string>
#include <vector>

#include "graphical_models/images/any_image_file.h"
#include "graphical_models/images/image.h"

namespace structlab::tools {

// The lines of --help about image formats.
std::string HelpOnImages();

// Calls ReadAnyImages with the caller's paths. Prints a line "PROGRAM: PATH: what was converted" for each
// conversion. Read files that are compared with each other by one call, so that values of 16 bits are scaled
// in all of them or in none.
std::vector<graphical_models::Image> ReadImages(const std::string& program,
                                                const std::vector<std::string>& paths,
                                                graphical_models::Colors colors, std::FILE* messages);

// Reads a mask: 255 where a pixel is missing, otherwise 0. Other masks:
//   - if all values are 0 or 1, they are read as 0 and 255;
//   - if at most one pixel in 20 has another value, these pixels get the nearer of 0 and 255.
// Prints a line in both cases. Throws common::Error(kData) that names the file for any other image, and for a
// mask whose size is not that of the image.
graphical_models::Image ReadMask(const std::string& program, const std::string& path,
                                 const graphical_models::Image& image, std::FILE* messages);

// Prints the share of missing pixels (255) and warns if no pixel or every pixel is missing. Prints nothing if
// the mask does not fit the image; the energy function then refuses it.
void ReportMask(const std::string& program, const graphical_models::Image& mask,
                const graphical_models::Image& image, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_IMAGE_INPUT_H_
