#include "tools/programs/stereo_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/file.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "common/thread_clock.h"
#include "graphical_models/images/disparity.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/image_methods.h"
#include "graphical_models/images/image_problem.h"
#include "graphical_models/images/testing/image_bytes.h"
#include "graphical_models/images/testing/random_images.h"
#include "tools/programs/stereo_order.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using graphical_models::Image;

constexpr int kWidth = 24, kHeight = 16;

Outcome Stereo(const std::vector<std::string>& arguments, bool interrupted = false) {
  return RunProgram(RunStereo, arguments, interrupted);
}

// A square at disparity 5 in front of a plane at disparity 2, both with random texture.
class StereoProgram : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    common::RandomStream random(1, "stereo program");
    right_image_ = graphical_models::RandomImage(kWidth, kHeight, 3, random);
    left_image_ = graphical_models::UniformImage(kWidth, kHeight, 3);
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        for (int c = 0; c < 3; ++c) {
          left_image_(x, y, c) = right_image_(std::max(0, x - Disparity(x, y)), y, c);
        }
      }
    }
    graphical_models::WritePng(left_, left_image_);
    graphical_models::WritePng(right_, right_image_);
  }

  static int Disparity(int x, int y) { return x >= 10 && x < 18 && y >= 4 && y < 12 ? 5 : 2; }

  const std::string left_ = std::string(testing::TempDir()) + "/program/left.png";
  const std::string right_ = std::string(testing::TempDir()) + "/program/right.png";
  const std::string out_ = std::string(testing::TempDir()) + "/program/found.png";
  const std::string color_ = std::string(testing::TempDir()) + "/program/found-color.png";
  Image left_image_, right_image_;
};

TEST_F(StereoProgram, EveryMethodFindsAPlaneInFrontOfAnother) {
  for (const graphical_models::ImageMethod& method : graphical_models::ImageMethods()) {
    SCOPED_TRACE(method.name);
    const Outcome outcome = Stereo({left_, right_, "--labels=8", "--method=" + method.name, "--out=" + out_});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    const cv::Mat found = cv::imread(out_, cv::IMREAD_UNCHANGED);
    ASSERT_EQ(found.type(), CV_16UC1);
    ASSERT_EQ(found.size(), cv::Size(kWidth, kHeight));
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 5; x < kWidth; ++x)
        EXPECT_EQ(found.at<uint16_t>(y, x), 256 * Disparity(x, y)) << x << " " << y;
    }
    const Image color = graphical_models::ReadImage(color_);
    EXPECT_EQ(color.channels, 3);
    EXPECT_EQ(color.width, kWidth);
    EXPECT_GT(color(12, 6, 1), color(20, 14, 1));  // nearer is brighter
  }
}

// The check changes no result, and finds no order in images that do not match.
TEST_F(StereoProgram, WarnsIfTheImagesAreExchanged) {
  const std::string warning =
      "stereo: warning: the images match clearly better if they are exchanged: give the left image first\n";
  const auto messages = [&](const std::string& first, const std::string& second, const std::string& labels) {
    const Outcome outcome = Stereo({first, second, "--labels=" + labels, "--method=trws", "--out=" + out_});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return outcome.messages;
  };
  for (const char* labels : {"6", "8", "24"}) {
    EXPECT_EQ(messages(left_, right_, labels).find("exchanged"), std::string::npos) << labels;
    EXPECT_EQ(messages(right_, left_, labels).substr(0, warning.size()), warning) << labels;
  }
  EXPECT_FALSE(LooksExchanged(left_image_, left_image_, 8));
  common::RandomStream random(3, "order of noise");
  for (int trial = 0; trial < 30; ++trial) {
    const int width = 24 << (trial % 4), height = width * 2 / 3;
    const Image a = graphical_models::RandomImage(width, height, 3, random);
    const Image b = graphical_models::RandomImage(width, height, 3, random);
    EXPECT_FALSE(LooksExchanged(a, b, 8)) << width;
    EXPECT_FALSE(LooksExchanged(b, a, 8)) << width;
  }
}

