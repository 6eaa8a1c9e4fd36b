#include "structured_learning/localization/detection/localization_training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "common/folds.h"
#include "common/random_stream.h"
#include "common/stop_point.h"
#include "common/table.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/any_image_file.h"

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
  // The first C is tried without planes of others: its agreement is that of trainings without each fold.
  common::RandomStream random(options.run.seed, "localization/folds");
  const std::vector<int> fold_of = common::Folds(12, options.folds, random);
  double sum = 0;
  for (int fold = 0; fold < options.folds; ++fold) {
    std::vector<Scene> inside, outside;
    for (int i = 0; i < 12; ++i) (fold_of[i] == fold ? inside : outside).push_back(known[i]);
    const LocalizationTraining part =
        TrainLocalization(SourceOf(outside), OptionsWith(CandidatesOfBoxC()[0]));
    sum += Evaluate(part.model, inside).mean_overlap * static_cast<double>(inside.size());
  }
  EXPECT_NEAR(training.trials[0].agreement, sum / 12, 1e-12);
  options.run.threads = 2;
  EXPECT_EQ(TrainLocalization(SourceOf(known), options).model.weights, training.model.weights);
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
