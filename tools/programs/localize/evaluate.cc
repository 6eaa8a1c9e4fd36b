#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "common/table.h"
#include "structured_learning/localization/box_files/box_files.h"
#include "structured_learning/localization/detection/box_measures.h"
#include "tools/programs/localize/commands.h"
#include "tools/programs/localize/located_images.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::BoxList;
using learning::FoundInImage;
using learning::ListedImage;

struct Arguments {
  std::string boxes, found, category;
};

constexpr char kFooter[] = R"(
--found is a table as find writes it, with a line for each image that was searched; all its boxes count as they are.
Images are matched by name, also without folders. Images of --boxes that were not searched are left out, with a note.

Measures:
  mean_overlap: over images with an object, the overlap (pixels in both boxes / pixels in either) of the box with the
    highest score and the nearest true box; 0 if nothing is found
  share_overlap_50, share_overlap_75: of these images, where that overlap is at least 0.5 and 0.75
  share_nothing_found: of the images without an object
  average_precision_50, average_precision_75: of all boxes, by score, as in the PASCAL VOC challenges since 2010: a box
    is right if it overlaps a true box by at least 0.5 or 0.75 that no better box has found
)";

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line("Prints how well found boxes agree with true ones.", "localize evaluate");
  line.Option("--boxes", a.boxes, "the true boxes, see below").Required();
  line.Option("--found", a.found, "the found boxes with their scores").Required();
  line.Option("--class", a.category, "the class of objects, if the boxes have several");
  line.Footer(std::string(kFooter) + kHelpOnBoxes);
  return line.Parse(words, out);
}

std::string NameOf(const std::string& file) { return std::filesystem::path(file).filename().string(); }

// Images of a list by their names in it, and by their names without folders where only one has it.
class ImagesByName {
 public:
  explicit ImagesByName(const BoxList& list) {
    for (int k = 0; k < std::ssize(list.images); ++k) {
      by_file_[list.images[k].file] = k;
      const auto [known, is_new] = by_name_.try_emplace(NameOf(list.images[k].file), k);
      if (!is_new) known->second = -1;
    }
  }

  std::optional<int> Find(const std::string& file) const {
    const auto whole = by_file_.find(file);
    if (whole != by_file_.end()) return whole->second;
    const auto name = by_name_.find(NameOf(file));
    if (name != by_name_.end() && name->second >= 0) return name->second;
    return std::nullopt;
  }

 private:
  std::map<std::string, int> by_file_, by_name_;
};

// The class of the objects, which all have the same.
std::string ClassOf(const BoxList& list) {
  for (const ListedImage& image : list.images) {
    if (!image.objects.empty()) return image.objects[0].category;
  }
  return "";
}

FoundInImage Pair(const ListedImage& truth, const ListedImage& found) {
  FoundInImage pair;
  for (const learning::ListedObject& object : truth.objects) {
    (object.is_ignored ? pair.ignored : pair.truths).push_back(object.box);
  }
  for (const learning::ListedObject& object : found.objects) pair.found.push_back({object.box, object.score});
  return pair;
}

std::vector<FoundInImage> PairAll(const BoxList& boxes, const BoxList& found, std::FILE* messages) {
  const ImagesByName images(boxes);
  std::vector<FoundInImage> pairs;
  std::map<int, std::string> searched;
  for (const ListedImage& image : found.images) {
    const std::optional<int> truth = images.Find(image.file);
    if (!truth) {
      common::ThrowDataError(
          PlaceOf(found, image), "an image of " + boxes.path, common::Quote(image.file),
          "give the boxes of all images that were searched; an image without an object has a "
          "line without numbers");
    }
    const auto [known, is_new] = searched.try_emplace(*truth, image.file);
    if (!is_new) {
      common::ThrowDataError(PlaceOf(found, image), "another image than " + common::Quote(known->second),
                             common::Quote(image.file) + ", which has the same name");
    }
    pairs.push_back(Pair(boxes.images[*truth], image));
  }
  for (int k = 0; k < std::ssize(boxes.images); ++k) {
    if (searched.contains(k)) continue;
    std::fprintf(messages,
                 "localize: note: images of %s that were not searched are left out: %d, such as %s\n",
                 boxes.path.c_str(), static_cast<int>(boxes.images.size() - searched.size()),
                 boxes.images[k].file.c_str());
    break;
  }
  return pairs;
}

}  // namespace

int EvaluateBoxes(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  BoxList boxes = learning::ReadBoxFile(common::CallersPath(a.boxes));
  learning::SelectClass(boxes, a.category, "--class");
  const std::string category = ClassOf(boxes);
  BoxList found = learning::ReadBoxFile(common::CallersPath(a.found));
  for (ListedImage& image : found.images) {
    // Boxes without a class are those of the class of the true ones.
    std::erase_if(image.objects, [&](const learning::ListedObject& object) {
      return !category.empty() && !object.category.empty() && object.category != category;
    });
  }
  const std::vector<FoundInImage> pairs = PairAll(boxes, found, messages);
  if (pairs.empty()) common::ThrowDataError(a.found, "an image that was searched", "none");
  const learning::BoxMeasures measures = learning::MeasureBoxes(pairs);
  common::Table table = {.columns = {"measure", "value"}};
  const auto add_count = [&](const char* name, int count) {
    table.rows.push_back({name, std::to_string(count)});
  };
  const auto add = [&](const char* name, double value) {
    if (!std::isnan(value)) table.rows.push_back({name, fmt::format("{:.5f}", value)});
  };
  add_count("images_with_object", measures.images_with_object);
  add_count("images_without_object", measures.images_without_object);
  add_count("objects", measures.objects);
  add_count("found", measures.finds);
  add("mean_overlap", measures.mean_overlap);
  add("share_overlap_50", measures.share_at_50);
  add("share_overlap_75", measures.share_at_75);
  add("share_nothing_found", measures.share_empty);
  add("average_precision_50", measures.average_precision_50);
  add("average_precision_75", measures.average_precision_75);
  std::fputs(common::FormatTsv(table).c_str(), out);
  common::CheckPrinted(out);
  return 0;
}

}  // namespace structlab::tools
