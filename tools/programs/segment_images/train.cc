#include <fmt/format.h>

#include <memory>
#include <optional>
#include <set>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/progress.h"
#include "graphical_models/images/any_image_file.h"
#include "structured_learning/problem/graph_labeling/graph_inference.h"
#include "structured_learning/segmentation/segmentation_training.h"
#include "tools/programs/command_program.h"
#include "tools/programs/image_files.h"
#include "tools/programs/image_input.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/segment_images/commands.h"
#include "tools/programs/segment_images/mask_files.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::LabeledImage;
using learning::SegmentationOptions;
using learning::SegmentationTraining;

struct Arguments {
  std::string images, masks, model, units = "pixels", oracle = "cut", loss;
  std::string features = learning::FormatFeatureGroups(learning::AllFeatures());
  std::vector<std::string> oracle_options;
  MaskArguments mask;
  std::optional<double> c;
  std::optional<int> max_side;
  int words = 32, block_size = 16, min_region = 25, neighbours = 4, folds = 3, threads = 1;
  double gap = SegmentationOptions().gap;
  uint64_t seed = 1;
  bool skip_bad = false, quiet = false;
};

std::string Footer() {
  std::string text = R"(
An image and its mask have the same name up to the ending; "_mask" or "_gt" may follow in the name of the mask. A mask
has two values, of which the brighter one is the foreground, or any number of values with --foreground. JPEG masks are
read by the threshold 128.

What is not given of --loss and --C is chosen by cross-validation over images: the highest mean overlap of the
foreground with the true one. A first model, with the balanced loss and C = 10, is saved before that, so that an
interrupt leaves a model.

Units:
  pixels: of the image reduced to 100 pixels (--max-side)
  superpixels: regions of similar colour of the image reduced to 320 pixels; see --min-region
  blocks: squares of the image reduced to 1024 pixels; see --block-size

Oracles:
)";
  for (const learning::GraphInference& inference : learning::GraphInferences()) {
    text.append("  ").append(inference.name).append(": ").append(inference.summary).append("\n");
    text += HelpOnOptions(inference.options);
  }
  return text + HelpOnImages();
}

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line(
      "Learns to separate foreground from background, from images and their masks. Needs about 8 bytes for\n"
      "each feature of each unit of all images.",
      "segment_images train");
  line.Option("--images", a.images, "the folder of the images").Required();
  line.Option("--masks", a.masks, "the folder of their masks").Required();
  line.Option("--model", a.model, "the file for the model").Required();
  line.Option("--units", a.units, "what gets one label each, see below")
      .OneOf({"pixels", "superpixels", "blocks"})
      .ShowDefault();
  line.Option(
      "--foreground", a.mask.foreground,
      "value of foreground pixels in masks: grey, or a colour such as 192,128,128 (default: the brighter "
      "one of two values)");
  line.Option("--void", a.mask.ignored, "value of pixels in masks whose label is unknown");
  line.Option("--loss", a.loss,
              "pixels: all wrong pixels cost the same; balanced: both labels cost the same (default: chosen)")
      .OneOf({"pixels", "balanced"});
  line.Option("--C,--c", a.c, "weight of the errors, above 0 (default: chosen from 1, 10, 100, 1000)");
  line.Option("--folds", a.folds, "number of folds to choose by").Range(2, 1000).ShowDefault();
  line.Option("--oracle", a.oracle, "the method that labels graphs in training, see below").ShowDefault();
  AddOptionFlag(line, a.oracle_options);
  line.Option("--features", a.features, "groups of features, separated by commas").ShowDefault();
  line.Option("--words", a.words, "number of visual words").Range(1, 4096).ShowDefault();
  line.Option("--max-side", a.max_side, "longer side of reduced images; 0: not reduced (default: see below)")
      .Range(0, 65536);
  line.Option("--block-size", a.block_size, "side of blocks").Range(1, 65536).ShowDefault();
  line.Option("--min-region", a.min_region, "pixels of the smallest superpixel")
      .Range(1, 1 << 30)
      .ShowDefault();
  line.Option("--neighbours", a.neighbours, "of a pixel or block: 4 or 8").ShowDefault();
  line.Option("--gap", a.gap, "training ends when it is proved to be this share of C above the optimum")
      .ShowDefault();
  line.Option("--threads", a.threads, "number of threads; does not change the model")
      .Range(1, 1024)
      .ShowDefault();
  line.Option("--seed", a.seed, "seed of folds and visual words").ShowDefault();
  line.Switch("--skip-bad", a.skip_bad,
              "leave out images that cannot be read or have no mask, and name them");
  line.Switch("--quiet", a.quiet, "show no progress");
  line.Footer(Footer());
  return line.Parse(words, out, [] { return HelpOfMethods(learning::GraphInferences()); });
}

