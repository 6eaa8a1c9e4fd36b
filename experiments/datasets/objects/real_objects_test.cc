#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "common/file.h"
#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/objects/ess_examples.h"
#include "experiments/datasets/objects/manmade.h"
#include "experiments/datasets/objects/weizmann_horses.h"
#include "experiments/datasets/real_folder.h"
#include "structured_learning/localization/search/word_files.h"

namespace structlab::datasets {
namespace {

constexpr char kPackage[] = "object_localization";

int64_t ExpectedCount(const std::string& dataset, const std::string& what) {
  for (const DatasetCount& count : FindDataset(Catalogue(), dataset).counts) {
    if (count.what == what) return count.count;
  }
  ADD_FAILURE() << "the catalogue does not count the " << what << " of " << dataset;
  return -1;
}

// Read checks the sizes and boxes of boxes.tsv.
TEST(RealHorses, AreWhatTheCatalogueSays) {
  const std::string folder = RealFolder("weizmann-horses", kPackage);
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const Horses horses(folder);
  ASSERT_EQ(horses.size(), ExpectedCount("weizmann-horses", "images"));
  double foreground = 0;
  for (int i = 0; i < horses.size(); ++i) {
    const Horse horse = horses.Read(i);
    foreground += static_cast<double>(std::ranges::count(horse.mask.labels, 1)) / horse.image.num_pixels();
  }
  EXPECT_NEAR(foreground / horses.size(), 0.251, 0.001);
}

TEST(RealManmade, IsWhatTheCatalogueSays) {
  const std::string name = "kumar-hebert-manmade", folder = RealFolder(name, kPackage);
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const ManmadePhotos photos(folder);
  int64_t training = 0, test = 0, structure = 0;
  for (int i = 0; i < photos.size(); ++i) {
    const ManmadePhoto photo = photos.Read(i);
    i < 108 ? ++training : ++test;
    if (i < 108) structure += std::ranges::count(photo.labels, 1);
  }
  EXPECT_EQ(training, ExpectedCount(name, "training images"));
  EXPECT_EQ(test, ExpectedCount(name, "test images"));
  EXPECT_EQ(structure, 5203);
  EXPECT_EQ(std::ssize(TwinsOfManmade()), ExpectedCount(name, "test images that are also training images"));
  for (const ManmadeTwins& twins : TwinsOfManmade()) {
    const auto bytes = [&](int i) {
      const std::string number = std::to_string(1000 + i).substr(1);
      return common::ReadFile(folder + "/images/" + number + ".jpg");
    };
    EXPECT_EQ(bytes(twins.training), bytes(twins.test)) << twins.test;
  }
}

TEST(RealEss, IsWhatTheCatalogueSays) {
  const std::string folder = RealFolder("ess", kPackage);
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  using structured_learning::ReadWordPoints;
  EXPECT_EQ(std::ssize(ReadWordPoints(folder + "/ess_000006.clst").points),
            ExpectedCount("ess", "points of ess_000006.clst"));
  EXPECT_EQ(std::ssize(ReadWordPoints(folder + "/ess_examples/cow.clst").points),
            ExpectedCount("ess", "points of cow.clst"));
  EXPECT_EQ(LoadEssExamples(folder).size(), 4u);
  const EssTrainingImage training = LoadEssTrainingImage(folder);
  EXPECT_EQ(training.image.width, 627);
  EXPECT_EQ(training.image.height, 469);
  EXPECT_EQ(FormatBox(training.truth), "144 113 390 260");
}

}  // namespace
}  // namespace structlab::datasets
