// The commands of warp. Each takes the words after its name and returns the exit status.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_WARP_COMMANDS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_WARP_COMMANDS_H_

#include <cstdio>
#include <string>
#include <vector>

#include "registration/volumes/displacement_field.h"

namespace structlab::tools {

int WarpImageFile(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);
int WarpLabelFile(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);
int WarpPointFile(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);
int ConvertTransform(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages);

// For these commands: prints one line on how exact an inverse field is.
void PrintInverse(const registration::FieldInverse& inverse, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_WARP_COMMANDS_H_
