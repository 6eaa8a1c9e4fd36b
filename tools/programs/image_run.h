// What the programs stereo and denoise have in common: flags, the run of a method, and its summary.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_IMAGE_RUN_H_
#define STRUCTLAB_TOOLS_PROGRAMS_IMAGE_RUN_H_

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/json_help.h"
#include "common/memory_need.h"
#include "graphical_models/images/image.h"
#include "graphical_models/images/image_problem.h"
#include "graphical_models/model/map_result.h"
#include "tools/programs/minimizer_run.h"

namespace structlab::tools {

// What is not given is the preset's.
struct ImageArguments {
  std::string method = "parsimonious";
  std::string preset;
  std::optional<int> slope, truncation, min_size;
  std::optional<double> sigma, spatial_radius, color_radius;
  std::optional<int> trees;
  std::optional<uint64_t> seed;
  int threads = 1;
  std::string refine = "yes";        // or "no"
  std::vector<std::string> options;  // name=value, of the method
  StopArguments stop;
};

// Every flag of them but --preset's default, which the caller has set.
void AddImageFlags(CLI::App& app, ImageArguments& arguments);

// The methods and their options, for --help=json.
std::vector<common::MethodHelp> HelpOfImageMethods();
// "Methods:" and a line for each, and what the exit status says.
std::string HelpOnMethods();

graphical_models::CliqueOptions Override(graphical_models::CliqueOptions preset,
                                         const ImageArguments& arguments);

// Throws common::Error(kUsage) for an unknown method, a refinement that is neither yes nor no, flags of trees
// that the method does not have, a number of threads that is none, and a trace without a place to go to:
// before images are read.
void CheckImageArguments(const ImageArguments& arguments);

// The memory that the method takes for so many labels of each pixel, about, and what helps: one of `helps`,
// or a method that takes less.
common::MemoryNeed NeedOf(const graphical_models::Image& image, int labels, const std::string& what,
                          const std::string& helps, const ImageArguments& arguments);

// make(), which may take seconds for the superpixels of a large image and then says so on `messages`. Throws
// common::Stopped soon after an interrupt.
graphical_models::ImageProblem MakeProblem(const std::string& program, int64_t pixels,
                                           const ImageArguments& arguments, std::FILE* messages,
                                           const std::atomic<bool>& interrupted,
                                           const std::function<graphical_models::ImageProblem()>& make);

// As common::RunAndReportErrors, and after an interrupt before there was any labeling says that nothing is
// written.
int RunImageProgram(const std::string& program, std::FILE* messages, const std::function<int()>& run);

graphical_models::MapResult MinimizeImage(const std::string& program,
                                          const graphical_models::ImageProblem& problem,
                                          const ImageArguments& arguments, std::FILE* messages,
                                          const std::atomic<bool>& interrupted);

// Prints what was minimised, how, with which result and where to; writes the trace if one is asked for;
// returns the exit status. For after the images are written.
int Conclude(const std::string& program, const std::string& what,
             const graphical_models::ImageProblem& problem, const graphical_models::MapResult& result,
             const ImageArguments& arguments, const std::vector<std::string>& written, std::FILE* out,
             std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_IMAGE_RUN_H_
