// The images that stereo, denoise and spoil read, and what they say about them.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_IMAGE_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_IMAGE_INPUT_H_

#include <cstdio>
#include <string>
#include <vector>

#include "graphical_models/images/any_image_file.h"
#include "graphical_models/images/image.h"

namespace structlab::tools {

// The lines of --help on what is read.
std::string HelpOnImages();

// As ReadAnyImages, with the caller's paths; prints a line "PROGRAM: PATH: what was converted" for each
// conversion. Files that are compared with each other are read by one call, so that values of 16 bits are
// scaled in all or in none.
std::vector<graphical_models::Image> ReadImages(const std::string& program,
                                                const std::vector<std::string>& paths,
                                                graphical_models::Colors colors, std::FILE* messages);

// Reads a mask: 255 where a pixel is missing, else 0. Of others, 0 and 1 alone are read as 0 and 255, and
// what stands between as the nearer of both if it is at most one pixel of 20, with a line that says so.
// Throws common::Error(kData) that names the file if it is more, and if its size is not that of the image.
graphical_models::Image ReadMask(const std::string& program, const std::string& path,
                                 const graphical_models::Image& image, std::FILE* messages);

// Prints what share of the pixels the mask calls missing (255), and warns if that is none or all. Prints
// nothing about a mask that is no mask of this image: the energy refuses it.
void ReportMask(const std::string& program, const graphical_models::Image& mask,
                const graphical_models::Image& image, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_IMAGE_INPUT_H_
