#include "structured_learning/segmentation/segmentation_model.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "kernels/files/model_file.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;

SegmentationModel RandomModel(const FeatureGroups& groups) {
  common::RandomStream random(1, "model");
  const auto fill = [&](auto&& matrix) {
    for (Eigen::Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = 0.1 + random.Uniform();
  };
  SegmentationModel model;
  model.units = {
      .kind = UnitKind::kBlocks, .max_side = 640, .block_size = 8, .min_region = 9, .neighbours = 8};
  model.features = groups;
  if (UsesWords(groups)) {
    model.book =
        CodeBook{.centers = DenseRows(5, kDescriptorSize), .scale = Eigen::RowVectorXd(kDescriptorSize)};
    fill(model.book->centers);
    fill(model.book->scale);
  }
  model.standardization.mean.resize(model.num_features());
  model.standardization.scale.resize(model.num_features());
  model.weights.resize(2 * model.num_features() + kNumEdgeFeatures);
  fill(model.standardization.mean);
  fill(model.standardization.scale);
  fill(model.weights);
  model.facts = {{"images", "82"}, {"loss", "balanced"}};
  return model;
}

TEST(SegmentationModel, IsTheSameAfterWritingAndReading) {
  const common::ScratchFolder folder("segmentation_model");
  const std::string path = folder.path() + "/model";
  for (const FeatureGroups& groups : {AllFeatures(), BlockFeatures()}) {
    const SegmentationModel model = RandomModel(groups);
    WriteSegmentationModel(model, path);
    const SegmentationModel same = ReadSegmentationModel(path);
    EXPECT_EQ(same.units.kind, model.units.kind);
    EXPECT_EQ(same.units.max_side, model.units.max_side);
    EXPECT_EQ(same.units.block_size, model.units.block_size);
    EXPECT_EQ(same.units.min_region, model.units.min_region);
    EXPECT_EQ(same.units.neighbours, model.units.neighbours);
    EXPECT_EQ(same.features, model.features);
    ASSERT_EQ(same.book.has_value(), model.book.has_value());
    if (model.book) {
      EXPECT_EQ(same.book->centers, model.book->centers);
      EXPECT_EQ(same.book->scale, model.book->scale);
    }
    EXPECT_EQ(same.standardization.mean, model.standardization.mean);
    EXPECT_EQ(same.standardization.scale, model.standardization.scale);
    EXPECT_EQ(same.weights, model.weights);
    EXPECT_EQ(same.facts, model.facts);
  }
}

TEST(SegmentationModel, IsRefusedIfAByteWasChanged) {
  const common::ScratchFolder folder("segmentation_model");
  const std::string path = folder.path() + "/model";
  WriteSegmentationModel(RandomModel(BlockFeatures()), path);
  const std::string good = common::ReadFile(path);
  for (size_t at = 0; at < good.size(); at += 41) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    common::WriteFileAtomically(path, bad);
    EXPECT_EQ(MessageOf(common::ErrorKind::kData, [&] { ReadSegmentationModel(path); }).find(path), 0u) << at;
    common::WriteFileAtomically(path, good.substr(0, at));
    EXPECT_NE(MessageOf(common::ErrorKind::kData, [&] { ReadSegmentationModel(path); }), "no error") << at;
  }
}

// A file with a correct digest whose parts do not fit together.
TEST(SegmentationModel, IsRefusedIfItsPartsDoNotFit) {
  const common::ScratchFolder folder("segmentation_model");
  const std::string path = folder.path() + "/model";
  WriteSegmentationModel(RandomModel(AllFeatures()), path);
  const kernels::ModelFile good = kernels::ReadModelFile("segmentation", path);
  const auto message_after = [&](const std::function<void(kernels::ModelFile&)>& change) {
    kernels::ModelFile bad = good;
    change(bad);
    kernels::WriteModelFile(bad, "segmentation", path);
    const std::string message = MessageOf(common::ErrorKind::kData, [&] { ReadSegmentationModel(path); });
    EXPECT_TRUE(message.starts_with(path)) << message;
    EXPECT_EQ(message.find(path, 1), std::string::npos) << message;
    return message;
  };
  for (const auto& text : good.texts) {
    const std::string& name = text.first;
    if (name.starts_with("fact.")) continue;
    message_after([&](auto& bad) { bad.texts.erase(name); });
    message_after([&](auto& bad) { bad.texts[name] = "nonsense"; });
  }
  for (const auto& matrix : good.matrices) {
    const std::string& name = matrix.first;
    message_after([&](auto& bad) { bad.matrices.erase(name); });
    message_after([&](auto& bad) { bad.matrices[name].conservativeResize(2, 3); });
  }
  for (const std::string name : {"scale", "word_scale"}) {
    message_after([&](auto& bad) { bad.matrices[name](0, 0) = 0; });
  }
  EXPECT_EQ(
      message_after([](auto& bad) { bad.matrices["weights"].bottomRows(1).setConstant(-1); }),
      path +
          ": weights: expected weights of edges of at least 0, found a negative one; train the model again");
  EXPECT_EQ(message_after([](auto& bad) { bad.texts["features"] = "bias,color"; }),
            path + ": expected mean of size 1 x 7, found 1 x 37; train the model again");
  message_after([](auto& bad) { bad.texts["max_side"] = "70000"; });
  message_after([](auto& bad) { bad.texts["neighbours"] = "5"; });
  message_after([](auto& bad) { bad.texts["block_size"] = "0"; });
}

}  // namespace
}  // namespace structlab::structured_learning
