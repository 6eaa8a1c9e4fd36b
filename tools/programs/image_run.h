// Shared by the programs stereo and denoise: flags, the run of a method, and its summary.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_IMAGE_RUN_H_
#define STRUCTLAB_TOOLS_PROGRAMS_IMAGE_RUN_H_

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/json_help.h"
#include "common/memory_need.h"
#include "graphical_models/images/image.h"
#include "graphical_models/images/image_problem.h"
#include "graphical_models/model/map_result.h"
#include "tools/programs/minimizer_run.h"

namespace structlab::tools {

// The values of the flags. A value that was not given is taken from the preset.
struct ImageArguments {
  std::string method = "parsimonious";
  std::string preset;
  std::optional<int> slope, truncation, min_size;
  std::optional<double> sigma, spatial_radius, color_radius;
  std::optional<int> trees;
  std::optional<uint64_t> seed;
  int threads = 1;
  std::string refine = "yes";        // or "no"
  std::vector<std::string> options;  // options of the method, name=value
  StopArguments stop;
};

// Adds a flag for every member. The caller must set the default of --preset before.
void AddImageFlags(common::CommandLine& line, ImageArguments& arguments);

// The methods and their options, for --help=json.
std::vector<common::MethodHelp> HelpOfImageMethods();
// The text of --help about the methods and the exit status.
std::string HelpOnMethods();

graphical_models::CliqueOptions Override(graphical_models::CliqueOptions preset,
                                         const ImageArguments& arguments);

// To be called before images are read. Throws common::Error(kUsage) for an unknown method, a --refine that is
// neither yes nor no, flags of trees for a method without trees, an invalid number of threads, and a trace in
// a missing folder.
void CheckImageArguments(const ImageArguments& arguments);

// An estimate of the memory that the method needs for `labels` labels a pixel. The remedy is `helps`, or a
// method that needs less memory.
common::MemoryNeed NeedOf(const graphical_models::Image& image, int labels, const std::string& what,
                          const std::string& helps, const ImageArguments& arguments);

// Returns make(). For a large image, whose superpixels take seconds, first prints a line to `messages`.
// Throws common::Stopped soon after an interrupt.
graphical_models::ImageProblem MakeProblem(const std::string& program, int64_t pixels,
                                           const ImageArguments& arguments, std::FILE* messages,
                                           const std::atomic<bool>& interrupted,
                                           const std::function<graphical_models::ImageProblem()>& make);

// Like common::RunOnUserFiles. If an interrupt comes before the search begins, also prints that nothing
// is written.
int RunImageProgram(const std::string& program, std::FILE* messages, const std::function<int()>& run);

graphical_models::MapResult MinimizeImage(const std::string& program,
                                          const graphical_models::ImageProblem& problem,
                                          const ImageArguments& arguments, std::FILE* messages,
                                          const std::atomic<bool>& interrupted);

// To be called after the images are written. Writes the trace if --trace was given, prints the summary
// (problem, method, energies, files), and returns the exit status.
int Conclude(const std::string& program, const std::string& what,
             const graphical_models::ImageProblem& problem, const graphical_models::MapResult& result,
             const ImageArguments& arguments, const std::vector<std::string>& written, std::FILE* out,
             std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_IMAGE_RUN_H_
