#include "experiments/registration_benchmark/elastix.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/parallel.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/transform_formats.h"

namespace structlab::registration {
namespace {

// What all settings have in common.
constexpr char kParameters[] = R"((FixedInternalImagePixelType "float")
(MovingInternalImagePixelType "float")
(FixedImageDimension 3)
(MovingImageDimension 3)
(UseDirectionCosines "true")

(Registration "MultiResolutionRegistration")
(NumberOfResolutions 3)
(FixedImagePyramid "FixedSmoothingImagePyramid")
(MovingImagePyramid "MovingSmoothingImagePyramid")
(ImagePyramidSchedule 4 4 4 2 2 2 1 1 1)

(Transform "BSplineTransform")
(GridSpacingSchedule 4 2 1)
(HowToCombineTransforms "Compose")

(NumberOfHistogramBins 32)
(ErodeMask "false")
(ImageSampler "RandomCoordinate")
(NumberOfSpatialSamples 2048)
(NewSamplesEveryIteration "true")
(Interpolator "LinearInterpolator")

(Optimizer "AdaptiveStochasticGradientDescent")
(RandomSeed 1)

(ResampleInterpolator "FinalBSplineInterpolator")
(Resampler "DefaultResampler")
(WriteResultImage "false")
)";

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Runs the program to its end and returns its processor time.
double Run(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) != nullptr &&
        std::freopen("/dev/null", "w", stderr) != nullptr) {
      execvp(argv[0], argv.data());
    }
    _exit(127);
  }
  int status = 0;
  rusage usage = {};
  if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
    common::ThrowEnvironmentError(words[0], "did not run to its end", "install elastix");
  }
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

}  // namespace

bool HasElastix() { return std::system("elastix --version >/dev/null 2>&1") == 0; }

ElastixResult RegisterByElastix(const Image& fixed, const Image& moving, const ElastixSetting& setting) {
  const common::ScratchFolder folder("elastix");
  const auto at = [&](const char* name) { return fmt::format("{}/{}", folder.path(), name); };
  WriteImage(fixed, at("fixed.mha"));
  WriteImage(moving, at("moving.mha"));
  common::WriteFileAtomically(
      at("parameters.txt"),
      fmt::format("{}(Metric \"{}\")\n(FinalGridSpacingInPhysicalUnits {})\n(MaximumNumberOfIterations {})\n",
                  kParameters, setting.metric, setting.grid_spacing, setting.iterations));
  ElastixResult result;
  result.processor_seconds = Run({"elastix", "-f", at("fixed.mha"), "-m", at("moving.mha"), "-p",
                                  at("parameters.txt"), "-out", folder.path(), "-threads", "1"});
  common::ThreadPool pool(1);
  result.field = FieldOf(ReadTransform(at("TransformParameters.0.txt"), {}), fixed.geometry, pool);
  return result;
}

}  // namespace structlab::registration
