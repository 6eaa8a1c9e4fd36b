#include "structured_learning/localization/detection/localization_training.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/stop_point.h"
#include "common/table.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "graphical_models/images/any_image_file.h"
#include "kernels/files/model_file.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

struct Scene {
  WordImage words;
  std::vector<PixelBox> objects;
};

// Points of 6 words everywhere. Those of words 0 and 1 are much more frequent within the objects.
Scene DrawScene(uint64_t seed, int num_objects = 1) {
  common::RandomStream random(seed, "localization scene");
  Scene scene{{64, 48, {}}, {}};
  for (int k = 0; k < num_objects; ++k) {
    const int left = static_cast<int>(random.UniformIndex(8)) + 32 * k;
    const int top = static_cast<int>(random.UniformIndex(20)),
              width = 14 + static_cast<int>(random.UniformIndex(8));
    scene.objects.push_back({left, top, left + width - 1, top + 17});
  }
  for (int k = 0; k < 500; ++k) {
    WordPoint point{static_cast<uint16_t>(random.UniformIndex(64)),
                    static_cast<uint16_t>(random.UniformIndex(48)), 0};
    bool is_inside = false;
    for (const PixelBox& box : scene.objects) is_inside = is_inside || point.IsIn(box);
    const bool is_typical = random.Uniform() < 0.85;
    point.word =
        static_cast<int32_t>(is_inside == is_typical ? random.UniformIndex(2) : 2 + random.UniformIndex(4));
    scene.words.points.push_back(point);
  }
  return scene;
}

std::vector<Scene> DrawScenes(uint64_t first, int count, int num_objects = 1) {
  std::vector<Scene> scenes;
  for (int k = 0; k < count; ++k) scenes.push_back(DrawScene(first + k, num_objects));
  return scenes;
}

LocalizationSource SourceOf(const std::vector<Scene>& scenes) {
  return {.size = static_cast<int>(scenes.size()),
          .points = [&scenes](int i) { return std::optional(scenes[i].words); },
          .objects = [&scenes](int i) { return scenes[i].objects; },
          .name = [](int i) { return "scene " + std::to_string(i); }};
}

BoxMeasures Evaluate(const LocalizationModel& model, const std::vector<Scene>& scenes, int top = 1) {
  std::vector<FoundInImage> found;
  for (const Scene& scene : scenes) {
    found.push_back({.truths = scene.objects, .found = FindObjects(model, scene.words, top)});
  }
  return MeasureBoxes(found);
}

LocalizationTrainingOptions OptionsWith(std::optional<double> c) {
  LocalizationTrainingOptions options;
  options.c = c;
  options.cells = 16;
  return options;
}

TEST(TrainLocalization, FindsPlantedObjects) {
  const std::vector<Scene> known = DrawScenes(1, 24), unknown = DrawScenes(100, 24);
  for (const LocalizationKernel kernel : {LocalizationKernel::kWords, LocalizationKernel::kWordPyramid}) {
    for (const BoxRescaling rescaling : {BoxRescaling::kMargin, BoxRescaling::kSlack}) {
      LocalizationTrainingOptions options = OptionsWith(0.1);
      options.kernel = kernel;
      options.rescaling = rescaling;
      const LocalizationTraining training = TrainLocalization(SourceOf(known), options);
      EXPECT_EQ(training.num_images, 24);
      EXPECT_EQ(training.num_objects, 24);
      EXPECT_EQ(training.model.num_words, 6);
      EXPECT_FALSE(training.model.min_score);
      EXPECT_EQ(training.result.ending, common::Ending::kGapReached);
      EXPECT_GT(training.limit.mean_overlap, 0.75);
      EXPECT_LT(training.mean_box_overlap, 0.55);
      EXPECT_LE(training.training.mean_overlap, 1);
      EXPECT_NEAR(Evaluate(training.model, known).mean_overlap, training.training.mean_overlap, 1e-12);
      EXPECT_GT(Evaluate(training.model, unknown).mean_overlap, 0.7)
          << LocalizationKernelName(kernel) << " " << BoxRescalingName(rescaling);
    }
  }
}

