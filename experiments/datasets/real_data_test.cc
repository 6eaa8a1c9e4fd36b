#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/middlebury_stereo_generator.h"
#include "experiments/datasets/mrf_denoising_generator.h"
#include "experiments/datasets/real_folder.h"
#include "experiments/datasets/tag_sets.h"

namespace structlab::datasets {
namespace {

int64_t ExpectedCount(const std::string& dataset, const std::string& what) {
  for (const DatasetCount& count : FindDataset(Catalogue(), dataset).counts) {
    if (count.what == what) return count.count;
  }
  ADD_FAILURE() << "the catalogue does not count the " << what << " of " << dataset;
  return -1;
}

TEST(RealOcrLetters, AreWhatTheCatalogueSays) {
  const std::string folder = RealFolder("ocr-letters", "regularization_path");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const OcrLetters letters = LoadOcrLetters(folder);
  EXPECT_EQ(static_cast<int64_t>(letters.words.size()), ExpectedCount("ocr-letters", "words"));
  EXPECT_EQ(letters.num_letters(), ExpectedCount("ocr-letters", "letters"));
  EXPECT_EQ(static_cast<int64_t>(std::set<int>(letters.labels.begin(), letters.labels.end()).size()),
            ExpectedCount("ocr-letters", "classes"));
  std::vector<int> words(ExpectedCount("ocr-letters", "folds")), in_fold(words.size());
  for (const OcrWord& word : letters.words) {
    ++words.at(word.fold);
    in_fold.at(word.fold) += word.length;
  }
  EXPECT_EQ(words, (std::vector<int>{626, 704, 684, 698, 693, 651, 739, 717, 690, 675}));
  EXPECT_EQ(in_fold, (std::vector<int>{4617, 5375, 5110, 5353, 5270, 5001, 5583, 5370, 5331, 5142}));
}

TEST(RealNewsGroups, AreWhatTheCatalogueSays) {
  const std::string name = "20newsgroups", folder = RealFolder(name, "hashing");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const TextCollection news = LoadNewsGroups(folder);
  EXPECT_EQ(static_cast<int64_t>(news.train.size()), ExpectedCount(name, "training posts"));
  EXPECT_EQ(static_cast<int64_t>(news.test.size()), ExpectedCount(name, "test posts"));
  EXPECT_EQ(static_cast<int64_t>(news.classes.size()), ExpectedCount(name, "groups"));
}

TEST(RealReutersR8, IsWhatTheCatalogueSays) {
  const std::string name = "reuters-r8", folder = RealFolder(name, "hashing");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const TextCollection reuters = LoadReutersR8(folder);
  EXPECT_EQ(static_cast<int64_t>(reuters.train.size()), ExpectedCount(name, "training documents"));
  EXPECT_EQ(static_cast<int64_t>(reuters.test.size()), ExpectedCount(name, "test documents"));
  std::set<uint32_t> classes;
  for (const TextDocument& document : reuters.test) classes.insert(document.label);
  EXPECT_EQ(static_cast<int64_t>(classes.size()), ExpectedCount(name, "classes"));
}

TEST(RealRcv1Small, IsWhatTheCatalogueSays) {
  const std::string name = "rcv1-small", folder = RealFolder(name, "hashing");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const Rcv1Small sample = LoadRcv1Small(folder);
  EXPECT_EQ(static_cast<int64_t>(sample.train.size()), ExpectedCount(name, "training articles"));
  EXPECT_EQ(static_cast<int64_t>(sample.test.size()), ExpectedCount(name, "test articles"));
  int positive = 0;
  for (size_t i = 0; i < sample.train.size(); ++i) positive += sample.train[i].labels[0] == 0;
  EXPECT_EQ(positive, 459);
}

TEST(RealGraphs, AreWhatTheCatalogueSays) {
  const std::string name = "graphs", folder = RealFolder(name, "hashing");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  for (const GraphSet& set : GraphSets()) {
    SCOPED_TRACE(set.name);
    const kernels::GraphDataset dataset = LoadGraphSet(folder, set);
    EXPECT_EQ(static_cast<int64_t>(dataset.graphs.size()), ExpectedCount(name, "graphs of " + set.name));
    const std::set<int> labels(dataset.labels.begin(), dataset.labels.end());
    std::vector<int> sizes;
    for (const int label : labels) {
      sizes.push_back(static_cast<int>(std::ranges::count(dataset.labels, label)));
    }
    EXPECT_EQ(sizes, set.class_sizes);
    int64_t nodes = 0, edges = 0;
    for (const kernels::Graph& graph : dataset.graphs) nodes += graph.num_nodes(), edges += graph.num_edges();
    const auto count = static_cast<double>(dataset.graphs.size());
    EXPECT_NEAR(static_cast<double>(nodes) / count, set.mean_nodes, 0.006);
    EXPECT_NEAR(static_cast<double>(edges) / count, set.mean_edges, 0.006);
    if (set.name == "DD") {
      EXPECT_EQ(edges, ExpectedCount(name, "edges of DD"));
    }
  }
}

TEST(RealUciSmall, IsWhatTheCatalogueSays) {
  const std::string folder = RealFolder("uci-small", "kernel_statistics");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  for (const UciTable table : {UciTable::kHousing, UciTable::kAbalone}) {
    EXPECT_EQ(LoadUciTable(folder, table).size(),
              ExpectedCount("uci-small", std::string("rows of ") + NameOf(table)));
  }
}

TEST(RealMfeat, IsWhatTheCatalogueSays) {
  const std::string folder = RealFolder("mfeat", "kernel_statistics");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const std::vector<uint8_t> digits = LoadMfeatTable(folder, kMfeatViews[0]).digits;
  for (const MfeatView& view : kMfeatViews) {
    const MfeatTable table = LoadMfeatTable(folder, view);
    EXPECT_EQ(table.size(), ExpectedCount("mfeat", "rows of each view"));
    EXPECT_EQ(table.digits, digits);
  }
  for (uint8_t digit = 0; digit < kMfeatDigits; ++digit) {
    EXPECT_EQ(std::ranges::count(digits, digit), ExpectedCount("mfeat", "rows of each digit"));
  }
}

TEST(RealMulan, IsWhatTheCatalogueSays) {
  const std::string folder = RealFolder("mulan", "joint_svm");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  for (const MulanSet& set : MulanSets()) {
    const TagSplit split = LoadMulanSet(folder, set);
    EXPECT_EQ(split.train.features.rows(), ExpectedCount("mulan", "training rows of " + set.name));
    EXPECT_EQ(split.test.features.rows(), ExpectedCount("mulan", "test rows of " + set.name));
    EXPECT_EQ(split.train.num_tags, ExpectedCount("mulan", "tags of " + set.name));
    EXPECT_EQ(split.train.features.cols(), set.shape.num_features);
  }
}

TEST(RealCorel5kInria, IsWhatTheCatalogueSays) {
  const std::string name = "corel5k-inria", folder = RealFolder(name, "joint_svm");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const TagSplit split = LoadCorel5kInria(folder);
  const auto num_tags = [](const structured_learning::MultiLabelData& data) {
    int64_t sum = 0;
    for (const structured_learning::TagList& tags : data.tags) sum += static_cast<int64_t>(tags.size());
    return sum;
  };
  EXPECT_EQ(split.train.features.rows(), ExpectedCount(name, "training images"));
  EXPECT_EQ(split.test.features.rows(), ExpectedCount(name, "test images"));
  EXPECT_EQ(split.train.num_tags, ExpectedCount(name, "tags"));
  EXPECT_EQ(num_tags(split.train), ExpectedCount(name, "training tags"));
  EXPECT_EQ(num_tags(split.test), ExpectedCount(name, "test tags"));
  // Each image is a histogram of the same points, except for one of training.
  const Eigen::VectorXd points = split.train.features * Eigen::VectorXd::Ones(split.train.features.cols());
  EXPECT_EQ((points.array() != 1204).count(), 1);
  for (const InriaFeature& feature : InriaFeatures()) {
    if (!feature.has_test) continue;
    EXPECT_EQ(ReadInriaDimension(folder, feature), feature.dimension) << feature.name;
  }
}

TEST(RealUsps, IsWhatTheCatalogueSays) {
  const std::string folder = RealFolder("usps", "regularization_path");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const Usps usps = LoadUsps(folder);
  EXPECT_EQ(usps.train.size(), ExpectedCount("usps", "training images"));
  EXPECT_EQ(usps.test.size(), ExpectedCount("usps", "test images"));
  EXPECT_EQ(static_cast<int64_t>(std::set<int>(usps.test.labels.begin(), usps.test.labels.end()).size()),
            ExpectedCount("usps", "classes"));
}

TEST(RealFaces, AreWhatTheCatalogueSays) {
  const std::string folder = RealFolder("faces", "face_recognition");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const struct {
    FaceSet set;
    std::string name;
  } sets[] = {{FaceSet::kExtendedYaleB, "Extended Yale B"}, {FaceSet::kOrl, "ORL"}, {FaceSet::kYale, "Yale"}};
  for (const auto& [set, name] : sets) {
    SCOPED_TRACE(name);
    const Faces faces = LoadFaces(folder, set);
    EXPECT_EQ(faces.rows, 32);
    EXPECT_EQ(faces.columns, 32);
    EXPECT_EQ(faces.size(), ExpectedCount("faces", "images of " + name));
    const std::set<int> subjects(faces.subjects.begin(), faces.subjects.end());
    EXPECT_EQ(static_cast<int64_t>(subjects.size()), ExpectedCount("faces", "subjects of " + name));
    EXPECT_EQ(*subjects.rbegin(), ExpectedCount("faces", "subjects of " + name));
  }
  const Faces full = LoadFaces(folder, FaceSet::kExtendedYaleBFull);
  EXPECT_EQ(full.rows, 192);
  EXPECT_EQ(full.columns, 168);
  EXPECT_EQ(full.subjects, LoadFaces(folder, FaceSet::kExtendedYaleB).subjects);
}

int64_t UnknownPixels(const graphical_models::DisparityMap& map) {
  return std::ranges::count(map.values, graphical_models::kUnknownDisparity);
}

TEST(RealMiddleburyStereo, IsWhatTheCatalogueSays) {
  const std::string name = "middlebury-stereo", folder = RealFolder(name, "parsimonious_labeling");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  EXPECT_EQ(static_cast<int64_t>(StereoScenes().size()), ExpectedCount(name, "scenes"));
  for (const StereoScene& scene : StereoScenes()) {
    SCOPED_TRACE(scene.name);
    const StereoPair pair = LoadStereoPair(folder, scene.name);
    EXPECT_EQ(UnknownPixels(pair.truth), ExpectedCount(name, "unknown pixels of " + scene.name));
    // Venus goes up to 19.75, three quarters of a pixel beyond the last label that is searched.
    EXPECT_LT(*std::ranges::max_element(pair.truth.values), scene.labels);
  }
  EXPECT_EQ(UnknownPixels(LoadStereoPair(folder, "teddy").right_truth),
            ExpectedCount(name, "unknown pixels of teddy, right"));
}

TEST(RealMrfDenoising, IsWhatTheCatalogueSays) {
  const std::string name = "mrf-denoising", folder = RealFolder(name, "parsimonious_labeling");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const DenoisingProblem house = LoadHouse(folder);
  EXPECT_EQ(std::ranges::count(house.mask.values, 255), ExpectedCount(name, "missing pixels of house"));
  EXPECT_EQ(std::ranges::count(house.mask.values, 0), ExpectedCount(name, "observed pixels of house"));
  double squares = 0;
  for (size_t i = 0; i < house.mask.values.size(); ++i) {
    if (house.mask.values[i] == 0) squares += std::pow(house.noisy.values[i] - house.clean.values[i], 2);
  }
  EXPECT_NEAR(std::sqrt(squares / 46393), 24.88, 0.01);
  const DenoisingProblem penguin = LoadPenguin(folder);
  EXPECT_EQ(std::ranges::count(penguin.mask.values, 255), ExpectedCount(name, "missing pixels of penguin"));
}

TEST(RealMrfBenchmarks, AreWhatTheCatalogueSays) {
  const std::string folder = RealFolder("mrf-benchmarks", "map_inference");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  EXPECT_EQ(static_cast<int64_t>(MrfInstances().size()),
            ExpectedCount("mrf-benchmarks", "instances for minimisation"));
  int64_t models = 0;
  for (const DatasetFile& file : FindDataset(Catalogue(), "mrf-benchmarks").files) {
    ExamineMrfFile(folder + "/" + file.name);
    if (!file.name.ends_with(".evid") && !file.name.ends_with(".ub")) ++models;
  }
  EXPECT_EQ(models, ExpectedCount("mrf-benchmarks", "models"));
  for (const MrfInstance& instance : MrfInstances()) {
    EXPECT_EQ(SizesOf(LoadMrfInstance(folder, instance)), instance.sizes) << instance.name;
  }
}

}  // namespace
}  // namespace structlab::datasets
