// On the images of experiments/parsimonious_labeling the programs give what the experiment gives: energies to
// the last digit and the same pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "common/number.h"
#include "experiments/datasets/load.h"
#include "experiments/harness/run/case.h"
#include "experiments/old_experiment/testing/package_plan.h"
#include "experiments/parsimonious_labeling/image_data.h"
#include "experiments/parsimonious_labeling/package.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "experiments/parsimonious_labeling/runs.h"
#include "graphical_models/images/image_file.h"
#include "tools/programs/denoise_program.h"
#include "tools/programs/spoil_program.h"
#include "tools/programs/stereo_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using graphical_models::Image;
using parsimonious_labeling::ImageData;
using parsimonious_labeling::ImageTask;

constexpr uint64_t kSeed = 3;

std::string SeedFlag() { return "--seed=" + std::to_string(kSeed); }

// A method as the experiment's case is called and as the programs are asked for it.
struct Method {
  std::string part;
  std::vector<std::string> flags;
};

const std::vector<Method>& Methods() {
  static const std::vector<Method> methods = {
      {"parsimonious", {"--refine=no", SeedFlag()}},   {"refined", {SeedFlag()}},
      {"co-occurrence", {"--method=co-occurrence"}},   {"alpha-expansion", {"--method=alpha-expansion"}},
      {"trws", {"--method=trws", "--iterations=100"}}, {"fast-pd", {"--method=fast-pd"}}};
  return methods;
}

// What the programs do without flags: of the others the middle of an image, which takes a second, tells as
// much.
std::vector<Method> MethodsOnTheWhole() { return {{"refined", {SeedFlag()}}}; }

// The whole image, or its middle, which takes a second.
enum class Part { kWhole, kMiddle };

// As the paper profile plans it, but for the part; threads change times alone.
harness::Case CaseOf(const ImageTask& task, const std::string& part, const std::string& data_folder,
                     Part of_image = Part::kMiddle) {
  const std::string name = parsimonious_labeling::kImagePrefix + task.name + "/" + part;
  std::map<std::string, std::string> settings;
  if (of_image == Part::kMiddle) settings = {{"image_width", "28"}, {"image_height", "24"}};
  for (harness::Case& c :
       harness::PlanOf(parsimonious_labeling::MakeExperiment(), harness::Profile::kPaper, settings)) {
    if (c.name != name) continue;
    c.seed = kSeed;
    c.threads = 2;
    for (const harness::DatasetSource& source : parsimonious_labeling::DatasetSources()) {
      if (source.name == parsimonious_labeling::DataOf(task)) {
        c.resolved.push_back(source.resolve(data_folder));
      }
    }
    return c;
  }
  ADD_FAILURE() << "no case " << name;
  return {};
}

class ImageExperiment : public ProgramTest {
 protected:
  // The image's files, as the programs read them.
  std::string Write(const std::string& name, const Image& image) {
    const std::string path = folder_ + "/" + name + ".png";
    graphical_models::WritePng(path, image);
    return path;
  }

  void ExpectSame(const harness::Case& c, const Outcome& outcome, const std::string& picture) {
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    harness::Recorder recorder(c);
    parsimonious_labeling::Run(c, recorder);
    const harness::Record& record = recorder.record();
    const auto energy = std::ranges::find_if(
        record.values, [](const auto& value) { return value.key.metric == "full_energy"; });
    ASSERT_NE(energy, record.values.end());
    const std::string line =
        std::string("energy       ").append(common::FormatDouble(energy->value)).append(", of neighbours ");
    EXPECT_NE(outcome.out.find(line), std::string::npos) << line << " is not in\n" << outcome.out;
    ASSERT_EQ(record.pictures.size(), 1u);
    EXPECT_EQ(graphical_models::ReadImage(picture).values, record.pictures[0].picture.values);
  }

