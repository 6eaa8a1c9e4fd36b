#include "tools/programs/localize/located_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "common/error.h"
#include "common/program.h"
#include "graphical_models/images/any_image_file.h"
#include "structured_learning/localization/search/word_files.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::BoxList;
using learning::ListedImage;
using learning::PixelBox;

std::string NameOf(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// The name without folders and ending.
std::string StemOfName(const std::string& name) {
  const std::string stem = NameOf(name);
  const size_t ending = EndingOf(stem, SearchedEndings()).size();
  return ending < stem.size() ? stem.substr(0, stem.size() - ending) : stem;
}

bool Exists(const std::string& path) {
  std::error_code failure;
  return std::filesystem::is_regular_file(common::CallersPath(path), failure);
}

// Finds files of a folder by the names of a list.
class FileFinder {
 public:
  explicit FileFinder(const std::string& folder) : folder_(folder) {
    for (const std::string& file : FilesInFolder(folder, SearchedEndings(), "--images")) {
      stems_[StemOfName(file)].push_back(file);
      names_.insert(NameOf(file));
    }
  }

  // Throws common::Error(kData) at `where` if several files have the name up to the ending.
  std::optional<std::string> Find(const std::string& listed, const std::string& where) const {
    const std::string whole = (std::filesystem::path(folder_) / listed).string();
    if (Exists(whole)) return whole;
    const std::string name = NameOf(listed);
    if (names_.contains(name)) return (std::filesystem::path(folder_) / name).string();
    // A name without an ending that images have may contain dots itself.
    for (const std::string& stem : {name, StemOfName(name)}) {
      const auto found = stems_.find(stem);
      if (found == stems_.end()) continue;
      if (found->second.size() == 1) return found->second[0];
      common::ThrowDataError(where, fmt::format("one file for {} in {}", common::Quote(listed), folder_),
                             found->second[0] + " and " + found->second[1], "give its ending, too");
    }
    return std::nullopt;
  }

  // Files of the folder that are not among these canonical paths.
  std::vector<std::string> Others(const std::set<std::string>& paths) const {
    std::vector<std::string> others;
    for (const std::string& name : names_) {
      const std::string path = (std::filesystem::path(folder_) / name).string();
      if (!paths.contains(CanonicalPath(path))) others.push_back(path);
    }
    return others;
  }

 private:
  std::string folder_;
  std::map<std::string, std::vector<std::string>> stems_;
  std::set<std::string> names_;
};

bool HasOnlyIgnored(const ListedImage& image) {
  return !image.objects.empty() && std::ranges::all_of(image.objects, &learning::ListedObject::is_ignored);
}

}  // namespace

const char kHelpOnBoxes[] = R"(
Boxes are one of:
  * a table, CSV or TSV, whose first line names the columns: file,left,top,right,bottom and optionally class, score.
    All sides are pixels of the box, counted from 0. A file named without numbers has no object. Also xmin,ymin,xmax,
    ymax, and left,top,width,height are read;
  * a folder of XML files of PASCAL VOC, whose pixels count from 1; objects marked as difficult do not count;
  * a JSON file of COCO; crowds do not count.
With several classes, --class chooses one; images without an object of this class then have no object.
)";

const FileEndings& SearchedEndings() {
  static const FileEndings endings = [] {
    FileEndings all = kImageEndings;
    all.insert(all.end(), {".clst", ".clst.gz"});
    return all;
  }();
  return endings;
}

bool IsPointsFile(const std::string& path) { return !EndingOf(path, {".clst", ".clst.gz"}).empty(); }

