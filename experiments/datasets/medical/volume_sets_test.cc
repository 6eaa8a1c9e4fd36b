#include "experiments/datasets/medical/volume_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/medical/label_map_images.h"
#include "experiments/datasets/medical/load.h"
#include "registration/volumes/image_file.h"

namespace structlab::datasets {
namespace {

using common::MessageOf;
using registration::Geometry;
using registration::Image;
using registration::LabelMap;
using registration::VoxelIndex;

Geometry Grid(const VoxelIndex& size) {
  Geometry grid;
  grid.size = size;
  grid.spacing = {1, 2, 1.5};
  return grid;
}

// 4 x 2 x 4 voxels, labels 1 and 2, reduced by 2 along the first and third axis.
VolumeFiles SmallFiles() {
  return {.name = "small",
          .structures = {{"one", 1}, {"two", 2}},
          .size = {4, 2, 4},
          .reduction = {2, 1, 2},
          .subjects = {{.name = "a", .image = "a.nii.gz", .labels = "a_seg.nii.gz"}}};
}

Subject SmallSubject() {
  Subject subject = {.image = Image(Grid({4, 2, 4})), .labels = LabelMap(Grid({4, 2, 4}))};
  for (size_t i = 0; i < subject.image.values.size(); ++i) subject.image.values[i] = static_cast<float>(i);
  return subject;
}

void Write(const Subject& subject, const std::string& folder) {
  registration::WriteImage(subject.image, folder + "/a.nii.gz");
  registration::WriteLabels(subject.labels, folder + "/a_seg.nii.gz");
}

std::string MessageOfReading(const std::string& folder) {
  common::ThreadPool pool(1);
  return MessageOf([&] { ReadSubject(folder, SmallFiles(), 0, pool); });
}

void ExpectParts(const std::string& message, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(message.find(part), message.npos) << message;
}

TEST(VolumeSets, ReducesToMeansAndMostFrequentLabels) {
  const common::ScratchFolder folder("volumes");
  Subject subject = SmallSubject();
  // The block of voxels (0..1, 0, 0..1): 1, 2, 1, 2 is a tie; the one beside it 2, 2, 2, 1.
  subject.labels.at(0, 0, 0) = 2, subject.labels.at(1, 0, 0) = 1;
  subject.labels.at(0, 0, 1) = 1, subject.labels.at(1, 0, 1) = 2;
  subject.labels.at(2, 0, 0) = 2, subject.labels.at(3, 0, 0) = 2;
  subject.labels.at(2, 0, 1) = 2, subject.labels.at(3, 0, 1) = 1;
  Write(subject, folder.path());
  common::ThreadPool pool(1);
  const RegistrationSet set = OpenVolumes(folder.path(), SmallFiles());
  ASSERT_EQ(set.size(), 1);
  const Subject read = set.load(0, pool);
  EXPECT_EQ(read.image.geometry.size, VoxelIndex(2, 2, 2));
  EXPECT_EQ(read.image.geometry.spacing, registration::Point(2, 2, 3));
  EXPECT_TRUE(AreSame(read.image.geometry, read.labels.geometry));
  // Voxels 0, 1, 8, 9 of the file.
  EXPECT_EQ(read.image.at(0, 0, 0), 4.5F);
  EXPECT_EQ(read.labels.at(0, 0, 0), 1);
  EXPECT_EQ(read.labels.at(1, 0, 0), 2);
  EXPECT_EQ(read.labels.at(0, 1, 0), 0);
  EXPECT_EQ(set.true_field, nullptr);
}

TEST(VolumeSets, RefusesWhatIsNotTheSet) {
  const common::ScratchFolder folder("volumes");
  Write(SmallSubject(), folder.path());
  EXPECT_EQ(MessageOfReading(folder.path()), "no error");

  Subject other = SmallSubject();
  other.labels.at(3, 1, 2) = 7;
  Write(other, folder.path());
  ExpectParts(MessageOfReading(folder.path()),
              {"a_seg.nii.gz", "0, 1 (one), 2 (two)", "label 7 in 1 voxels"});

  other = {.image = Image(Grid({4, 2, 5})), .labels = LabelMap(Grid({4, 2, 5}))};
  Write(other, folder.path());
  ExpectParts(MessageOfReading(folder.path()), {"a.nii.gz", "4 x 2 x 4 voxels", "4 x 2 x 5"});

  other = {.image = Image(Grid({4, 2, 4})), .labels = LabelMap(Grid({4, 3, 4}))};
  Write(other, folder.path());
  ExpectParts(MessageOfReading(folder.path()), {"a_seg.nii.gz", "the grid of its image", "4x3x4"});

  other = SmallSubject();
  other.labels.geometry.spacing[1] = 2.5;
  Write(other, folder.path());
  ExpectParts(MessageOfReading(folder.path()), {"a_seg.nii.gz", "the grid of its image", "1x2.5x1.5"});

  Geometry flat = Grid({4, 2, 1});
  flat.dimension = 2, flat.spacing[2] = 1;
  Write({.image = Image(flat), .labels = LabelMap(flat)}, folder.path());
  ExpectParts(MessageOfReading(folder.path()), {"a.nii.gz", "3 dimensions"});

  Write(SmallSubject(), folder.path());
  std::filesystem::remove(folder.path() + "/a_seg.nii.gz");
  ExpectParts(MessageOfReading(folder.path()), {"a_seg.nii.gz"});
}

TEST(VolumeSets, ListTheFilesOfTheCatalogue) {
  for (const VolumeFiles* const files :
       {&IbsrFiles(), &HippocampusFiles(), &OasisTrtFiles(), &OasisMiccaiFiles()}) {
    SCOPED_TRACE(files->name);
    std::set<std::string> expected, found;
    for (const DatasetFile& file : FindDataset(Catalogue(), files->name).files) expected.insert(file.name);
    for (const SubjectFiles& subject : files->subjects) found.insert({subject.image, subject.labels});
    EXPECT_EQ(found, expected);
  }
  std::set<std::string> expected = {kIntensityPriors}, found;
  for (int i = 0; i < kNumLabelMaps; ++i) expected.insert(LabelMapFile(i));
  for (const DatasetFile& file : FindDataset(Catalogue(), "synthseg-labelmaps-64").files)
    found.insert(file.name);
  EXPECT_EQ(found, expected);
}

TEST(VolumeSets, HaveFoldsOfSevenAndEight) {
  const RegistrationSet set = OpenVolumes("", IbsrFiles());
  std::string folds;
  for (const SubjectInfo& subject : set.subjects) folds += std::to_string(subject.fold);
  EXPECT_EQ(folds, "000000011111111");
  EXPECT_EQ(set.subjects[7].name, "IBSR_09");
}

TEST(OneSidedBrain, MirrorsAndRenames) {
  Geometry grid = Grid({3, 2, 1});
  Subject brain = {.image = Image(grid), .labels = LabelMap(grid)};
  brain.image.values = {1, 2, 3, 4, 5, 6};
  brain.labels.values = {2, 41, 0, 53, 255, 63};
  const Subject same = OneSidedBrain(brain, false), mirror = OneSidedBrain(brain, true);
  EXPECT_EQ(same.image.values, brain.image.values);
  EXPECT_EQ(same.labels.values, (std::vector<int32_t>{2, 2, 0, 17, 255, 31}));
  EXPECT_EQ(mirror.image.values, (std::vector<float>{3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(mirror.labels.values, (std::vector<int32_t>{0, 2, 2, 31, 255, 17}));
}

TEST(RegistrationSet, ComparesLabelsWithEnoughVoxels) {
  LabelMap fixed(Grid({10, 1, 1})), moving = fixed;
  fixed.values = {1, 1, 2, 2, 3, 3, 4, 0, 0, 0};
  moving.values = {1, 1, 2, 3, 3, 3, 5, 4, 4, 0};
  RegistrationSet set = {.name = "test", .min_voxels = 2};
  EXPECT_EQ(LabelsToCompare(set, fixed, moving), (std::vector<int32_t>{1, 2, 3}));
  EXPECT_EQ(LabelsToCompare(set, moving, fixed), (std::vector<int32_t>{1, 3, 4}));
  set.min_voxels = 1;
  EXPECT_EQ(LabelsToCompare(set, fixed, moving), (std::vector<int32_t>{1, 2, 3, 4}));
  EXPECT_EQ(NameOfLabel(set, 4), "label 4");
  set.structures = {{"three", 3}, {"five", 5}};
  EXPECT_EQ(LabelsToCompare(set, fixed, moving), std::vector<int32_t>{3});
  EXPECT_EQ(NameOfLabel(set, 5), "five");
  ExpectParts(MessageOf([&] { NameOfLabel(set, 4); }), {"label of test", "3 (three), 5 (five)"});
}

TEST(LabelMapImages, HaveTheGreyValuesOfTheirPriors) {
  const common::ScratchFolder folder("priors");
  const std::string path = folder.path() + "/priors.tsv";
  common::WriteFileAtomically(path,
                              "label\tclass\tmean_of_means\tstd_of_means\tmean_of_stds\tstd_of_stds\n"
                              "0\t0\t20\t0\t0\t0\n2\t1\t150\t10\t12\t0\n41\t1\t150\t10\t12\t0\n");
  const std::vector<IntensityPrior> priors = ReadIntensityPriors(path);
  ASSERT_EQ(priors.size(), 3U);
  LabelMap labels(Grid({90, 30, 10}));
  for (size_t i = 0; i < labels.values.size(); ++i) labels.values[i] = i % 3 == 0 ? 0 : i % 3 == 1 ? 2 : 41;
  double sum_of_means = 0;
  constexpr int kImages = 40;
  for (uint64_t index = 0; index < kImages; ++index) {
    const Image image = DrawImage(labels, priors, 1, index, "labels");
    double sums[3] = {}, squares = 0;
    for (size_t i = 0; i < image.values.size(); ++i) sums[i % 3] += double{image.values[i]} / 9000;
    for (size_t i = 1; i < image.values.size(); i += 3) {
      squares += (double{image.values[i]} - sums[1]) * (double{image.values[i]} - sums[1]) / 9000;
    }
    EXPECT_NEAR(sums[0], 20, 1e-4);
    EXPECT_NEAR(sums[1], sums[2], 1);  // one class: 4 standard errors of 0.18 and more
    EXPECT_NEAR(std::sqrt(squares), 12, 0.5);
    sum_of_means += sums[1];
  }
  EXPECT_NEAR(sum_of_means / kImages, 150, 5);
  EXPECT_EQ(DrawImage(labels, priors, 1, 0, "").values, DrawImage(labels, priors, 1, 0, "").values);
  EXPECT_NE(DrawImage(labels, priors, 1, 0, "").values, DrawImage(labels, priors, 2, 0, "").values);
  labels.at(0, 0, 0) = 9;
  ExpectParts(MessageOf([&] { DrawImage(labels, priors, 1, 0, "x.nii.gz"); }), {"x.nii.gz", "label 9"});
  common::WriteFileAtomically(path, "label\tclass\n1\t2\n");
  ExpectParts(MessageOf([&] { ReadIntensityPriors(path); }), {"priors.tsv"});
}

TEST(Load, DrawsWhatIsAbsent) {
  common::ThreadPool pool(2);
  const struct {
    RegistrationSet set;
    int subjects, dimension;
  } cases[] = {{LoadIbsr(""), 18, 3},
               {LoadHippocampus(""), 40, 3},
               {LoadOasisTrt(""), 20, 2},
               {LoadOasisMiccai(""), 10, 2},
               {LoadLabelMapImages(""), 18, 3},
               {DrawParotids(), 8, 3},
               {DrawPelvis(), 5, 3},
               {DrawBrains(), 18, 3}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.set.name);
    EXPECT_EQ(c.set.size(), c.subjects);
    const Subject subject = c.set.load(1, pool);
    EXPECT_EQ(subject.image.geometry.dimension, c.dimension);
    EXPECT_EQ(c.set.dimension, c.dimension);
    const std::vector<int32_t> labels = LabelsToCompare(c.set, subject.labels, subject.labels);
    EXPECT_GE(labels.size(), 2U);
    for (const Structure& structure : c.set.structures) {
      EXPECT_TRUE(std::ranges::count(labels, structure.label)) << structure.name;
    }
  }
  // Sides are merged, and the mirror is one.
  const RegistrationSet brain = LoadOasisBrain("");
  const Subject first = brain.load(0, pool), mirror = brain.load(1, pool);
  EXPECT_EQ(LabelsToCompare(brain, first.labels, mirror.labels), (std::vector<int32_t>{2, 3, 4}));
  EXPECT_EQ(MirrorFirstAxis(mirror.image).values, first.image.values);
}

// The same subjects on a grid of larger voxels.
TEST(Load, DrawsReducedSets) {
  common::ThreadPool pool(2);
  const RegistrationSet whole = DrawParotids(), reduced = DrawParotids(2), slices = LoadOasisTrt("", 2);
  const Subject of_whole = whole.load(1, pool), of_reduced = reduced.load(1, pool);
  EXPECT_EQ(of_reduced.image.geometry.size, VoxelIndex(28, 31, 27));
  EXPECT_TRUE(of_reduced.image.geometry.spacing.isApprox(2 * of_whole.image.geometry.spacing));
  EXPECT_EQ(slices.min_voxels, 12);
  EXPECT_EQ(slices.load(0, pool).labels.geometry.size, VoxelIndex(108, 146, 1));
  EXPECT_EQ(reduced.true_field(0, 1, pool).geometry.size, of_reduced.image.geometry.size);
}

TEST(Load, DrawnSetsAreStandIns) {
  const harness::Dataset found = DrawnSource("RT Parotids").resolve("nowhere");
  EXPECT_EQ(found.name, "RT Parotids");
  EXPECT_EQ(found.origin, harness::DataOrigin::kStandIn);
  EXPECT_EQ(found.supply, harness::Supply::kNone);
  EXPECT_TRUE(found.path.empty());
}

}  // namespace
}  // namespace structlab::datasets