TEST(TrainLocalization, ChoosesCByFolds) {
  const std::vector<Scene> known = DrawScenes(1, 12);
  LocalizationTrainingOptions options = OptionsWith(std::nullopt);
  std::vector<std::string> steps, finished;
  options.step = [&](const std::string& step) { steps.push_back(step); };
  options.finished = [&](const LocalizationModel& model) { finished.push_back(model.facts.at("c")); };
  const LocalizationTraining training = TrainLocalization(SourceOf(known), options);
  ASSERT_EQ(training.trials.size(), CandidatesOfBoxC().size());
  for (const LocalizationTrial& trial : training.trials) {
    EXPECT_LE(trial.agreement, 1);
    const auto chosen = std::ranges::find(training.trials, training.c, &LocalizationTrial::c);
    EXPECT_LE(trial.agreement, chosen->agreement);
    EXPECT_TRUE(trial.agreement < chosen->agreement || trial.c >= chosen->c);
  }
  EXPECT_EQ(std::ssize(steps), CountLocalizationSteps(12, false, options));
  EXPECT_EQ(finished[0], "0.03");
  EXPECT_EQ(finished.back(), training.model.facts.at("c"));
  // The folds are those of the images: the agreement of the first C is that of separate trainings.
  options.run.threads = 2;
  EXPECT_EQ(TrainLocalization(SourceOf(known), options).model.weights, training.model.weights);
}

TEST(SeparatingScore, HasTheFewestErrors) {
  EXPECT_EQ(SeparatingScore({3, 5}, {1, 2}), 2.5);
  EXPECT_EQ(SeparatingScore({3, 5}, {3, 1}), 4);     // 1 of 2 wrong; at 2, too, but 4 finds less
  EXPECT_EQ(SeparatingScore({3, 5, 6}, {3, 1}), 4);  // 1 of 3 wrong instead of 1 of 2
  EXPECT_EQ(SeparatingScore({5}, {7}), 7);           // nothing is found
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    common::RandomStream random(seed, "separating score");
    std::vector<double> with(1 + random.UniformIndex(6)), without(1 + random.UniformIndex(6));
    for (double& score : with) score = 1 + static_cast<double>(random.UniformIndex(8));
    for (double& score : without) score = static_cast<double>(random.UniformIndex(8));
    const auto errors = [&](double limit) {
      const auto count = [&](const std::vector<double>& scores) {
        return static_cast<double>(
            std::ranges::count_if(scores, [&](double score) { return score > limit; }));
      };
      return 1 - count(with) / static_cast<double>(with.size()) +
             count(without) / static_cast<double>(without.size());
    };
    const double found = SeparatingScore(with, without);
    for (double limit = -1; limit < 10; limit += 0.25)
      EXPECT_LE(errors(found), errors(limit) + 1e-12) << seed;
  }
}

TEST(TrainLocalization, LearnsThatThereMayBeNoObject) {
  std::vector<Scene> known = DrawScenes(1, 16, 2);
  for (const Scene& scene : DrawScenes(50, 16, 0)) known.push_back(scene);
  const LocalizationTraining training = TrainLocalization(SourceOf(known), OptionsWith(0.1));
  ASSERT_TRUE(training.model.min_score);
  EXPECT_GT(*training.model.min_score, 0);
  EXPECT_EQ(training.num_objects, 32);
  EXPECT_EQ(training.training.images_without_object, 16);
  const BoxMeasures measures = Evaluate(training.model, DrawScenes(200, 20, 2), 5);
  EXPECT_GT(measures.average_precision_50, 0.7);
  EXPECT_GT(Evaluate(training.model, DrawScenes(300, 20, 0)).share_empty, 0.8);
}

