// Reads boxes from files of all known formats.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_FILES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_FILES_H_

#include <string>

#include "structured_learning/localization/box_files/box_list.h"

namespace structlab::structured_learning {

// A folder is read as XML of PASCAL VOC (voc_files.h), a file whose first character other than blanks is '{'
// or '[' as JSON of COCO (coco_file.h), one with '<' as a single XML, any other one as a table (box_table.h).
// Throws common::Error as the readers do.
//
//     BoxList boxes = ReadBoxFile("boxes.csv");
//     SelectClass(boxes, "horse", "--class");
BoxList ReadBoxFile(const std::string& path);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_FILES_H_
