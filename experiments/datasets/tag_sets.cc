#include "experiments/datasets/tag_sets.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/nearest_names.h"
#include "structured_learning/multilabel/arff_file.h"
#include "structured_learning/multilabel/vector_file.h"

namespace structlab::datasets {

using structured_learning::MultiLabelData;
using structured_learning::VectorFile;
using structured_learning::VectorType;

namespace {

const TagShape& InriaShape() {
  static const TagShape shape = {.name = "corel5k-inria",
                                 .rows = kInriaTrainRows,
                                 .num_tags = kInriaTags,
                                 .num_features = 100,
                                 .mean_tags = 3.4,
                                 .kind = DrawnFeatures::kCounts,
                                 .draws = 1204};
  return shape;
}

TagSplit Generate(const TagShape& shape, int test_rows, uint64_t seed, const RowLimits& limits) {
  const auto part = [&](const char* name, int64_t rows, int64_t limit) {
    TagShape of_part = shape;
    of_part.rows = static_cast<int>(limit > 0 ? std::min(rows, limit) : rows);
    return GenerateTaggedRows(of_part, name, seed);
  };
  return {part("train", shape.rows, limits.train), part("test", test_rows, limits.test)};
}

void CheckParts(const TagSplit& split, const std::string& folder) {
  const MultiLabelData &train = split.train, &test = split.test;
  if (train.features.cols() == test.features.cols() && train.num_tags == test.num_tags &&
      train.feature_names == test.feature_names && train.tag_names == test.tag_names) {
    return;
  }
  common::ThrowDataError(
      folder, "the same features and tags in training and test rows",
      fmt::format("{} features and {} tags, and {} and {} in the test rows, or others", train.features.cols(),
                  train.num_tags, test.features.cols(), test.num_tags));
}

}  // namespace

const std::vector<MulanSet>& MulanSets() {
  static const std::vector<MulanSet> sets = {{.name = "corel5k",
                                              .train = "Corel5k-train-sparse.arff.gz",
                                              .test = "Corel5k-test-sparse.arff.gz",
                                              .labels = "Corel5k.xml",
                                              .shape = {.name = "corel5k",
                                                        .rows = 4500,
                                                        .num_tags = 374,
                                                        .num_features = 499,
                                                        .mean_tags = 3.5,
                                                        .kind = DrawnFeatures::kWords,
                                                        .draws = 8},
                                              .test_rows = 500},
                                             {.name = "scene",
                                              .train = "scene-train.arff.gz",
                                              .test = "scene-test.arff.gz",
                                              .labels = "scene.xml",
                                              .shape = {.name = "scene",
                                                        .rows = 1211,
                                                        .num_tags = 6,
                                                        .num_features = 294,
                                                        .mean_tags = 1.07,
                                                        .kind = DrawnFeatures::kNumbers},
                                              .test_rows = 1196},
                                             {.name = "delicious",
                                              .train = "delicious-train.arff.gz",
                                              .test = "delicious-test.arff.gz",
                                              .labels = "delicious.xml",
                                              .shape = {.name = "delicious",
                                                        .rows = 12920,
                                                        .num_tags = 983,
                                                        .num_features = 500,
                                                        .mean_tags = 19,
                                                        .kind = DrawnFeatures::kWords,
                                                        .draws = 20},
                                              .test_rows = 3185}};
  return sets;
}

const MulanSet& FindMulanSet(std::string_view name) {
  std::vector<std::string> known;
  for (const MulanSet& set : MulanSets()) {
    if (set.name == name) return set;
    known.push_back(set.name);
  }
  common::ThrowUsageError("set of Mulan", "one of " + common::ListNearest(name, known), common::Quote(name));
}

TagSplit ReadMulanSet(const std::string& folder, const MulanSet& set) {
  const std::string at = fmt::format("{}/{}/", folder, set.name);
  const std::vector<std::string> labels = structured_learning::ReadMulanLabels(at + set.labels);
  TagSplit split = {structured_learning::ReadArff(at + set.train, labels),
                    structured_learning::ReadArff(at + set.test, labels)};
  CheckParts(split, at);
  return split;
}

TagSplit GenerateMulanSet(const MulanSet& set, uint64_t seed, const RowLimits& limits) {
  return Generate(set.shape, set.test_rows, seed, limits);
}

const std::vector<InriaFeature>& InriaFeatures() {
  static const std::vector<InriaFeature> features = {
      {.name = "DenseHue", .dimension = 100, .has_train = true, .has_test = true},
      {.name = "DenseHueV3H1", .dimension = 300},
      {.name = "DenseSift", .dimension = 1000, .has_test = true},
      {.name = "DenseSiftV3H1", .dimension = 3000},
      {.name = "Gist", .dimension = 512, .is_float = true, .has_test = true},
      {.name = "HarrisHue", .dimension = 100},
      {.name = "HarrisHueV3H1", .dimension = 300},
      {.name = "HarrisSift", .dimension = 1000},
      {.name = "HarrisSiftV3H1", .dimension = 3000},
      {.name = "Hsv", .dimension = 4096},
      {.name = "HsvV3H1", .dimension = 5184},
      {.name = "Lab", .dimension = 4096},
      {.name = "LabV3H1", .dimension = 5184},
      {.name = "Rgb", .dimension = 4096},
      {.name = "RgbV3H1", .dimension = 5184}};
  return features;
}

TagSplit ReadCorel5kInria(const std::string& folder) {
  const auto part = [&](const char* name) {
    const auto file = [&](const char* what) {
      return VectorFile{fmt::format("{}/corel5k_{}_{}.hvecs.gz", folder, name, what), VectorType::kInt16};
    };
    return structured_learning::ReadVectorFiles({file("DenseHue")}, file("annot"));
  };
  TagSplit split = {part("train"), part("test")};
  CheckParts(split, folder);
  return split;
}

TagSplit GenerateCorel5kInria(uint64_t seed, const RowLimits& limits) {
  return Generate(InriaShape(), kInriaTestRows, seed, limits);
}

int ReadInriaDimension(const std::string& folder, const InriaFeature& feature) {
  const std::string path =
      fmt::format("{}/corel5k_test_{}.{}.gz", folder, feature.name, feature.is_float ? "fvec" : "hvecs");
  return static_cast<int>(
      structured_learning::ReadVectors({path, feature.is_float ? VectorType::kFloat : VectorType::kInt16})
          .cols());
}

}  // namespace structlab::datasets
