#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "common/command_line.h"
#include "common/error.h"
#include "common/file.h"
#include "common/input_scope.h"
#include "common/program.h"
#include "common/progress.h"
#include "common/stop_point.h"
#include "graphical_models/images/any_image_file.h"
#include "graphical_models/images/image_file.h"
#include "structured_learning/localization/box_files/box_table.h"
#include "structured_learning/localization/detection/find_objects.h"
#include "structured_learning/localization/search/word_files.h"
#include "tools/programs/image_input.h"
#include "tools/programs/localize/commands.h"
#include "tools/programs/localize/draw_boxes.h"
#include "tools/programs/localize/located_images.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::ScoredBox;

struct Arguments {
  std::vector<std::string> images;
  std::string model, out, draw;
  int top = 1;
  std::optional<double> min_score;
  bool skip_bad = false, quiet = false;
};

constexpr char kFooter[] = R"(
The output is a table (CSV; TSV if the name of --out ends in .tsv) with a line for each find, best first:
file,left,top,right,bottom,score, and the class if the model was trained with --class. An image without a find has a
line without numbers. Sides are pixels of the box, counted from 0. Further objects (--top) are searched among the words that
are not in better boxes; finds that overlap a better one by more than the model's limit are left out.

A model that was trained on images without an object, too, finds only boxes with a score above its own limit.
--min-score is a further limit.
)";

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line("Writes the boxes of the objects in images.", "localize find");
  line.Option("IMAGE", a.images, "images or points (.clst), or folders of them").Required();
  line.Option("--model", a.model, "the model").Required();
  line.Option("--top", a.top, "number of objects in an image, at most").Range(1, 10'000).ShowDefault();
  line.Option("--min-score", a.min_score, "leave out boxes with a lower score");
  line.Option("--out", a.out, "the table (default: standard output)");
  line.Option("--draw", a.draw, "a folder for images with the boxes drawn, as PNG; it is made if missing");
  line.Switch("--skip-bad", a.skip_bad, "go on after images that cannot be read, and name them");
  line.Switch("--quiet", a.quiet, "show no progress");
  line.Footer(std::string(kFooter) + HelpOnImages());
  return line.Parse(words, out);
}

// The drawing of each file. Throws common::Error(kUsage) if two files would have the same, or one would
// replace an image.
std::map<std::string, std::string> DrawingsOf(const std::vector<std::string>& files,
                                              const std::string& folder) {
  std::map<std::string, std::string> drawings, file_of;
  for (const std::string& file : files) common::InputScope::NoteRead(common::CallersPath(file));
  for (const std::string& file : files) {
    const std::string drawing = folder + "/" + std::filesystem::path(file).stem().string() + ".png";
    const auto [known, is_new] = file_of.try_emplace(drawing, file);
    if (!is_new && known->second != file) {
      common::ThrowUsageError("--draw", "images whose names differ up to the ending",
                              known->second + " and " + file);
    }
    common::InputScope::CheckNotRead(common::CallersPath(drawing), "--draw");
    drawings[file] = drawing;
  }
  return drawings;
}

class Finder {
 public:
  explicit Finder(const Arguments& a)
      : a_(a), model_(learning::ReadLocalizationModel(common::CallersPath(a.model))) {
    if (const auto found = model_.facts.find("class"); found != model_.facts.end()) category_ = found->second;
  }

  learning::ListedImage Find(const std::string& file, const std::string& drawing,
                             std::vector<std::string>& notes) const {
    const std::string path = common::CallersPath(file);
    if (IsPointsFile(file) == model_.book.has_value()) {
      common::ThrowUsageError(file,
                              model_.book ? "an image, as the model was trained on images"
                                          : "points (.clst), as the model was trained on points",
                              model_.book ? "points" : "another file");
    }
    std::vector<ScoredBox> boxes;
    if (model_.book) {
      const graphical_models::Image image =
          graphical_models::ReadAnyImage(path, graphical_models::Colors::kAsStored, notes);
      boxes = Limited(FindObjects(model_, WordsForModel(model_, image, file), a_.top, file));
      if (!drawing.empty()) {
        graphical_models::WritePng(common::CallersPath(drawing), DrawBoxes(image, boxes));
      }
    } else {
      boxes = Limited(FindObjects(model_, learning::ReadWordPoints(path), a_.top, file));
    }
    learning::ListedImage listed{.file = file};
    for (const ScoredBox& found : boxes) {
      listed.objects.push_back({.box = found.box, .category = category_, .score = found.score});
    }
    return listed;
  }

  const learning::LocalizationModel& model() const { return model_; }

 private:
  std::vector<ScoredBox> Limited(std::vector<ScoredBox> boxes) const {
    if (a_.min_score) {
      std::erase_if(boxes, [&](const ScoredBox& box) { return box.score < *a_.min_score; });
    }
    return boxes;
  }

  const Arguments& a_;
  learning::LocalizationModel model_;
  std::string category_;
};

}  // namespace

int FindBoxes(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  CheckFolderOf(a.out, "--out");
  const std::vector<std::string> files = FilesOfPaths(a.images, SearchedEndings(), "IMAGE");
  std::vector<NamedFile> inputs = {{"--model", a.model}};
  for (const std::string& file : files) {
    if (file.find_first_of("\n\r") != std::string::npos) {
      common::ThrowUsageError("IMAGE", "a file name in one line", common::Quote(file));
    }
  }
  for (const std::string& file : files) inputs.push_back({"IMAGE", file});
  CheckDifferentFiles(inputs, {{"--out", a.out}});
  const Finder finder(a);
  if (!a.draw.empty() && !finder.model().book) {
    common::ThrowUsageError("--draw", "a model that was trained on images", "one that was trained on points");
  }
  std::map<std::string, std::string> drawings;
  if (!a.draw.empty()) {
    drawings = DrawingsOf(files, a.draw);
    common::MakeFolder(common::CallersPath(a.draw));
  }
  learning::BoxList found{.path = a.out, .has_scores = true};
  {
    common::ProgressLine progress(
        "images", std::ssize(files), messages,
        a.quiet ? common::ProgressStyle::kQuiet : common::ProgressStyle::kAutomatic);
    try {
      for (const std::string& file : files) {
        common::StopPoint();
        try {
          std::vector<std::string> notes;
          const auto drawing = drawings.find(file);
          found.images.push_back(finder.Find(file, drawing == drawings.end() ? "" : drawing->second, notes));
          for (const std::string& note : notes) progress.Message("localize: " + note);
        } catch (const common::Error& error) {
          if (!a.skip_bad && files.size() > 1) {
            progress.Message("localize: note: the table is not written; --skip-bad leaves such images out");
          }
          if (!a.skip_bad) throw;
          progress.Message(fmt::format("localize: left out: {}", error.what()));
        }
        progress.Advance(1, file);
      }
    } catch (const common::Stopped&) {
      progress.Message(fmt::format("localize: interrupted after {} of {} images: the table is not written{}",
                                   found.images.size(), files.size(),
                                   a.draw.empty() ? "" : "; their drawings are in " + a.draw));
      return common::kInterruptedStatus;
    }
  }
  const std::string table = FormatBoxTable(found, a.out.ends_with(".tsv") ? '\t' : ',');
  if (a.out.empty()) {
    std::fputs(table.c_str(), out);
  } else {
    common::WriteFileAtomically(common::CallersPath(a.out), table);
  }
  common::CheckPrinted(out);
  return 0;
}

}  // namespace structlab::tools
