// Boxes in XML files of the PASCAL VOC challenges (Everingham et al. 2010).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_VOC_FILES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_VOC_FILES_H_

#include <string>

#include "structured_learning/localization/box_files/box_list.h"

namespace structlab::structured_learning {

// Reads one file: <annotation> with <filename>, optionally <size> (<width>, <height>; 0 means unknown), and
// an <object> with <name> and <bndbox> (<xmin>, <ymin>, <xmax>, <ymax>) for each object. Their pixels count
// from 1, and those of xmax and ymax belong to the box; the list has them from 0. Fractions are rounded.
// <difficult> 1 sets is_ignored. Other elements are ignored, and so are boxes of parts of objects.
//
// Throws common::Error: kEnvironment if the file cannot be read or is larger than 4 MiB; kData at file:line
// as ParseXml does, for a missing element, and for a box as in CheckListedBox.
BoxList ReadVocFile(const std::string& path);

// All files *.xml of a folder, in the order of their names. Also throws common::Error(kData) at the second of
// two files that name the same image, and at the folder if it has no such file.
BoxList ReadVocFolder(const std::string& folder);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_VOC_FILES_H_
