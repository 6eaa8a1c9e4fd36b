// Matrices that users give to the programs.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_

#include <cstdio>
#include <string>

#include "kernels/files/matrix_file.h"

namespace structlab::tools {

// Reads the matrix of a user's path. If all columns are named by numbers, prints a note that the first line
// was taken for names. Errors as ReadMatrix.
kernels::NamedMatrix ReadUsersMatrix(const std::string& path, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_
