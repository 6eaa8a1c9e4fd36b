#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/stop_point.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/image.h"
#include "structured_learning/segmentation/segmentation_training.h"
#include "structured_learning/segmentation/superpixel_units.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;

// A reddish disc on a greenish ground, both with strong noise.
LabeledImage Disc(int i) {
  constexpr int kWidth = 30, kHeight = 24;
  common::RandomStream random(1, "discs", static_cast<uint64_t>(i));
  LabeledImage disc = {.image = graphical_models::UniformImage(kWidth, kHeight, 3),
                       .mask = {.width = kWidth, .height = kHeight, .labels = {}},
                       .name = "disc " + std::to_string(i)};
  const double x0 = random.Uniform(8, 22), y0 = random.Uniform(8, 16), radius = random.Uniform(4, 8);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool is_inside = std::hypot(x - x0, y - y0) < radius;
      disc.mask.labels.push_back(is_inside ? 1 : 0);
      const double shade = 20 * random.Normal();
      for (int c = 0; c < 3; ++c) {
        const double color = c == (is_inside ? 0 : 1) ? 150 : 100;
        disc.image(x, y, c) =
            static_cast<uint8_t>(std::clamp(color + shade + 15 * random.Normal(), 0.0, 255.0));
      }
    }
  }
  return disc;
}

std::optional<LabeledImage> Source(int i) { return Disc(i); }

// The mean agreement on discs that are not in the training.
MaskAgreement OnNewDiscs(const SegmentationModel& model, const std::string& inference = "cut") {
  std::vector<MaskAgreement> agreements;
  for (int i = 100; i < 110; ++i) {
    const LabeledImage disc = Disc(i);
    agreements.push_back(CompareMasks(disc.mask, Segment(model, disc.image, inference), disc.name));
  }
  return MeanAgreement(agreements);
}

SegmentationOptions Quick(UnitKind kind = UnitKind::kPixels) {
  SegmentationOptions options;
  options.units = {.kind = kind, .block_size = 2, .min_region = 4};
  options.num_words = 4;
  options.c = 10;
  options.loss = SegmentationLoss::kPixels;
  return options;
}

TEST(SegmentationTraining, FindsDiscsWithAllUnits) {
  for (const auto& [kind, most] :
       {std::pair(UnitKind::kPixels, 0.03), std::pair(UnitKind::kSuperpixels, 0.08),
        std::pair(UnitKind::kBlocks, 0.05)}) {
    SCOPED_TRACE(UnitKindName(kind));
    const SegmentationTraining training = TrainSegmentation(8, Source, Quick(kind));
    EXPECT_EQ(training.result.ending, common::Ending::kGapReached);
    EXPECT_EQ(training.num_images, 8);
    EXPECT_TRUE(training.trials.empty());
    EXPECT_GE(training.model.weights.tail(kNumEdgeFeatures).minCoeff(), 0);
    const MaskAgreement found = OnNewDiscs(training.model);
    EXPECT_LT(found.pixel_error, most);  // all background: 0.16
    EXPECT_GT(found.foreground_share, 0.1);
    // No labels of units are better than those that the masks give.
    EXPECT_LE(training.limit.pixel_error, training.training.pixel_error);
    EXPECT_EQ(training.limit.pixel_error == 0, kind == UnitKind::kPixels);
    EXPECT_EQ(training.model.facts.at("c"), "10");
  }
}

TEST(SegmentationTraining, TakesAllOracles) {
  for (const std::string oracle : {"trws", "loopy-bp", "icm", "qpbo"}) {
    SCOPED_TRACE(oracle);
    SegmentationOptions options = Quick();
    options.inference = oracle;
    options.run.stop.iterations = 12;
    const SegmentationTraining training = TrainSegmentation(2, Source, options);
    EXPECT_LT(OnNewDiscs(training.model).pixel_error, 0.08);
    EXPECT_LT(OnNewDiscs(training.model, oracle).pixel_error, 0.08);
    EXPECT_EQ(training.model.facts.at("oracle"), oracle);
  }
  SegmentationOptions options = Quick();
  options.inference = "cuts";
  EXPECT_NE(MessageOf([&] { TrainSegmentation(3, Source, options); }).find("'cuts'"), std::string::npos);
}

