#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <variant>

#include "common/error.h"
#include "common/file.h"
#include "experiments/datasets/objects/ess_examples.h"
#include "experiments/datasets/objects/horse_graphs.h"
#include "experiments/datasets/objects/manmade_graphs.h"
#include "experiments/datasets/objects/pasted_scenes.h"
#include "experiments/datasets/objects/planted_fields.h"
#include "experiments/datasets/test_files.h"
#include "graphical_models/images/image_file.h"

namespace structlab::datasets {
namespace {

using structured_learning::DenseRows;
using structured_learning::PixelBox;

TEST(DrawnHorses, StandNearTheMiddleAndDiffer) {
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(i);
    const Horse horse = DrawHorse(1, i);
    ASSERT_EQ(horse.mask.width, horse.image.width);
    ASSERT_EQ(horse.mask.height, horse.image.height);
    EXPECT_EQ(horse.box, BoxOf(horse.mask));
    const auto inside = std::ranges::count(horse.mask.labels, structured_learning::kForeground);
    const double share = static_cast<double>(inside) / horse.image.num_pixels();
    EXPECT_GT(share, 0.05);
    EXPECT_LT(share, 0.5);
    const double middle = (horse.box.left + horse.box.right) / 2.0 / horse.image.width;
    EXPECT_NEAR(middle, 0.5, 0.15);
    if (i > 0) {
      EXPECT_NE(horse.image, DrawHorse(1, 0).image);
    }
    EXPECT_EQ(horse.image, DrawHorse(1, i).image);
    EXPECT_NE(horse.image, DrawHorse(2, i).image);
  }
}

TEST(DrawnManmade, HasBothLabels) {
  int structure = 0;
  for (int i = 0; i < 10; ++i) {
    const ManmadePhoto photo = DrawManmade(1, i);
    ASSERT_EQ(photo.labels.size(), size_t{kManmadeRows * kManmadeColumns});
    ASSERT_EQ(photo.image.width, kManmadeWidth);
    structure += static_cast<int>(std::ranges::count(photo.labels, 1));
    EXPECT_EQ(photo.image, DrawManmade(1, i).image);
  }
  EXPECT_GT(structure, 100);
  EXPECT_LT(structure, 10 * kManmadeRows * kManmadeColumns / 2);
}

std::string LabelLine(char label) {
  std::string line;
  for (int i = 0; i < kManmadeColumns; ++i) line += std::string(1, label) + ",";
  return line + "\n";
}

TEST(ManmadeLabels, AreReadLineByLine) {
  std::string text;
  for (int row = 0; row < kManmadeRows; ++row) text += LabelLine(row == 3 ? '1' : '0');
  const std::vector<uint8_t> labels = ParseManmadeLabels(text, "010.txt");
  for (int row = 0; row < kManmadeRows; ++row) EXPECT_EQ(labels[row * kManmadeColumns + 5], row == 3);
  const auto message = [](const std::string& content) {
    return std::string(ErrorOf([&] { ParseManmadeLabels(content, "010.txt"); }).what());
  };
  EXPECT_EQ(message(text.substr(0, text.size() - 3) + "\n"),
            "010.txt:16: expected 24 numbers 0 or 1, each followed by a comma, found 23 numbers");
  EXPECT_EQ(message(text + LabelLine('0')),
            "010.txt:17: expected 24 numbers 0 or 1, each followed by a comma, found more lines than 16");
  EXPECT_EQ(message(text.substr(LabelLine('0').size())), "010.txt: expected 16 lines, found 15");
  EXPECT_EQ(message("0,2,"), "010.txt:1: expected 24 numbers 0 or 1, each followed by a comma, found '2,'");
}

TEST(ManmadePhotos, LeavesOutTestImagesThatAreTrainingImages) {
  const std::vector<int> test = ManmadePhotos::Test();
  EXPECT_EQ(test.size(), 120u);
  EXPECT_EQ(ManmadePhotos::Training().size(), 108u);
  for (const ManmadeTwins& twins : TwinsOfManmade()) {
    EXPECT_LT(twins.training, 108);
    EXPECT_EQ(std::ranges::count(test, twins.test), 0);
  }
}

// Files as those of the set, with two kinds of damage.
TEST(Horses, ReadsListedFilesAndNamesDamage) {
  const std::string folder = EmptyFolder("horses");
  common::MakeFolder(folder + "/rgb_at_mask_size");
  common::MakeFolder(folder + "/figure_ground");
  std::string list = "file\twidth\theight\txmin\tymin\txmax\tymax\tforeground_fraction\n";
  for (int i = 0; i < kNumHorses; ++i) list += "horse001.jpg\t12\t9\t2\t3\t6\t5\t0.1\n";
  common::WriteFileAtomically(folder + "/boxes.tsv", list);
  graphical_models::Image image = graphical_models::UniformImage(12, 9, 3, 40);
  graphical_models::Image mask = graphical_models::UniformImage(12, 9, 1, 3);
  for (int y = 3; y <= 5; ++y) {
    for (int x = 2; x <= 6; ++x) mask(x, y) = 250;
  }
  // Readers look at the first bytes, not at the name.
  graphical_models::WritePng(folder + "/rgb_at_mask_size/horse001.jpg", image);
  graphical_models::WritePng(folder + "/figure_ground/horse001.jpg", mask);
  const Horses horses(folder);
  const Horse horse = horses.Read(7);
  EXPECT_EQ(horse.name, "horse001");
  EXPECT_EQ(horse.box, (PixelBox{2, 3, 6, 5}));
  EXPECT_EQ(std::ranges::count(horse.mask.labels, 1), 15);

  mask(8, 4) = 128;
  graphical_models::WritePng(folder + "/figure_ground/horse001.jpg", mask);
  EXPECT_EQ(std::string(ErrorOf([&] { horses.Read(0); }).what()).substr(folder.size()),
            "/figure_ground/horse001.jpg: expected the box 2 3 6 5, as boxes.tsv says, found 2 3 8 5");
  graphical_models::WritePng(folder + "/rgb_at_mask_size/horse001.jpg",
                             graphical_models::UniformImage(12, 8, 3, 40));
  EXPECT_EQ(std::string(ErrorOf([&] { horses.Read(0); }).what()).substr(folder.size()),
            "/rgb_at_mask_size/horse001.jpg: expected 12 x 9 pixels, as boxes.tsv says, found 12 x 8");
  common::WriteFileAtomically(folder + "/boxes.tsv", list + "horse002.jpg\t12\t9\t2\t3\t12\t5\t0.1\n");
  EXPECT_EQ(ErrorOf([&] { Horses{folder}; }).parts().where.substr(folder.size()), "/boxes.tsv:166");
}

// The pasted pixels are those of the object, elsewhere is the ground, and places differ.
TEST(PastedScenes, HoldTheObjectOnTheGround) {
  const Horse object = DrawHorse(1, 3);
  const graphical_models::Image ground = DrawManmade(1, 2).image;
  double least = 1, most = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Horse scene = PasteInto(ground, object, seed);
    ASSERT_EQ(scene.image.width, ground.width);
    EXPECT_EQ(scene.box, BoxOf(scene.mask));
    for (int y = 0; y < ground.height; ++y) {
      for (int x = 0; x < ground.width; ++x) {
        if (scene.mask.labels[y * ground.width + x] != 0) continue;
        ASSERT_EQ(scene.image(x, y, 1), ground(x, y, 1));
      }
    }
    const double longer = std::max(scene.box.right - scene.box.left, scene.box.bottom - scene.box.top) + 1;
    EXPECT_GE(longer, 0.24 * ground.width);
    EXPECT_LE(longer, 0.51 * ground.width);
    const double middle = (scene.box.left + scene.box.right) / 2.0 / ground.width;
    least = std::min(least, middle), most = std::max(most, middle);
  }
  EXPECT_LT(least, 0.3);
  EXPECT_GT(most, 0.7);
}

