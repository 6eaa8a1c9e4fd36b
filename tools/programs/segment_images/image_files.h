// The image files of folders, matched by name, and notes about them.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_IMAGE_FILES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_IMAGE_FILES_H_

#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "structured_learning/segmentation/mask.h"

namespace structlab::tools {

// The image files of a folder, sorted by name: those with an ending that images have, whatever its case.
// Hidden files and folders are left out. Throws common::Error(kUsage) at `flag` if the path is no folder, or
// has no image. Paths are those of the caller (common/program.h) before and after.
std::vector<std::string> ImagesInFolder(const std::string& folder, const std::string& flag);

// The name without folder and ending.
std::string StemOf(const std::string& path);

// Throws common::Error(kUsage) at `flag` that names two files with the same stem.
void CheckStemsDiffer(const std::vector<std::string>& files, const std::string& flag);

struct ImagePair {
  std::string image, mask;  // paths
};

// Pairs each image with the mask of the same stem; a mask may also be called like its image with "_mask",
// "-mask", "_gt" or "-gt" behind. If both are in the same folder, files with such an ending are masks. Prints
// a line about masks without image. Without a mask for an image, throws common::Error(kData) that names it,
// or with skip_bad leaves it out and names it in a line. Throws as ImagesInFolder and CheckStemsDiffer do.
// `image_flag` is the flag of the folder of images.
std::vector<ImagePair> PairsOfFolders(const std::string& images, const std::string& image_flag,
                                      const std::string& masks, bool skip_bad, std::FILE* messages);

// The flags --foreground and --void.
struct MaskArguments {
  std::string foreground, ignored;

  structured_learning::MaskOptions Options() const;
};

// Collects notes "PATH: text" of many files. Of each text, the first file is named, and Finish tells how many
// others there are.
class FileNotes {
 public:
  explicit FileNotes(std::function<void(const std::string& line)> print) : print_(std::move(print)) {}

  void Add(const std::string& path, const std::vector<std::string>& notes);
  void Finish();

 private:
  std::function<void(const std::string& line)> print_;
  std::map<std::string, int> counts_;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_IMAGE_FILES_H_
