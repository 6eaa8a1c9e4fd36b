#include <fmt/format.h>

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "common/table.h"
#include "structured_learning/segmentation/mask_agreement.h"
#include "tools/programs/image_files.h"
#include "tools/programs/image_input.h"
#include "tools/programs/segment_images/commands.h"
#include "tools/programs/segment_images/mask_files.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;

struct Arguments {
  std::string masks, predicted;
  MaskArguments mask;
  bool skip_bad = false;
};

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line(
      "Prints how well predicted masks agree with the true ones: a line for each image, and the means.",
      "segment_images evaluate");
  line.Option("--masks", a.masks, "the folder of the true masks").Required();
  line.Option("--predicted", a.predicted, "the folder of the predicted masks").Required();
  line.Option("--foreground", a.mask.foreground,
              "value of foreground pixels in true masks: grey, or a colour such as 192,128,128 (default: the "
              "brighter one of two values)");
  line.Option("--void", a.mask.ignored, "value of pixels in true masks that do not count");
  line.Switch("--skip-bad", a.skip_bad,
              "leave out files that cannot be read or have no true mask, and name them");
  line.Footer(R"(
A predicted mask and its true mask have the same name up to the ending. Predicted masks have the value 0 for background
and another one for foreground.

Columns:
  pixel_error: the share of wrong pixels
  overlap: pixels that are foreground in both masks, divided by those in either
  foreground_share: of the true mask; the pixel error of "all background"
)" + HelpOnImages());
  return line.Parse(words, out);
}

}  // namespace

int EvaluateMasks(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  learning::MaskReader true_reader(a.mask.Options()), predicted_reader({.takes_one_value = true});
  const std::vector<ImagePair> pairs =
      PairsOfFolders(a.predicted, "--predicted", a.masks, a.skip_bad, messages);
  FileNotes notes(
      [&](const std::string& line) { std::fprintf(messages, "segment_images: %s\n", line.c_str()); });
  common::Table table = {.columns = {"file", "pixel_error", "overlap", "foreground_share"}};
  const auto add = [&table](const std::string& name, const learning::MaskAgreement& agreement) {
    table.rows.push_back({name, fmt::format("{:.5f}", agreement.pixel_error),
                          fmt::format("{:.5f}", agreement.overlap),
                          fmt::format("{:.5f}", agreement.foreground_share)});
  };
  std::vector<learning::MaskAgreement> agreements;
  for (const ImagePair& pair : pairs) {
    common::StopPoint();
    try {
      std::vector<std::string> true_notes, predicted_notes;
      const std::string mask = common::CallersPath(pair.mask), predicted = common::CallersPath(pair.image);
      const learning::Mask truth = true_reader.Read(mask, true_notes);
      const learning::Mask found = predicted_reader.Read(predicted, predicted_notes);
      agreements.push_back(learning::CompareMasks(truth, found, pair.image));
      notes.Add(mask, true_notes);
      notes.Add(predicted, predicted_notes);
      add(StemOf(pair.image), agreements.back());
    } catch (const common::Error& error) {
      if (!a.skip_bad) throw;
      std::fprintf(messages, "segment_images: left out: %s\n", error.what());
    }
  }
  notes.Finish();
  if (agreements.empty()) common::ThrowDataError(a.predicted, "a mask that can be compared", "none");
  add("mean", learning::MeanAgreement(agreements));
  std::fputs(common::FormatTsv(table).c_str(), out);
  common::CheckPrinted(out);
  return 0;
}

}  // namespace structlab::tools
