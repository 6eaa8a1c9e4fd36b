// Lists of images with the boxes of their objects, as box files have them.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_LIST_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_LIST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "structured_learning/localization/search/pixel_box.h"
#include "structured_learning/localization/search/word_files.h"

namespace structlab::structured_learning {

struct ListedObject {
  PixelBox box;
  std::string category = {};  // empty if the file has no classes
  double score = 0;           // 0 if the file has no scores
  // Neither learned nor counted: <difficult> of VOC, iscrowd of COCO.
  bool is_ignored = false;
  int64_t place = 0;  // line (from 1) or element (from 0), for messages
};

struct ListedImage {
  std::string file;                        // as the box file names the image
  std::vector<ListedObject> objects = {};  // in the order of the file; none: an image without an object
  std::optional<ImageSize> size = {};      // if the file has it
  int64_t place = 0;                       // line or element where the image is named first
  std::string source = {};                 // the file that names it, if not BoxList::path
};

struct BoxList {
  std::string path;
  std::vector<ListedImage> images = {};  // all with different file names, in the order of the file
  bool has_elements = false;             // places are elements (COCO), not lines
  bool has_scores = false;
  int first_pixel = 0;  // from which the file counts pixels, for messages; boxes here count from 0
};

// The place of an image or object for messages: "boxes.csv:7", "a.xml:12", "coco.json: annotations[3]".
std::string PlaceOf(const BoxList& list, const ListedImage& image);
std::string PlaceOf(const BoxList& list, const ListedImage& image, const ListedObject& object);

// Throws common::Error(kData) at the place of the object for a box that is empty, has negative coordinates,
// or does not lie within an image of this size.
void CheckListedBox(const BoxList& list, const ListedImage& image, const ListedObject& object,
                    std::optional<ImageSize> size);
// The same for all objects of an image, after it was read. Also throws at its place if the file has another
// size for it.
void CheckListedImage(const BoxList& list, const ListedImage& image, ImageSize size);

// The classes of all objects with the number of objects: "horse (12), cow (3)", most objects first.
std::string DescribeClasses(const BoxList& list);

// Keeps the objects of one class; images without any stay as images without an object. `category` is empty if
// none was asked for. Throws common::Error(kUsage) at `flag`: without a category if there are several
// classes, which are listed; for a category that no object has; for a category if no object has a class, and
// for one that is not a single line.
void SelectClass(BoxList& list, const std::string& category, const std::string& flag);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_LIST_H_
