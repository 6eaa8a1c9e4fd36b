#include "structured_learning/localization/detection/localization_model.h"

#include <gtest/gtest.h>

#include <string>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "kernels/files/model_file.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

class LocalizationFile : public testing::Test {
 protected:
  LocalizationModel SomeModel() const {
    LocalizationModel model;
    model.book = WordBook{.descriptors = {.step = 9, .cell_sides = {3, 5, 7}, .min_gradient = 0.25},
                          .centers = DescriptorRows::Random(3, kDescriptorNumbers)};
    model.num_words = 3;
    model.kernel = LocalizationKernel::kWordPyramid;
    model.weights = DenseVector::Random(15);
    model.cells = 17;
    model.max_overlap = 0.125;
    model.min_score = -0.75;
    model.facts = {{"c", "0.1"}, {"class", "horse"}};
    return model;
  }
  // The message behind the path.
  std::string ErrorOf(void (*change)(kernels::ModelFile&)) {
    WriteLocalizationModel(SomeModel(), path_);
    kernels::ModelFile file = kernels::ReadModelFile("localization", path_);
    change(file);
    kernels::WriteModelFile(file, "localization", path_);
    const std::string message = MessageOf(ErrorKind::kData, [&] { ReadLocalizationModel(path_); });
    EXPECT_TRUE(message.starts_with(path_)) << message;
    return message.substr(path_.size());
  }

  common::ScratchFolder folder_{"localization_model"};
  std::string path_ = folder_.path() + "/model";
};

TEST_F(LocalizationFile, ReadsBackWhatItWrites) {
  const LocalizationModel model = SomeModel();
  WriteLocalizationModel(model, path_);
  LocalizationModel read = ReadLocalizationModel(path_);
  ASSERT_TRUE(read.book);
  EXPECT_EQ(read.book->descriptors, model.book->descriptors);
  EXPECT_EQ(read.book->centers, model.book->centers);
  EXPECT_EQ(read.num_words, 3);
  EXPECT_EQ(read.kernel, model.kernel);
  EXPECT_EQ(read.weights, model.weights);
  EXPECT_EQ(read.cells, 17);
  EXPECT_EQ(read.max_overlap, 0.125);
  EXPECT_EQ(read.min_score, -0.75);
  EXPECT_EQ(read.facts, model.facts);
  read.book.reset();
  read.min_score.reset();
  WriteLocalizationModel(read, path_);
  EXPECT_FALSE(ReadLocalizationModel(path_).book);
  EXPECT_FALSE(ReadLocalizationModel(path_).min_score);
}

TEST_F(LocalizationFile, RefusesDamageAndPartsThatDoNotFit) {
  EXPECT_EQ(ErrorOf([](auto& file) { file.texts["words"] = "4"; }),
            ": expected 4 centers of words, found 3; train the model again");
  EXPECT_EQ(ErrorOf([](auto& file) { file.texts["words"] = "0"; }),
            ": expected words from 1 to 16777216, found 0; train the model again");
  EXPECT_EQ(ErrorOf([](auto& file) { file.matrices["weights"] = Eigen::MatrixXd::Zero(3, 1); }),
            ": expected weights of size 15 x 1, found 3 x 1; train the model again");
  EXPECT_EQ(ErrorOf([](auto& file) { file.matrices["centers"] = Eigen::MatrixXd::Zero(3, 5); }),
            ": expected centers of size 3 x 128, found 3 x 5; train the model again");
  EXPECT_EQ(ErrorOf([](auto& file) { file.texts["kernel"] = "chi"; }),
            ": expected a kernel that this program knows, found 'chi'");
  EXPECT_EQ(ErrorOf([](auto& file) { file.texts["input"] = "sounds"; }),
            ": expected input images or points, found 'sounds'");
  EXPECT_EQ(ErrorOf([](auto& file) { file.texts["cell_sides"] = "3,,4"; }).substr(0, 10), ": expected");
  EXPECT_EQ(ErrorOf([](auto& file) { file.texts["cell_sides"] = "3,999"; }),
            ": side of cells: expected 1 to 256, found 999");
  EXPECT_EQ(ErrorOf([](auto& file) { file.texts["max_overlap"] = "2"; }),
            ": expected max_overlap from 0 to 1, found 2; train the model again");
  EXPECT_EQ(ErrorOf([](auto& file) { file.matrices["centers"] *= 3; }).substr(0, 47),
            ": expected centers with numbers from -1 to 1, f");
  WriteLocalizationModel(SomeModel(), path_);
  std::string bytes = common::ReadFile(path_);
  bytes[bytes.size() / 2] ^= 1;
  common::WriteFileAtomically(path_, bytes);
  EXPECT_TRUE(MessageOf(ErrorKind::kData, [&] { ReadLocalizationModel(path_); }).starts_with(path_));
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [] { ParseLocalizationKernel("word", "--kernel"); }),
            "--kernel: expected one of words, word_pyramid, found 'word'");
}

}  // namespace
}  // namespace structlab::structured_learning
