#include "experiments/parsimonious_labeling/image_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::Image;
using graphical_models::Labeling;
using harness::Case;
using harness::DataOrigin;

// A case on stand-ins: the folder is absent.
Case OnStandIns(const ImageTask& task) {
  Case c;
  c.data = {DataOf(task)};
  for (const harness::DatasetSource& source : DatasetSources()) {
    if (source.name == DataOf(task)) c.resolved.push_back(source.resolve("/absent"));
  }
  return c;
}

TEST(ImageData, TheMiddleIsThatOfTheWhole) {
  for (const ImageTask& task : ImageTasks()) {
    SCOPED_TRACE(task.name);
    const Case c = OnStandIns(task);
    const ImageData whole = LoadImageData(c, task, {});
    const ImageData middle = LoadImageData(c, task, {.width = 61, .height = 61});
    EXPECT_EQ(middle.width, 61);
    EXPECT_EQ(middle.height, 61);
    const int x = (whole.width - 61) / 2, y = (whole.height - 61) / 2;
    for (const int at : {0, 17, 60}) {
      EXPECT_EQ(middle.shown(at, 60 - at), whole.shown(x + at, y + 60 - at));
      if (task.is_stereo) {
        EXPECT_EQ(middle.right->operator()(at, at, 2), whole.right->operator()(x + at, y + at, 2));
        EXPECT_EQ(middle.truth.values[static_cast<size_t>(at * 61 + at)],
                  whole.truth.values[static_cast<size_t>((y + at) * whole.width + x + at)]);
      } else {
        EXPECT_EQ(middle.clean->operator()(at, 3), whole.clean->operator()(x + at, y + 3));
        EXPECT_EQ(middle.missing->operator()(at, 3), whole.missing->operator()(x + at, y + 3));
      }
    }
    EXPECT_EQ(middle.occluded.has_value(), task.name == "teddy");
  }
}

// The presets of the library with the number of labels of the scene, and another sigma where it is given.
TEST(ImageData, ProblemsAreThoseOfTheSource) {
  for (const ImageTask& task : ImageTasks()) {
    SCOPED_TRACE(task.name);
    const ImageSettings settings = {.width = 61, .height = 61};
    const ImageData data = LoadImageData(OnStandIns(task), task, settings);
    const graphical_models::ImageProblem problem = ProblemOf(task, data, settings);
    EXPECT_EQ(problem.pairwise.num_labels(), task.labels);
    EXPECT_EQ(problem.pairwise.num_variables(), 61 * 61);
    EXPECT_EQ(problem.cliques.num_cliques(), problem.superpixels.count);
    const harness::Setting key = ImageKey(task);
    const double nu = key.Number("nu"), truncation = key.Number("M");
    EXPECT_EQ(problem.pairwise.potential()(0, task.labels - 1), nu * std::min(truncation, task.labels - 1.0));
    const ImageSettings heavy = {.width = 61, .height = 61, .sigma = 1e9};
    const graphical_models::ImageProblem heavier = ProblemOf(task, data, heavy);
    for (int clique = 0; clique < heavier.cliques.num_cliques(); ++clique) {
      EXPECT_NEAR(heavier.cliques.weight(clique), 1, 1e-9);
      EXPECT_LE(problem.cliques.weight(clique), heavier.cliques.weight(clique));
    }
  }
}

TEST(ImageData, ThePenguinIsNeverTheSourcesOwn) {
  const std::vector<harness::DatasetSource> sources = DatasetSources();
  for (const harness::DatasetSource& source : sources) {
    const harness::Dataset absent = source.resolve("/absent");
    EXPECT_EQ(absent.name, source.name);
    EXPECT_EQ(absent.origin, source.name == kDrawnData ? DataOrigin::kReal : DataOrigin::kStandIn);
    EXPECT_FALSE(absent.checksums.empty());
  }
}

TEST(TotalVariation, CountsByHand) {
  // 0 2 across 2, 5 5 across 0; down 5 and 3.
  EXPECT_EQ(TotalVariation(2, 2, Labeling{0, 2, 5, 5}), 10.0 / 4);
  EXPECT_EQ(TotalVariation(1, 1, Labeling{3}), 0);
  EXPECT_EQ(NumLabelsUsed(Labeling{0, 2, 5, 5}), 3);
}

TEST(PictureOfRegions, DrawsTheBordersOnly) {
  const Image image = {.width = 3, .height = 2, .channels = 1, .values = {1, 2, 3, 4, 5, 6}};
  const harness::Picture picture = PictureOfRegions(image, {.count = 2, .of_pixel = {0, 0, 1, 0, 0, 1}});
  EXPECT_EQ(picture.channels, 3);
  const std::vector<uint8_t> row0 = {1, 1, 1, 255, 220, 0, 3, 3, 3}, row1 = {4, 4, 4, 255, 220, 0, 6, 6, 6};
  std::vector<uint8_t> expected = row0;
  expected.insert(expected.end(), row1.begin(), row1.end());
  EXPECT_EQ(picture.values, expected);
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
