#include "graphical_models/images/image.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/testing/message_of.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

TEST(Image, ValuesLieRowByRow) {
  const Image image = {
      .width = 2, .height = 2, .channels = 3, .values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
  EXPECT_EQ(image(0, 0, 0), 1);
  EXPECT_EQ(image(1, 0, 2), 6);
  EXPECT_EQ(image(0, 1, 1), 8);
  EXPECT_EQ(ColorOf(image, 3), (std::array<int, 3>{10, 11, 12}));
  const Image gray = {.width = 2, .height = 1, .channels = 1, .values = {7, 9}};
  EXPECT_EQ(gray(1, 0), 9);
  EXPECT_EQ(ColorOf(gray, 1), (std::array<int, 3>{9, 9, 9}));
  EXPECT_EQ(ColorDistance({1, 200, 30}, {4, 100, 30}), 103);
}

TEST(Image, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(MessageOf([] { UniformImage(-1, 2, 1); }).substr(0, 34), "image: expected 0 to 2^31 - 1 pixe");
  EXPECT_EQ(MessageOf([] { UniformImage(65536, 32768, 1); }).substr(0, 28), "image: expected 0 to 2^31 - ");
  EXPECT_EQ(MessageOf([] { UniformImage(2, 2, 2); }).substr(0, 32), "image: expected 1 channel (grey)");
  EXPECT_EQ(MessageOf([] { CheckImage({2, 2, 1, {1, 2, 3}}, "left"); }), "left: expected 4 values, found 3");
  EXPECT_EQ(MessageOf([] { CheckGray(UniformImage(1, 1, 3), "mask"); }).substr(0, 27),
            "mask: expected a grey image");
  EXPECT_EQ(MessageOf([] { CheckSize(UniformImage(3, 2, 1), 2, 3, "mask"); }),
            "mask: expected 2 x 3 pixels, found 3 x 2 pixels");
  EXPECT_EQ(MessageOf([] { CheckImage(UniformImage(0, 5, 1), "empty"); }), "no error");
}

}  // namespace
}  // namespace structlab::graphical_models
