#include "tools/programs/denoise_program.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/image_problem.h"
#include "tools/programs/image_input.h"
#include "tools/programs/image_run.h"

namespace structlab::tools {
namespace {

using graphical_models::Image;
using graphical_models::ImageProblem;
using graphical_models::MapResult;
using graphical_models::RestorationOptions;
using graphical_models::RestorationPreset;

struct Arguments {
  std::string input, mask, clean;
  std::string out = "restored.png";
  ImageArguments image;
};

std::string Footer() {
  std::string text = "Presets (Dokania 2016):\n";
  for (const RestorationPreset& preset : graphical_models::RestorationPresets()) {
    text.append("  ").append(preset.name);
    text.append(": --slope=").append(std::to_string(preset.energy.slope));
    text.append(" --truncation=").append(std::to_string(preset.energy.truncation));
    text.append(" --sigma=").append(common::FormatDouble(preset.cliques.sigma));
    text.append(" --min-size=").append(std::to_string(preset.cliques.superpixels.min_size)).append("\n");
  }
  text.append("\n").append(HelpOnMethods()).append(HelpOnImages()).append(R"(
Example:
  bazel run //tools:denoise -- photo.png --mask=holes.png --out=restored.png)");
  return text;
}

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      "Removes noise from a grey image and fills in missing pixels. Minimises an energy: each pixel costs\n"
      "the square of its change, and neighbours cost their difference. Writes a PNG. Needs 3 to 5 KB of\n"
      "memory a pixel.",
      "denoise");
  line.Option("INPUT", arguments.input, "the grey image").Required();
  line.Option("--mask", arguments.mask, "an image of the same size: 255 for missing pixels, otherwise 0");
  line.Option("--out", arguments.out, "the restored PNG").ShowDefault();
  line.Option("--clean", arguments.clean, "the true image, if known; prints the PSNR");
  arguments.image.preset = "penguin";
  AddImageFlags(line, arguments.image);
  line.Footer(Footer());
  return line.Parse(words, out, HelpOfImageMethods);
}

struct Images {
  Image noisy;
  std::optional<Image> mask, clean;
};

// Reads the clean and the noisy image together, because they are compared; the mask separately.
Images ReadInputs(const Arguments& arguments, std::FILE* messages) {
  constexpr auto kColors = graphical_models::Colors::kGrayIfEqual;
  std::vector<std::string> paths = {arguments.input};
  if (!arguments.clean.empty()) paths.push_back(arguments.clean);
  std::vector<Image> read = ReadImages("denoise", paths, kColors, messages);
  Images images = {.noisy = std::move(read[0]), .mask = {}, .clean = {}};
  if (read.size() > 1) images.clean = std::move(read[1]);
  if (!arguments.mask.empty()) {
    images.mask = ReadMask("denoise", arguments.mask, images.noisy, messages);
    ReportMask("denoise", *images.mask, images.noisy, messages);
  }
  return images;
}

// Finds the restored image, writes it and prints the summary.
int Search(const ImageProblem& problem, const Images& images, const std::string& what,
           const Arguments& arguments, std::FILE* out, std::FILE* messages,
           const std::atomic<bool>& interrupted) {
  const Image& noisy = images.noisy;
  const MapResult result = MinimizeImage("denoise", problem, arguments.image, messages, interrupted);
  const Image restored = graphical_models::ImageOfLabels(noisy.width, noisy.height, result.labeling);
  graphical_models::WritePng(common::CallersPath(arguments.out), restored);
  if (images.clean) {
    std::fprintf(out, "PSNR         %.2f dB, before %.2f dB\n",
                 graphical_models::Psnr(restored, *images.clean),
                 graphical_models::Psnr(noisy, *images.clean));
  }
  return Conclude("denoise", what, problem, result, arguments.image, {arguments.out}, out, messages);
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
        const std::atomic<bool>& interrupted) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  // Report mistakes in the flags before reading images and starting a long search.
  const RestorationPreset& preset = graphical_models::FindRestorationPreset(arguments.image.preset);
  CheckImageArguments(arguments.image);
  RestorationOptions options = preset.energy;
  options.slope = arguments.image.slope.value_or(options.slope);
  options.truncation = arguments.image.truncation.value_or(options.truncation);
  const graphical_models::CliqueOptions cliques = Override(preset.cliques, arguments.image);
  // Checks the options with an image of one pixel. Limits that depend on the image's size are checked later.
  graphical_models::RestorationProblem(graphical_models::UniformImage(1, 1, 1), nullptr, options, cliques);
  CheckPngPath(arguments.out, "--out");
  CheckDifferentFiles({{"INPUT", arguments.input}, {"--mask", arguments.mask}, {"--clean", arguments.clean}},
                      {{"--out", arguments.out}, {"--trace", arguments.image.stop.trace}});
  const Images images = ReadInputs(arguments, messages);
  const Image* const mask = images.mask ? &*images.mask : nullptr;
  if (images.clean) graphical_models::Psnr(images.noisy, *images.clean);  // refuses another size
  const std::string what = fmt::format("{} x {} pixels", images.noisy.width, images.noisy.height);
  return common::WithMemoryNeed(
      NeedOf(images.noisy, 256, what + ", 256 grey values", "a smaller image", arguments.image), [&] {
        const ImageProblem problem = MakeProblem(
            "denoise", images.noisy.num_pixels(), arguments.image, messages, interrupted,
            [&] { return graphical_models::RestorationProblem(images.noisy, mask, options, cliques); });
        return Search(problem, images, what, arguments, out, messages, interrupted);
      });
}

}  // namespace

int RunDenoise(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
               const std::atomic<bool>& interrupted) {
  return RunImageProgram("denoise", messages, [&] { return Run(arguments, out, messages, interrupted); });
}

}  // namespace structlab::tools
