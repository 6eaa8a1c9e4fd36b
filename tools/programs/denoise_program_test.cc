#include "tools/programs/denoise_program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/image_methods.h"
#include "graphical_models/images/image_problem.h"
#include "graphical_models/images/testing/image_bytes.h"
#include "graphical_models/images/testing/random_images.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using graphical_models::Image;

constexpr int kSize = 16;

Outcome Denoise(const std::vector<std::string>& arguments, bool interrupted = false) {
  return RunProgram(RunDenoise, arguments, interrupted);
}

// Two halves of one grey value each, with noise and a hole in each.
class DenoiseProgram : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    common::RandomStream random(1, "denoise program");
    clean_image_ = graphical_models::UniformImage(kSize, kSize, 1);
    noisy_image_ = mask_image_ = clean_image_;
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        clean_image_(x, y) = x < kSize / 2 ? 60 : 190;
        noisy_image_(x, y) = static_cast<uint8_t>(clean_image_(x, y) + 10 * random.Normal());
        if ((x == 3 || x == 12) && y > 3 && y < 8) mask_image_(x, y) = 255, noisy_image_(x, y) = 0;
      }
    }
    graphical_models::WritePng(noisy_, noisy_image_);
    graphical_models::WritePng(mask_, mask_image_);
    graphical_models::WritePng(clean_, clean_image_);
  }

  const std::string noisy_ = std::string(testing::TempDir()) + "/program/noisy.png";
  const std::string mask_ = std::string(testing::TempDir()) + "/program/mask.png";
  const std::string clean_ = std::string(testing::TempDir()) + "/program/clean.png";
  const std::string out_ = std::string(testing::TempDir()) + "/program/out.png";
  Image noisy_image_, mask_image_, clean_image_;
};

