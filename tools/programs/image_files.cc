#include "tools/programs/image_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <system_error>

#include "common/error.h"
#include "common/program.h"

namespace structlab::tools {

const FileEndings kImageEndings = {".png", ".jpg", ".jpeg", ".jpe",  ".pgm", ".ppm",
                                   ".pbm", ".pnm", ".tif",  ".tiff", ".bmp", ".webp"};

std::string_view EndingOf(const std::string& path, const FileEndings& endings) {
  std::string lower = path;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto found =
      std::ranges::find_if(endings, [&](std::string_view ending) { return lower.ends_with(ending); });
  return found == endings.end() ? std::string_view() : *found;
}

std::vector<std::string> FilesInFolder(const std::string& folder, const FileEndings& endings,
                                       const std::string& flag) {
  std::error_code failure;
  const std::filesystem::path whole = common::CallersPath(folder);
  if (!std::filesystem::is_directory(whole, failure)) {
    common::ThrowUsageError(flag, "a folder of images", common::Quote(folder));
  }
  std::vector<std::string> files;
  std::filesystem::directory_iterator at(whole, failure);
  for (const std::filesystem::directory_iterator end; !failure && at != end; at.increment(failure)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with('.') || EndingOf(name, endings).empty() || at->is_directory(failure)) continue;
    files.push_back((std::filesystem::path(folder) / name).string());
  }
  if (failure) common::ThrowEnvironmentError(folder, "the folder cannot be read: " + failure.message());
  if (files.empty()) {
    common::ThrowUsageError(flag, "a folder with files such as .png and .jpg",
                            common::Quote(folder) + " without any");
  }
  std::ranges::sort(files);
  return files;
}

std::string CanonicalPath(const std::string& path) {
  std::error_code failure;
  const std::filesystem::path whole = common::CallersPath(path);
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(whole, failure);
  return failure ? whole.string() : canonical.string();
}

std::vector<std::string> FilesOfPaths(const std::vector<std::string>& paths, const FileEndings& endings,
                                      const std::string& flag) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code failure;
    if (std::filesystem::is_directory(common::CallersPath(path), failure)) {
      const std::vector<std::string> inside = FilesInFolder(path, endings, flag);
      files.insert(files.end(), inside.begin(), inside.end());
    } else {
      files.push_back(path);
    }
  }
  std::set<std::string> seen;
  std::erase_if(files, [&](const std::string& file) { return !seen.insert(CanonicalPath(file)).second; });
  return files;
}

void FileNotes::Add(const std::string& path, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    const std::string text = note.starts_with(path + ": ") ? note.substr(path.size() + 2) : note;
    if (++counts_[text] == 1) print_(path + ": " + text);
  }
}

void FileNotes::Finish() {
  for (const auto& [text, count] : counts_) {
    if (count > 1) print_("the same for " + std::to_string(count - 1) + " more: " + text);
  }
}

}  // namespace structlab::tools
