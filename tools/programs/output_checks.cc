#include "tools/programs/output_checks.h"

#include <filesystem>

#include "common/error.h"
#include "common/program.h"

namespace structlab::tools {

void CheckFolderOf(const std::string& path, const std::string& flag) {
  if (path.empty()) return;
  const std::filesystem::path folder = std::filesystem::path(common::CallersPath(path)).parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder)) return;
  common::ThrowUsageError(flag, "a file in a folder that is there", path);
}

void CheckPrinted(std::FILE* out) {
  if (std::fflush(out) == 0 && std::ferror(out) == 0) return;
  common::ThrowEnvironmentError("standard output", "cannot be written");
}

}  // namespace structlab::tools
