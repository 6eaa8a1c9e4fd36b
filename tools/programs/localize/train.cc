#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "common/command_line.h"
#include "common/error.h"
#include "common/input_scope.h"
#include "common/number.h"
#include "common/program.h"
#include "common/progress.h"
#include "structured_learning/localization/box_files/box_files.h"
#include "structured_learning/localization/detection/localization_training.h"
#include "tools/programs/command_program.h"
#include "tools/programs/image_input.h"
#include "tools/programs/localize/commands.h"
#include "tools/programs/localize/located_images.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::LocalizationTraining;
using learning::LocalizationTrainingOptions;

struct Arguments {
  std::string images, boxes, model, category, no_object;
  std::string kernel = "words", rescaling = "margin";
  std::optional<double> c;
  int words = learning::WordBookOptions().num_words, max_side = learning::DescriptorOptions().max_side;
  int cells = LocalizationTrainingOptions().cells, folds = 3, threads = 1;
  double max_overlap = LocalizationTrainingOptions().max_overlap;
  double gap = LocalizationTrainingOptions().gap;
  uint64_t seed = 1;
  bool skip_bad = false, quiet = false;
};

constexpr char kFooter[] = R"(
An image is described by visual words: clusters of gradient histograms on a dense grid, learned from the training images
and stored in the model. A box gets the sum of the weights of the words in it. Files of points with words (.clst: lines
"x y word", the format of C. Lampert's programs) may take the place of images.

Kernels:
  words: counts of words in the box
  word_pyramid: counts of words in the box and in its quarters

Rescaling: margin demands that a wrong box scores lower by its loss; slack that every wrong box scores lower by 1, and
weighs violations by the loss. The loss of a box is 1 - its overlap with the true box.

C is chosen by cross-validation over images if it is not given: the highest mean agreement, which is the overlap of found
and true box, and in an image without an object 1 if nothing is found, otherwise 0. A first model, with C = 0.03, is
saved before that, so that an interrupt leaves a model.

If all training images have an object, one is found in every image. With images without an object (--no-object, or
lines without numbers), boxes need a score above a limit that separates the training images best.
)";

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line(
      "Learns to find objects, from images and the boxes of the objects in them. The images are read one "
      "after\n"
      "the other; memory holds 8 bytes for each of their points, some thousands an image.",
      "localize train");
  line.Option("--images", a.images, "the folder of the images").Required();
  line.Option("--boxes", a.boxes, "their boxes, see below").Required();
  line.Option("--model", a.model, "the file for the model").Required();
  line.Option("--class", a.category, "the class of objects, if the boxes have several");
  line.Option("--no-object", a.no_object, "a folder of further images without an object");
  line.Option("--kernel", a.kernel, "features of a box, see below")
      .OneOf({"words", "word_pyramid"})
      .ShowDefault();
  line.Option("--rescaling", a.rescaling, "see below").OneOf({"margin", "slack"}).ShowDefault();
  line.Option("--words", a.words, "number of visual words").Range(1, 65'536).ShowDefault();
  line.Option("--C,--c", a.c,
              "weight of the errors, above 0 (default: chosen from 0.001, 0.003, ..., 0.3, 1)");
  line.Option("--folds", a.folds, "number of folds to choose by").Range(2, 1000).ShowDefault();
  line.Option("--cells", a.cells,
              "cells of the longer side of an image, on which boxes are searched; more for small objects, "
              "slower; "
              "0: pixels")
      .Range(0, 32'767)
      .ShowDefault();
  line.Option("--max-side", a.max_side, "longer side to which images are reduced before words are found")
      .Range(16, 2048)
      .ShowDefault();
  line.Option("--max-overlap", a.max_overlap,
              "several finds in an image overlap at most so much, 0 to 1; stored in the model")
      .ShowDefault();
  line.Option("--gap", a.gap, "training ends when it is proved to be this share of C above the optimum")
      .ShowDefault();
  line.Option("--threads", a.threads, "number of threads; does not change the model")
      .Range(1, 1024)
      .ShowDefault();
  line.Option("--seed", a.seed, "seed of the visual words and folds").ShowDefault();
  line.Switch(
      "--skip-bad", a.skip_bad,
      "leave out images that cannot be read, or are missing or smaller than their boxes, and name them");
  line.Switch("--quiet", a.quiet, "show no progress");
  line.Footer(std::string(kFooter) + kHelpOnBoxes + HelpOnImages());
  return line.Parse(words, out);
}

LocalizationTrainingOptions OptionsOf(const Arguments& a, const std::atomic<bool>& interrupted) {
  LocalizationTrainingOptions options;
  options.words.num_words = a.words;
  options.words.descriptors.max_side = a.max_side;
  options.kernel = learning::ParseLocalizationKernel(a.kernel, "--kernel");
  options.rescaling = learning::ParseBoxRescaling(a.rescaling, "--rescaling");
  options.cells = a.cells;
  options.max_overlap = a.max_overlap;
  options.c = a.c;
  options.folds = a.folds;
  options.gap = a.gap;
  options.run.seed = a.seed;
  options.run.threads = a.threads;
  options.run.stop.interrupted = &interrupted;
  WithFlagNames({{"C", "--C"}, {"gap", "--gap"}, {"largest overlap of finds", "--max-overlap"}},
                [&] { learning::CheckLocalizationTrainingOptions(options); });
  return options;
}

std::string Describe(const learning::BoxMeasures& measures) {
  std::string text =
      fmt::format("mean overlap {:.4f}, at least 0.5 in {:.4f}, at least 0.75 in {:.4f} of the images",
                  measures.mean_overlap, measures.share_at_50, measures.share_at_75);
  if (measures.images_without_object > 0) {
    text += fmt::format("; nothing found in {:.4f} of those without an object", measures.share_empty);
  }
  return text;
}

void Report(const LocalizationTraining& training, std::FILE* out) {
  const auto print = [out](const char* name, const std::string& text) {
    std::fputs(fmt::format("{:<12} {}\n", name, text).c_str(), out);
  };
  print("images", fmt::format("{}, with {} objects", training.num_images, training.num_objects));
  print("words", std::to_string(training.model.num_words));
  print("mean box",
        fmt::format("mean overlap {:.4f}: the same box for all images", training.mean_box_overlap));
  for (const learning::LocalizationTrial& trial : training.trials) {
    print("tried",
          fmt::format("C = {}: held-out agreement {:.4f}", common::FormatShort(trial.c), trial.agreement));
  }
  print(training.trials.empty() ? "settings" : "chosen", "C = " + common::FormatShort(training.c));
  if (training.model.min_score) {
    print("no object", "if no box has a score above " + common::FormatShort(*training.model.min_score));
  }
  print("training", Describe(training.training));
  print("best cells",
        fmt::format("mean overlap {:.4f}: what the --cells allow", training.limit.mean_overlap));
  print("ended by", fmt::format("{} after {} passes", common::EndingName(training.result.ending),
                                training.result.passes));
  common::CheckPrinted(out);
}

// The held-out agreement of the chosen C, or that of the training images.
void WarnIfUseless(const LocalizationTraining& training, std::FILE* messages) {
  double agreement = training.training.mean_overlap;
  for (const learning::LocalizationTrial& trial : training.trials) {
    if (trial.c == training.c) agreement = trial.agreement;
  }
  const bool has_others = training.training.images_without_object > 0;
  if (has_others && training.training.finds == 0) {
    std::fputs(
        "localize: warning: the model finds nothing in its training images: give more images, or other --C, "
        "--words or --cells\n",
        messages);
  }
  if (has_others || !(agreement <= training.mean_box_overlap)) return;
  std::fputs(
      "localize: warning: the model is no better than the mean box of the training images: give more images, "
      "or other --words or --cells\n",
      messages);
}

}  // namespace

