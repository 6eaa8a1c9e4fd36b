#include "experiments/face_recognition/face_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/testing/message_of.h"

namespace structlab::face_recognition {
namespace {

using common::MessageOf;
using datasets::Faces;

// Subjects with these numbers of images; all pixels of an image are its number.
Faces NumberedFaces(const std::vector<int>& counts) {
  Faces faces = {8, 8, {}, {}};
  for (size_t s = 0; s < counts.size(); ++s) {
    for (int i = 0; i < counts[s]; ++i) {
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

TEST(DrawSplit, GivesEachSubjectItsImagesOnce) {
  const Faces faces = NumberedFaces({9, 12, 8});
  const Split split = DrawSplit(faces, {4, 2, 3}, 0, 5);
  EXPECT_EQ(Counts(split.training), (std::map<int, int>{{1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(Counts(split.validation), (std::map<int, int>{{1, 2}, {2, 2}, {3, 2}}));
  EXPECT_EQ(Counts(split.test), (std::map<int, int>{{1, 3}, {2, 3}, {3, 2}}));  // the third has only 8
  std::set<int> seen;
  for (const ImageSet* set : {&split.training, &split.validation, &split.test}) {
    ASSERT_EQ(set->images.rows(), 64);
    ASSERT_EQ(set->images.cols(), set->size());
    for (int i = 0; i < set->size(); ++i) {
      const int source = set->sources[static_cast<size_t>(i)];
      EXPECT_TRUE(seen.insert(source).second) << source;
      EXPECT_EQ(set->labels[static_cast<size_t>(i)], faces.subjects[static_cast<size_t>(source)]);
      EXPECT_EQ(set->images(0, i), source);
      EXPECT_EQ(set->images(63, i), source);
    }
  }
  EXPECT_TRUE(std::ranges::is_sorted(split.training.labels));
}

TEST(DrawSplit, DependsOnTheSeedAlone) {
  const Faces faces = NumberedFaces({9, 12, 8});
  const Split split = DrawSplit(faces, {4, 2, 2}, 0, 5);
  EXPECT_EQ(split.test.sources, DrawSplit(faces, {4, 2, 2}, 0, 5).test.sources);
  EXPECT_NE(split.training.sources, DrawSplit(faces, {4, 2, 2}, 0, 6).training.sources);
}

TEST(DrawSplit, FewerQueriesAreTheFirst) {
  const Faces faces = NumberedFaces({9, 12, 8});
  const Split all = DrawSplit(faces, {4, 2, 2}, 0, 5), some = DrawSplit(faces, {4, 2, 2}, 4, 5);
  EXPECT_EQ(some.training.sources, all.training.sources);
  ASSERT_EQ(some.validation.size(), 4);
  EXPECT_TRUE(std::equal(some.validation.sources.begin(), some.validation.sources.end(),
                         all.validation.sources.begin()));
  EXPECT_EQ(some.test.size(), 4);
}

TEST(DrawSplit, ASubjectWithoutTestImagesIsAnError) {
  EXPECT_NE(MessageOf([] {
              DrawSplit(NumberedFaces({9, 6}), {4, 2, 2}, 0, 1);
            }).find("more than 6 images"),
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
    ++(covered < 300 ? light : heavy)[occluded.subjects[static_cast<size_t>(i)]];  // glasses, scarf
  }
  EXPECT_EQ(light, (std::map<int, int>{{1, 12}, {2, 6}}));
  EXPECT_EQ(heavy, (std::map<int, int>{{1, 12}, {2, 6}}));
  EXPECT_EQ(occluded, WithOccluders(faces, 3));
  EXPECT_NE(occluded, WithOccluders(faces, 4));
}

TEST(LoadTask, StandInsHaveTheShapesOfTheTasks) {
  for (const FaceTask& task : FaceTasks()) {
    SCOPED_TRACE(task.name);
    const Faces faces = LoadTask(task, "", 3);
    EXPECT_EQ(faces.rows * faces.columns, kPixels);
    EXPECT_EQ(std::set<int>(faces.subjects.begin(), faces.subjects.end()), (std::set<int>{1, 2, 3}));
    const Split split = DrawSplit(faces, task.split, 0, 1);
    EXPECT_EQ(split.training.size(), 3 * task.split.training);
    EXPECT_EQ(split.validation.size(), 3 * task.split.validation);
    EXPECT_EQ(split.test.size(), 3 * task.split.test);
  }
  EXPECT_NE(LoadTask(FindFaceTask("YaleB"), "", 2), LoadTask(FindFaceTask("YaleB with occluders"), "", 2));
}

TEST(DatasetSources, AreStandInsWhereNothingIs) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "no_faces";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (const harness::DatasetSource& source : DatasetSources()) {
    const harness::Dataset found = source.resolve(folder.string());
    EXPECT_EQ(found.name, source.name);
    EXPECT_TRUE(found.path.empty()) << source.name;
    EXPECT_EQ(found.origin,
              source.name == kDrawnData ? harness::DataOrigin::kReal : harness::DataOrigin::kStandIn);
  }
}

// `images` of each of three subjects, black, of 32 x 32 pixels.
Faces BlackFaces(int images) {
  Faces faces;
  faces.rows = faces.columns = 32;
  for (int s = 0; s < 3; ++s) faces.subjects.insert(faces.subjects.end(), static_cast<size_t>(images), s);
  faces.pixels.resize(faces.subjects.size() * kPixels);
  return faces;
}

TEST(CheckFaces, NamesTheFileOfFacesThatHaveNoSplit) {
  const FaceTask& orl = FindFaceTask("ORL");  // 5 images to train, 2 to validate
  const auto message = [&](const Faces& faces) {
    return MessageOf([&] { CheckFaces(faces, orl, "orl.idx"); });
  };
  EXPECT_EQ(message(BlackFaces(8)), "no error");
  EXPECT_NE(message(BlackFaces(7)).find("at least 8 images of each subject"), std::string::npos);
  EXPECT_NE(message(BlackFaces(7)).find("orl.idx"), std::string::npos);
  Faces mixed = BlackFaces(10);
  std::swap(mixed.subjects[0], mixed.subjects[29]);
  EXPECT_NE(message(mixed).find("side by side"), std::string::npos) << message(mixed);
  Faces large = BlackFaces(8);
  large.rows = large.columns = 64;
  EXPECT_NE(message(large).find("64 x 64"), std::string::npos) << message(large);
}

}  // namespace
}  // namespace structlab::face_recognition