SegmentationOptions OptionsOf(const Arguments& a, const std::atomic<bool>& interrupted) {
  SegmentationOptions options;
  options.units = {.kind = learning::ParseUnitKind(a.units, "--units"),
                   .max_side = a.max_side,
                   .block_size = a.block_size,
                   .min_region = a.min_region,
                   .neighbours = a.neighbours};
  options.features = learning::ParseFeatureGroups(a.features, "--features");
  options.num_words = a.words;
  options.inference = a.oracle;
  WithFlagNames({{"inference", "--oracle"}}, [&] {
    options.inference_options =
        ParseMethodOptions(a.oracle, learning::FindGraphInference(a.oracle).options, a.oracle_options);
  });
  if (!a.loss.empty()) options.loss = learning::ParseSegmentationLoss(a.loss, "--loss");
  options.c = a.c;
  options.folds = a.folds;
  options.gap = a.gap;
  options.run.seed = a.seed;
  options.run.threads = a.threads;
  options.run.stop.interrupted = &interrupted;
  WithFlagNames({{"C", "--C"}, {"gap", "--gap"}, {"neighbours", "--neighbours"}},
                [&] { learning::CheckSegmentationOptions(options); });
  return options;
}

// Reads the images and masks of pairs; leaves out bad ones if it may.
class Source {
 public:
  Source(const std::vector<ImagePair>& pairs, const Arguments& a, common::ProgressLine& progress)
      : pairs_(pairs),
        skip_bad_(a.skip_bad),
        progress_(progress),
        reader_(a.mask.Options()),
        notes_([&](const std::string& line) { progress_.Message("segment_images: " + line); }) {}

  std::optional<LabeledImage> Read(int i) {
    if (bad_.contains(i)) return std::nullopt;
    const ImagePair& pair = pairs_[static_cast<size_t>(i)];
    try {
      LabeledImage read = {.image = {}, .mask = {}, .name = pair.mask};
      std::vector<std::string> image_notes, mask_notes;
      const std::string image = common::CallersPath(pair.image), mask = common::CallersPath(pair.mask);
      read.image = graphical_models::ReadAnyImage(image, graphical_models::Colors::kAsStored, image_notes);
      read.mask = reader_.Read(mask, mask_notes);
      learning::CheckMaskSize(read.mask, read.image.width, read.image.height, pair.mask);
      if (seen_.insert(i).second) {
        notes_.Add(image, image_notes);
        notes_.Add(mask, mask_notes);
      }
      return read;
    } catch (const common::Error& error) {
      if (!skip_bad_) throw;
      progress_.Message(fmt::format("segment_images: left out: {}", error.what()));
      bad_.insert(i);
      return std::nullopt;
    }
  }
  void Finish() { notes_.Finish(); }
  const learning::MaskReader& reader() const { return reader_; }

 private:
  const std::vector<ImagePair>& pairs_;
  bool skip_bad_;
  common::ProgressLine& progress_;
  learning::MaskReader reader_;
  FileNotes notes_;
  std::set<int> seen_, bad_;
};

std::string Describe(const learning::MaskAgreement& agreement) {
  return fmt::format("pixel error {:.4f}, overlap {:.4f}", agreement.pixel_error, agreement.overlap);
}

