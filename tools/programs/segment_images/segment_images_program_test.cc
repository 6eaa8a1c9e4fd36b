#include "tools/programs/segment_images/segment_images_program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/file.h"
#include "graphical_models/images/testing/image_bytes.h"
#include "tools/programs/segment_images/segment_images_testing.h"

namespace structlab::tools {
namespace {

namespace fs = std::filesystem;

class SegmentImagesProgram : public SegmentImagesTest {};

TEST_F(SegmentImagesProgram, LearnsAppliesAndEvaluates) {
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"--C=100", "--loss=pixels"},
           {"--C=100", "--loss=balanced", "--oracle=trws", "--neighbours=8", "--features=bias,color"},
           {"--c=100", "--loss=pixels", "--units=blocks", "--block-size=2", "--threads=2"},
           {"--C=100", "--loss=pixels", "--units=superpixels", "--min-region=3"}}) {
    SCOPED_TRACE(testing::PrintToString(more));
    fs::remove_all(At("found"));
    const Outcome trained = Train(more);
    ASSERT_EQ(trained.status, 0) << trained.messages;
    EXPECT_EQ(trained.messages, "");
    EXPECT_NE(trained.out.find("images       6\n"), std::string::npos) << trained.out;
    EXPECT_NE(trained.out.find("masks        background 0, foreground 255\n"), std::string::npos)
        << trained.out;
    const Outcome applied = Apply();
    ASSERT_EQ(applied.status, 0) << applied.messages;
    EXPECT_EQ(applied.out, "masks        4 in " + At("found") + "\n");
    const graphical_models::Image mask = graphical_models::ReadImage(At("found/disc7.png"));
    EXPECT_EQ(mask.width, 24);
    EXPECT_EQ(mask.height, 18);
    EXPECT_EQ(mask.channels, 1);
    for (const uint8_t value : mask.values) EXPECT_TRUE(value == 0 || value == 255);
    const Outcome evaluated = Evaluate();
    ASSERT_EQ(evaluated.status, 0) << evaluated.messages;
    EXPECT_EQ(std::count(evaluated.out.begin(), evaluated.out.end(), '\n'), 6);
    EXPECT_GT(Mean(evaluated, "overlap"), 0.6) << evaluated.out;
    EXPECT_LT(Mean(evaluated, "pixel_error"), 0.6 * Mean(evaluated, "foreground_share")) << evaluated.out;
  }
}

// The means of two masks whose numbers are known.
TEST_F(SegmentImagesProgram, EvaluatesByHand) {
  fs::create_directory(At("t"));
  fs::create_directory(At("p"));
  PutImage("t/a.png", {0, 0, 1, 1, 255, 1}, 3);
  PutImage("p/a.png", {0, 255, 255, 0, 255, 255}, 3);
  PutImage("t/b_mask.png", {0, 1}, 2);
  PutImage("p/b.png", {0, 0}, 2);
  const Outcome outcome = Run({"evaluate", "--masks=" + At("t"), "--predicted=" + At("p"), "--void=255"});
  EXPECT_EQ(outcome.out,
            "file\tpixel_error\toverlap\tforeground_share\n"
            "a\t0.40000\t0.50000\t0.60000\n"
            "b\t0.50000\t0.00000\t0.50000\n"
            "mean\t0.45000\t0.25000\t0.55000\n");
  EXPECT_EQ(outcome.messages, "");
}

TEST_F(SegmentImagesProgram, ChoosesWhatIsNotGiven) {
  const Outcome trained = Train({"--max-side=12", "--folds=2"});
  ASSERT_EQ(trained.status, 0) << trained.messages;
  size_t tried = 0;
  for (size_t at = 0; (at = trained.out.find("tried        loss ", at)) != std::string::npos; ++at) ++tried;
  EXPECT_EQ(tried, 8u) << trained.out;
  EXPECT_NE(trained.out.find("chosen       loss "), std::string::npos) << trained.out;
  // The same again is the same model, with any number of threads.
  const std::string model = common::ReadFile(At("model"));
  ASSERT_EQ(Train({"--max-side=12", "--folds=2", "--threads=2"}).status, 0);
  EXPECT_EQ(common::ReadFile(At("model")), model);
}

