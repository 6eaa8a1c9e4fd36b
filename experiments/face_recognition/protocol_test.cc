#include "experiments/face_recognition/protocol.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "common/testing/message_of.h"

namespace structlab::face_recognition {
namespace {

using common::MessageOf;

TEST(HashPercents, AreTheGridsOfTheSource) {
  const std::vector<int> of_l1 = HashPercents(Classifier::kL1, 20);
  const std::vector<int> of_pursuit = HashPercents(Classifier::kPursuit, 20);
  ASSERT_EQ(of_l1.size(), 20u);
  ASSERT_EQ(of_pursuit.size(), 20u);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(of_l1[static_cast<size_t>(i)], 2 * (i + 1));
    EXPECT_EQ(of_pursuit[static_cast<size_t>(i)], 5 * (i + 1));
  }
}

TEST(HashPercents, FewerAreSpreadWithTheLargest) {
  EXPECT_EQ(HashPercents(Classifier::kPursuit, 4), (std::vector<int>{25, 50, 75, 100}));
  EXPECT_EQ(HashPercents(Classifier::kL1, 1), (std::vector<int>{40}));
  EXPECT_EQ(HashPercents(Classifier::kL1, 3), (std::vector<int>{12, 26, 40}));
}

// What the sets have: 99 and 37 discriminants, 1300 and 1216 training images of 1024 pixels.
TEST(MostFeatures, EndAtTheRankAndAtTheSubjects) {
  const FaceTask &ar = FindFaceTask("AR"), &yaleb = FindFaceTask("YaleB"), &orl = FindFaceTask("ORL");
  EXPECT_EQ(MostFeatures(ar, Features::kFisher, 0), 99);
  EXPECT_EQ(MostFeatures(yaleb, Features::kFisher, 0), 37);
  EXPECT_EQ(MostFeatures(ar, Features::kEigen, 0), 1024);
  EXPECT_EQ(MostFeatures(orl, Features::kEigen, 0), 199);
  EXPECT_EQ(MostFeatures(orl, Features::kFisherWithin, 0), 160);
  EXPECT_EQ(MostFeatures(yaleb, Features::kFisherWithin, 0), 1024);
  EXPECT_EQ(MostFeatures(orl, Features::kEigen, 8), 39);
  EXPECT_EQ(MostFeatures(orl, Features::kFisher, 8), 7);
  EXPECT_EQ(MostFeatures(orl, Features::kFisher, 100), 39);  // more than there are
  for (const Features features : {Features::kHash, Features::kRandom}) {
    EXPECT_FALSE(MostFeatures(orl, features, 2).has_value());
  }
}

// Without as many training images as features there need not be a code within the tolerance.
TEST(MostFeatures, OfL1EndAtTheTrainingImages) {
  const FaceTask &orl = FindFaceTask("ORL"), &yale = FindFaceTask("Yale");
  EXPECT_EQ(MostFeatures(orl, FindMethod(kHashL1), 0), 200);
  EXPECT_EQ(MostFeatures(orl, FindMethod(kEigenL1), 0), 199);
  EXPECT_EQ(MostFeatures(yale, FindMethod(kRandomL1), 0), 90);
  EXPECT_EQ(MostFeatures(yale, FindMethod(kRandomL1), 4), 24);
  EXPECT_FALSE(MostFeatures(yale, FindMethod(kHashOmp), 0).has_value());
  EXPECT_EQ(MostFeatures(yale, FindMethod(kEigenKnn), 0), 89);
  EXPECT_EQ(TrainingImages(FindFaceTask("AR"), 0), 1300);
}

// Drawn occluders stand in place of AR's; the source says nothing of other sets.
TEST(FaceTasks, ClaimsAboutAccuraciesAreOfTheSourcesSets) {
  std::vector<std::string> parts;
  for (const FaceTask& task : FaceTasks()) {
    if (!task.accuracy_part.empty()) parts.push_back(task.name);
    EXPECT_FALSE(task.data == kArData && !task.accuracy_part.empty());
  }
  EXPECT_EQ(parts, (std::vector<std::string>{"YaleB", "YaleB with occluders"}));
  EXPECT_TRUE(FindFaceTask("YaleB with occluders").is_for_ar());
}

TEST(LevelOf, IsTheSourcesAndTheFirstWhereItHasNone) {
  const Method &hash = FindMethod(kHashOmp), &l1 = FindMethod(kRandomL1);
  EXPECT_EQ(LevelOf(hash, 50, true), 1);
  EXPECT_EQ(LevelOf(hash, 1000, false), 4);
  EXPECT_EQ(LevelOf(hash, 51, true), 0);
  EXPECT_EQ(LevelOf(l1, 2, true), 1);
  EXPECT_EQ(LevelOf(l1, 2, false), 0);
  EXPECT_EQ(LevelOf(l1, 5, true), 2);  // its own level, also where it is the first
  EXPECT_EQ(LevelOf(l1, 25, false), 4);
}

TEST(TimedKey, NamesWhatIsFixed) {
  EXPECT_EQ(TimedKey(50, std::nullopt, false).Format(), "dim=50;ends=by tolerance");
  EXPECT_EQ(TimedKey(50, 5, false).Format(), "dim=50;ends=by tolerance;u=0.05");
  EXPECT_EQ(TimedKey(300, 100, true).Format(), "dim=300;ends=at 25 atoms;u=1");
}

TEST(Settings, OneSubjectIsNotEnough) {
  for (const harness::OldSetting& setting : Settings()) {
    if (setting.name != "subjects") continue;
    EXPECT_NE(MessageOf([&] { setting.check("1", "subjects"); }).find("at least 2"), std::string::npos);
    EXPECT_EQ(MessageOf([&] { setting.check("2", "subjects"); }), "no error");
    EXPECT_EQ(MessageOf([&] { setting.check("0", "subjects"); }), "no error");
    EXPECT_NE(MessageOf([&] { setting.check("101", "subjects"); }), "no error");
    return;
  }
  ADD_FAILURE() << "no setting subjects";
}

TEST(Names, UnknownOnesListTheKnown) {
  EXPECT_NE(MessageOf([] { FindFaceTask("yale b"); }).find("YaleB"), std::string::npos);
  EXPECT_NE(MessageOf([] { FindMethod("HASH"); }).find("HASH-OMP"), std::string::npos);
}

}  // namespace
}  // namespace structlab::face_recognition
