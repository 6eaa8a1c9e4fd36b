#include "experiments/harness/hdf5_picture.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

Picture Ramp(int width, int height, int channels) {
  Picture picture{.width = width, .height = height, .channels = channels};
  for (int i = 0; i < width * height * channels; ++i) picture.values.push_back(static_cast<uint8_t>(i / 7));
  return picture;
}

std::string TextOf(const Hdf5Id& dataset, const char* attribute) {
  const Hdf5Id id(H5Aopen(dataset.get(), attribute, H5P_DEFAULT), H5Aclose, attribute);
  const Hdf5Id type(H5Aget_type(id.get()), H5Tclose, attribute);
  std::string text(H5Tget_size(type.get()), '\0');
  EXPECT_GE(H5Aread(id.get(), type.get(), text.data()), 0);
  return text.c_str();
}

// What a reader who knows nothing of us finds: bytes in the order of rows, columns, channels, and the
// attributes of an image.
TEST(Hdf5Picture, IsAnImageToAnyReader) {
  for (const int channels : {1, 3}) {
    const Picture picture = Ramp(70, 50, channels);
    const Hdf5Id file = CreateHdf5Image();
    WriteHdf5Picture(file, "picture_0", picture);
    const Hdf5Id dataset(H5Dopen2(file.get(), "/picture_0", H5P_DEFAULT), H5Dclose, "dataset");
    const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose, "space");
    hsize_t sizes[3] = {};
    ASSERT_EQ(H5Sget_simple_extent_dims(space.get(), sizes, nullptr), channels == 1 ? 2 : 3);
    EXPECT_EQ(sizes[0], 50u);
    EXPECT_EQ(sizes[1], 70u);
    EXPECT_EQ(sizes[2], channels == 1 ? 0u : 3u);
    std::vector<uint8_t> values(picture.values.size());
    ASSERT_GE(H5Dread(dataset.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    EXPECT_EQ(values, picture.values);
    EXPECT_EQ(TextOf(dataset, "CLASS"), "IMAGE");
    EXPECT_EQ(TextOf(dataset, "IMAGE_SUBCLASS"), channels == 1 ? "IMAGE_GRAYSCALE" : "IMAGE_TRUECOLOR");
    EXPECT_EQ(H5Aexists(dataset.get(), "INTERLACE_MODE") > 0, channels == 3);
  }
}

// A megabyte of few levels, in several chunks.
TEST(Hdf5Picture, IsCompressed) {
  const Picture picture = Ramp(700, 500, 3);
  const Hdf5Id file = CreateHdf5Image();
  WriteHdf5Picture(file, "picture_0", picture);
  EXPECT_EQ(ReadHdf5Picture(file, "picture_0", "case.h5"), picture);
  EXPECT_LT(Hdf5ImageBytes(file).size(), picture.values.size() / 10);
}

// A dataset of the file with these sizes and this type.
void MakeDataset(const Hdf5Id& file, const char* name, std::vector<hsize_t> sizes, hid_t type) {
  const Hdf5Id space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose, name);
  const Hdf5Id id(H5Dcreate2(file.get(), name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                  H5Dclose, name);
}

TEST(Hdf5Picture, WhatIsNoPictureIsAnErrorThatNamesTheFile) {
  const Hdf5Id file = CreateHdf5Image();
  MakeDataset(file, "line", {7}, H5T_STD_U8LE);
  MakeDataset(file, "volume", {2, 2, 3, 2}, H5T_STD_U8LE);
  MakeDataset(file, "four channels", {2, 2, 4}, H5T_STD_U8LE);
  MakeDataset(file, "empty", {2, 0}, H5T_STD_U8LE);
  MakeDataset(file, "doubles", {2, 2}, H5T_IEEE_F64LE);
  MakeDataset(file, "long", {1, 16385}, H5T_STD_U8LE);
  MakeDataset(file, "large", {16384, 16384, 3}, H5T_STD_U8LE);  // takes no room, since nothing is in it
  for (const char* name :
       {"absent", "line", "volume", "four channels", "empty", "doubles", "long", "large"}) {
    const std::string message =
        common::MessageOf(common::ErrorKind::kData, [&] { ReadHdf5Picture(file, name, "runs/x.h5"); });
    EXPECT_TRUE(message.starts_with("runs/x.h5: cannot be read as a stored case ("))
        << name << ": " << message;
  }
}

}  // namespace
}  // namespace structlab::harness
