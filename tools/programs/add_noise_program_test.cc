#include "tools/programs/add_noise_program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "experiments/datasets/mrf_denoising.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/restoration.h"
#include "graphical_models/images/testing/random_images.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using datasets::DenoisingProblem;
using graphical_models::Image;

int RunUninterrupted(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                     const std::atomic<bool>&) {
  return RunAddNoise(arguments, out, messages);
}

Outcome Spoil(const std::vector<std::string>& arguments) { return RunProgram(RunUninterrupted, arguments); }

class AddNoiseProgram : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    common::RandomStream random(1, "spoil program");
    image_ = graphical_models::RandomImage(9, 100, 1, random);
    graphical_models::WritePng(clean_, image_);
  }

  const std::string clean_ = std::string(testing::TempDir()) + "/program/clean.png";
  const std::string out_ = std::string(testing::TempDir()) + "/program/noisy.png";
  const std::string mask_ = std::string(testing::TempDir()) + "/program/mask.png";
  Image image_;
};

TEST_F(AddNoiseProgram, WritesWhatTheLibrarySpoils) {
  const DenoisingProblem expected = datasets::Spoil(image_);
  const Outcome outcome = Spoil({clean_, "--out=" + out_, "--mask=" + mask_});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(graphical_models::ReadImage(out_), expected.noisy);
  EXPECT_EQ(graphical_models::ReadImage(mask_), expected.mask);
  char psnr[64];
  std::snprintf(psnr, sizeof psnr, "%.2f", graphical_models::Psnr(expected.noisy, image_));
  EXPECT_EQ(outcome.out, std::string("image        9 x 100 pixels, 12 rows missing\n")
                             .append("noise        of deviation 25, PSNR ")
                             .append(psnr)
                             .append(" dB\n"));
}

TEST_F(AddNoiseProgram, HeedsItsFlags) {
  const DenoisingProblem expected =
      datasets::Spoil(image_, {.noise = 3.5, .first_row = 2, .rows = 5, .seed = 8});
  const Outcome outcome = Spoil(
      {clean_, "--noise=3.5", "--first-row=2", "--rows=5", "--seed=8", "--out=" + out_, "--mask=" + mask_});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(graphical_models::ReadImage(out_), expected.noisy);
  EXPECT_EQ(graphical_models::ReadImage(mask_), expected.mask);
}

TEST_F(AddNoiseProgram, ABarOfNoRowsFitsAnyImage) {
  const std::string small = folder_ + "/small.png";
  graphical_models::WritePng(small, graphical_models::UniformImage(5, 4, 1, 7));
  const Outcome outcome = Spoil({small, "--rows=0", "--noise=0", "--out=" + out_, "--mask=" + mask_});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(graphical_models::ReadImage(mask_), graphical_models::UniformImage(5, 4, 1));
}

// Runs in a folder in which files of a user have the default names.
TEST_F(AddNoiseProgram, DefaultNamesReplaceNothing) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::create_directory(folder_ + "/own");
  std::filesystem::current_path(folder_ + "/own");
  common::WriteFileAtomically("mask.png", "precious");
  ExpectMistake(Spoil({clean_, "--out=" + out_}), 2,
                "add_noise: --mask: expected a name, because mask.png already exists");
  EXPECT_EQ(common::ReadFile("mask.png"), "precious");
  EXPECT_EQ(Spoil({clean_, "--out=" + out_, "--mask=mask.png"}).status, 0);
  std::filesystem::current_path(before);
}

TEST_F(AddNoiseProgram, SaysWhatIsConverted) {
  Spoil({clean_, "--out=" + out_, "--mask=" + mask_});
  const std::string expected = common::ReadFile(out_);
  graphical_models::WritePng(clean_, graphical_models::InColors(image_));
  const Outcome outcome = Spoil({clean_, "--out=" + out_, "--mask=" + mask_});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.messages, "add_noise: " + clean_ + ": red, green and blue are equal: read as grey\n");
  EXPECT_EQ(common::ReadFile(out_), expected);
}

TEST_F(AddNoiseProgram, MistakesAreOneLine) {
  const auto expect = [](const std::vector<std::string>& arguments, int status, const std::string& message) {
    ExpectMistake(Spoil(arguments), status, message);
  };
  expect({}, 2, "add_noise: CLEAN is required");
  expect({clean_, "--nois=3"}, 2, "add_noise: flag: expected one of --noise");
  expect({clean_, "--noise=-1", "--out=" + out_}, 2,
         "add_noise: noise: expected a finite standard deviation");
  expect({clean_, "--rows=17", "--out=" + out_}, 2,
         "add_noise: bar: expected rows within the 100 of the image, found 17 from row 84 on");
  expect({clean_, "--out=" + out_, "--mask=" + out_}, 2,
         "add_noise: --mask: expected another file than --out");
  expect({clean_, "--out=" + clean_}, 2, "add_noise: --out: expected another file than CLEAN");
  expect({clean_, "--out=" + folder_ + "/none/x.png"}, 2, "add_noise: --out: expected a file in a folder");
  expect({clean_, "--mask=" + folder_ + "/none/x.png"}, 2, "add_noise: --mask: expected a file in a folder");
  expect({folder_ + "/none.png"}, 3, "add_noise: " + folder_ + "/none.png: cannot be read");
  common::RandomStream random(2, "colours");
  graphical_models::WritePng(out_, graphical_models::RandomImage(9, 100, 3, random));
  expect({out_, "--out=" + folder_ + "/x.png", "--mask=" + folder_ + "/y.png"}, 2,
         "add_noise: clean image: expected a grey image, found a colour image");
}

TEST_F(AddNoiseProgram, AFullDiskIsAnError) {
  ExpectFullDiskIsAnError(RunUninterrupted, {clean_, "--out=" + out_, "--mask=" + mask_}, "add_noise");
}

TEST_F(AddNoiseProgram, HelpSaysWhatTheDefaultsAre) {
  const Outcome outcome = Spoil({"--help"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* word :
       {"--noise FLOAT=25 ", "--first-row INT=84 ", "--rows INT=12 ", "bazel run //tools:add_noise"}) {
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace structlab::tools
