#include "tools/programs/add_noise_program.h"

#include <filesystem>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "experiments/datasets/mrf_denoising.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/restoration.h"
#include "tools/programs/image_input.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

using datasets::DenoisingProblem;
using datasets::Spoiling;
using graphical_models::Image;

struct Arguments {
  std::string clean;
  std::string out = "noisy.png", mask = "mask.png";
  bool has_out = false, has_mask = false;  // whether they were given
  Spoiling spoiling;
};

// A default name must not overwrite an existing file.
void CheckDefaultName(const std::string& path, bool is_given, const std::string& flag) {
  if (is_given || !std::filesystem::exists(common::CallersPath(path))) return;
  common::ThrowUsageError(flag, "a name, because " + path + " already exists", "none",
                          "give " + flag + "=" + path + " to replace it");
}

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      "Makes a test image for denoise from a clean grey image. Adds Gaussian noise to every pixel, and\n"
      "removes a bar of rows (0 in the noisy image, 255 in the mask). Writes two PNG files. The defaults\n"
      "make of the clean penguin the inputs of experiments/parsimonious_labeling.",
      "add_noise");
  line.Option("CLEAN", arguments.clean, "the grey image").Required();
  line.Option("--out", arguments.out, "the noisy PNG").ShowDefault();
  line.Option("--mask", arguments.mask, "the PNG of the missing pixels").ShowDefault();
  Spoiling& spoiling = arguments.spoiling;
  line.Option("--noise", spoiling.noise, "standard deviation of the noise, in grey values").ShowDefault();
  line.Option("--first-row", spoiling.first_row, "first row of the bar, from 0").ShowDefault();
  line.Option("--rows", spoiling.rows, "number of rows of the bar; 0: no bar").ShowDefault();
  line.Option("--seed", spoiling.seed, "seed of the noise").ShowDefault();
  line.Footer(HelpOnImages() + R"(
Exit status: 2 wrong usage; 3 a file is damaged or cannot be read or written; 0 otherwise.

Example:
  bazel run //tools:add_noise -- penguin-clean.png --out=noisy.png --mask=mask.png
  bazel run //tools:denoise -- noisy.png --mask=mask.png --clean=penguin-clean.png --preset=penguin)");
  if (!line.Parse(words, out)) return false;
  arguments.has_out = line.IsGiven("--out");
  arguments.has_mask = line.IsGiven("--mask");
  return true;
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  CheckPngPath(arguments.out, "--out");
  CheckPngPath(arguments.mask, "--mask");
  CheckDefaultName(arguments.out, arguments.has_out, "--out");
  CheckDefaultName(arguments.mask, arguments.has_mask, "--mask");
  CheckDifferentFiles({{"CLEAN", arguments.clean}}, {{"--out", arguments.out}, {"--mask", arguments.mask}});
  const Image clean =
      ReadImages("add_noise", {arguments.clean}, graphical_models::Colors::kGrayIfEqual, messages)[0];
  const DenoisingProblem spoiled = datasets::Spoil(clean, arguments.spoiling);
  graphical_models::WritePng(common::CallersPath(arguments.out), spoiled.noisy);
  graphical_models::WritePng(common::CallersPath(arguments.mask), spoiled.mask);
  std::fprintf(out, "image        %d x %d pixels, %d rows missing\n", clean.width, clean.height,
               arguments.spoiling.rows);
  std::fprintf(out, "noise        of deviation %s, PSNR %.2f dB\n",
               common::FormatDouble(arguments.spoiling.noise).c_str(),
               graphical_models::Psnr(spoiled.noisy, clean));
  common::CheckPrinted(out);
  return 0;
}

}  // namespace

int RunAddNoise(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages) {
  return common::RunOnUserFiles("add_noise", messages, [&] { return Run(arguments, out, messages); });
}

}  // namespace structlab::tools
