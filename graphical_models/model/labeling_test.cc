#include "graphical_models/model/labeling.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/testing/message_of.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

TEST(Labeling, IsRefusedWithTheVariableThatIsWrong) {
  const std::vector<int> counts = {2, 3};
  EXPECT_EQ(MessageOf([&] { CheckLabeling(Labeling{1, 2}, counts); }), "no error");
  EXPECT_EQ(MessageOf([&] { CheckLabeling(Labeling{1}, counts); }),
            "labeling: expected one label for each of 2 variables, found 1 labels");
  EXPECT_EQ(MessageOf([&] {
              CheckLabeling(Labeling{0, 3}, counts, "start");
            }),
            "start: expected a label from 0 to 2 for variable 1, found 3");
  EXPECT_EQ(MessageOf([&] {
              CheckLabeling(Labeling{-1, 0}, counts);
            }),
            "labeling: expected a label from 0 to 1 for variable 0, found -1");
  EXPECT_EQ(MessageOf([&] {
              CheckLabeling(Labeling{0, 0, 4}, 3, 4);
            }),
            "labeling: expected a label from 0 to 3 for variable 2, found 4");
  EXPECT_EQ(MessageOf([&] { CheckLabeling(Labeling{}, 0, 1); }), "no error");
}

TEST(Labeling, EveryVariableHasALabel) {
  EXPECT_EQ(MessageOf([] { CheckLabelCounts(std::vector<int>{1, 5}); }), "no error");
  EXPECT_EQ(MessageOf([] {
              CheckLabelCounts(std::vector<int>{1, 0});
            }),
            "label counts: expected at least one label for variable 1, found 0");
}

TEST(EnergyValue, IsFiniteOrPlusInfinity) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double fine : {0.0, -0.0, 1e290, -1e290, kInfinity}) {
    EXPECT_EQ(MessageOf([&] { CheckEnergyValue(fine, "x"); }), "no error");
  }
  for (const double wrong : {nan, -kInfinity, 1.1e290, -1.1e290}) {
    EXPECT_FALSE(IsEnergyValue(wrong));
    EXPECT_NE(MessageOf([&] { CheckEnergyValue(wrong, "x"); }), "no error");
  }
  EXPECT_EQ(MessageOf([&] { CheckEnergyValue(nan, "x"); }),
            "x: expected an energy of at most 1e290 in magnitude, or plus infinity, found nan");
  EXPECT_EQ(MessageOf([&] { CheckEnergyValue(kInfinity, "x", InfiniteEnergy::kRefused); }),
            "x: expected a finite energy of at most 1e290 in magnitude, found inf");
}

}  // namespace
}  // namespace structlab::graphical_models