// The program writes the result of the library, and every flag has its effect.
TEST_F(StereoProgram, GivesWhatTheLibraryGives) {
  const graphical_models::StereoOptions options = {.labels = 7,
                                                   .unary_truncation = 90,
                                                   .slope = 9,
                                                   .truncation = 3,
                                                   .gradient_threshold = 200,
                                                   .weight_below_threshold = 4};
  const graphical_models::CliqueOptions cliques = {
      .superpixels = {.spatial_radius = 3, .color_radius = 90, .min_size = 12}, .sigma = 70};
  const graphical_models::ImageProblem problem =
      graphical_models::StereoProblem(left_image_, right_image_, options, cliques);
  const graphical_models::ImageMethod& method = graphical_models::FindImageMethod("parsimonious");
  common::OptionValues trees(method.name, method.options);
  trees.Set("trees", 3);
  const graphical_models::MapResult expected =
      method.minimize(problem.pairwise, problem.cliques, {.seed = 5}, trees);
  const Outcome outcome =
      Stereo({left_, right_, "--labels=7", "--unary-truncation=90", "--slope=9", "--truncation=3",
              "--gradient-threshold=200", "--weight-below-threshold=4", "--spatial-radius=3",
              "--color-radius=90", "--min-size=12", "--sigma=70", "--trees=3", "--seed=5", "--scale=100",
              "--out=" + out_, "--color=" + folder_ + "/c.png", "--trace=" + folder_ + "/trace.tsv"});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  const auto map = graphical_models::DisparitiesOfLabels(kWidth, kHeight, expected.labeling);
  const std::vector<uint16_t> values = graphical_models::DisparitiesAs16Bits(map, 100);
  const cv::Mat found = cv::imread(out_, cv::IMREAD_UNCHANGED);
  for (int pixel = 0; pixel < kWidth * kHeight; ++pixel) {
    EXPECT_EQ(found.at<uint16_t>(pixel / kWidth, pixel % kWidth), values[pixel]);
  }
  EXPECT_EQ(graphical_models::ReadImage(folder_ + "/c.png"), graphical_models::ColorDisparities(map, 6));
  EXPECT_EQ(outcome.out.substr(0, 41), "image        24 x 16 pixels, 7 disparitie");
  EXPECT_NE(outcome.out.find("\nmethod       parsimonious\nenergy       "), std::string::npos);
  EXPECT_NE(outcome.out.find("\nlower bound  none\nended        converged, "), std::string::npos)
      << outcome.out;
  EXPECT_TRUE(common::ReadFile(folder_ + "/trace.tsv").starts_with("seconds\titeration\tenergy\t"));
}

TEST_F(StereoProgram, ShowsTheBoundWhereThereIsOne) {
  const Outcome outcome = Stereo({left_, right_, "--labels=8", "--method=trws", "--out=" + out_});
  EXPECT_NE(outcome.out.find("\nmethod       trws, neighbours only\n"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("\nlower bound  none"), std::string::npos);
  // Bound and ending belong to the minimised energy, not to the energy that is printed first.
  const size_t bound = outcome.out.find("\nlower bound  ");
  ASSERT_NE(bound, std::string::npos);
  const size_t end = outcome.out.find('\n', bound + 1);
  EXPECT_TRUE(outcome.out.substr(0, end).ends_with(" of neighbours")) << outcome.out;
  // With exchanged images nothing matches, and the first iteration proves nothing.
  const Outcome gap = Stereo({right_, left_, "--labels=8", "--method=trws", "--gap=1e9", "--out=" + out_});
  EXPECT_NE(gap.out.find("\nended        gap reached of neighbours, "), std::string::npos) << gap.out;
}

// Flags are checked before images are read: these images do not exist.
TEST_F(StereoProgram, MistakesInFlagsAreToldFirst) {
  std::filesystem::create_directories(folder_ + "/d-color.png");
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"--slope=-1", "slope"},
      {"--unary-truncation=-1", "unary truncation"},
      {"--sigma=0", "sigma"},
      {"--spatial-radius=0", "spatial radius"},
      {"--color-radius=-1", "colour radius"},
      {"--min-size=0", "minimum size"},
      {"--method=trws --trees=5", "--trees: expected the method parsimonious, found trws"},
      {"--method=fast-pd --seed=5", "--seed: expected the method parsimonious, found fast-pd"},
      {"--out=" + folder_ + "/d.png", "--color: expected "}};
  for (const auto& [flags, expected] : mistakes) {
    SCOPED_TRACE(flags);
    std::vector<std::string> words = {folder_ + "/no-left.png", folder_ + "/no-right.png"};
    std::istringstream list(flags);
    for (std::string flag; list >> flag;) words.push_back(flag);
    const Outcome outcome = Stereo(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.messages.find(expected), std::string::npos) << outcome.messages;
  }
}

