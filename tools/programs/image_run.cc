#include "tools/programs/image_run.h"

#include <fmt/format.h>

#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "graphical_models/images/image_methods.h"
#include "tools/programs/method_flags.h"

namespace structlab::tools {
namespace {

using common::FormatDouble;
using graphical_models::CliqueOptions;
using graphical_models::ImageMethod;
using graphical_models::ImageProblem;
using graphical_models::MapResult;

constexpr const char* kWithTrees = "parsimonious";
constexpr uint64_t kSeed = 1;

void CheckHasTrees(bool is_given, const std::string& flag, const ImageArguments& arguments) {
  if (!is_given || arguments.method == kWithTrees) return;
  common::ThrowUsageError(flag, std::string("the method ").append(kWithTrees), arguments.method);
}

bool IsUnrefined(const ImageArguments& arguments) { return arguments.refine == "no"; }

// The options set by --option, and by its short forms --trees and --refine=no.
common::OptionValues OptionsOf(const ImageMethod& method, const ImageArguments& arguments) {
  common::OptionValues values = ParseMethodOptions(method.name, method.options, arguments.options);
  if (arguments.trees) SetByFlag("--trees", "trees", int64_t{*arguments.trees}, values);
  if (IsUnrefined(arguments)) SetByFlag("--refine=no", "refine", false, values);
  return values;
}

// Superpixels are computed if the method uses them, or if a flag of superpixels asks for their energy.
bool ShowsSuperpixels(const ImageArguments& arguments) {
  return graphical_models::FindImageMethod(arguments.method).uses_cliques || arguments.sigma ||
         arguments.spatial_radius || arguments.color_radius || arguments.min_size;
}

std::string DefaultTrees() {
  for (const auto& option : graphical_models::FindImageMethod(kWithTrees).options) {
    if (option.name == "trees") return common::FormatOptionValue(option.default_value);
  }
  return "";
}

}  // namespace

void AddImageFlags(common::CommandLine& line, ImageArguments& arguments) {
  line.Option("--method", arguments.method, "see below").ShowDefault();
  line.Option("--preset", arguments.preset, "published settings of a scene; flags override them")
      .ShowDefault();
  line.Option("--slope", arguments.slope, "nu: cost for a difference of one label between neighbours");
  line.Option("--truncation", arguments.truncation, "M: larger differences cost no more than this one");
  line.Option("--sigma", arguments.sigma, "a superpixel of variance v has weight exp(-v / sigma^2)");
  const auto superpixels = CliqueOptions().superpixels;
  line.Option("--spatial-radius", arguments.spatial_radius,
              "spatial radius of the mean shift, in pixels; default " +
                  common::FormatShort(superpixels.spatial_radius));
  line.Option("--color-radius", arguments.color_radius,
              "colour radius of the mean shift in L*u*v*, from 0 to 442; default " +
                  common::FormatShort(superpixels.color_radius));
  line.Option("--min-size", arguments.min_size, "minimum size of a superpixel, in pixels");
  line.Option("--trees", arguments.trees,
              "number of random label trees that parsimonious tries; default " + DefaultTrees());
  line.Option("--seed", arguments.seed, fmt::format("seed of these trees; default {}", kSeed));
  AddThreadsFlag(line, arguments.threads);
  line.Option("--refine", arguments.refine,
              "no: take the labeling of the best tree (Dokania 2016, Algorithm 8); yes: improve it further")
      .ShowDefault();
  AddOptionFlag(line, arguments.options);
  AddStopFlags(line, arguments.stop);
}

std::vector<common::MethodHelp> HelpOfImageMethods() {
  return HelpOfMethods(graphical_models::ImageMethods());
}

std::string HelpOnMethods() {
  std::string text = "Methods:\n";
  for (const ImageMethod& method : graphical_models::ImageMethods()) {
    text.append("  ").append(method.name).append(": ").append(method.summary);
    text.append(method.uses_cliques ? "\n" : " (neighbours only)\n").append(HelpOnOptions(method.options));
  }
  text += R"(
The energy is the sum of a part for neighbours and a part for superpixels. A superpixel costs its weight times the
largest distance between two labels in it. Methods marked 'neighbours only' minimise only the first part. With them,
superpixels are not computed, unless a flag of superpixels is given: then the energies of both parts are printed.

For 450 x 375 pixels and 60 labels (stereo's preset teddy, whose trees are all the same), parsimonious and co-occurrence
take about 20 seconds, and longer with more labels, such as 256 grey values; alpha-expansion takes 5 seconds. Which of
the first two finds a lower energy depends on the image: co-occurrence on tsukuba, parsimonious on penguin.

Ctrl-C ends the search and writes the best labeling so far; a second Ctrl-C ends the program at once. In their first
seconds, parsimonious and co-occurrence have tried only few labels: if time is short, take trws or alpha-expansion.

Exit status: 0 success; 2 wrong usage; 3 a file is damaged or cannot be read or written, or a method reported a wrong
result; 130 interrupted (the result is written).
)";
  return text;
}

CliqueOptions Override(CliqueOptions preset, const ImageArguments& arguments) {
  preset.sigma = arguments.sigma.value_or(preset.sigma);
  preset.superpixels.spatial_radius = arguments.spatial_radius.value_or(preset.superpixels.spatial_radius);
  preset.superpixels.color_radius = arguments.color_radius.value_or(preset.superpixels.color_radius);
  preset.superpixels.min_size = arguments.min_size.value_or(preset.superpixels.min_size);
  preset.superpixels.threads = arguments.threads;
  preset.without_cliques = !ShowsSuperpixels(arguments);
  return preset;
}

void CheckImageArguments(const ImageArguments& arguments) {
  const ImageMethod& method = graphical_models::FindImageMethod(arguments.method);
  if (arguments.refine != "yes" && arguments.refine != "no") {
    common::ThrowUsageError("--refine", "yes or no", common::Quote(arguments.refine));
  }
  CheckHasTrees(IsUnrefined(arguments), "--refine=no", arguments);
  CheckHasTrees(arguments.trees.has_value(), "--trees", arguments);
  CheckHasTrees(arguments.seed.has_value(), "--seed", arguments);
  if (arguments.trees.value_or(1) < 1) {
    common::ThrowUsageError("--trees", "at least 1", std::to_string(*arguments.trees));
  }
  OptionsOf(method, arguments);
  CheckThreads(arguments.threads);
  CheckFolderOf(arguments.stop.trace, "--trace");
}

common::MemoryNeed NeedOf(const graphical_models::Image& image, int labels, const std::string& what,
                          const std::string& helps, const ImageArguments& arguments) {
  constexpr double kBytesPerPixel = 400;  // superpixels, edges and search; without the memory for each label
  constexpr const char* kFrugal = "alpha-expansion";
  const ImageMethod& method = graphical_models::FindImageMethod(arguments.method);
  const bool can_save = method.bytes_per_label > graphical_models::FindImageMethod(kFrugal).bytes_per_label;
  return {.bytes = image.num_pixels() * (kBytesPerPixel + method.bytes_per_label * labels),
          .what = "for " + what + " by " + method.name,
          .remedy = "take " + helps + (can_save ? std::string(", or --method=") + kFrugal : "")};
}

ImageProblem MakeProblem(const std::string& program, int64_t pixels, const ImageArguments& arguments,
                         std::FILE* messages, const std::atomic<bool>& interrupted,
                         const std::function<ImageProblem()>& make) {
  constexpr int64_t kPixelsOfASecond = 150'000;
  if (pixels > kPixelsOfASecond && ShowsSuperpixels(arguments)) {
    std::fprintf(messages, "%s: computing superpixels\n", program.c_str());
    std::fflush(messages);
  }
  const common::StopScope scope(&interrupted);
  ImageProblem problem = make();
  common::StopPoint();
  return problem;
}

int RunImageProgram(const std::string& program, std::FILE* messages, const std::function<int()>& run) {
  return common::RunOnUserFiles(program, messages, [&] {
    try {
      return run();
    } catch (const common::Stopped&) {
      std::fprintf(messages, "%s: interrupted before the search began: nothing is written\n",
                   program.c_str());
      return common::kInterruptedStatus;
    }
  });
}

MapResult MinimizeImage(const std::string& program, const ImageProblem& problem,
                        const ImageArguments& arguments, std::FILE* messages,
                        const std::atomic<bool>& interrupted) {
  const ImageMethod& method = graphical_models::FindImageMethod(arguments.method);
  return MinimizeWithProgress(program, arguments.stop, messages, interrupted, [&](common::RunControl run) {
    run.seed = arguments.seed.value_or(kSeed);
    run.threads = arguments.threads;
    return method.minimize(problem.pairwise, problem.cliques, run, OptionsOf(method, arguments));
  });
}

int Conclude(const std::string& program, const std::string& what, const ImageProblem& problem,
             const MapResult& result, const ImageArguments& arguments,
             const std::vector<std::string>& written, std::FILE* out, std::FILE* messages) {
  WriteTrace(result, arguments.stop);
  const double pairs = problem.pairwise.Energy(result.labeling);
  const double cliques = problem.cliques.Energy(result.labeling);
  const ImageMethod& method = graphical_models::FindImageMethod(arguments.method);
  const bool uses_cliques = method.uses_cliques;
  const common::OptionValues options = OptionsOf(method, arguments);
  const bool is_unrefined = options.Has("refine") && !options.Flag("refine");
  const std::string superpixels =
      ShowsSuperpixels(arguments) ? fmt::format(", {} superpixels", problem.superpixels.count) : "";
  std::fprintf(out, "image        %s%s\n", what.c_str(), superpixels.c_str());
  std::fprintf(out, "method       %s%s%s\n", arguments.method.c_str(),
               uses_cliques ? "" : ", neighbours only", is_unrefined ? ", not refined" : "");
  if (ShowsSuperpixels(arguments)) {
    std::fprintf(out, "energy       %s, of neighbours %s, of superpixels %s\n",
                 FormatDouble(pairs + cliques).c_str(), FormatDouble(pairs).c_str(),
                 FormatDouble(cliques).c_str());
  } else {
    std::fprintf(out, "energy       %s of neighbours\n", FormatDouble(pairs).c_str());
  }
  const char* const of_what = uses_cliques ? "" : " of neighbours";
  PrintLowerBound(result, of_what, out);
  PrintEnding(result, arguments.stop, of_what, out);
  for (const std::string& path : written) std::fprintf(out, "written      %s\n", path.c_str());
  common::CheckPrinted(out);
  if (result.ending != common::Ending::kInterrupted) return 0;
  return ReportInterruption(program, messages);
}

}  // namespace structlab::tools
