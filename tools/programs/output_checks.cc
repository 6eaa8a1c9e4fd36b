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

void CheckPngPath(const std::string& path, const std::string& flag) {
  if (!path.empty() && std::filesystem::path(path).extension() != ".png") {
    common::ThrowUsageError(flag, "a name that ends in .png", path);
  }
  CheckFolderOf(path, flag);
}

void CheckPrinted(std::FILE* out) {
  if (std::fflush(out) == 0 && std::ferror(out) == 0) return;
  common::ThrowEnvironmentError("standard output", "cannot be written");
}

}  // namespace structlab::tools
