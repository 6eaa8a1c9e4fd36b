#include "experiments/harness/record/record_folder.h"

#include <filesystem>
#include <system_error>

#include "common/file.h"
#include "experiments/harness/record/record_tables.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

bool IsPicture(const std::string& name) { return name.ends_with(".png"); }

std::vector<std::string> NamesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

}  // namespace

std::string ReadIfThere(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error) ? common::ReadFile(path) : "";
}

std::vector<FinishedCase> ReadRecordFolder(const std::string& folder) {
  RecordFiles files;
  for (const std::string& name : NamesIn(folder)) {
    if (!IsPicture(name) && name != kCasesFile && name != kValuesFile) continue;
    files.emplace(name, common::ReadFile(folder + "/" + name));
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
  for (const std::string& name : NamesIn(folder)) {
    const bool is_left_over = IsPicture(name) || common::NameBeforeTemporary(name);  // the latter by a kill
    std::error_code error;
    if (is_left_over && !files.contains(name)) fs::remove(folder + "/" + name, error);
  }
}

}  // namespace structlab::harness
