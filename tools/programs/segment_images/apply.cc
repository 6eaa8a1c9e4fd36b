#include <fmt/format.h>

#include <filesystem>
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
#include "structured_learning/problem/graph_labeling/graph_inference.h"
#include "structured_learning/segmentation/segmentation_training.h"
#include "tools/programs/image_files.h"
#include "tools/programs/image_input.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/segment_images/commands.h"
#include "tools/programs/segment_images/mask_files.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;

struct Arguments {
  std::vector<std::string> images;
  std::string model, out, oracle = "cut";
  bool skip_bad = false, quiet = false;
};

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line(
      "Writes the mask of each image as a PNG of the size of the image: 255 for foreground, 0 for "
      "background.",
      "segment_images apply");
  line.Option("IMAGE", a.images, "images, or folders of images").Required();
  line.Option("--model", a.model, "the model").Required();
  line.Option("--out", a.out, "the folder for the masks; it is made if it does not exist").Required();
  line.Option("--oracle", a.oracle, "the method that labels graphs; cut is exact").ShowDefault();
  line.Switch("--skip-bad", a.skip_bad, "go on after images that cannot be read, and name them");
  line.Switch("--quiet", a.quiet, "show no progress");
  line.Footer(HelpOnImages());
  return line.Parse(words, out);
}

}  // namespace

int SegmentImages(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  WithFlagNames({{"inference", "--oracle"}}, [&] { learning::FindGraphInference(a.oracle); });
  const std::vector<std::string> files = FilesOfPaths(a.images, kImageEndings, "IMAGE");
  CheckStemsDiffer(files, "IMAGE");
  const auto mask_of = [&](const std::string& file) { return a.out + "/" + StemOf(file) + ".png"; };
  const learning::SegmentationModel model = learning::ReadSegmentationModel(common::CallersPath(a.model));
  for (const std::string& file : files) common::InputScope::NoteRead(common::CallersPath(file));
  for (const std::string& file : files) {
    common::InputScope::CheckNotRead(common::CallersPath(mask_of(file)), "--out");
  }
  common::MakeFolder(common::CallersPath(a.out));
  int written = 0, bad = 0;
  {
    common::ProgressLine progress(
        "images", std::ssize(files), messages,
        a.quiet ? common::ProgressStyle::kQuiet : common::ProgressStyle::kAutomatic);
    FileNotes notes([&](const std::string& line) { progress.Message("segment_images: " + line); });
    try {
      for (const std::string& file : files) {
        common::StopPoint();
        try {
          const std::string path = common::CallersPath(file);
          std::vector<std::string> read_notes;
          const graphical_models::Image image =
              graphical_models::ReadAnyImage(path, graphical_models::Colors::kAsStored, read_notes);
          notes.Add(path, read_notes);
          learning::WriteMask(common::CallersPath(mask_of(file)), learning::Segment(model, image, a.oracle));
          ++written;
        } catch (const common::Error& error) {
          if (!a.skip_bad) throw;
          progress.Message(fmt::format("segment_images: left out: {}", error.what()));
          ++bad;
        }
        progress.Advance(1, file);
      }
    } catch (const common::Stopped&) {
      progress.Message(
          fmt::format("segment_images: interrupted: {} of {} masks are written", written, files.size()));
      return common::kInterruptedStatus;
    }
    notes.Finish();
  }
  std::fputs(fmt::format("masks        {} in {}\n", written, a.out).c_str(), out);
  if (bad > 0) std::fputs(fmt::format("left out     {}\n", bad).c_str(), out);
  common::CheckPrinted(out);
  return 0;
}

}  // namespace structlab::tools
