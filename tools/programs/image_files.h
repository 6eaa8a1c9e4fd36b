// The image files of folders and arguments, and notes about many files.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_IMAGE_FILES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_IMAGE_FILES_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::tools {

// Endings of files, in lower case and with their dot.
using FileEndings = std::vector<std::string_view>;

// The endings of all image formats that programs read.
extern const FileEndings kImageEndings;

// The one of these endings that the path has, in upper or lower case; "" if it has none of them.
std::string_view EndingOf(const std::string& path, const FileEndings& endings);

// The files of a folder with one of the endings, sorted by name. Hidden files and folders are left out.
// Throws common::Error(kUsage) at `flag` if the path is no folder, or has no such file. Paths are those of
// the caller (common/program.h) before and after.
std::vector<std::string> FilesInFolder(const std::string& folder, const FileEndings& endings,
                                       const std::string& flag);

// The same text for all paths of a file: absolute, without links, "." and "..".
std::string CanonicalPath(const std::string& path);

// The paths, with the files of a folder in its place; a file that is named again is left out. Throws as
// FilesInFolder.
std::vector<std::string> FilesOfPaths(const std::vector<std::string>& paths, const FileEndings& endings,
                                      const std::string& flag);

// Collects notes "PATH: text" of many files. Of each text, the first file is named, and Finish tells how many
// others there are.
class FileNotes {
 public:
  explicit FileNotes(std::function<void(const std::string& line)> print) : print_(std::move(print)) {}

  void Add(const std::string& path, const std::vector<std::string>& notes);
  void Finish();

 private:
  std::function<void(const std::string& line)> print_;
  std::map<std::string, int> counts_;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_IMAGE_FILES_H_