int TrainLocalizationModel(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                           const std::atomic<bool>& interrupted) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  LocalizationTrainingOptions options = OptionsOf(a, interrupted);
  CheckFolderOf(a.model, "--model");
  CheckDifferentFiles({{"--images", a.images, true},
                       {"--boxes", a.boxes},
                       {"--no-object", a.no_object, !a.no_object.empty()}},
                      {{"--model", a.model}});
  learning::BoxList boxes = learning::ReadBoxFile(common::CallersPath(a.boxes));
  learning::SelectClass(boxes, a.category, "--class");
  std::vector<LocatedImage> images = LocateImages(boxes, a.images, a.skip_bad, messages);
  if (!a.no_object.empty()) {
    std::set<std::string> known;
    for (const LocatedImage& image : images) known.insert(CanonicalPath(image.path));
    for (const std::string& file : FilesInFolder(a.no_object, SearchedEndings(), "--no-object")) {
      if (known.contains(CanonicalPath(file))) {
        common::ThrowUsageError("--no-object", "images that are not in " + a.boxes, file);
      }
      images.push_back({file});
    }
  }
  if (images.empty())
    common::ThrowDataError(a.boxes, "an image with a box, or named without numbers", "none");
  for (const LocatedImage& image : images) common::InputScope::NoteRead(common::CallersPath(image.path));
  CheckNotRead({{"--model", a.model}});
  std::string kept;
  options.finished = [&](learning::LocalizationModel model) {
    if (!a.category.empty()) model.facts["class"] = a.category;
    learning::WriteLocalizationModel(model, common::CallersPath(a.model));
    kept = fmt::format("{} is the model with C = {}", a.model, model.facts.at("c"));
  };
  std::optional<LocalizationTraining> training;
  const bool are_images = images.empty() || !IsPointsFile(images[0].path);
  const int steps = learning::CountLocalizationSteps(static_cast<int>(images.size()), are_images, options);
  const auto train = [&](common::ProgressLine& progress) {
    LocatedSource source(boxes, images, a.skip_bad, progress);
    options.step = [&](const std::string& what) { progress.Advance(1, what); };
    training = learning::TrainLocalization(source.Source(), options);
    source.PrintNotes();
  };
  if (!RunTraining("localize", steps, a.quiet, messages, kept, train)) return common::kInterruptedStatus;
  Report(*training, out);
  WarnIfUseless(*training, messages);
  return 0;
}

}  // namespace structlab::tools