TEST_F(DenoiseProgram, EveryMethodRemovesNoiseAndHoles) {
  const double before = graphical_models::Psnr(noisy_image_, clean_image_);
  for (const graphical_models::ImageMethod& method : graphical_models::ImageMethods()) {
    SCOPED_TRACE(method.name);
    std::vector<std::string> words = {noisy_,       "--mask=" + mask_, "--method=" + method.name,
                                      "--sigma=20", "--iterations=20", "--out=" + out_};
    if (method.name == std::string("parsimonious")) words.push_back("--trees=2");
    const Outcome outcome = Denoise(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    const Image restored = graphical_models::ReadImage(out_);
    EXPECT_GT(graphical_models::Psnr(restored, clean_image_), before + 8);
    EXPECT_LT(std::abs(restored(3, 5) - 60), 20);
    EXPECT_LT(std::abs(restored(12, 5) - 190), 20);
  }
}

TEST_F(DenoiseProgram, GivesWhatTheLibraryGives) {
  const graphical_models::ImageProblem problem = graphical_models::RestorationProblem(
      noisy_image_, &mask_image_, {.slope = 50, .truncation = 50}, {.sigma = 300});
  const graphical_models::MapResult expected = graphical_models::FindImageMethod("alpha-expansion")
                                                   .minimize(problem.pairwise, problem.cliques, {}, {});
  const Image restored = graphical_models::ImageOfLabels(kSize, kSize, expected.labeling);
  const Outcome outcome = Denoise({noisy_, "--mask=" + mask_, "--preset=house", "--sigma=300",
                                   "--method=alpha-expansion", "--clean=" + clean_, "--out=" + out_});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(graphical_models::ReadImage(out_), restored);
  char psnr[100];
  std::snprintf(psnr, sizeof psnr, "PSNR         %.2f dB, before %.2f dB\n",
                graphical_models::Psnr(restored, clean_image_),
                graphical_models::Psnr(noisy_image_, clean_image_));
  EXPECT_TRUE(outcome.out.starts_with(psnr)) << outcome.out;
  EXPECT_NE(outcome.out.find("image        16 x 16 pixels, "), std::string::npos);
}

// --refine=no leaves out the rounds after the trees.
TEST_F(DenoiseProgram, RefinesUnlessToldNotTo) {
  const auto iterations = [&](const char* refine) {
    const Outcome outcome = Denoise(
        {noisy_, "--sigma=20", "--trees=2", refine, "--out=" + out_, "--trace=" + folder_ + "/trace"});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    const bool says_so = outcome.out.find("method       parsimonious, not refined\n") != std::string::npos;
    EXPECT_EQ(says_so, refine == std::string("--refine=no")) << outcome.out;
    return common::ReadTsv(folder_ + "/trace").rows.size();
  };
  EXPECT_EQ(iterations("--refine=no"), 2u);
  EXPECT_GT(iterations("--refine=yes"), 2u);
}

TEST_F(DenoiseProgram, AnInterruptBeforeTheSearchWritesNothing) {
  common::WriteFileAtomically(out_, "a result of before");
  const Outcome outcome = Denoise({noisy_, "--method=trws", "--out=" + out_}, /*interrupted=*/true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.messages, "denoise: interrupted before the search began: nothing is written\n");
  EXPECT_EQ(common::ReadFile(out_), "a result of before");
}

// Interrupts the search, like Ctrl-C, after labels have changed. The image is large and pure noise, so that
// the search takes long. The minimised energy must be below its start, and the written image must have the
// printed energy.
TEST_F(DenoiseProgram, TheBestSoFarIsWrittenWhenInterruptedInItsMidst) {
  common::RandomStream random(2, "interrupted denoise program");
  const Image noisy = graphical_models::RandomImage(96, 80, 1, random);
  graphical_models::WritePng(noisy_, noisy);
  const graphical_models::RestorationPreset& preset = graphical_models::FindRestorationPreset("penguin");
  const graphical_models::ImageProblem problem =
      graphical_models::RestorationProblem(noisy, nullptr, preset.energy, preset.cliques);
  const auto written = [&] {
    const Image restored = graphical_models::ReadImage(out_);
    EXPECT_EQ(restored.values.size(), noisy.values.size());
    return graphical_models::Labeling(restored.values.begin(), restored.values.end());
  };
  for (const char* const name : {"parsimonious", "co-occurrence", "trws"}) {
    SCOPED_TRACE(name);
    const std::vector<std::string> arguments = {noisy_, std::string("--method=") + name, "--out=" + out_,
                                                "--sigma=10000"};
    const bool uses_cliques = graphical_models::FindImageMethod(name).uses_cliques;
    const auto minimized = [&] {
      return uses_cliques ? problem.Energy(written()) : problem.pairwise.Energy(written());
    };
    std::vector<std::string> no_iterations = arguments;
    no_iterations.push_back("--iterations=0");
    EXPECT_EQ(RunProgram(RunDenoise, no_iterations).status, 0);
    const double start = minimized();
    const Outcome outcome = RunProgramInterruptedInItsMidst(RunDenoise, arguments, [&](const Outcome&) {
      const double energy = minimized();
      EXPECT_LE(energy, start);
      return energy < start;
    });
    const std::string line = "energy       " + common::FormatDouble(problem.Energy(written())) +
                             ", of neighbours " + common::FormatDouble(problem.pairwise.Energy(written())) +
                             ", of superpixels ";
    EXPECT_NE(outcome.out.find(line), std::string::npos) << line << " is not in\n" << outcome.out;
    EXPECT_NE(outcome.messages.find("denoise: interrupted; the best labeling so far is written\n"),
              std::string::npos);
  }
}

// The same values in other forms give the same result, with a line on each file.
TEST_F(DenoiseProgram, SaysWhatIsConverted) {
  const std::string mask_line = "denoise: mask: 3.12% of the pixels are missing\n";
  const auto restored = [&](const std::string& lines) {
    const Outcome outcome = Denoise({noisy_, "--mask=" + mask_, "--method=fast-pd", "--out=" + out_});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_TRUE(outcome.messages.starts_with(lines + mask_line + "denoise: iter")) << outcome.messages;
    return common::ReadFile(out_);
  };
  const std::string expected = restored("");
  std::vector<uint16_t> deep(noisy_image_.values.begin(), noisy_image_.values.end());
  graphical_models::WritePng16(noisy_, kSize, kSize, deep);
  const std::string kept =
      "denoise: " + noisy_ + ": more than 8 bits a value, but none is above 255: the values are kept\n";
  EXPECT_EQ(restored(kept), expected);
  for (uint16_t& value : deep) value = static_cast<uint16_t>(257 * value);
  graphical_models::WritePng16(noisy_, kSize, kSize, deep);
  const std::string rounded = "denoise: " + noisy_ + ": 16 bits a value are rounded to 8\n";
  EXPECT_EQ(restored(rounded), expected);
  // A mask of 0 and 1, and one with a pixel that is neither 0 nor 255.
  Image ones = mask_image_, soft = mask_image_;
  for (uint8_t& value : ones.values) value = value == 255 ? 1 : 0;
  soft(0, 0) = 3;
  graphical_models::WritePng(mask_, ones);
  EXPECT_EQ(restored(rounded + "denoise: " + mask_ + ": 0 and 1 are read as 0 and 255\n"), expected);
  graphical_models::WritePng(mask_, soft);
  EXPECT_EQ(restored(rounded + "denoise: " + mask_ +
                     ": 1 pixels between 0 and 255 are read as the nearer of both\n"),
            expected);
  // A mask of one bit, and one of 16 bits whose white is 65535.
  std::vector<uint16_t> bits, white;
  for (const uint8_t value : mask_image_.values) {
    bits.push_back(value == 0 ? 0 : 1);
    white.push_back(value == 0 ? 0 : 65535);
  }
  common::WriteFileAtomically(mask_,
                              graphical_models::PngBytes({.width = kSize, .height = kSize, .bits = 1}, bits));
  EXPECT_EQ(restored(rounded + "denoise: " + mask_ + ": 1 bit a value is scaled to 8\n"), expected);
  graphical_models::WritePng16(mask_, kSize, kSize, white);
  EXPECT_EQ(restored(rounded + "denoise: " + mask_ + ": 16 bits a value are rounded to 8\n"), expected);
}

TEST_F(DenoiseProgram, WarnsOfAMaskWithoutMeaning) {
  for (const bool is_all : {false, true}) {
    graphical_models::WritePng(mask_, graphical_models::UniformImage(kSize, kSize, 1, is_all ? 255 : 0));
    const Outcome outcome = Denoise({noisy_, "--mask=" + mask_, "--method=fast-pd", "--out=" + out_});
    EXPECT_EQ(outcome.status, 0);
    const std::string line = is_all ? "denoise: warning: mask: all pixels are missing (all are 255; "
                                    : "denoise: warning: mask: no pixel is missing (all are 0; ";
    EXPECT_TRUE(outcome.messages.starts_with(line)) << outcome.messages;
  }
}

TEST_F(DenoiseProgram, MistakesAreOneLine) {
  const auto expect = [](const std::vector<std::string>& arguments, int status, const std::string& message) {
    ExpectMistake(Denoise(arguments), status, message);
  };
  const std::string other = folder_ + "/other.png";
  expect({}, 2, "denoise: INPUT is required");
  expect({noisy_, "--method=trw"}, 2, "denoise: method: expected one of trws, ");
  expect({noisy_, "--preset=tsukuba"}, 2, "denoise: preset: expected one of ");
  expect({noisy_, "--truncation=-1"}, 2, "denoise: truncation of restoration: expected 0 or more, found -1");
  expect({noisy_, "--refine=maybe"}, 2, "denoise: --refine: expected yes or no, found 'maybe'");
  expect({noisy_, "--refine=no", "--method=trws"}, 2,
         "denoise: --refine=no: expected the method parsimonious, found trws");
  expect({noisy_, "--min-size=0"}, 2, "denoise: minimum size: expected 1 or more pixels, found 0");
  expect({noisy_, "--out=" + folder_ + "/none/x.png"}, 2, "denoise: --out: expected a file in a folder");
  expect({noisy_, "--out", ""}, 2, "denoise: --out: expected a value, found none");
  expect({noisy_, "--seed=-1"}, 2, "denoise: --seed: expected a whole number from 0 to 18446744073709551615");
  expect({noisy_, "--clean=" + clean_, "--out=" + clean_}, 2,
         "denoise: --out: expected another file than --clean");
  expect({folder_ + "/none.png"}, 3, "denoise: " + folder_ + "/none.png: cannot be read");
  graphical_models::WritePng(other, graphical_models::UniformImage(4, 4, 1));
  expect({noisy_, "--mask=" + other}, 3,
         "denoise: " + other + ": expected 16 x 16 pixels, as the image has, found 4 x 4");
  expect({noisy_, "--mask=" + clean_}, 3,
         "denoise: " + clean_ + ": expected a mask: 255 for missing pixels, otherwise 0, found ");
  expect({noisy_, "--trees=0"}, 2, "denoise: --trees: expected at least 1, found 0\n");
  expect({noisy_, "--clean=" + other}, 2,
         "denoise: clean image: expected 16 x 16 pixels, found 4 x 4 pixels");
  common::RandomStream random(3, "colours");
  graphical_models::WritePng(other, graphical_models::RandomImage(kSize, kSize, 3, random));
  expect({other}, 2, "denoise: noisy image: expected a grey image, found a colour image");
  common::WriteFileAtomically(other, "P5 2 2 65535 abcdefg");
  expect({other}, 3, "denoise: " + other + ": expected 4 values, found a file that is too short for them");
}

TEST_F(DenoiseProgram, AFullDiskIsAnError) {
  ExpectFullDiskIsAnError(RunDenoise, {noisy_, "--method=fast-pd", "--out=" + out_}, "denoise");
}

TEST_F(DenoiseProgram, HelpNamesMethodsAndPresets) {
  const Outcome outcome = Denoise({"--help"});
  EXPECT_EQ(outcome.status, 0);
  for (const graphical_models::ImageMethod& method : graphical_models::ImageMethods()) {
    EXPECT_NE(outcome.out.find("\n  " + method.name + ": "), std::string::npos) << method.name;
  }
  EXPECT_NE(outcome.out.find("  house: --slope=50 --truncation=50 --sigma=1000 --min-size=300\n"),
            std::string::npos);
}

}  // namespace
}  // namespace structlab::tools
