// The commands of segment_images. Each takes the words after its name and returns the exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_COMMANDS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_COMMANDS_H_

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace structlab::tools {

// Learns a model and saves it. Each model that is finished before an interrupt is in the file.
int TrainSegmentationModel(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                           const std::atomic<bool>& interrupted);
// Writes the masks of images.
int SegmentImages(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);
// Prints how well masks agree with the true ones.
int EvaluateMasks(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_SEGMENT_IMAGES_COMMANDS_H_