TEST_F(SegmentImagesProgram, NamesImagesWithoutMask) {
  fs::remove(At("masks/disc2.png"));
  ExpectMistake(Train({"--C=1", "--loss=pixels"}), 3,
                "segment_images: " + At("images/disc2.png") + ": expected a mask disc2.* in " + At("masks") +
                    ", found none; add it, or give --skip-bad to leave such images out\n");
  EXPECT_FALSE(fs::exists(At("model")));
  const Outcome skipped = Train({"--C=1", "--loss=pixels", "--skip-bad"});
  EXPECT_EQ(skipped.status, 0) << skipped.messages;
  EXPECT_EQ(skipped.messages, "segment_images: " + At("images/disc2.png") +
                                  ": left out: no mask disc2.* in " + At("masks") + "\n");
  EXPECT_NE(skipped.out.find("images       5\n"), std::string::npos) << skipped.out;
  fs::remove(At("images/disc2.png"));
  fs::remove(At("images/disc4.png"));
  EXPECT_EQ(Train({"--C=1", "--loss=pixels"}).messages, "segment_images: note: masks without an image in " +
                                                            At("images") + ": 1, such as " +
                                                            At("masks/disc4.png") + "\n");
}

TEST_F(SegmentImagesProgram, NamesAnUnreadableImageAmongMany) {
  Put("images/disc3.png", common::ReadFile(At("images/disc3.png")).substr(0, 100));
  const Outcome refused = Train({"--C=1", "--loss=pixels"});
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.messages.find(At("images/disc3.png")), std::string::npos) << refused.messages;
  EXPECT_FALSE(fs::exists(At("model")));
  const Outcome skipped = Train({"--C=1", "--loss=pixels", "--skip-bad"});
  EXPECT_EQ(skipped.status, 0);
  EXPECT_TRUE(skipped.messages.starts_with("segment_images: left out: " + At("images/disc3.png")))
      << skipped.messages;
  EXPECT_EQ(std::count(skipped.messages.begin(), skipped.messages.end(), '\n'), 1) << skipped.messages;
  EXPECT_NE(skipped.out.find("images       5\n"), std::string::npos) << skipped.out;
  // When the model is applied.
  Put("new/disc8.png", "no image");
  EXPECT_EQ(Apply().status, 3);
  const Outcome applied = Apply({"--skip-bad"});
  EXPECT_EQ(applied.status, 0);
  EXPECT_EQ(applied.out, "masks        3 in " + At("found") + "\nleft out     1\n");
  EXPECT_NE(applied.messages.find(At("new/disc8.png")), std::string::npos) << applied.messages;
  // When masks are compared.
  Put("found/disc9.png", "no image");
  EXPECT_EQ(Evaluate().status, 3);
  EXPECT_EQ(Evaluate({"--skip-bad"}).status, 0);
  PutImage("found/disc9.png", {0, 7, 9, 0}, 2);
  EXPECT_NE(Evaluate().messages.find("found 0, 7 and 9; write predicted masks with 0 for background and 255"),
            std::string::npos);
}

TEST_F(SegmentImagesProgram, RefusesMasksThatDoNotFit) {
  const std::string path = At("masks/disc1.png"), good = common::ReadFile(path);
  const auto message = [&](const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"--C=1", "--loss=pixels"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Train(words);
    EXPECT_EQ(outcome.status, 3) << outcome.out;
    return outcome.messages;
  };
  PutImage("masks/disc1.png", {0, 255}, 1);
  EXPECT_EQ(message(),
            "segment_images: " + path + ": expected 24 x 18 pixels, as the image has, found 1 x 2\n");
  PutImage("masks/disc1.png", std::vector<uint8_t>(24 * 18, 0), 24);
  EXPECT_EQ(message(), "segment_images: " + path +
                           ": expected two values, background and foreground, found only 0; give "
                           "--foreground=VALUE if all pixels have one label, or leave the image out\n");
  EXPECT_EQ(Train({"--C=1", "--loss=pixels", "--foreground=255"}).status, 0);
  std::vector<uint8_t> values(24 * 18, 0);
  values[0] = 255, values[1] = 7;
  PutImage("masks/disc1.png", values, 24);
  EXPECT_NE(message().find("found 0, 7 and 255"), std::string::npos);
  EXPECT_EQ(Train({"--C=1", "--loss=pixels", "--void=7"}).status, 0);
  EXPECT_EQ(Train({"--C=1", "--loss=pixels", "--skip-bad"}).status, 0);
  EXPECT_NE(message({"--foreground=3"}).find("found only background"), std::string::npos);
  ExpectMistake(Train({"--foreground=white"}), 2,
                "segment_images: --foreground: expected a grey value from 0");
  ExpectMistake(Train({"--foreground=1", "--void=1"}), 2, "segment_images: --void: expected another value");
}