void Report(const SegmentationTraining& training, const learning::MaskReader& reader, std::FILE* out) {
  const auto print = [out](const char* name, const std::string& text) {
    std::fputs(fmt::format("{:<12} {}\n", name, text).c_str(), out);
  };
  print("images", std::to_string(training.num_images));
  print("units",
        fmt::format("{} {}, with {} features", training.num_units,
                    learning::UnitKindName(training.model.units.kind), training.model.num_features()));
  if (reader.values()) {
    print("masks",
          fmt::format("background {}, foreground {}", learning::FormatMaskValue(reader.values()->front()),
                      learning::FormatMaskValue(reader.values()->back())));
  }
  print("foreground", fmt::format("{:.4f} of the pixels: the pixel error of \"all background\"",
                                  training.limit.foreground_share));
  for (const learning::SegmentationTrial& trial : training.trials) {
    print("tried", fmt::format("loss {}, C = {}: held-out {}", learning::SegmentationLossName(trial.loss),
                               common::FormatShort(trial.c), Describe(trial.held_out)));
  }
  print(training.trials.empty() ? "settings" : "chosen",
        fmt::format("loss {}, C = {}", learning::SegmentationLossName(training.loss),
                    common::FormatShort(training.c)));
  print("training", Describe(training.training));
  print("best labels", Describe(training.limit) + ": no labels of the units have fewer wrong pixels");
  const bool is_certified = training.result.certificate != learning::OracleCertificate::kNone;
  print("ended by", fmt::format("{} after {} passes{}", common::EndingName(training.result.ending),
                                training.result.passes,
                                is_certified ? "" : "; nothing proves that this is the best model"));
  common::CheckPrinted(out);
}

}  // namespace

int TrainSegmentationModel(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
                           const std::atomic<bool>& interrupted) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  SegmentationOptions options = OptionsOf(a, interrupted);
  a.mask.Options();  // refuses wrong values
  CheckFolderOf(a.model, "--model");
  CheckDifferentFiles({{"--images", a.images, true}, {"--masks", a.masks, true}}, {{"--model", a.model}});
  const std::vector<ImagePair> pairs = PairsOfFolders(a.images, "--images", a.masks, a.skip_bad, messages);
  const auto num_pairs = static_cast<int>(pairs.size());
  std::string kept;
  options.finished = [&](const learning::SegmentationModel& model) {
    learning::WriteSegmentationModel(model, common::CallersPath(a.model));
    kept = fmt::format("{} is the model with loss {} and C = {}", a.model, model.facts.at("loss"),
                       model.facts.at("c"));
  };
  std::optional<SegmentationTraining> training;
  std::optional<learning::MaskReader> reader;
  const auto train = [&](common::ProgressLine& progress) {
    Source source(pairs, a, progress);
    options.step = [&](const std::string& what) { progress.Advance(1, what); };
    training = learning::TrainSegmentation(
        num_pairs, [&](int i) { return source.Read(i); }, options);
    source.Finish();
    reader = source.reader();
  };
  const int steps = learning::CountTrainingSteps(num_pairs, options);
  if (!RunTraining("segment_images", steps, a.quiet, messages, kept, train))
    return common::kInterruptedStatus;
  Report(*training, *reader, out);
  const auto is_largest = [&] {
    const bool is_chosen = !training->trials.empty() && !a.c;
    return is_chosen && training->c == learning::CandidatesOfC().back();
  };
  if (is_largest()) {
    std::fprintf(messages,
                 "segment_images: note: the largest C that was tried is the best: --C=%s may be better\n",
                 common::FormatShort(10 * training->c).c_str());
  }
  if (training->result.ending == common::Ending::kNumericalBreakdown) {
    std::fputs(
        "segment_images: warning: the training broke down numerically, so the model may be useless: give a "
        "smaller --C\n",
        messages);
  } else if (training->training.pixel_error >= training->limit.foreground_share) {
    std::fputs(
        "segment_images: warning: on the training images the model has no fewer wrong pixels than \"all "
        "background\": try a larger --C, or other --units\n",
        messages);
  }
  return 0;
}

}  // namespace structlab::tools
