#include "experiments/face_recognition/faces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/testing/message_of.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::face_recognition {
namespace {

using common::MessageOf;
using datasets::Faces;

// Images of 8 x 8 pixels, all of which are the number of the image.
Faces NumberedFaces(const std::vector<int>& images_of_subjects) {
  Faces faces = {8, 8, {}, {}};
  for (size_t s = 0; s < images_of_subjects.size(); ++s) {
    for (int i = 0; i < images_of_subjects[s]; ++i) {
      faces.pixels.insert(faces.pixels.end(), 64, static_cast<uint8_t>(faces.size()));
      faces.subjects.push_back(static_cast<int>(s) + 1);
    }
  }
  return faces;
}

std::map<int, int> Counts(const ImageSet& set) {
  std::map<int, int> counts;
  for (const int label : set.labels) ++counts[label];
  return counts;
}

// Of three subjects with 9, 12 and 8 images.
void CheckThatEachSubjectHasItsImagesOnce(Shuffle shuffle) {
  const Faces faces = NumberedFaces({9, 12, 8});
  const Split split = DrawSplit(faces, {4, 2, 3}, 0, 5, shuffle);
  EXPECT_EQ(Counts(split.training), (std::map<int, int>{{1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(Counts(split.validation), (std::map<int, int>{{1, 2}, {2, 2}, {3, 2}}));
  EXPECT_EQ(Counts(split.test), (std::map<int, int>{{1, 3}, {2, 3}, {3, 2}}));  // the third has only 8
  std::set<int> seen;
  for (const ImageSet* set : {&split.training, &split.validation, &split.test}) {
    ASSERT_EQ(set->images.rows(), 64);
    ASSERT_EQ(set->images.cols(), set->size());
    for (int i = 0; i < set->size(); ++i) {
      const int source = set->sources[i];
      EXPECT_TRUE(seen.insert(source).second) << source;
      EXPECT_EQ(set->labels[i], faces.subjects[source]);
      EXPECT_EQ(set->images(0, i), source);
      EXPECT_EQ(set->images(63, i), source);
    }
  }
  EXPECT_TRUE(std::ranges::is_sorted(split.training.labels));
}

TEST(DrawSplit, GivesEachSubjectItsImagesOnce) {
  for (const Shuffle shuffle : {Shuffle::kOneForAll, Shuffle::kOneEach}) {
    SCOPED_TRACE(static_cast<int>(shuffle));
    CheckThatEachSubjectHasItsImagesOnce(shuffle);
  }
}

// The numbers, within each subject, of its training images, in their order.
std::vector<std::vector<int>> NumbersOf(const ImageSet& set, const std::vector<int>& images_of_subjects) {
  std::vector<std::vector<int>> numbers(images_of_subjects.size());
  for (const int source : set.sources) {
    int number = source;
    size_t subject = 0;
    while (number >= images_of_subjects[subject]) number -= images_of_subjects[subject++];
    numbers[subject].push_back(number);
  }
  return numbers;
}

TEST(DrawSplit, TakesTheSameNumbersOfAllSubjectsOrOthersOfEach) {
  const std::vector<int> images = {12, 12, 11, 12};
  const Faces faces = NumberedFaces(images);
  const auto training = [&](Shuffle shuffle) {
    return NumbersOf(DrawSplit(faces, {5, 3, 3}, 0, 2, shuffle).training, images);
  };
  const auto one = training(Shuffle::kOneForAll), each = training(Shuffle::kOneEach);
  EXPECT_EQ(one[0], one[1]);
  EXPECT_EQ(one[0], one[3]);
  EXPECT_NE(each[0], each[1]);
  EXPECT_NE(each[1], each[3]);
  // The third subject lacks number 11: where that was drawn, it has the next number in its place.
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto drawn = NumbersOf(DrawSplit(faces, {8, 1, 1}, 0, seed).training, images);
    std::vector<int> rest = drawn[0];
    std::erase(rest, 11);
    ASSERT_TRUE(std::equal(rest.begin(), rest.end(), drawn[2].begin())) << seed;
  }
}

TEST(DrawSplit, DependsOnTheSeedAloneAndFewerQueriesAreTheFirst) {
  const Faces faces = NumberedFaces({9, 12, 8});
  const Split split = DrawSplit(faces, {4, 2, 2}, 0, 5), some = DrawSplit(faces, {4, 2, 2}, 4, 5);
  EXPECT_EQ(some.training.sources, split.training.sources);
  ASSERT_EQ(some.validation.size(), 4);
  ASSERT_EQ(some.test.size(), 4);
  EXPECT_TRUE(std::equal(some.test.sources.begin(), some.test.sources.end(), split.test.sources.begin()));
  EXPECT_NE(split.training.sources, DrawSplit(faces, {4, 2, 2}, 0, 6).training.sources);
  EXPECT_NE(MessageOf([] {
              DrawSplit(NumberedFaces({9, 6}), {4, 2, 2}, 0, 1);
            }).find("more than 6"),
            std::string::npos);
}

TEST(WithOccluders, CoversTwelveOfTwentySixImages) {
  Faces faces = {32, 32, {}, {}};
  for (const int subject : {1, 1, 2}) {
    for (int i = 0; i < 26; ++i) {
      faces.subjects.push_back(subject);
      faces.pixels.insert(faces.pixels.end(), 1024, 251);  // which no occluder has
    }
  }
  const Faces occluded = WithOccluders(faces, 3);
  std::map<int, int> light, heavy;
  for (int i = 0; i < occluded.size(); ++i) {
    const auto covered =
        std::ranges::count_if(occluded.Pixels(i), [](uint8_t pixel) { return pixel != 251; });
    if (covered == 0) continue;
    ++(covered < 300 ? light : heavy)[occluded.subjects[i]];  // glasses, scarf
  }
  EXPECT_EQ(light, (std::map<int, int>{{1, 12}, {2, 6}}));
  EXPECT_EQ(heavy, (std::map<int, int>{{1, 12}, {2, 6}}));
  EXPECT_EQ(occluded, WithOccluders(faces, 3));
  EXPECT_NE(occluded, WithOccluders(faces, 4));
}

TEST(LoadTask, StandInsHaveTheShapesOfTheTasks) {
  for (const FaceTask& task : FaceTasks()) {
    SCOPED_TRACE(task.name);
    const Faces faces = LoadTask(task, "", {.subjects = 3});
    EXPECT_EQ(std::set<int>(faces.subjects.begin(), faces.subjects.end()), (std::set<int>{1, 2, 3}));
    const Split split = DrawSplit(faces, task.split, 0, 1);
    EXPECT_EQ(split.training.size(), task.NumTraining(3));
    EXPECT_EQ(split.test.size(), 3 * task.split.test);
  }
  EXPECT_NE(LoadTask(FindFaceTask(kYaleB), "", {.subjects = 2}),
            LoadTask(FindFaceTask(kOccluded), "", {.subjects = 2}));
}

// Files are read as far as the images of the first subjects can reach, which may be a part of the next one.
TEST(LoadTask, KeepsTheFirstSubjectsOfFiles) {
  const Faces faces = NumberedFaces({60, 60, 60});
  const std::string folder = harness::FreshFolder("faces");
  const std::string size("\0\0\0\xb4", 4), side("\0\0\0\x8", 4);
  const std::string pixels(faces.pixels.begin(), faces.pixels.end());
  const std::string labels(faces.subjects.begin(), faces.subjects.end());
  harness::WriteText(folder + "/yaleb32-images-idx3-ubyte.gz",
                     std::string("\0\0\x8\x3", 4) + size + side + side + pixels);
  harness::WriteText(folder + "/yaleb32-labels-idx1-ubyte.gz", std::string("\0\0\x8\x1", 4) + size + labels);
  const FaceTask& task = FindFaceTask(kYaleB);
  const Faces first = LoadTask(task, folder, {.subjects = 1, .image_size = "32x32"});
  EXPECT_EQ(first.subjects, std::vector<int>(60, 1));
  EXPECT_TRUE(std::ranges::equal(first.Pixels(59), faces.Pixels(59)));
  EXPECT_EQ(LoadTask(task, folder, {.image_size = "32x32"}), faces);
}

// Changed images are never the source's own, and generated ones stay stand-ins.
TEST(DatasetSources, AreStandInsWhereNothingIs) {
  for (const harness::DatasetSource& source : DatasetSources()) {
    const harness::Dataset found = source.resolve(harness::FreshFolder("no_faces"));
    EXPECT_EQ(found.name, source.name);
    EXPECT_EQ(found.origin, harness::DataOrigin::kStandIn) << source.name;
  }
}

TEST(CheckFaces, NamesTheFileOfFacesThatHaveNoSplit) {
  const auto message = [](const Faces& faces) {
    return MessageOf([&] { CheckFaces(faces, {5, 2, 3}, "faces.idx"); });
  };
  EXPECT_EQ(message(NumberedFaces({8, 8, 8})), "no error");
  EXPECT_THAT(message(NumberedFaces({8, 7})), testing::HasSubstr("faces.idx: expected at least 8 images"));
  Faces mixed = NumberedFaces({10, 10, 10});
  std::swap(mixed.subjects[0], mixed.subjects[29]);
  EXPECT_THAT(message(mixed), testing::HasSubstr("side by side"));
}

}  // namespace
}  // namespace structlab::face_recognition