  void StereoGivesTheSame(const std::string& data_folder, const std::vector<Method>& methods = Methods(),
                          Part of_image = Part::kMiddle) {
    const ImageTask& task = parsimonious_labeling::FindImageTask("tsukuba");
    for (const auto& [part, flags] : methods) {
      SCOPED_TRACE(part);
      const harness::Case c = CaseOf(task, part, data_folder, of_image);
      const ImageData data = LoadImageData(c, task, parsimonious_labeling::ReadImageSettings(c.parameters));
      std::vector<std::string> arguments = {Write("left", data.shown), Write("right", *data.right),
                                            "--preset=tsukuba", "--out=" + folder_ + "/found.png"};
      arguments.insert(arguments.end(), flags.begin(), flags.end());
      ExpectSame(c, RunProgram(RunStereo, arguments), folder_ + "/found-color.png");
    }
  }

  void DenoiseGivesTheSame(const std::string& data_folder, const std::vector<Method>& methods = Methods(),
                           Part of_image = Part::kMiddle) {
    const ImageTask& task = parsimonious_labeling::FindImageTask("penguin");
    for (const auto& [part, flags] : methods) {
      SCOPED_TRACE(part);
      const harness::Case c = CaseOf(task, part, data_folder, of_image);
      const ImageData data = LoadImageData(c, task, parsimonious_labeling::ReadImageSettings(c.parameters));
      std::vector<std::string> arguments = {Write("noisy", data.shown),
                                            "--mask=" + Write("mask", *data.missing), "--preset=penguin",
                                            "--out=" + folder_ + "/restored.png"};
      arguments.insert(arguments.end(), flags.begin(), flags.end());
      ExpectSame(c, RunProgram(RunDenoise, arguments), folder_ + "/restored.png");
    }
  }

  // The whole penguin.
  void SpoilGivesTheSame(const std::string& data_folder) {
    const ImageTask& task = parsimonious_labeling::FindImageTask("penguin");
    const harness::Case c = CaseOf(task, "input", data_folder);
    const ImageData data = LoadImageData(c, task, {});
    const std::string& folder = c.Data(DataOf(task)).path;
    const std::string clean = folder.empty() ? Write("clean", *data.clean) : folder + "/penguin-clean.png";
    const std::string noisy = folder_ + "/noisy.png", mask = folder_ + "/mask.png";
    std::FILE* const out = std::tmpfile();
    std::FILE* const messages = std::tmpfile();
    EXPECT_EQ(RunSpoil({clean, "--out=" + noisy, "--mask=" + mask}, out, messages), 0);
    Drain(out);
    EXPECT_EQ(Drain(messages), "");
    EXPECT_EQ(graphical_models::ReadImage(noisy), data.shown);
    EXPECT_EQ(graphical_models::ReadImage(mask), *data.missing);
  }
};

constexpr const char* kNoData = "/absent";  // generators stand in

TEST_F(ImageExperiment, StereoGivesTheSameOnAStandIn) { StereoGivesTheSame(kNoData); }
TEST_F(ImageExperiment, DenoiseGivesTheSameOnAStandIn) { DenoiseGivesTheSame(kNoData); }
TEST_F(ImageExperiment, SpoilGivesTheSameOnAStandIn) { SpoilGivesTheSame(kNoData); }

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

TEST_F(RealImageExperiment, StereoGivesTheSame) { StereoGivesTheSame(data_folder_); }
TEST_F(RealImageExperiment, DenoiseGivesTheSame) { DenoiseGivesTheSame(data_folder_); }
TEST_F(RealImageExperiment, StereoGivesTheSameOnTheWholeImage) {
  StereoGivesTheSame(data_folder_, MethodsOnTheWhole(), Part::kWhole);
}
TEST_F(RealImageExperiment, DenoiseGivesTheSameOnTheWholeImage) {
  DenoiseGivesTheSame(data_folder_, MethodsOnTheWhole(), Part::kWhole);
}
TEST_F(RealImageExperiment, SpoilGivesTheSame) { SpoilGivesTheSame(data_folder_); }

}  // namespace
}  // namespace structlab::tools
