#include "experiments/harness/record/record_folder.h"

#include <filesystem>
#include <system_error>

#include "common/file.h"
#include "experiments/harness/record/record_tables.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

// The names of the pictures in a folder, and of what a kill left of them or of a table.
std::vector<std::string> PicturesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".png") || common::NameBeforeTemporary(name)) names.push_back(name);
  }
  return names;
}

}  // namespace

std::string ReadIfThere(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error) ? common::ReadFile(path) : "";
}

std::vector<FinishedCase> ReadRecordFolder(const std::string& folder) {
  std::error_code error;
  if (!fs::exists(folder + "/" + kCasesFile, error)) return {};
  RecordFiles files;
  std::vector<std::string> names = PicturesIn(folder);
  names.insert(names.end(), {kCasesFile, kValuesFile});
  for (const std::string& name : names) {
    const std::string path = folder + "/" + name;
    if (fs::exists(path, error)) files.emplace(name, common::ReadFile(path));
  }
  return ParseRecord(files, folder);
}

void WriteRecordFolder(const std::string& folder, const std::vector<FinishedCase>& cases) {
  const RecordFiles files = FormatRecord(cases);
  common::MakeFolder(folder);
  const auto write = [&](const std::string& name, const std::string& content) {
    const std::string path = folder + "/" + name;
    std::error_code error;
    if (!fs::exists(path, error) || common::ReadFile(path) != content) {
      common::WriteFileAtomically(path, content);
    }
  };
  for (const auto& [name, content] : files) {
    if (name != kCasesFile && name != kValuesFile) write(name, content);
  }
  write(kValuesFile, files.at(kValuesFile));
  write(kCasesFile, files.at(kCasesFile));
  for (const std::string& name : PicturesIn(folder)) {
    std::error_code error;
    if (!files.contains(name)) fs::remove(folder + "/" + name, error);
  }
}

}  // namespace structlab::harness
