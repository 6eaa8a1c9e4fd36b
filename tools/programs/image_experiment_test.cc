// On the images of experiments/parsimonious_labeling the programs give what the experiment gives: energies to
// the last digit and the same pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "common/number.h"
#include "experiments/harness/package.h"
#include "experiments/parsimonious_labeling/image_task.h"
#include "graphical_models/images/image_file.h"
#include "tools/programs/denoise_program.h"
#include "tools/programs/stereo_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using graphical_models::Image;
using parsimonious_labeling::ImageData;
using parsimonious_labeling::ImageTask;

constexpr uint64_t kSeed = 3;

// A method as the experiment's case is called and as the programs are asked for it.
struct Method {
  std::string part;
  std::vector<std::string> flags;
  bool is_for_the_source_only = false;  // the experiment runs it on images of the source, which venus is not
};

const std::vector<Method>& Methods() {
  static const std::vector<Method> methods = {
      {"parsimonious-labeling--our-", {"--trees=3", "--refine=no", "--seed=3"}},
      {"parsimonious-labeling-with-refinement", {"--trees=3", "--seed=3"}},
      {"parsimonious-labeling--gammas-by-the-metric",
       {"--trees=3", "--refine=no", "--seed=3", "--option=mixed=metric"},
       true},
      {"parsimonious-labeling--trees-fused",
       {"--trees=3", "--refine=no", "--seed=3", "--option=fuse-trees=yes"},
       true},
      {"co-occurrence--ladicky-et-al.-", {"--method=co-occurrence"}},
      {"alpha-expansion", {"--method=alpha-expansion"}},
      {"trws", {"--method=trws", "--iterations=100"}},
      {"fast-pd", {"--method=fast-pd"}}};
  return methods;
}

class ImageExperiment : public ProgramTest {
 protected:
  // Only venus and the penguin have cliques that the programs find by themselves. `side` 0: the whole image.
  void ExpectTheSame(const std::string& image, const std::vector<Method>& methods,
                     const std::string& data_folder, int side) {
    const ImageTask& task = parsimonious_labeling::FindImageTask(image);
    const ImageData data = LoadImageData(data_folder.empty() ? "" : data_folder + "/" + task.data(), task,
                                         {.width = side, .height = side});
    std::vector<std::string> words;
    if (task.is_stereo) {
      words = {Write("left", data.shown), Write("right", *data.right), "--preset=tsukuba",
               "--labels=" + std::to_string(task.labels)};
    } else {
      words = {Write("noisy", data.shown), "--mask=" + Write("mask", *data.missing), "--preset=penguin"};
    }
    const std::string out = folder_ + "/found.png";
    words.push_back("--out=" + out);
    const harness::Package package = harness::MakePackage();
    const harness::Flags flags = harness::FlagsOf(harness::Profile::kPaper);
    harness::Settings settings = package.SettingsOf(flags);
    for (const char* size : {"image_width", "image_height"}) settings.Change(size, std::to_string(side));
    const std::vector<harness::Case> cases = package.CasesOf(settings, flags);
    for (const auto& [part, flags_of_method, is_for_the_source_only] : methods) {
      if (is_for_the_source_only && task.table.empty()) continue;
      SCOPED_TRACE(part);
      const auto found = std::ranges::find(cases, "images/" + image + "/" + part, &harness::Case::name);
      ASSERT_NE(found, cases.end());
      harness::Case c = *found;
      c.resolved = {
          {.name = task.data(), .path = data_folder.empty() ? "" : data_folder + "/" + task.data()}};
      harness::Recorder recorder(c);
      c.run(kSeed, recorder);
      std::vector<std::string> arguments = words;
      arguments.insert(arguments.end(), flags_of_method.begin(), flags_of_method.end());
      arguments.push_back(task.is_stereo ? "--sigma=100"
                                         : "--sigma=10000");  // as the preset; shows both parts
      const Outcome outcome = RunProgram(task.is_stereo ? RunStereo : RunDenoise, arguments);
      ASSERT_EQ(outcome.status, 0) << outcome.messages;
      const auto energy = std::ranges::find_if(
          recorder.record().values, [](const auto& value) { return value.key.metric == "full_energy"; });
      ASSERT_NE(energy, recorder.record().values.end());
      const std::string line =
          std::string("energy       ").append(common::FormatDouble(energy->value)).append(", of neighbours ");
      EXPECT_NE(outcome.out.find(line), std::string::npos) << line << " is not in\n" << outcome.out;
      if (recorder.record().pictures.empty()) continue;
      const std::string picture = task.is_stereo ? folder_ + "/found-color.png" : out;
      EXPECT_EQ(graphical_models::ReadImage(picture).values, recorder.record().pictures[0].picture.values);
    }
  }

  // The image's file, as the programs read it.
  std::string Write(const std::string& name, const Image& image) {
    const std::string path = folder_ + "/" + name + ".png";
    graphical_models::WritePng(path, image);
    return path;
  }
};

TEST_F(ImageExperiment, StereoGivesTheSameOnAStandIn) { ExpectTheSame("venus", Methods(), "", 32); }
TEST_F(ImageExperiment, DenoiseGivesTheSameOnAStandIn) { ExpectTheSame("penguin", Methods(), "", 28); }

// The images themselves.
class RealImageExperiment : public ImageExperiment {
 protected:
  void SetUp() override {
    ImageExperiment::SetUp();
    const char* const folder = std::getenv("STRUCTLAB_DATA");
    data_folder_ = folder == nullptr ? "" : folder;
    for (const char* name : {"/middlebury-stereo", "/mrf-denoising"}) {
      if (data_folder_.empty() || !std::filesystem::exists(data_folder_ + name)) {
        GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to the folder they are in";
      }
    }
  }

  std::string data_folder_;
};

TEST_F(RealImageExperiment, StereoGivesTheSame) { ExpectTheSame("venus", Methods(), data_folder_, 32); }
TEST_F(RealImageExperiment, DenoiseGivesTheSame) { ExpectTheSame("penguin", Methods(), data_folder_, 28); }
// What the programs do without flags, but for the trees, on a whole image: the smallest.
TEST_F(RealImageExperiment, DenoiseGivesTheSameOnTheWholeImage) {
  ExpectTheSame("penguin", {Methods()[1]}, data_folder_, 0);
}

}  // namespace
}  // namespace structlab::tools
