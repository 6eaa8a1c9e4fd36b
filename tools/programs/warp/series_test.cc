// warp image on time series, vectors and colours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/parallel.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/raw_volume.h"
#include "registration/volumes/resample.h"
#include "registration/volumes/testing/random_volumes.h"
#include "registration/volumes/transform_formats.h"
#include "tools/programs/testing/program_outcome.h"
#include "tools/programs/warp/warp_program.h"

namespace structlab::tools {
namespace {

namespace reg = registration;
using testing::HasSubstr;

class WarpSeriesTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    grid_.size = {7, 6, 5};
    grid_.spacing = {1, 1.5, 2};
    grid_.origin = {3, -4, 5};
    shift_.offset = {0.5, -1, 0.25};
    reg::WriteTransform({3, {shift_}}, reg::TransformFormat::kItk, At("shift.mat"), {}, pool_);
    reg::WriteImage(reg::Image(grid_), At("fixed.nii"));
  }
  std::string At(const std::string& name) const { return folder_ + "/" + name; }
  Outcome Warp(const std::string& input, const std::string& out,
               const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"image", At(input), "--transform=" + At("shift.mat"),
                                      "--fixed=" + At("fixed.nii"), "--out=" + At(out)};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(RunWarp, words);
  }
  reg::ImageSeries Random(int count, const reg::VoxelLayout& layout) const {
    reg::ImageSeries series = {{}, layout};
    for (int i = 0; i < count; ++i) {
      series.images.push_back(reg::RandomImage(grid_, static_cast<uint64_t>(i) + 1));
      if (!layout.is_color) continue;
      for (float& value : series.images.back().values) value = std::floor(std::fmod(std::abs(value), 256.0F));
    }
    return series;
  }
  // Each image of the file is the warped one.
  void ExpectWarped(const reg::ImageSeries& series, const std::string& out, float tolerance) {
    const reg::ImageSeries found = reg::ReadImageSeries(At(out));
    ASSERT_EQ(found.images.size(), series.images.size());
    for (size_t i = 0; i < found.images.size(); ++i) {
      const reg::Image expected = reg::Resample(series.images[i], grid_, pool_, {}, shift_);
      ASSERT_TRUE(reg::AreSame(found.images[i].geometry, grid_));
      for (size_t v = 0; v < expected.values.size(); ++v) {
        ASSERT_NEAR(found.images[i].values[v], expected.values[v], tolerance) << out << " " << i << " " << v;
      }
    }
  }

  common::ThreadPool pool_{1};
  reg::Geometry grid_;
  reg::AffineTransform shift_;
};

TEST_F(WarpSeriesTest, WarpsEachTimePoint) {
  const reg::ImageSeries series = Random(3, {.num_frames = 3, .frame_step = 2.5, .time_unit = 8});
  for (const std::string name : {"s.nii", "s.nii.gz", "s.nrrd", "s.mha", "s.mhd"}) {
    reg::WriteImageSeries(series, At(name), reg::PixelType::kFloat32);
    const Outcome outcome = Warp(name, "out-" + name);
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_EQ(outcome.messages, "");
    ExpectWarped(series, "out-" + name, 1e-6F);
    const reg::RawVolume raw = reg::ReadRawVolume(At("out-" + name));
    EXPECT_EQ(raw.num_frames, 3);
    EXPECT_EQ(raw.components, 1);
    EXPECT_EQ(raw.frame_step, 2.5);
    EXPECT_EQ(raw.type, reg::PixelType::kFloat32);
  }
  // As nifti1.h has it: four dimensions, 2.5 s a frame.
  const std::string bytes = common::ReadFile(At("out-s.nii"));
  int16_t dim[8];
  float pixdim[8];
  std::memcpy(dim, bytes.data() + 40, sizeof(dim));
  std::memcpy(pixdim, bytes.data() + 76, sizeof(pixdim));
  EXPECT_THAT(dim, testing::ElementsAre(4, 7, 6, 5, 3, 1, 1, 1));
  EXPECT_EQ(pixdim[4], 2.5F);
  EXPECT_EQ(bytes[123], 2 | 8);
  EXPECT_EQ(bytes.size(), 352 + 4 * 3 * 7 * 6 * 5U);
  for (const float no_step : {std::nanf(""), 0.0F, -1.0F}) {
    std::string changed = bytes;
    std::memcpy(changed.data() + 92, &no_step, sizeof(no_step));
    common::WriteFileAtomically(At("no-step.nii"), changed);
    EXPECT_EQ(reg::ReadRawVolume(At("no-step.nii")).frame_step, 1);
  }
  // One time point is cut out by no flag: other programs still refuse a series.
  ExpectMistake(RunProgram(RunWarp, {"labels", At("s.nii"), "--transform=" + At("shift.mat"),
                                     "--fixed=" + At("fixed.nii"), "--out=" + At("l.nii")}),
                3, "warp: " + At("s.nii") + ": expected one volume, found 3 time points");
}

TEST_F(WarpSeriesTest, WarpsEachComponentAndSaysSo) {
  const reg::ImageSeries series = Random(3, {.components = 3});
  for (const std::string name : {"v.nii.gz", "v.nrrd", "v.mha"}) {
    reg::WriteImageSeries(series, At(name), reg::PixelType::kFloat64);
    const Outcome outcome = Warp(name, "out-" + name);
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_EQ(outcome.messages,
              "warp: note: 3 numbers a voxel: each is warped by itself; vectors are not turned\n");
    ExpectWarped(series, "out-" + name, 1e-6F);
  }
}

TEST_F(WarpSeriesTest, WarpsColours) {
  const reg::ImageSeries series = Random(3, {.components = 3, .is_color = true});
  for (const std::string name : {"c.nii", "c.nrrd"}) {
    reg::WriteImageSeries(series, At(name), reg::PixelType::kUint8);
    const Outcome outcome = Warp(name, "out-" + name);
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_EQ(outcome.messages, "");
    ExpectWarped(series, "out-" + name, 0.51F);
    EXPECT_TRUE(reg::ReadRawVolume(At("out-" + name)).is_color);
    EXPECT_EQ(Warp(name, "d-" + name, {"--pixel-type=float32"}).status, 2);
  }
  // As nifti1.h has it: red, green and blue of a voxel side by side.
  const std::string bytes = common::ReadFile(At("c.nii"));
  int16_t type_and_bits[2];
  std::memcpy(type_and_bits, bytes.data() + 70, sizeof(type_and_bits));
  EXPECT_THAT(type_and_bits, testing::ElementsAre(128, 24));
  for (int c = 0; c < 3; ++c) {
    EXPECT_EQ(static_cast<uint8_t>(bytes[352 + 3 * 5 + c]), series.images[c].values[5]) << c;
  }
}

}  // namespace
}  // namespace structlab::tools
