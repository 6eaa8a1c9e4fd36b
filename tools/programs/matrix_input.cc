#include "tools/programs/matrix_input.h"

#include "common/program.h"

namespace structlab::tools {

kernels::NamedMatrix ReadUsersMatrix(const char* program, const std::string& path, std::FILE* messages) {
  kernels::NamedMatrix matrix = kernels::ReadMatrix(common::CallersPath(path));
  if (matrix.are_columns_counted) {
    std::fprintf(
        messages,
        "%s: note: %s: the first line counts up and names the columns; if it is a row of data, put a line "
        "of names above it\n",
        program, path.c_str());
  }
  return matrix;
}

}  // namespace structlab::tools
