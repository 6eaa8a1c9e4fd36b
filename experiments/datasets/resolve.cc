#include "experiments/datasets/resolve.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "common/digest.h"
#include "common/error.h"

namespace structlab::datasets {
namespace {

namespace fs = std::filesystem;

std::string Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Origin OriginFor(const Dataset& dataset, std::string_view package) {
  std::string known;
  for (const DatasetUse& use : dataset.uses) {
    if (use.package == package) return use.origin;
    known += (known.empty() ? "" : ", ") + use.package;
  }
  common::ThrowUsageError("data set " + dataset.name, "a package that uses it (" + known + ")",
                          common::Quote(package), "add the package to the catalogue");
}

// The same fault, with what to do about it.
[[noreturn]] void Rethrow(const common::Error& error, const Dataset& dataset, const std::string& folder) {
  common::ErrorParts parts = error.parts();
  parts.remedy = "restore it (tools/fetch_data --data-dir=" + fs::path(folder).parent_path().string() + " " +
                 dataset.name + ") or remove the folder " + folder + " to work with generated data";
  throw common::Error(common::ErrorKind::kData, parts);
}

// Throws what is wrong with the file, if anything is.
void CheckContent(const DatasetFile& file, const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) common::ThrowDataError(path, "the file", "nothing of that name");
  if (!fs::is_regular_file(status)) common::ThrowDataError(path, "a file", "something else");
  const std::string found = common::Sha256OfUncompressed(path);
  if (found == file.sha256) return;
  common::ThrowDataError(path, "uncompressed content with sha256 " + file.sha256, "sha256 " + found);
}

}  // namespace

std::string DataFolder(const std::string& data_dir) {
  fs::path folder = data_dir;
  if (folder.empty()) folder = Environment("STRUCTLAB_DATA");
  if (folder.empty()) return (fs::path(Environment("BUILD_WORKSPACE_DIRECTORY")) / "data").string();
  return (fs::path(Environment("BUILD_WORKING_DIRECTORY")) / folder).string();
}

void VerifyFile(const Dataset& dataset, const DatasetFile& file, const std::string& folder) {
  try {
    CheckContent(file, folder + "/" + file.name);
  } catch (const common::Error& error) {
    // The reader knows the line and column, unless the file is well-formed, missing or cannot be read.
    try {
      if (dataset.examine != nullptr) dataset.examine(folder);
    } catch (const common::Error& exact) {
      const bool same_file = exact.parts().where.starts_with(folder + "/" + file.name);
      if (same_file && exact.kind() == common::ErrorKind::kData) Rethrow(exact, dataset, folder);
    }
    Rethrow(error, dataset, folder);
  }
}

ResolvedDataset ResolveDataset(const Dataset& dataset, std::string_view package,
                               const std::string& data_folder) {
  const std::string folder = (fs::path(data_folder) / dataset.name).string();
  const Origin origin = OriginFor(dataset, package);
  ResolvedDataset resolved{.name = dataset.name, .origin = origin, .folder = folder, .checksums = {}};
  std::error_code error;
  if (fs::exists(data_folder, error) && !fs::is_directory(data_folder, error)) {
    common::ThrowUsageError(data_folder, "the folder of all data sets", "something else");
  }
  // A link that leads nowhere is there, and damaged.
  if (fs::symlink_status(folder, error).type() == fs::file_type::not_found) {
    resolved.origin = Origin::kStandIn;
    resolved.folder.clear();
    resolved.checksums = {{"generator", "seed " + std::to_string(kStandInSeed)}};
    return resolved;
  }
  for (const DatasetFile& file : dataset.files) {
    VerifyFile(dataset, file, folder);
    resolved.checksums.push_back({file.name, file.sha256});
  }
  return resolved;
}

}  // namespace structlab::datasets
