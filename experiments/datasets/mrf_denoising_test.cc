#include "experiments/datasets/mrf_denoising.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>

#include "common/error.h"
#include "experiments/datasets/mrf_denoising_generator.h"
#include "experiments/datasets/test_files.h"
#include "graphical_models/images/image_file.h"

namespace structlab::datasets {
namespace {

using graphical_models::Image;

// The penguin's mask is stored the other way round.
std::string WriteAll(const DenoisingProblem& house, const DenoisingProblem& penguin) {
  const std::string folder = EmptyFolder("data");
  graphical_models::WritePng(folder + "/house-clean.png", house.clean);
  graphical_models::WritePng(folder + "/houseM-input.png", house.noisy);
  graphical_models::WritePng(folder + "/house-mask.png", house.mask);
  graphical_models::WritePng(folder + "/penguin-clean.png", penguin.clean);
  graphical_models::WritePng(folder + "/penguin-input.png", penguin.noisy);
  Image mask = penguin.mask;
  for (uint8_t& value : mask.values) value = value == 255 ? 0 : 254;
  graphical_models::WritePng(folder + "/penguin-mask.png", mask);
  return folder;
}

TEST(MrfDenoising, ReadsBackWhatWasWritten) {
  const DenoisingProblem house = GenerateHouse(2);
  const DenoisingProblem penguin = Spoil(GeneratePenguin(2));
  const std::string folder = WriteAll(house, penguin);
  EXPECT_TRUE(ReadHouse(folder) == house);
  EXPECT_TRUE(ReadPenguin(folder) == penguin);
}

TEST(MrfDenoising, RefusesWhatIsNotTheHouse) {
  const auto refused = [](const DenoisingProblem& house) {
    const std::string folder = WriteAll(house, Spoil(GeneratePenguin(2)));
    const common::Error error = ErrorOf([&] { ReadHouse(folder); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    return error.parts().where.substr(folder.size() + 1) + ": " + error.parts().expected + ": " +
           error.parts().found;
  };
  DenoisingProblem house = GenerateHouse(2);
  house.mask(3, 5) = 128;
  EXPECT_EQ(refused(house), "house-mask.png, column 3, row 5: 0 or 255: 128");
  house.mask(3, 5) = 255;
  house.noisy(3, 5) = 17;
  EXPECT_EQ(refused(house),
            "houseM-input.png, column 3, row 5: 0, since the mask says that it is missing: 17");
  house.clean = graphical_models::UniformImage(256, 255, 1);
  EXPECT_EQ(refused(house), "house-clean.png: a grey image of 256 x 256: a grey image of 256 x 255");
}

TEST(MrfDenoising, RefusesWhatIsNotThePenguin) {
  DenoisingProblem penguin = Spoil(GeneratePenguin(2));
  penguin.clean = graphical_models::UniformImage(122, 179, 3);
  const std::string folder = WriteAll(GenerateHouse(2), penguin);
  EXPECT_EQ(ErrorOf([&] { ReadPenguin(folder); }).parts().found, "an image in colours of 122 x 179");
}

// Far from 0 and 255, where nothing is cut off.
TEST(Spoil, AddsTheNoiseAndTheBarThatItSays) {
  const Image clean = graphical_models::UniformImage(100, 300, 1, 128);
  const DenoisingProblem problem = Spoil(clean, {.noise = 10, .first_row = 20, .rows = 5, .seed = 4});
  EXPECT_TRUE(problem.clean == clean);
  double sum = 0, squares = 0;
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 100; ++x) {
      const bool missing = y >= 20 && y < 25;
      ASSERT_EQ(problem.mask(x, y), missing ? 255 : 0);
      if (missing) {
        ASSERT_EQ(problem.noisy(x, y), 0);
        continue;
      }
      const double difference = problem.noisy(x, y) - 128;
      sum += difference;
      squares += difference * difference;
    }
  }
  const double pixels = 295 * 100;
  // Five standard errors; rounding adds 1/12 to the variance.
  EXPECT_NEAR(sum / pixels, 0, 5 * 10 / std::sqrt(pixels));
  EXPECT_NEAR(squares / pixels, 100 + 1.0 / 12, 5 * 100 * std::sqrt(2 / pixels));
}

TEST(Spoil, DependsOnTheSeedAlone) {
  const Image clean = GeneratePenguin(1);
  EXPECT_TRUE(Spoil(clean) == Spoil(clean));
  EXPECT_NE(Spoil(clean).noisy.values, Spoil(clean, {.seed = 2}).noisy.values);
}

TEST(Spoil, RefusesABarOutsideAndNoiseThatIsNone) {
  const Image clean = graphical_models::UniformImage(10, 20, 1);
  const auto message = [&](const Image& image, const Spoiling& spoiling) {
    const common::Error error = ErrorOf([&] { Spoil(image, spoiling); });
    EXPECT_EQ(error.exit_status(), 2);
    return std::string(error.what());
  };
  EXPECT_EQ(
      message(clean, {.first_row = 15, .rows = 6}),
      "bar: expected rows within the 20 of the image, found 6 from row 15 on; set --first-row and --rows");
  EXPECT_NE(message(clean, {.first_row = -1, .rows = 3}), "");
  EXPECT_NE(message(clean, {.first_row = 2, .rows = -3}), "");
  EXPECT_EQ(message(clean, {.noise = -1, .first_row = 0, .rows = 0}),
            "noise: expected a finite standard deviation of at least 0, found -1");
  EXPECT_NE(message(clean, {.noise = std::numeric_limits<double>::quiet_NaN(), .first_row = 0, .rows = 0}),
            "");
  EXPECT_NE(message(graphical_models::UniformImage(10, 20, 3), {.first_row = 0, .rows = 0}), "");
}

}  // namespace
}  // namespace structlab::datasets
