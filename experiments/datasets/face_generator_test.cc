#include "experiments/datasets/face_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "common/error.h"

namespace structlab::datasets {
namespace {

std::map<int, int> ImagesOfSubjects(const Faces& faces) {
  EXPECT_EQ(faces.rows, 32);
  EXPECT_EQ(faces.columns, 32);
  EXPECT_EQ(faces.pixels.size(), faces.subjects.size() * 1024);
  std::map<int, int> counts;
  for (const int subject : faces.subjects) ++counts[subject];
  return counts;
}

TEST(FaceGenerator, HasTheSizesOfTheRealSets) {
  std::map<int, int> of_yaleb, of_orl, of_yale, of_ar;
  for (int s = 1; s <= 38; ++s) of_yaleb[s] = 64;
  const std::map<int, int> fewer = {{11, 60}, {12, 59}, {13, 60}, {14, 63}, {15, 62}, {16, 63}, {17, 63}};
  for (const auto& [subject, images] : fewer) of_yaleb[subject] = images;
  for (int s = 1; s <= 40; ++s) of_orl[s] = 10;
  for (int s = 1; s <= 15; ++s) of_yale[s] = 11;
  for (int s = 1; s <= 100; ++s) of_ar[s] = 26;
  EXPECT_EQ(ImagesOfSubjects(GenerateFaces(FaceSet::kExtendedYaleB, 0)), of_yaleb);
  EXPECT_EQ(ImagesOfSubjects(GenerateFaces(FaceSet::kOrl, 0)), of_orl);
  EXPECT_EQ(ImagesOfSubjects(GenerateFaces(FaceSet::kYale, 0)), of_yale);
  EXPECT_EQ(ImagesOfSubjects(GenerateArFaces(0)), of_ar);
}

TEST(FaceGenerator, DependsOnTheSeedAlone) {
  const Faces faces = GenerateFaces(FaceSet::kOrl, 3);
  EXPECT_EQ(faces, GenerateFaces(FaceSet::kOrl, 3));
  EXPECT_NE(faces.pixels, GenerateFaces(FaceSet::kOrl, 4).pixels);
  EXPECT_NE(GenerateArFaces(3).pixels, GenerateArFaces(4).pixels);
}

TEST(FaceGenerator, FewerSubjectsAreTheFirst) {
  const Faces all = GenerateArFaces(3), three = GenerateArFaces(3, 3);
  ASSERT_EQ(three.size(), 3 * kArImages);
  for (int i = 0; i < three.size(); ++i) {
    EXPECT_TRUE(std::ranges::equal(three.Pixels(i), all.Pixels(i))) << i;
  }
  for (const int subjects : {0, kArSubjects + 1}) {
    EXPECT_THROW(GenerateArFaces(3, subjects), common::Error) << subjects;
  }
  for (const FaceSet set : {FaceSet::kExtendedYaleB, FaceSet::kOrl, FaceSet::kYale}) {
    SCOPED_TRACE(static_cast<int>(set));
    const Faces whole = GenerateFaces(set, 3), first = GenerateFaces(set, 3, 2);
    const auto size = static_cast<size_t>(first.size());
    EXPECT_EQ(first.subjects.back(), 2);
    EXPECT_EQ(whole.subjects[size], 3);
    EXPECT_EQ(first.subjects,
              std::vector<int>(whole.subjects.begin(), whole.subjects.begin() + first.size()));
    EXPECT_TRUE(std::ranges::equal(first.pixels, std::span(whole.pixels).first(first.pixels.size())));
    EXPECT_EQ(GenerateFaces(set, 3, 1000), whole);
    EXPECT_THROW(GenerateFaces(set, 3, 0), common::Error);
  }
}

}  // namespace
}  // namespace structlab::datasets
