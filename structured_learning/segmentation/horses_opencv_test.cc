// Horses (Borenstein, Ullman 2002): the first half by number is for training, the second one for the test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "graphical_models/images/any_image_file.h"
#include "structured_learning/segmentation/segmentation_training.h"

namespace structlab::structured_learning {
namespace {

TEST(Horses, AreSeparatedFromTheirBackground) {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const std::string folder = (data == nullptr ? std::string() : std::string(data)) + "/weizmann-horses/";
  if (!std::filesystem::is_directory(folder)) {
    GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to the folder they are in";
  }
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder + "figure_ground")) {
    names.push_back(file.path().filename().string());
  }
  std::ranges::sort(names);
  ASSERT_EQ(names.size(), 164u);
  MaskReader reader;
  std::vector<std::string> notes;
  const auto read = [&](int i) -> std::optional<LabeledImage> {
    const std::string& name = names[static_cast<size_t>(i)];
    return LabeledImage{.image = graphical_models::ReadAnyImage(folder + "rgb_at_mask_size/" + name,
                                                                graphical_models::Colors::kAsStored, notes),
                        .mask = reader.Read(folder + "figure_ground/" + name, notes),
                        .name = name};
  };
  SegmentationOptions options;
  options.units.max_side = 32;
  options.loss = SegmentationLoss::kPixels;
  options.c = 100;
  const SegmentationTraining training = TrainSegmentation(82, read, options);
  EXPECT_EQ(training.result.ending, common::Ending::kGapReached);
  std::vector<MaskAgreement> agreements;
  for (int i = 82; i < 164; ++i) {
    const std::optional<LabeledImage> horse = read(i);
    agreements.push_back(CompareMasks(horse->mask, Segment(training.model, horse->image), horse->name));
  }
  const MaskAgreement mean = MeanAgreement(agreements);
  EXPECT_NEAR(mean.foreground_share, 0.263, 0.001);
  EXPECT_LT(mean.pixel_error, 0.13);
  EXPECT_GT(mean.overlap, 0.6);
}

}  // namespace
}  // namespace structlab::structured_learning