std::vector<LocatedImage> LocateImages(const BoxList& boxes, const std::string& folder, bool skip_bad,
                                       std::FILE* messages) {
  const FileFinder finder(folder);
  std::vector<LocatedImage> located;
  std::set<std::string> paths;
  int ignored = 0;
  for (int k = 0; k < std::ssize(boxes.images); ++k) {
    const ListedImage& image = boxes.images[k];
    const auto path = finder.Find(image.file, PlaceOf(boxes, image));
    if (!path) {
      const std::string expected = fmt::format("the image {} in {}", common::Quote(image.file), folder);
      if (!skip_bad) {
        common::ThrowDataError(PlaceOf(boxes, image), expected, "no such file",
                               "add it, or give --skip-bad to leave such images out");
      }
      std::fprintf(messages, "localize: left out: %s: expected %s, found no such file\n",
                   PlaceOf(boxes, image).c_str(), expected.c_str());
      continue;
    }
    if (!paths.insert(CanonicalPath(*path)).second) {
      common::ThrowDataError(PlaceOf(boxes, image), "an image with a file of its own",
                             fmt::format("{}, which is also another one's", common::Quote(*path)));
    }
    if (HasOnlyIgnored(image)) {
      ++ignored;
      continue;
    }
    located.push_back({*path, k});
  }
  if (ignored > 0) {
    std::fprintf(messages,
                 "localize: note: images that have only difficult objects or crowds are left out: %d\n",
                 ignored);
  }
  const std::vector<std::string> others = finder.Others(paths);
  if (!others.empty()) {
    std::fprintf(messages, "localize: note: files of %s without a line in %s are left out: %d, such as %s\n",
                 folder.c_str(), boxes.path.c_str(), static_cast<int>(others.size()), others[0].c_str());
  }
  return located;
}

template <class Read>
auto LocatedSource::ReadUnlessBad(int i, const Read& read) -> std::optional<decltype(read())> {
  if (is_bad_[i]) return std::nullopt;
  try {
    return read();
  } catch (const common::Error& error) {
    if (!skip_bad_) throw;
    progress_.Message(fmt::format("localize: left out: {}", error.what()));
    is_bad_[i] = true;
    return std::nullopt;
  }
}

graphical_models::Image LocatedSource::ReadImage(int i) {
  const std::string path = common::CallersPath(images_[i].path);
  std::vector<std::string> notes;
  graphical_models::Image image =
      graphical_models::ReadAnyImage(path, graphical_models::Colors::kAsStored, notes);
  if (std::max(image.width, image.height) > learning::kMaxImageSide) {
    common::ThrowDataError(path, fmt::format("sides of at most {} pixels", learning::kMaxImageSide),
                           fmt::format("{} x {}", image.width, image.height));
  }
  const int index = images_[i].index;
  if (index >= 0) CheckListedImage(boxes_, boxes_.images[index], {image.width, image.height});
  if (!is_noted_[i]) {
    notes_.Add(path, notes);
    is_noted_[i] = true;
  }
  return image;
}

learning::WordImage LocatedSource::ReadPoints(int i) {
  const std::string path = common::CallersPath(images_[i].path);
  const ListedImage* const listed = images_[i].index < 0 ? nullptr : &boxes_.images[images_[i].index];
  learning::WordImage words = learning::ReadWordPoints(path, listed == nullptr ? std::nullopt : listed->size);
  if (listed == nullptr) return words;
  // Without a size, the image is as large as its points and boxes need.
  if (!listed->size) {
    for (const learning::ListedObject& object : listed->objects) {
      words.width = std::max(words.width, std::min(object.box.right, learning::kMaxImageSide - 1) + 1);
      words.height = std::max(words.height, std::min(object.box.bottom, learning::kMaxImageSide - 1) + 1);
    }
  }
  CheckListedImage(boxes_, *listed, {words.width, words.height});
  return words;
}

std::vector<PixelBox> LocatedSource::BoxesOf(int i) const {
  std::vector<PixelBox> objects;
  if (images_[i].index < 0) return objects;
  for (const learning::ListedObject& object : boxes_.images[images_[i].index].objects) {
    if (!object.is_ignored) objects.push_back(object.box);
  }
  return objects;
}

learning::LocalizationSource LocatedSource::Source() {
  is_bad_.assign(images_.size(), false);
  is_noted_.assign(images_.size(), false);
  learning::LocalizationSource source;
  source.size = static_cast<int>(images_.size());
  source.objects = [this](int i) { return BoxesOf(i); };
  source.name = [this](int i) { return images_[i].path; };
  const auto points =
      std::ranges::count_if(images_, [](const LocatedImage& image) { return IsPointsFile(image.path); });
  if (points == 0) {
    source.image = [this](int i) { return ReadUnlessBad(i, [&] { return ReadImage(i); }); };
  } else if (points == std::ssize(images_)) {
    source.points = [this](int i) { return ReadUnlessBad(i, [&] { return ReadPoints(i); }); };
  } else {
    common::ThrowUsageError("--images", "either images or points (.clst)", "both");
  }
  return source;
}

}  // namespace structlab::tools
