#include "experiments/rivals/elastix.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/processes/child_process.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/spatial_transform.h"
#include "registration/volumes/transform_formats.h"

namespace structlab::rivals {
namespace {

namespace fs = std::filesystem;

// A folder of its own, removed with the object.
class WorkFolder {
 public:
  WorkFolder() {
    path_ = (fs::temp_directory_path() / "elastix.XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) {
      common::ThrowEnvironmentError(path_, "the folder cannot be made", "is $TMPDIR writable?");
    }
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

double SecondsOfChildren() {
  rusage usage = {};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// The line of its output that says what went wrong: elastix's last one only says that something did.
std::string Reason(const std::string& output) {
  std::istringstream lines(output);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    const size_t description = line.find("Description: ");
    if (description != std::string::npos) return line.substr(description);
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  }
  return last;
}

constexpr const char* kParameters = R"((FixedInternalImagePixelType "float")
(MovingInternalImagePixelType "float")
(UseDirectionCosines "true")
(Registration "MultiResolutionRegistration")
(Interpolator "LinearInterpolator")
(ResampleInterpolator "FinalBSplineInterpolator")
(Resampler "DefaultResampler")
(FixedImagePyramid "FixedSmoothingImagePyramid")
(MovingImagePyramid "MovingSmoothingImagePyramid")
(Optimizer "AdaptiveStochasticGradientDescent")
(Transform "BSplineTransform")
(GridSpacingSchedule 4 2 1)
(HowToCombineTransforms "Compose")
(NumberOfHistogramBins 32)
(ErodeMask "false")
(NumberOfResolutions 3)
(NumberOfSpatialSamples 2048)
(NewSamplesEveryIteration "true")
(ImageSampler "RandomCoordinate")
(BSplineInterpolationOrder 1)
(FinalBSplineInterpolationOrder 3)
(DefaultPixelValue 0)
(WriteResultImage "false")
(RandomSeed 1)
)";

}  // namespace

std::string FindElastix() {
  const char* const path = ::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/elastix";
    if (!folder.empty() && ::access(program.c_str(), X_OK) == 0) return program;
  }
  return "";
}

std::string ElastixParameters(const ElastixOptions& options, int dimension) {
  const char* const schedule = dimension == 2 ? "4 4 2 2 1 1" : "4 4 4 2 2 2 1 1 1";
  std::string text = kParameters;
  text += fmt::format("(Metric \"{}\")\n", options.metric);
  text += fmt::format("(AutomaticTransformInitialization \"{}\")\n", options.align_centers);
  text += fmt::format("(FixedImageDimension {0})\n(MovingImageDimension {0})\n", dimension);
  text += fmt::format("(ImagePyramidSchedule {})\n", schedule);
  text += fmt::format("(FinalGridSpacingInPhysicalUnits {})\n", common::FormatDouble(options.spacing));
  text += fmt::format("(MaximumNumberOfIterations {})\n", options.iterations);
  return text;
}

ElastixResult RunElastix(const std::string& program, const registration::Image& fixed,
                         const registration::Image& moving, const ElastixOptions& options,
                         common::ThreadPool& pool) {
  const WorkFolder folder;
  WriteImage(fixed, folder / "fixed.mha");
  WriteImage(moving, folder / "moving.mha");
  common::WriteFileAtomically(folder / "parameters.txt", ElastixParameters(options, fixed.geometry.dimension),
                              common::Durability::kNothing);
  const double before = SecondsOfChildren();
  common::ProgramEnding ending;
  {
    const common::SignalsBlocked blocked;
    ending = common::RunProgram(program,
                                {"-f", folder / "fixed.mha", "-m", folder / "moving.mha", "-p",
                                 folder / "parameters.txt", "-out", folder.path(), "-threads", "1"},
                                true);
  }
  const double seconds = SecondsOfChildren() - before;
  if (ending.status != 0) {
    common::ThrowEnvironmentError(
        program,
        fmt::format("ended with status {}, saying: {}; fixed image {}, moving image {}", ending.status,
                    Reason(ending.output), Describe(fixed.geometry), Describe(moving.geometry)));
  }
  const registration::SpatialTransform transform =
      registration::ReadTransform(folder / "TransformParameters.0.txt", {});
  return {FieldOf(transform, fixed.geometry, pool), seconds};
}

}  // namespace structlab::rivals
