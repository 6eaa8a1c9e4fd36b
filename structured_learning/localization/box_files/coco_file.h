// Boxes in JSON files of the COCO data set (Lin et al. 2014).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_COCO_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_COCO_FILE_H_

#include <string>

#include "structured_learning/localization/box_files/box_list.h"

namespace structlab::structured_learning {

// Reads a file, plain or gzip: "images" (id, file_name, optionally width and height), "annotations"
// (image_id, category_id, bbox, optionally iscrowd and score) and, if annotations have a category_id,
// "categories" (id, name). A bbox [x, y, width, height] covers the real intervals [x, x + width) and [y, y +
// height); the sides of the box are the nearest borders of pixels, and it has at least one pixel. It may
// exceed an image of known size by less than a pixel and is cut there. iscrowd 1 sets is_ignored. Ids are
// integers or texts. Other members are ignored without being stored.
//
// Throws common::Error: kEnvironment if the file cannot be read; kData at file:line for what is not JSON;
// kData at "FILE: annotations[3]" (elements count from 0) for a missing or wrong member, an id that no image
// or category has, an id or a file name that two have, a box that is empty, and a box as in CheckListedBox;
// kData at the file without "images" or "annotations". Memory: a few times the file.
BoxList ReadCocoFile(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_COCO_FILE_H_
