// Matrices that users give to the programs.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_

#include <cstdio>
#include <string>

#include "kernels/files/matrix_file.h"

namespace structlab::tools {

// Reads the matrix of a user's path. If a first line of numbers was taken for names of columns, prints a
// note. Errors as ReadMatrix.
kernels::NamedMatrix ReadUsersMatrix(const char* program, const std::string& path, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_
