#include "experiments/datasets/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "common/digest.h"
#include "common/error.h"
#include "common/program.h"
#include "experiments/datasets/text_collection.h"

namespace structlab::datasets {
namespace {

namespace fs = std::filesystem;

harness::DataOrigin OriginFor(const Dataset& dataset, std::string_view package) {
  std::string known;
  for (const DatasetUse& use : dataset.uses) {
    if (use.package == package) return use.origin;
    known += (known.empty() ? "" : ", ") + use.package;
  }
  common::ThrowUsageError("data set " + dataset.name, "a package that uses it (" + known + ")",
                          common::Quote(package), "add the package to the catalogue");
}

// The same fault, with what to do about it; `fact` comes before that.
[[noreturn]] void Rethrow(const common::Error& error, const Dataset& dataset, const std::string& folder,
                          const std::string& fact = "") {
  common::ErrorParts parts = error.parts();
  fs::path data_folder = folder;
  for (size_t i = 0; i <= static_cast<size_t>(std::ranges::count(dataset.subfolder(), '/')); ++i) {
    data_folder = data_folder.parent_path();
  }
  parts.remedy = fact + "get it again (tools/fetch_data --data-dir=" + data_folder.string() + " " +
                 dataset.name + " fetches it or says how) or remove the folder " + folder +
                 " to work with generated data";
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

// A link that leads nowhere is there, and damaged.
bool IsAbsent(const std::string& folder) {
  std::error_code error;
  return fs::symlink_status(folder, error).type() == fs::file_type::not_found;
}

void MakeStandIn(harness::Dataset& resolved, const std::string& note) {
  resolved.origin = harness::DataOrigin::kStandIn;
  resolved.path.clear();
  resolved.checksums = {{"generator", fmt::format("seed {}", kStandInSeed)}};
  resolved.note = note;
}

harness::Dataset ResolveSupplied(const SuppliedSet& set, const std::string& data_folder) {
  const std::string folder = (fs::path(data_folder) / set.name).string();
  harness::Dataset resolved{.name = set.name,
                            .origin = set.origin,
                            .path = folder,
                            .note = set.note,
                            .supply = harness::Supply::kByHand};
  if (IsAbsent(folder)) {
    MakeStandIn(resolved, set.stand_in);
    return resolved;
  }
  for (const std::string& file : set.files) {
    const std::string path = PlainOrGzip(folder + "/" + file);
    resolved.checksums.push_back({file, common::Sha256OfUncompressed(path)});
  }
  if (set.check) set.check(folder);
  return resolved;
}

}  // namespace

void VerifyFile(const Dataset& dataset, const DatasetFile& file, const std::string& folder) {
  try {
    CheckContent(file, folder + "/" + file.name);
  } catch (const common::Error& error) {
    // The reader knows the line and column, unless the file is well-formed, missing or cannot be read.
    try {
      if (dataset.examine != nullptr) dataset.examine(folder);
    } catch (const common::Error& exact) {
      const bool same_file = exact.parts().where.starts_with(folder + "/" + file.name);
      if (same_file && exact.kind() == common::ErrorKind::kData) {
        Rethrow(exact, dataset, folder, "its sha256 is not the catalogue's: ");
      }
    }
    Rethrow(error, dataset, folder);
  }
}

harness::Dataset ResolveDataset(const Dataset& dataset, std::string_view package,
                                const std::string& data_folder) {
  const std::string folder = (fs::path(data_folder) / dataset.subfolder()).string();
  harness::Dataset resolved{.name = dataset.name,
                            .origin = OriginFor(dataset, package),
                            .path = folder,
                            .note = dataset.title + "; " + dataset.citation};
  std::error_code error;
  if (fs::exists(data_folder, error) && !fs::is_directory(data_folder, error)) {
    common::ThrowUsageError(data_folder, "the folder of all data sets", "something else");
  }
  if (IsAbsent(folder)) {
    MakeStandIn(resolved, dataset.stand_in);
    return resolved;
  }
  for (const DatasetFile& file : dataset.files) {
    VerifyFile(dataset, file, folder);
    resolved.checksums.push_back({file.name, file.sha256});
  }
  return resolved;
}

harness::DatasetSource SourceOf(std::string_view name, const std::string& package) {
  const Dataset& dataset = FindDataset(Catalogue(), name);
  return {.name = dataset.name, .resolve = [&dataset, package](const std::string& data_folder) {
            return ResolveDataset(dataset, package, data_folder);
          }};
}

harness::DatasetSource SuppliedSource(const SuppliedSet& set) {
  return {.name = set.name,
          .resolve = [set](const std::string& data_folder) { return ResolveSupplied(set, data_folder); }};
}

harness::Dataset ResolveFromEnvironment(std::string_view name, const std::string& package) {
  const char* const value = std::getenv("STRUCTLAB_DATA");
  const std::string folder = value == nullptr || *value == '\0' ? "" : common::CallersPath(value);
  if (!folder.empty() && !fs::is_directory(folder)) {
    common::ThrowEnvironmentError("$STRUCTLAB_DATA", folder + " is no folder",
                                  "correct it, or unset it to work with generated data");
  }
  return SourceOf(name, package).resolve(folder);
}

}  // namespace structlab::datasets
