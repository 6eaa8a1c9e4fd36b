#include "tools/programs/stereo_program.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "graphical_models/images/disparity.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/image_problem.h"
#include "tools/programs/image_input.h"
#include "tools/programs/image_run.h"
#include "tools/programs/stereo_order.h"

namespace structlab::tools {
namespace {

using graphical_models::CliqueOptions;
using graphical_models::DisparityMap;
using graphical_models::Image;
using graphical_models::ImageProblem;
using graphical_models::MapResult;
using graphical_models::StereoOptions;
using graphical_models::StereoPreset;

struct Arguments {
  std::string left, right;
  std::string out = "disparity.png", color;
  double scale = 256;
  std::optional<int> labels, unary_truncation, gradient_threshold, weight_below_threshold;
  ImageArguments image;
};

std::string Footer() {
  std::string text = "Presets (Dokania 2016):\n";
  for (const StereoPreset& preset : graphical_models::StereoPresets()) {
    const StereoOptions& o = preset.energy;
    text.append("  ").append(preset.name).append(":");
    const auto add = [&text](const std::string& flag, int value) {
      text.append(" --").append(flag).append("=").append(std::to_string(value));
    };
    add("labels", o.labels), add("unary-truncation", o.unary_truncation), add("slope", o.slope);
    add("truncation", o.truncation), add("gradient-threshold", o.gradient_threshold);
    add("weight-below-threshold", o.weight_below_threshold);
    add("sigma", static_cast<int>(preset.cliques.sigma));
    add("min-size", preset.cliques.superpixels.min_size);
    text += "\n";
  }
  text.append("\n").append(HelpOnMethods()).append(HelpOnImages()).append(R"(
Example:
  bazel run //tools:stereo -- left.png right.png --labels=64 --out=disparity.png)");
  return text;
}

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      "Finds the disparity of every pixel of the left of two rectified images: the pixel at column x of the\n"
      "left one is at column x - disparity of the right one. Both images must have the same size. Writes a\n"
      "16-bit PNG of 256 times the disparity (the convention of KITTI; disparity 0 is written as 1, because\n"
      "0 means unknown) and a coloured PNG, from dark (far) to bright (near).",
      "stereo");
  line.Option("LEFT", arguments.left, "the image whose disparities are found").Required();
  line.Option("RIGHT", arguments.right, "the other image").Required();
  line.Option("--labels", arguments.labels,
              "number of disparities, from 0 pixels on; at most the width and 65535 / scale + 1");
  line.Option("--out", arguments.out, "the 16-bit PNG").ShowDefault();
  line.Option("--color", arguments.color, "the coloured PNG (default: the name of --out with -color)");
  line.Option("--scale", arguments.scale, "factor of the disparity in the 16-bit PNG").ShowDefault();
  line.Option("--unary-truncation", arguments.unary_truncation,
              "truncation of |dR| + |dG| + |dB| between a pixel and its match (at most 765)");
  line.Option("--gradient-threshold", arguments.gradient_threshold,
              "neighbours whose colours differ by less (root mean square of dR, dG and dB) ...");
  line.Option("--weight-below-threshold", arguments.weight_below_threshold,
              "... have this weight; all others have weight 1");
  arguments.image.preset = "tsukuba";
  AddImageFlags(line, arguments.image);
  line.Footer(Footer());
  return line.Parse(words, out, HelpOfImageMethods);
}

StereoOptions OptionsOf(const StereoPreset& preset, const Arguments& arguments) {
  StereoOptions options = preset.energy;
  options.labels = arguments.labels.value_or(options.labels);
  options.unary_truncation = arguments.unary_truncation.value_or(options.unary_truncation);
  options.slope = arguments.image.slope.value_or(options.slope);
  options.truncation = arguments.image.truncation.value_or(options.truncation);
  options.gradient_threshold = arguments.gradient_threshold.value_or(options.gradient_threshold);
  options.weight_below_threshold = arguments.weight_below_threshold.value_or(options.weight_below_threshold);
  return options;
}

// Checks the options of the energy with images of one pixel. Limits that depend on the images' size are
// checked later.
void CheckEnergy(StereoOptions options, const CliqueOptions& cliques) {
  options.labels = 1;
  const Image pixel = graphical_models::UniformImage(1, 1, 1);
  graphical_models::StereoProblem(pixel, pixel, options, cliques);
}

// "disparity-color.png" beside "disparity.png".
std::string ColorPath(const Arguments& arguments) {
  if (!arguments.color.empty()) return arguments.color;
  const std::filesystem::path out = arguments.out;
  return (out.parent_path() / (out.stem().string() + "-color.png")).string();
}

// Finds the disparities, writes them and prints the summary.
int Search(const ImageProblem& problem, const Image& left, const std::string& what, double largest,
           const Arguments& arguments, std::FILE* out, std::FILE* messages,
           const std::atomic<bool>& interrupted) {
  const MapResult result = MinimizeImage("stereo", problem, arguments.image, messages, interrupted);
  const DisparityMap map = graphical_models::DisparitiesOfLabels(left.width, left.height, result.labeling);
  graphical_models::WritePng16(common::CallersPath(arguments.out), left.width, left.height,
                               graphical_models::DisparitiesAs16Bits(map, arguments.scale));
  graphical_models::WritePng(common::CallersPath(ColorPath(arguments)),
                             graphical_models::ColorDisparities(map, largest));
  return Conclude("stereo", what, problem, result, arguments.image, {arguments.out, ColorPath(arguments)},
                  out, messages);
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
        const std::atomic<bool>& interrupted) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  // Report mistakes in the flags before reading images and starting a long search.
  const StereoPreset& preset = graphical_models::FindStereoPreset(arguments.image.preset);
  const StereoOptions options = OptionsOf(preset, arguments);
  CheckImageArguments(arguments.image);
  const CliqueOptions cliques = Override(preset.cliques, arguments.image);
  CheckEnergy(options, cliques);
  CheckPngPath(arguments.out, "--out");
  CheckPngPath(ColorPath(arguments), "--color");
  CheckDifferentFiles(
      {{"LEFT", arguments.left}, {"RIGHT", arguments.right}},
      {{"--out", arguments.out}, {"--color", ColorPath(arguments)}, {"--trace", arguments.image.stop.trace}});
  const double largest = std::max(options.labels, 2) - 1;
  graphical_models::DisparitiesAs16Bits({1, 1, {largest}}, arguments.scale);

  const std::vector<Image> images =
      ReadImages("stereo", {arguments.left, arguments.right}, graphical_models::Colors::kAsStored, messages);
  const std::string what =
      fmt::format("{} x {} pixels, {} disparities", images[0].width, images[0].height, options.labels);
  return common::WithMemoryNeed(
      NeedOf(images[0], options.labels, what, "fewer --labels or smaller images", arguments.image), [&] {
        const ImageProblem problem = MakeProblem(
            "stereo", images[0].num_pixels(), arguments.image, messages, interrupted,
            [&] { return graphical_models::StereoProblem(images[0], images[1], options, cliques); });
        if (LooksExchanged(images[0], images[1], options.labels)) {
          std::fputs(
              "stereo: warning: the images match clearly better if they are exchanged: give the left image "
              "first\n",
              messages);
        }
        return Search(problem, images[0], what, largest, arguments, out, messages, interrupted);
      });
}

}  // namespace

int RunStereo(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
              const std::atomic<bool>& interrupted) {
  return RunImageProgram("stereo", messages, [&] { return Run(arguments, out, messages, interrupted); });
}

}  // namespace structlab::tools