TEST(SegmentationTraining, ChoosesByFoldsWhatIsNotGiven) {
  SegmentationOptions options = Quick();
  options.c.reset();
  options.loss.reset();
  options.units.max_side = 15;
  options.run.seed = 7;
  std::vector<SegmentationModel> finished;
  int steps = 0;
  options.step = [&](const std::string&) { ++steps; };
  options.finished = [&](const SegmentationModel& model) { finished.push_back(model); };
  const SegmentationTraining training = TrainSegmentation(6, Source, options);
  EXPECT_EQ(steps, CountTrainingSteps(6, options));
  ASSERT_EQ(training.trials.size(), 2 * CandidatesOfC().size());
  double chosen = 0, highest = 0;
  for (const SegmentationTrial& trial : training.trials) {
    if (trial.loss == training.loss && trial.c == training.c) chosen = trial.held_out.overlap;
    highest = std::max(highest, trial.held_out.overlap);
  }
  EXPECT_EQ(chosen, highest);
  EXPECT_GT(highest, 0.5);
  ASSERT_EQ(finished.size(), 2u);
  EXPECT_EQ(finished[0].facts.at("loss"), "balanced");
  EXPECT_EQ(finished[0].facts.at("c"), "10");
  EXPECT_EQ(finished[1].weights, training.model.weights);
  EXPECT_EQ(finished[1].facts.at("loss"), SegmentationLossName(training.loss));
  // The number of threads changes nothing.
  options.run.threads = 2;
  EXPECT_EQ(TrainSegmentation(6, Source, options).model.weights, training.model.weights);
  // The same C and loss, if they are given, lead to the same objective.
  options.c = training.c;
  options.loss = training.loss;
  const SegmentationTraining direct = TrainSegmentation(6, Source, options);
  EXPECT_NEAR(direct.result.primal, training.result.primal, direct.result.gap + training.result.gap);
}

// Pixels of which one in six is foreground and brighter, with overlapping values.
TEST(SegmentationTraining, BalancedLossFindsMoreForeground) {
  const auto source = [](int i) -> std::optional<LabeledImage> {
    common::RandomStream random(1, "pixels", static_cast<uint64_t>(i));
    LabeledImage pixels = Disc(i);
    for (size_t pixel = 0; pixel < pixels.mask.labels.size(); ++pixel) {
      const uint8_t label = random.UniformIndex(6) == 0 ? 1 : 0;
      pixels.mask.labels[pixel] = label;
      const double value = std::clamp(100 + 45 * label + 20 * random.Normal(), 0.0, 255.0);
      for (size_t c = 0; c < 3; ++c) pixels.image.values[3 * pixel + c] = static_cast<uint8_t>(value);
    }
    return pixels;
  };
  const auto foreground_with = [&](SegmentationLoss loss) {
    SegmentationOptions options = Quick();
    options.loss = loss;
    options.features = {FeatureGroup::kBias, FeatureGroup::kColor};
    const SegmentationModel model = TrainSegmentation(4, source, options).model;
    int foreground = 0;
    for (int i = 0; i < 4; ++i) {
      for (const uint8_t label : Segment(model, source(i)->image).labels) foreground += label;
    }
    return foreground;
  };
  EXPECT_GT(foreground_with(SegmentationLoss::kBalanced), 1.5 * foreground_with(SegmentationLoss::kPixels));
}

TEST(SegmentationTraining, LeavesOutImagesAndVoidPixels) {
  // Image 1 is left out; the lower half of the others is void, and there the image shows something else.
  const auto source = [](int i) -> std::optional<LabeledImage> {
    if (i == 1) return std::nullopt;
    LabeledImage disc = Disc(i);
    for (size_t pixel = disc.mask.labels.size() / 2; pixel < disc.mask.labels.size(); ++pixel) {
      disc.mask.labels[pixel] = kVoid;
    }
    return disc;
  };
  SegmentationOptions options = Quick();
  options.features = BlockFeatures();
  const SegmentationTraining training = TrainSegmentation(5, source, options);
  EXPECT_EQ(training.num_images, 4);
  EXPECT_LT(OnNewDiscs(training.model).pixel_error, 0.05);
}

