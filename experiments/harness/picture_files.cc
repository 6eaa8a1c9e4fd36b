#include "experiments/harness/picture_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "experiments/harness/report/panel.h"
#include "experiments/harness/report/png_file.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".png";

std::string NameOfFile(const std::string& bytes) { return common::Sha256OfText(bytes).append(kEnding); }

// Every panel of the report, in order.
template <typename Use>
void ForEachPanel(PackageReport& report, const Use& use) {
  for (Figure& figure : report.figures) {
    for (size_t i = 0; i < figure.panels.size(); ++i) use(figure, i);
  }
}

Picture ReadPicture(const std::string& path, const std::string& name) {
  const std::string bytes = common::ReadFile(path);
  if (NameOfFile(bytes) != name) {
    common::ThrowDataError(path, "the sha256 that is its name", common::Sha256OfText(bytes));
  }
  return DecodePng(bytes, path);
}

}  // namespace

bool IsPictureFile(std::string_view name) {
  constexpr size_t kDigits = 64;
  return name.size() == kDigits + kEnding.size() && name.ends_with(kEnding) &&
         name.find_first_not_of("0123456789abcdef") == kDigits;
}

void WritePictureFiles(const std::string& folder, PackageDump& dump) {
  dump.pictures.clear();
  ForEachPanel(dump.report, [&](Figure& figure, size_t panel) {
    const std::string bytes = EncodePng(figure.panels[panel].picture, DescribePanel(figure, panel));
    const std::string& name = dump.pictures.emplace_back(NameOfFile(bytes));
    common::WriteFileAtomically(folder + "/" + name, bytes, common::Durability::kFile);
  });
}

void ReadPictureFiles(const std::string& folder, PackageDump& dump) {
  size_t next = 0;
  try {
    ForEachPanel(dump.report, [&](Figure& figure, size_t panel) {
      if (next == dump.pictures.size()) common::ThrowDataError(folder, "a picture for each panel", "fewer");
      const std::string& name = dump.pictures[next++];
      figure.panels[panel].picture = ReadPicture(folder + "/" + name, name);
    });
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    parts.remedy = "run " + dump.report.name + " again";
    throw common::Error(error.kind(), parts);
  }
}

void RemoveOtherPictureFiles(const std::string& folder, const PackageDump& dump) {
  std::vector<fs::path> others;
  std::error_code error;  // a folder that is not there has no pictures
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!IsPictureFile(name)) continue;
    if (std::find(dump.pictures.begin(), dump.pictures.end(), name) == dump.pictures.end()) {
      others.push_back(entry.path());
    }
  }
  for (const fs::path& other : others) fs::remove(other, error);
}

}  // namespace structlab::harness
