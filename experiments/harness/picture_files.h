// The pictures of a package's dump, which stand beside it as files: in its text they would be slow to read.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PICTURE_FILES_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PICTURE_FILES_H_

#include <string>
#include <string_view>

#include "experiments/harness/report_dump.h"

namespace structlab::harness {

// "<SHA-256 of the file>.png". So a dump and its pictures belong together whenever a run is killed: the new
// pictures are there before the new dump, and the old ones until after it.
bool IsPictureFile(std::string_view name);

// Writes the pictures of all panels into the folder, which exists if there are any, and their names into the
// dump. Throws common::Error if a picture is none (kUsage, naming figure and panel) or cannot be written
// (kEnvironment).
void WritePictureFiles(const std::string& folder, PackageDump& dump);

// The inverse, for a dump that was parsed. Throws common::Error naming the file if it is absent, or another
// than the one that was written (kData).
void ReadPictureFiles(const std::string& folder, PackageDump& dump);

// Removes the folder's pictures that are not the dump's; what cannot be removed stays.
void RemoveOtherPictureFiles(const std::string& folder, const PackageDump& dump);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PICTURE_FILES_H_