TEST_F(SegmentImagesProgram, ReadsMasksBesideTheirImages) {
  for (int i = 0; i < 6; ++i) {
    const std::string name = "disc" + std::to_string(i);
    fs::rename(At("masks/" + name + ".png"), At("images/" + name + "_mask.png"));
  }
  Put("images/README.txt", "no image");
  const Outcome trained = Run({"train", "--images=" + At("images"), "--masks=" + At("images"), "--C=1",
                               "--loss=pixels", "--model=" + At("model"), "--quiet"});
  EXPECT_EQ(trained.status, 0) << trained.messages;
  EXPECT_NE(trained.out.find("images       6\n"), std::string::npos) << trained.out;
  fs::copy(At("images/disc2_mask.png"), At("images/disc2_gt.png"));
  ExpectMistake(Run({"train", "--images=" + At("images"), "--masks=" + At("images"), "--model=" + At("m")}),
                2,
                "segment_images: --masks: expected one mask for an image, found " +
                    At("images/disc2_gt.png") + " and " + At("images/disc2_mask.png"));
}

// Only one image has foreground, so that the images outside of its fold have none.
TEST_F(SegmentImagesProgram, NamesAFoldWithoutForegroundAndTheModelThatItWrote) {
  for (int i = 1; i < 6; ++i) {
    PutImage("masks/disc" + std::to_string(i) + ".png", std::vector<uint8_t>(24 * 18, 0), 24);
  }
  const Outcome outcome = Train({"--foreground=255"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(
      outcome.messages.starts_with("segment_images: note: " + At("model") +
                                   " is the model with loss balanced and C = 10\nsegment_images: masks: "
                                   "expected background and foreground among the units of the images "
                                   "outside of fold "))
      << outcome.messages;
  EXPECT_NE(outcome.messages.find("found only background; take more images or another seed, or give the loss "
                                  "and C"),
            std::string::npos)
      << outcome.messages;
  EXPECT_EQ(Train({"--foreground=255", "--C=1", "--loss=pixels"}).status, 0);
}

TEST_F(SegmentImagesProgram, SaysIfNothingProvesTheModelOrTheTrainingBrokeDown) {
  const Outcome loopy = Train({"--C=1", "--loss=pixels", "--oracle=loopy-bp"});
  EXPECT_NE(loopy.out.find("passes; nothing proves that this is the best model\n"), std::string::npos)
      << loopy.out;
  EXPECT_EQ(Train({"--C=1", "--loss=pixels"}).out.find("nothing proves"), std::string::npos);
  const Outcome broken = Train({"--C=1e300", "--loss=pixels"});
  EXPECT_NE(broken.messages.find("broke down numerically"), std::string::npos) << broken.messages;
}

TEST_F(SegmentImagesProgram, ReadsJpegMasksByAThreshold) {
  for (int i = 0; i < 6; ++i) {
    const std::string name = At("masks/disc" + std::to_string(i));
    const graphical_models::Image mask = graphical_models::ReadImage(name + ".png");
    Put("masks/disc" + std::to_string(i) + ".JPG", graphical_models::JpegBytes(24, 18, 1, mask.values));
    fs::remove(name + ".png");
  }
  const Outcome trained = Train({"--C=1", "--loss=pixels"});
  EXPECT_EQ(trained.status, 0);
  EXPECT_EQ(trained.messages,
            "segment_images: " + At("masks/disc0.JPG") +
                ": a lossy format: values from 128 on are read as 255, others as 0\n"
                "segment_images: the same for 5 more: a lossy format: values from 128 on are "
                "read as 255, others as 0\n");
}

TEST_F(SegmentImagesProgram, RefusesWrongUsage) {
  ExpectMistake(Run({}), 2, "segment_images: command: expected one of train, apply, evaluate, found none");
  ExpectMistake(Run({"predict"}), 2, "segment_images: command: expected one of train");
  ExpectMistake(Train({"--C=0"}), 2, "segment_images: --C: expected a finite number above 0, found 0");
  ExpectMistake(Train({"--C=-1"}), 2, "segment_images: --C: ");
  ExpectMistake(Train({"--gap=0"}), 2, "segment_images: --gap: expected a finite number above 0");
  ExpectMistake(Train({"--oracle=cuts"}), 2, "segment_images: --oracle: expected ");
  ExpectMistake(Train({"--neighbours=5"}), 2, "segment_images: --neighbours: expected 4 or 8");
  ExpectMistake(Train({"--features=bias,edge"}), 2, "segment_images: --features: expected one of");
  ExpectMistake(Train({"--option=rounds=3"}), 2, "segment_images: ");
  ExpectMistake(Run({"train", "--images=" + At("none"), "--masks=" + At("masks"), "--model=" + At("model")}),
                2, "segment_images: --images: expected a folder of images, found ");
  fs::create_directory(At("empty"));
  ExpectMistake(Run({"train", "--images=" + At("empty"), "--masks=" + At("masks"), "--model=" + At("model")}),
                2, "segment_images: --images: expected a folder with files such as .png and .jpg, found ");
  fs::copy_file(At("images/disc0.png"), At("images/disc0.jpg"));
  ExpectMistake(Train(), 2,
                "segment_images: --images: expected files whose names differ in more than their ending");
}

TEST_F(SegmentImagesProgram, RefusesADamagedModel) {
  ASSERT_EQ(Train({"--C=1", "--loss=pixels"}).status, 0);
  std::string model = common::ReadFile(At("model"));
  model[model.size() / 2] = static_cast<char>(model[model.size() / 2] ^ 1);
  Put("model", model);
  ExpectMistake(Apply(), 3, "segment_images: " + At("model") + ": expected an unchanged model file");
  Put("model", "something else");
  ExpectMistake(Apply(), 3, "segment_images: " + At("model") + ": expected a model of segmentation");
  EXPECT_FALSE(fs::exists(At("found")));
}

TEST_F(SegmentImagesProgram, OverwritesNoImage) {
  ASSERT_EQ(Train({"--C=1", "--loss=pixels"}).status, 0);
  const std::string before = common::ReadFile(At("new/disc9.png"));
  for (const std::string& out : {At("new"), At("./images/../new")}) {
    const Outcome outcome = Run({"apply", "--model=" + At("model"), At("new"), "--out=" + out, "--quiet"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(outcome.messages.starts_with("segment_images: --out: expected another file than "))
        << outcome.messages;
    EXPECT_EQ(common::ReadFile(At("new/disc9.png")), before);
  }
  fs::create_directory(At("found"));
  fs::create_symlink(At("new/disc6.png"), At("found/disc9.png"));
  EXPECT_EQ(Apply().status, 2);
  EXPECT_FALSE(fs::exists(At("found/disc6.png")));
}

// An interrupt after the first model leaves this model in the file.
TEST_F(SegmentImagesProgram, KeepsTheLastFinishedModel) {
  std::vector<std::string> words = TrainWords({"--folds=6", "--gap=1e-9"});
  const std::string kept =
      "segment_images: interrupted: " + At("model") + " is the model with loss balanced and C = 10\n";
  const Outcome outcome = RunProgramInterruptedInItsMidst(
      RunSegmentImages, words, [&](const Outcome& one) { return one.messages.ends_with(kept); });
  EXPECT_EQ(outcome.status, 130);
  EXPECT_TRUE(outcome.messages.ends_with(kept)) << outcome.messages;
  EXPECT_EQ(Apply().status, 0);
  EXPECT_GT(Mean(Evaluate(), "overlap"), 0.3);
}

TEST_F(SegmentImagesProgram, SaysWhatItWroteIfApplyingIsInterrupted) {
  ASSERT_EQ(Train({"--C=1", "--loss=pixels"}).status, 0);
  const Outcome outcome =
      RunProgram(RunSegmentImages,
                 {"apply", "--model=" + At("model"), At("new"), "--out=" + At("found"), "--quiet"}, true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.messages, "segment_images: interrupted: 0 of 4 masks are written\n");
}

TEST_F(SegmentImagesProgram, ReportsAFullDisk) {
  ExpectFullDiskIsAnError(RunSegmentImages, TrainWords({"--C=1", "--loss=pixels"}), "segment_images");
  ASSERT_EQ(Apply().status, 0);
  ExpectFullDiskIsAnError(RunSegmentImages,
                          {"evaluate", "--masks=" + At("new_masks"), "--predicted=" + At("found")},
                          "segment_images");
}

}  // namespace
}  // namespace structlab::tools
