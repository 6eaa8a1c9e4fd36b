// On the images of experiments/parsimonious_labeling the programs give what the experiment gives: energies to
// the last digit and the same pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "common/number.h"
#include "experiments/harness/package.h"
#include "experiments/harness/record_file.h"
#include "experiments/parsimonious_labeling/image_task.h"
#include "graphical_models/images/image_file.h"
#include "tools/programs/denoise_program.h"
#include "tools/programs/stereo_order.h"
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
  // Only venus and the penguin have cliques that the programs find by themselves. Shows the middle of the
  // image.
  void ExpectTheSame(const std::string& image, const std::vector<Method>& methods,
                     const std::string& data_folder, int side) {
    const ImageTask& task = parsimonious_labeling::FindImageTask(image);
    const ImageData data = LoadImageData(FolderOf(task, data_folder), task, {.width = side, .height = side});
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
      c.resolved = {{.name = task.data(), .path = FolderOf(task, data_folder)}};
      harness::Recorder recorder(c);
      c.run(kSeed, recorder);
      ExpectEnergy(task, data, flags_of_method, recorder.record().values);
      if (recorder.record().pictures.empty()) continue;
      const std::string picture = folder_ + (task.is_stereo ? "/found-color.png" : "/found.png");
      EXPECT_EQ(graphical_models::ReadImage(picture).values, recorder.record().pictures[0].picture.values);
    }
  }

  // The same of a whole image, for which the record has what the experiment gave.
  void ExpectTheRecorded(const std::string& image, const std::string& part, uint64_t seed,
                         const std::vector<std::string>& flags, const std::string& data_folder) {
    const ImageTask& task = parsimonious_labeling::FindImageTask(image);
    const ImageData data = LoadImageData(FolderOf(task, data_folder), task, {});
    const std::vector<harness::FinishedCase> record = harness::ReadRecord("parsimonious_labeling");
    const auto found = std::ranges::find_if(record, [&](const harness::FinishedCase& one) {
      return one.c.name == "images/" + image + "/" + part && one.c.seed == seed;
    });
    ASSERT_NE(found, record.end());
    ExpectEnergy(task, data, flags, found->record.values);
    if (found->record.pictures.empty()) return;
    EXPECT_EQ(graphical_models::ReadImage(folder_ + "/found.png").values,
              found->record.pictures[0].picture.values);
  }

  // Runs the program, and expects the full energy that is among the experiment's values.
  void ExpectEnergy(const ImageTask& task, const ImageData& data, const std::vector<std::string>& flags,
                    const std::vector<harness::RecordedValue>& values) {
    std::vector<std::string> words;
    if (task.is_stereo) {
      words = {Write("left", data.shown), Write("right", *data.right), "--preset=tsukuba",
               "--labels=" + std::to_string(task.labels), "--sigma=100"};
    } else {
      words = {Write("noisy", data.shown), "--mask=" + Write("mask", *data.missing), "--preset=penguin",
               "--sigma=10000"};  // as the preset; shows both parts
    }
    words.push_back("--out=" + folder_ + "/found.png");
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome outcome = RunProgram(task.is_stereo ? RunStereo : RunDenoise, words);
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    const auto energy =
        std::ranges::find_if(values, [](const auto& value) { return value.key.metric == "full_energy"; });
    ASSERT_NE(energy, values.end());
    const std::string line =
        std::string("energy       ").append(common::FormatDouble(energy->value)).append(", of neighbours ");
    EXPECT_NE(outcome.out.find(line), std::string::npos) << line << " is not in\n" << outcome.out;
  }

  static std::string FolderOf(const ImageTask& task, const std::string& data_folder) {
    return data_folder.empty() ? "" : data_folder + "/" + task.data();
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
// The program warns of the wrong order of each pair of images, and never of the right one.
TEST_F(RealImageExperiment, TheOrderOfStereoImagesIsRecognised) {
  for (const auto& [scene, left_name, right_name] :
       {std::tuple("tsukuba", "im3", "im4"), {"venus", "im2", "im6"}, {"teddy", "im2", "im6"}}) {
    const std::string folder = data_folder_ + "/middlebury-stereo/" + scene + "/";
    const Image left = graphical_models::ReadImage(folder + left_name + ".png");
    const Image right = graphical_models::ReadImage(folder + right_name + ".png");
    for (const int labels : {16, 20, 60, 100}) {
      EXPECT_FALSE(LooksExchanged(left, right, labels)) << scene << " " << labels;
      EXPECT_TRUE(LooksExchanged(right, left, labels)) << scene << " " << labels;
    }
  }
}
// What the programs do without flags, but for the trees, on whole images.
TEST_F(RealImageExperiment, StereoGivesTheSameOnTheWholeImage) {
  ExpectTheRecorded("venus", Methods()[1].part, 2, {"--trees=3", "--seed=2"}, data_folder_);
}
TEST_F(RealImageExperiment, DenoiseGivesTheSameOnTheWholeImage) {
  ExpectTheRecorded("penguin", Methods()[1].part, 2, {"--trees=3", "--seed=2"}, data_folder_);
  // This one's picture is recorded, too.
  ExpectTheRecorded("penguin", "alpha-expansion", 1, {"--method=alpha-expansion"}, data_folder_);
}

}  // namespace
}  // namespace structlab::tools