// Only the middle of each disc is labelled as foreground, and its edge is void: what is not labelled must not
// be learned as background.
TEST(SegmentationTraining, DoesNotLearnTheLabelsOfVoidPixels) {
  const auto source = [](int i) -> std::optional<LabeledImage> {
    LabeledImage disc = Disc(i);
    const BinaryLabels labels(disc.mask.labels.begin(), disc.mask.labels.end());
    const auto is_inside = [&](int x, int y) { return labels[y * disc.mask.width + x] == 1; };
    for (int y = 2; y + 2 < disc.mask.height; ++y) {
      for (int x = 2; x + 2 < disc.mask.width; ++x) {
        const bool is_middle =
            is_inside(x - 2, y) && is_inside(x + 2, y) && is_inside(x, y - 2) && is_inside(x, y + 2);
        if (is_inside(x, y) && !is_middle) disc.mask.labels[y * disc.mask.width + x] = kVoid;
      }
    }
    return disc;
  };
  SegmentationOptions options = Quick();
  options.c = 1000;
  EXPECT_GT(OnNewDiscs(TrainSegmentation(8, source, options).model).overlap, 0.85);
}

TEST(SegmentationTraining, StopsIfItIsInterrupted) {
  std::atomic<bool> interrupted = false;
  SegmentationOptions options = Quick();
  options.loss.reset();
  options.run.stop.interrupted = &interrupted;
  int finished = 0;
  options.finished = [&](const SegmentationModel&) {
    ++finished;
    interrupted = true;
  };
  EXPECT_THROW(TrainSegmentation(4, Source, options), common::Stopped);
  EXPECT_EQ(finished, 1);
  EXPECT_THROW(TrainSegmentation(4, Source, options), common::Stopped);
  EXPECT_EQ(finished, 1);
}

TEST(SegmentationTraining, RefusesWhatItCannotLearnFrom) {
  const auto message = [](const ImageSource& source, const SegmentationOptions& options) {
    return MessageOf([&] { TrainSegmentation(3, source, options); });
  };
  const auto changed = [](const auto& change) {
    return [change](int i) {
      std::optional<LabeledImage> disc = Disc(i);
      change(*disc);
      return disc;
    };
  };
  EXPECT_EQ(message(changed([](LabeledImage& disc) { disc.mask.labels.assign(720, 0); }), Quick()),
            "masks: expected background and foreground among the units of the training images, found only "
            "background; take other images or smaller units, or name another value as foreground");
  EXPECT_EQ(
      message(changed([](LabeledImage& disc) { disc.mask.width = 24, disc.mask.height = 30; }), Quick()),
      "disc 0: expected 30 x 24 pixels, as the image has, found 24 x 30");
  EXPECT_EQ(message([](int) { return std::nullopt; }, Quick()), "images: expected at least one, found none");
  for (const double c : {0.0, -1.0, std::nan("")}) {
    SegmentationOptions options = Quick();
    options.c = c;
    EXPECT_TRUE(message(Source, options).starts_with("C: expected a finite number above 0, found ")) << c;
  }
  SegmentationOptions options = Quick();
  options.folds = 1;
  EXPECT_EQ(message(Source, options), "folds: expected at least 2, found 1");
  options = Quick();
  options.units.neighbours = 6;
  EXPECT_EQ(message(Source, options), "neighbours: expected 4 or 8, found 6");
  options = Quick();
  options.num_words = 0;
  EXPECT_EQ(message(Source, options), "words: expected 1 to 4096, found 0");
}

TEST(SuperpixelUnits, AreRegionsOfTheReducedImage) {
  const LabeledImage disc = Disc(0);
  const ImageUnits units = SuperpixelUnits(disc.image, 20, 5);
  EXPECT_EQ(units.width, 30);
  EXPECT_EQ(units.image.width, 20);
  std::vector<int> sizes(static_cast<size_t>(units.count), 0);
  for (const int unit : units.of_pixel) ++sizes[static_cast<size_t>(unit)];
  for (const int size : sizes) EXPECT_GE(size, 5);
  EXPECT_GT(units.count, 1);
}

}  // namespace
}  // namespace structlab::structured_learning