// --trees and --refine are short forms of options of the method.
TEST_F(StereoProgram, OptionsOfTheMethodAreWhatTheirFlagsAre) {
  const auto trace = [&](const std::vector<std::string>& flags) {
    std::vector<std::string> words = {left_,        right_,          "--labels=8",
                                      "--sigma=70", "--out=" + out_, "--trace=" + folder_ + "/trace.tsv"};
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome outcome = Stereo(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_NE(outcome.out.find(", not refined\n"), std::string::npos) << outcome.out;
    std::string points;
    for (const std::vector<std::string>& row : common::ReadTsv(folder_ + "/trace.tsv").rows) {
      points += row[1] + " " + row[2] + ";";
    }
    return points;
  };
  const std::string of_three = trace({"--trees=3", "--refine=no"});
  EXPECT_EQ(std::ranges::count(of_three, ';'), 3);
  EXPECT_EQ(trace({"--option", "trees=3", "--option=refine=no"}), of_three);
  EXPECT_EQ(trace({"--trees=3", "--option=refine=no"}), of_three);
  const auto refusal = [&](const std::vector<std::string>& flags) {
    std::vector<std::string> words = {left_, right_, "--out=" + out_};
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome outcome = Stereo(words);
    EXPECT_EQ(outcome.status, 2);
    return outcome.messages;
  };
  EXPECT_EQ(refusal({"--trees=3", "--option=trees=3"}),
            "stereo: --trees: expected no --option trees, found both\n");
  EXPECT_EQ(refusal({"--option=trees=3", "--option=trees=4"}),
            "stereo: --option: expected trees once, found 'trees=4' after another value\n");
  EXPECT_EQ(refusal({"--method=trws", "--option=trees=3"}),
            "stereo: option of trws: expected nothing, as it has no options, found 'trees'\n");
  EXPECT_EQ(
      refusal({"--option=tree=3"}),
      "stereo: option of parsimonious: expected one of trees, fuse-trees, mixed, refine, found 'tree'\n");
  EXPECT_EQ(refusal({"--option=trees=0"}),
            "stereo: option trees of parsimonious: expected an integer from 1 to 2147483647, found 0\n");
}

// An interrupt before the first labeling leaves old files unchanged.
TEST_F(StereoProgram, AnInterruptBeforeTheSearchWritesNothing) {
  common::WriteFileAtomically(out_, "a result of before");
  const Outcome outcome = Stereo({left_, right_, "--labels=8", "--out=" + out_}, /*interrupted=*/true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.messages, "stereo: interrupted before the search began: nothing is written\n");
  EXPECT_EQ(common::ReadFile(out_), "a result of before");
  EXPECT_FALSE(std::filesystem::exists(color_));
}

// Interrupts the search, like Ctrl-C, after labels have changed. The images are large and match nowhere, so
// that the search takes long. The minimised energy must be below its start, and the written labeling must
// have the printed energy.
TEST_F(StereoProgram, TheBestSoFarIsWrittenWhenInterruptedInItsMidst) {
  constexpr int kLabels = 40;
  common::RandomStream random(2, "interrupted stereo program");
  const Image left = graphical_models::RandomImage(160, 120, 3, random);
  const Image right = graphical_models::RandomImage(160, 120, 3, random);
  graphical_models::WritePng(left_, left);
  graphical_models::WritePng(right_, right);
  graphical_models::StereoPreset preset = graphical_models::FindStereoPreset("tsukuba");
  preset.energy.labels = kLabels;
  const graphical_models::ImageProblem problem =
      graphical_models::StereoProblem(left, right, preset.energy, preset.cliques);
  const auto written = [&] {
    graphical_models::Labeling labeling;
    const cv::Mat found = cv::imread(out_, cv::IMREAD_UNCHANGED);
    EXPECT_EQ(found.size(), cv::Size(left.width, left.height));
    // Disparity 0 is written as 1.
    for (int pixel = 0; pixel < left.num_pixels(); ++pixel) {
      labeling.push_back(found.at<uint16_t>(pixel / left.width, pixel % left.width) / 256);
    }
    return labeling;
  };
  for (const char* const name : {"parsimonious", "co-occurrence", "trws"}) {
    SCOPED_TRACE(name);
    const std::vector<std::string> arguments = {
        left_,           right_,       "--labels=" + std::to_string(kLabels), std::string("--method=") + name,
        "--out=" + out_, "--sigma=100"};
    const bool uses_cliques = graphical_models::FindImageMethod(name).uses_cliques;
    const auto minimized = [&] {
      return uses_cliques ? problem.Energy(written()) : problem.pairwise.Energy(written());
    };
    std::vector<std::string> no_iterations = arguments;
    no_iterations.push_back("--iterations=0");
    EXPECT_EQ(RunProgram(RunStereo, no_iterations).status, 0);
    const double start = minimized();
    const Outcome outcome = RunProgramInterruptedInItsMidst(RunStereo, arguments, [&](const Outcome&) {
      const double energy = minimized();
      EXPECT_LE(energy, start);
      return energy < start;
    });
    const std::string line = "energy       " + common::FormatDouble(problem.Energy(written())) +
                             ", of neighbours " + common::FormatDouble(problem.pairwise.Energy(written())) +
                             ", of superpixels ";
    EXPECT_NE(outcome.out.find(line), std::string::npos) << line << " is not in\n" << outcome.out;
    EXPECT_NE(outcome.messages.find("stereo: interrupted; the best labeling so far is written\n"),
              std::string::npos);
  }
}

// Interrupts for 1600 x 1200 pixels: during the computation of superpixels, which takes seconds, and in the
// search.
TEST_F(StereoProgram, EndsWithinTwoSecondsOfAnInterruptOnLargeImages) {
  constexpr double kLimit = 1.2 + 2;
  common::RandomStream random(9, "large stereo");
  Image image = {.width = 1600, .height = 1200, .channels = 3, .values = {}};
  for (int i = 0; i < 3 * image.num_pixels(); ++i) {
    image.values.push_back(static_cast<uint8_t>(100 + i / 90 % 50 + random.UniformIndex(8)));
  }
  graphical_models::WritePng(left_, image);
  for (uint8_t& value : image.values) value = static_cast<uint8_t>(value + random.UniformIndex(90));
  graphical_models::WritePng(right_, image);
  for (const char* const method : {"parsimonious", "trws", "alpha-expansion"}) {
    SCOPED_TRACE(method);
    std::filesystem::remove(out_);
    const std::vector<std::string> words = {left_, right_, "--labels=16", std::string("--method=") + method,
                                            "--out=" + out_};
    // Processor time, the least of three tries: other work on the machine does not count, but slows the
    // processor.
    Outcome outcome;
    double seconds = kLimit;
    for (int i = 0; i < 3 && seconds >= kLimit; ++i) {
      const double begin = common::ThreadSeconds();
      outcome = RunProgramInterruptedAfter(RunStereo, words, 1200);
      seconds = common::ThreadSeconds() - begin;
      ASSERT_EQ(outcome.status, 130) << outcome.messages;
    }
    EXPECT_LT(seconds, kLimit) << outcome.messages;
    EXPECT_EQ(outcome.messages.find("computing superpixels") != std::string::npos,
              method == std::string("parsimonious"));
  }
}

// The same values in other forms give the same result, with a line on each file.
TEST_F(StereoProgram, SaysWhatIsConverted) {
  const auto found = [&](const std::string& lines) {
    const Outcome outcome = Stereo({left_, right_, "--labels=8", "--method=fast-pd", "--out=" + out_});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_TRUE(outcome.messages.starts_with(lines + "stereo: iter")) << outcome.messages;
    return common::ReadFile(out_);
  };
  const std::string expected = found("");
  const auto samples = [](const Image& image, bool has_alpha) {
    std::vector<uint16_t> values;
    for (size_t i = 0; i < image.values.size(); ++i) {
      values.push_back(image.values[i]);
      if (has_alpha && i % 3 == 2) values.push_back(255);
    }
    return values;
  };
  const graphical_models::TiffSpec tiff = {
      .width = kWidth, .height = kHeight, .channels = 3, .photometric = 2, .compression = 5};
  common::WriteFileAtomically(right_, graphical_models::TiffBytes(tiff, samples(right_image_, false)));
  EXPECT_EQ(found(""), expected);
  const graphical_models::PngSpec with_alpha = {.width = kWidth, .height = kHeight, .type = 6};
  common::WriteFileAtomically(left_, graphical_models::PngBytes(with_alpha, samples(left_image_, true)));
  EXPECT_EQ(found("stereo: " + left_ + ": the alpha channel is left out: all pixels are opaque\n"), expected);
  const graphical_models::PngSpec deep = {.width = kWidth, .height = kHeight, .bits = 16, .type = 2};
  std::vector<uint16_t> values = samples(left_image_, false);
  for (uint16_t& value : values) value = static_cast<uint16_t>(257 * value);
  common::WriteFileAtomically(left_, graphical_models::PngBytes(deep, values));
  EXPECT_EQ(found("stereo: " + left_ + ": 16 bits a value are rounded to 8\n"), expected);
}

TEST_F(StereoProgram, MistakesAreOneLine) {
  const auto expect = [](const std::vector<std::string>& arguments, int status, const std::string& message) {
    ExpectMistake(Stereo(arguments), status, message);
  };
  expect({}, 2, "stereo: LEFT is required");
  expect({left_}, 2, "stereo: RIGHT is required");
  expect({left_, right_, "--method=trw"}, 2, "stereo: method: expected one of trws, ");
  expect({left_, right_, "--preset=venus"}, 2, "stereo: preset: expected one of t");
  expect({left_, right_, "--label=8"}, 2, "stereo: flag: expected one of --labels, ");
  expect({left_, right_, "--labels=x"}, 2, "stereo: ");
  expect({left_, right_, "--labels=-2147483648"}, 2,
         "stereo: labels of stereo: expected 1 to the width of the images, 24");
  expect({left_, right_, "--labels=0"}, 2,
         "stereo: labels of stereo: expected 1 to the width of the images, 24");
  expect({left_, right_, "--labels=25"}, 2,
         "stereo: labels of stereo: expected 1 to the width of the images, 24");
  expect({left_, right_, "--labels=257"}, 2, "stereo: scale of disparities: expected at most 65535");
  expect({left_, right_, "--scale=0"}, 2, "stereo: scale of disparities: expected above 0");
  expect({left_, right_, "--slope=-1"}, 2, "stereo: slope of stereo: expected 0 or more, found -1");
  expect({left_, right_, "--sigma=0"}, 2, "stereo: sigma of cliques: expected above 0, found 0");
  expect({left_, right_, "--threads=0"}, 2, "stereo: --threads: expected 1 to 1024, found 0");
  expect({left_, right_, "--seconds=-1"}, 2, "stereo: --seconds: ");
  expect({left_, right_, "--out=" + folder_ + "/none/x.png"}, 2,
         "stereo: --out: expected a file in a folder");
  expect({left_, right_, "--color=" + folder_ + "/none/x.png"}, 2, "stereo: --color: expected a file in a f");
  expect({left_, right_, "--out=" + out_, "--color=" + out_}, 2,
         "stereo: --color: expected another file than --out");
  expect({left_, right_, "--out=" + left_}, 2, "stereo: --out: expected another file than LEFT");
  expect({left_, right_, "--out=" + out_, "--trace=" + right_}, 2,
         "stereo: --trace: expected another file than RIGHT");
  expect({left_, right_, "--trace=" + folder_ + "/none/x"}, 2,
         "stereo: --trace: expected a file in a folder");
  expect({left_, folder_ + "/none.png"}, 3, "stereo: " + folder_ + "/none.png: cannot be read");
  const std::string small = folder_ + "/small.png", text = folder_ + "/text.png";
  graphical_models::WritePng(small, graphical_models::UniformImage(24, 15, 3));
  expect({left_, small}, 2, "stereo: right image: expected 24 x 16 pixels, found 24 x 15 pixels");
  common::WriteFileAtomically(text, "no image");
  expect({text, right_}, 3,
         "stereo: " + text +
             ": expected a PNG, JPEG, PBM, PGM, PPM, TIFF, BMP or WebP image, found another format");
  const std::string png = common::ReadFile(left_);
  common::WriteFileAtomically(text, png.substr(0, png.size() / 2));
  expect({text, right_}, 3, "stereo: " + text + ": damaged PNG file");
}

TEST_F(StereoProgram, AFullDiskIsAnError) {
  ExpectFullDiskIsAnError(RunStereo, {left_, right_, "--labels=8", "--out=" + out_}, "stereo");
}

TEST_F(StereoProgram, HelpNamesMethodsAndPresets) {
  const Outcome outcome = Stereo({"--help"});
  EXPECT_EQ(outcome.status, 0);
  for (const graphical_models::ImageMethod& method : graphical_models::ImageMethods()) {
    EXPECT_NE(outcome.out.find("\n  " + method.name + ": "), std::string::npos) << method.name;
  }
  EXPECT_NE(
      outcome.out.find("  teddy: --labels=60 --unary-truncation=48 --slope=20 --truncation=1 "
                       "--gradient-threshold=10 --weight-below-threshold=3 --sigma=100 --min-size=120\n"),
      std::string::npos);
}

}  // namespace
}  // namespace structlab::tools
