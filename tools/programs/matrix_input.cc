#include "tools/programs/matrix_input.h"

#include <algorithm>

#include "common/number.h"
#include "common/program.h"

namespace structlab::tools {

kernels::NamedMatrix ReadUsersMatrix(const std::string& path, std::FILE* messages) {
  kernels::NamedMatrix matrix = kernels::ReadMatrix(common::CallersPath(path));
  const auto is_number = [](const std::string& name) { return common::ParseFiniteNumber(name).has_value(); };
  if (!matrix.columns.empty() && std::ranges::all_of(matrix.columns, is_number)) {
    std::fprintf(
        messages,
        "%s: note: the first line counts up, so its numbers (%s to %s) name the columns; if it is a row "
        "of data, put a line of names above it\n",
        path.c_str(), matrix.columns.front().c_str(), matrix.columns.back().c_str());
  }
  return matrix;
}

}  // namespace structlab::tools
