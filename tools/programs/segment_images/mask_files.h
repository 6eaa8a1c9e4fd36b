// Images and their masks in folders, matched by name.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_MASK_FILES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_MASK_FILES_H_

#include <cstdio>
#include <string>
#include <vector>

#include "structured_learning/segmentation/mask.h"

namespace structlab::tools {

// The name without folder and ending.
std::string StemOf(const std::string& path);

// Throws common::Error(kUsage) at `flag` that names two files with the same stem.
void CheckStemsDiffer(const std::vector<std::string>& files, const std::string& flag);

struct ImagePair {
  std::string image, mask;  // paths
};

// Pairs each image with the mask of the same stem; a mask may also be called like its image with "_mask",
// "-mask", "_gt" or "-gt" behind. Two such masks of one image are an error
// (kUsage). If both are in the same folder, files with such an ending are masks. Prints
// a line about masks without image. Without a mask for an image, throws common::Error(kData) that names it,
// or with skip_bad leaves it out and names it in a line. Throws as FilesInFolder and CheckStemsDiffer do.
// `image_flag` is the flag of the folder of images.
std::vector<ImagePair> PairsOfFolders(const std::string& images, const std::string& image_flag,
                                      const std::string& masks, bool skip_bad, std::FILE* messages);

// The flags --foreground and --void.
struct MaskArguments {
  std::string foreground, ignored;

  structured_learning::MaskOptions Options() const;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_MASK_FILES_H_