// Words of the first half are frequent in the box, and rare elsewhere.
TEST(EssExamples, AreDrawnWhereThereAreNone) {
  const PixelBox box{30, 20, 80, 60};
  const auto image = DrawWordImage(120, 90, 3000, 50, box, 3);
  CheckWordImage(image, 50, "image");
  double inside[2] = {}, outside[2] = {};
  for (const auto& point : image.points) ++(point.IsIn(box) ? inside : outside)[point.word < 25];
  EXPECT_NEAR(inside[1] / inside[0], 3, 0.6);
  EXPECT_NEAR(outside[1] / outside[0], 1, 0.2);
  for (const EssExample& example : LoadEssExamples("")) EXPECT_TRUE(example.printed.empty());
  const EssTrainingImage training = LoadEssTrainingImage("");
  CheckBox(training.truth, training.image.width, training.image.height, "truth");
}

TEST(PlantedFields, HaveSmoothLabelsAndWeakEvidence) {
  const auto fields = PlantedFields({.count = 30, .side = 20, .evidence = 0.4}, 5);
  double disagreements = 0, edges = 0, evidence = 0, ones = 0, nodes = 0;
  for (const auto& field : fields) {
    CheckGraphSample(*field, "field");
    for (const auto& [p, q] : field->edges) disagreements += field->labels[p] != field->labels[q];
    edges += static_cast<double>(field->edges.size());
    const auto& features = std::get<DenseRows>(field->features);
    for (int node = 0; node < field->num_nodes(); ++node) {
      evidence += (field->labels[node] == 1 ? 1 : -1) * features(node, 0);
      ones += field->labels[node];
    }
    nodes += field->num_nodes();
  }
  EXPECT_NEAR(evidence / nodes, 0.4, 5 / std::sqrt(nodes));
  EXPECT_NEAR(ones / nodes, 0.5, 0.1);
  EXPECT_LT(disagreements / edges, 0.2);
  EXPECT_GT(disagreements / edges, 0.05);
}

