// Files of images and of points, and the boxes that a box file lists for them.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_LOCATED_IMAGES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_LOCATED_IMAGES_H_

#include <cstdio>
#include <string>
#include <vector>

#include "common/progress.h"
#include "structured_learning/localization/box_files/box_list.h"
#include "structured_learning/localization/detection/localization_training.h"
#include "tools/programs/image_files.h"

namespace structlab::tools {

// The formats of box files, as lines of --help.
extern const char kHelpOnBoxes[];

// Whether the name ends in .clst or .clst.gz: points with words in place of an image.
bool IsPointsFile(const std::string& path);

// The endings of images and of files of points.
const FileEndings& SearchedEndings();

// A file to train on.
struct LocatedImage {
  std::string path;
  int index = -1;  // in the list of boxes; -1: has no object
};

// The file of each image of the list in a folder: by the name in the list, also without its folders, or by
// the only file with the same name up to the ending. Images whose objects are all ignored are left out with a
// note, and so are files of the folder that the list does not name. Throws common::Error(kData) at the place
// of an image without a file, unless such images are to be left out, which a line says.
std::vector<LocatedImage> LocateImages(const structured_learning::BoxList& boxes, const std::string& folder,
                                       bool skip_bad, std::FILE* messages);

// Reads the images to train on, one after the other, and checks their boxes. Bad ones are left out if they
// may be, with a line for each.
class LocatedSource {
 public:
  LocatedSource(const structured_learning::BoxList& boxes, const std::vector<LocatedImage>& images,
                bool skip_bad, common::ProgressLine& progress)
      : boxes_(boxes),
        images_(images),
        skip_bad_(skip_bad),
        progress_(progress),
        notes_([&progress](const std::string& line) { progress.Message("localize: " + line); }) {}

  // Valid as long as this object. Throws common::Error(kUsage) for images and points together.
  structured_learning::LocalizationSource Source();
  // Prints how often each conversion of images was made, after the first.
  void PrintNotes() { notes_.Finish(); }

 private:
  template <class Read>
  auto ReadUnlessBad(int i, const Read& read) -> std::optional<decltype(read())>;
  graphical_models::Image ReadImage(int i);
  structured_learning::WordImage ReadPoints(int i);
  std::vector<structured_learning::PixelBox> BoxesOf(int i) const;

  const structured_learning::BoxList& boxes_;
  const std::vector<LocatedImage>& images_;
  bool skip_bad_;
  common::ProgressLine& progress_;
  std::vector<bool> is_bad_, is_noted_;
  FileNotes notes_;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_LOCATED_IMAGES_H_