TEST(TrainLocalization, LeavesOutAndRefuses) {
  const std::vector<Scene> scenes = DrawScenes(1, 4);
  LocalizationSource source = SourceOf(scenes);
  source.points = [&](int i) { return i == 1 ? std::nullopt : std::optional(scenes[i].words); };
  EXPECT_EQ(TrainLocalization(source, OptionsWith(0.01)).num_images, 3);
  source.points = [](int) { return std::optional<WordImage>(); };
  const auto error = [&](ErrorKind kind, const LocalizationTrainingOptions& options) {
    return MessageOf(kind, [&] { TrainLocalization(source, options); });
  };
  EXPECT_EQ(error(ErrorKind::kData, OptionsWith(1)), "images: expected at least one, found none");
  source = SourceOf(scenes);
  source.objects = [](int) { return std::vector<PixelBox>(); };
  EXPECT_TRUE(error(ErrorKind::kData, OptionsWith(1)).starts_with("boxes: expected an image with an object"));
  source.objects = [](int) { return std::vector<PixelBox>{{0, 0, 64, 5}}; };
  EXPECT_TRUE(error(ErrorKind::kData, OptionsWith(1)).starts_with("scene 0: "))
      << error(ErrorKind::kData, OptionsWith(1));
  source = SourceOf(scenes);
  EXPECT_EQ(error(ErrorKind::kUsage, OptionsWith(0)), "C: expected a finite number above 0, found 0");
  EXPECT_EQ(error(ErrorKind::kUsage, OptionsWith(std::nan(""))),
            "C: expected a finite number above 0, found nan");
  LocalizationTrainingOptions options = OptionsWith(1);
  options.folds = 1;
  EXPECT_EQ(error(ErrorKind::kUsage, options), "folds: expected at least 2, found 1");
  options = OptionsWith(1);
  options.max_overlap = 1.5;
  EXPECT_EQ(error(ErrorKind::kUsage, options), "largest overlap of finds: expected 0 to 1, found 1.5");
  options = OptionsWith(1);
  options.gap = 0;
  EXPECT_EQ(error(ErrorKind::kUsage, options), "gap: expected a finite number above 0, found 0");
  options = OptionsWith(1);
  options.cells = -1;
  EXPECT_EQ(error(ErrorKind::kUsage, options), "cells: expected 0 to 32767, found -1");
  source.points = {};
  EXPECT_EQ(error(ErrorKind::kUsage, OptionsWith(1)), "source: expected either images or points, found none");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [] { ParseBoxRescaling("x", "--rescaling"); }),
            "--rescaling: expected margin or slack, found 'x'");
}

TEST(TrainLocalization, StopsWhenToldTo) {
  const std::vector<Scene> scenes = DrawScenes(1, 4);
  std::atomic<bool> flag = false;
  LocalizationTrainingOptions options = OptionsWith(std::nullopt);
  options.run.stop.interrupted = &flag;
  int finished = 0;
  options.finished = [&](const LocalizationModel&) {
    ++finished;
    flag = true;
  };
  EXPECT_THROW(TrainLocalization(SourceOf(scenes), options), common::Stopped);
  EXPECT_EQ(finished, 1);
}

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

// Real images: better than the mean box, on every fourth image of the first half and of the second.
TEST(TrainLocalization, FindsHorses) {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const std::string folder = data == nullptr ? "" : std::string(data) + "/weizmann-horses/";
  if (data == nullptr || !std::filesystem::exists(folder)) GTEST_SKIP() << "needs STRUCTLAB_DATA";
  const common::Table table = common::ReadTsv(folder + "boxes.tsv");
  const auto image_of = [&](size_t row) {
    std::vector<std::string> notes;
    return graphical_models::ReadAnyImage(folder + "rgb_at_mask_size/" + table.Text(row, "file"),
                                          graphical_models::Colors::kAsStored, notes);
  };
  const auto box_of = [&](size_t row) {
    const auto side = [&](const char* name) { return static_cast<int>(table.Number(row, name)); };
    return PixelBox{side("xmin"), side("ymin"), side("xmax"), side("ymax")};
  };
  LocalizationTrainingOptions options = OptionsWith(0.03);
  options.cells = 24;
  options.words = {.num_words = 100, .max_descriptors = 3000, .iterations = 5};
  const LocalizationTraining training =
      TrainLocalization({.size = 41,
                         .image = [&](int i) { return std::optional(image_of(2 * i)); },
                         .objects = [&](int i) { return std::vector{box_of(2 * i)}; },
                         .name = [&](int i) { return table.Text(2 * i, "file"); }},
                        options);
  std::vector<FoundInImage> found;
  for (size_t row = 82; row < 164; row += 4) {
    found.push_back({.truths = {box_of(row)},
                     .found = FindObjects(training.model, WordsForModel(training.model, image_of(row)), 1)});
  }
  EXPECT_GT(MeasureBoxes(found).mean_overlap, 0.72);
  EXPECT_GT(training.training.mean_overlap, 0.78);
}

}  // namespace
}  // namespace structlab::structured_learning