TEST(LabelledGraphs, AreStandardisedByTheTrainingGraphsOnly) {
  const ManmadePhotos photos("");
  const GraphSplit split = SplitAndStandardize(ManmadeGraphs(photos, {0, 1, 2, 3}, 4), 3);
  ASSERT_EQ(split.train.size(), 3u);
  ASSERT_EQ(split.test.size(), 1u);
  EXPECT_EQ(split.train[0]->grid_width, kManmadeColumns);
  EXPECT_EQ(split.train[0]->num_features(), 14);
  EXPECT_EQ(split.train[0]->edge_features.cols(), 2);
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(14), squares = sum;
  for (const auto& graph : split.train) {
    CheckGraphSample(*graph, "graph");
    const auto& rows = std::get<DenseRows>(graph->features);
    sum += rows.colwise().sum();
    squares += rows.array().square().matrix().colwise().sum();
  }
  const double nodes = 3.0 * kManmadeRows * kManmadeColumns;
  for (int feature = 1; feature < 14; ++feature) {  // feature 0 is the constant 1
    EXPECT_NEAR(sum[feature] / nodes, 0, 1e-9);
    EXPECT_NEAR(squares[feature] / nodes, 1, 1e-6);
  }
}

TEST(HorseGraphs, AreReducedGrids) {
  const Horses horses("");
  const LabelledGraphs graphs = HorseGraphs(horses, {0, 5}, 20, 4);
  ASSERT_EQ(graphs.size(), 2u);
  for (const auto& graph : graphs) {
    CheckGraphSample(graph, "graph");
    EXPECT_EQ(std::max(graph.grid_width, graph.grid_height), 20);
    EXPECT_GT(std::ranges::count(graph.labels, 1), 10);
  }
}

}  // namespace
}  // namespace structlab::datasets
