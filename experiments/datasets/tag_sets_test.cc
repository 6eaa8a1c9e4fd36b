#include "experiments/datasets/tag_sets.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/error.h"
#include "experiments/datasets/test_files.h"
#include "structured_learning/multilabel/measures.h"

namespace structlab::datasets {
namespace {

using structured_learning::MultiLabelData;
using structured_learning::TagList;

void ExpectShape(const MultiLabelData& data, const TagShape& shape, int rows) {
  EXPECT_EQ(data.features.rows(), rows);
  EXPECT_EQ(data.features.cols(), shape.num_features);
  EXPECT_EQ(data.num_tags, shape.num_tags);
  EXPECT_NO_THROW(structured_learning::CheckMultiLabelData(data, shape.name));
  double tags = 0;
  for (const TagList& list : data.tags) {
    EXPECT_FALSE(list.empty());
    tags += static_cast<double>(list.size());
  }
  EXPECT_NEAR(tags / rows, shape.mean_tags, 0.1 * shape.mean_tags);
}

TEST(TagSets, StandInsHaveTheSizesOfTheRealSets) {
  for (const MulanSet& set : MulanSets()) {
    SCOPED_TRACE(set.name);
    const TagSplit split = GenerateMulanSet(set, 7);
    ExpectShape(split.train, set.shape, set.shape.rows);
    ExpectShape(split.test, set.shape, set.test_rows);
  }
  const TagSplit inria = GenerateCorel5kInria(7);
  EXPECT_EQ(inria.train.num_tags, kInriaTags);
  EXPECT_EQ(inria.test.features.rows(), kInriaTestRows);
  EXPECT_EQ(inria.train.features.row(0).sum(), 1204);
}

TEST(TagSets, StandInsDependOnTheSeedAlone) {
  const MulanSet& set = FindMulanSet("scene");
  EXPECT_EQ(GenerateMulanSet(set, 1).test.tags, GenerateMulanSet(set, 1).test.tags);
  EXPECT_NE(GenerateMulanSet(set, 1).test.tags, GenerateMulanSet(set, 2).test.tags);
  EXPECT_EQ((GenerateMulanSet(set, 1).train.features - GenerateMulanSet(set, 1).train.features).norm(), 0);
}

TEST(TagSets, TheFirstRowsOfStandInsAreThoseOfAll) {
  const auto expect_first = [](const MultiLabelData& part, const MultiLabelData& all, int64_t rows) {
    ASSERT_EQ(part.features.rows(), rows);
    EXPECT_EQ(part.tags, std::vector<TagList>(all.tags.begin(), all.tags.begin() + rows));
    EXPECT_EQ(part.features.toDense(), all.features.topRows(rows).toDense());
    EXPECT_EQ(part.num_tags, all.num_tags);
  };
  const TagSplit all = GenerateCorel5kInria(7), part = GenerateCorel5kInria(7, {.train = 30, .test = 9999});
  expect_first(part.train, all.train, 30);
  expect_first(part.test, all.test, kInriaTestRows);
  const MulanSet& set = FindMulanSet("scene");
  expect_first(GenerateMulanSet(set, 7, {.test = 20}).test, GenerateMulanSet(set, 7).test, 20);
}

// Rows with the same features as a training row mostly have its tags: features tell something.
TEST(TagSets, FeaturesOfStandInsTellTags) {
  const TagSplit split = GenerateMulanSet(FindMulanSet("scene"), 7);
  const Eigen::MatrixXd products =
      Eigen::MatrixXd(split.test.features) * Eigen::MatrixXd(split.train.features).transpose();
  std::vector<TagList> nearest;
  for (Eigen::Index row = 0; row < products.rows(); ++row) {
    Eigen::Index at = 0;
    products.row(row).maxCoeff(&at);
    nearest.push_back(split.train.tags[at]);
  }
  EXPECT_GT(structured_learning::MeasureTags(split.test.tags, nearest, 6).micro.f1, 0.5);  // by chance 0.3
}

TEST(TagSets, ReadsTheFolderOfASet) {
  const std::string folder = EmptyFolder("mulan");
  const MulanSet& set = FindMulanSet("corel5k");
  std::filesystem::create_directory(folder + "/corel5k");
  const std::string head = "@relation r\n@attribute a numeric\n@attribute t {0,1}\n@data\n";
  std::ofstream(folder + "/corel5k/" + set.labels) << "<labels><label name=\"t\"/></labels>";
  std::ofstream(folder + "/corel5k/" + set.train) << Gzip(head + "{0 2}\n{0 3, 1 1}\n");
  std::ofstream(folder + "/corel5k/" + set.test) << Gzip(head + "{1 1}\n");
  const TagSplit split = ReadMulanSet(folder, set);
  EXPECT_EQ(split.train.tags, (std::vector<TagList>{{}, {0}}));
  EXPECT_EQ(split.train.features.coeff(1, 0), 3);
  EXPECT_EQ(split.test.tags, (std::vector<TagList>{{0}}));
  std::ofstream(folder + "/corel5k/" + set.test)
      << Gzip("@relation r\n@attribute b numeric\n@attribute t {0,1}\n@data\n{1 1}\n");
  const common::Error error = ErrorOf([&] { ReadMulanSet(folder, set); });
  EXPECT_EQ(error.parts().expected, "the same features and tags in training and test rows");
}

// Records of two 16-bit integers after the dimension, little endian.
std::string Vectors(const std::vector<std::vector<int>>& rows) {
  std::string bytes;
  const auto add = [&](int value) {
    bytes += static_cast<char>(value & 255);
    bytes += static_cast<char>(value >> 8);
  };
  for (const std::vector<int>& row : rows) {
    add(static_cast<int>(row.size()));
    for (const int value : row) add(value);
  }
  return Gzip(bytes);
}

TEST(TagSets, ReadsInriasFiles) {
  const std::string folder = EmptyFolder("inria");
  std::ofstream(folder + "/corel5k_train_annot.hvecs.gz") << Vectors({{0, 1}, {1, 1}});
  std::ofstream(folder + "/corel5k_train_DenseHue.hvecs.gz") << Vectors({{4, 0, 300}, {0, 2, 0}});
  std::ofstream(folder + "/corel5k_test_annot.hvecs.gz") << Vectors({{1, 0}});
  std::ofstream(folder + "/corel5k_test_DenseHue.hvecs.gz") << Vectors({{1, 2, 3}});
  const TagSplit split = ReadCorel5kInria(folder);
  EXPECT_EQ(split.train.tags, (std::vector<TagList>{{1}, {0, 1}}));
  EXPECT_EQ(split.train.features.coeff(0, 2), 300);
  EXPECT_EQ(split.test.tags, (std::vector<TagList>{{0}}));
  EXPECT_EQ(ReadInriaDimension(folder, InriaFeatures()[0]), 3);
}

TEST(TagSets, UnknownNamesAreTold) {
  EXPECT_EQ(ErrorOf([] { FindMulanSet("scenes"); }).parts().found, "'scenes'");
}

}  // namespace
}  // namespace structlab::datasets
