#include <gtest/gtest.h>
#include <itkDiscreteGaussianImageFilter.h>
#include <itkImage.h>
#include <itkImageFileReader.h>
#include <itkImageFileWriter.h>
#include <itkImageRegionIteratorWithIndex.h>
#include <itkNiftiImageIOFactory.h>

#include <cstdlib>
#include <numeric>
#include <string>

namespace {

using Volume = itk::Image<float, 3>;

// A volume of 5 x 6 x 7 voxels that are all different, with spacing and origin of its own.
Volume::Pointer Ramp() {
  const auto volume = Volume::New();
  volume->SetRegions(Volume::SizeType{5, 6, 7});
  volume->Allocate();
  const double spacing[] = {0.5, 1.0, 2.5};
  const double origin[] = {-3.0, 4.0, 8.0};
  volume->SetSpacing(spacing);
  volume->SetOrigin(origin);
  float value = 0;
  for (itk::ImageRegionIteratorWithIndex<Volume> i(volume, volume->GetBufferedRegion()); !i.IsAtEnd(); ++i) {
    i.Set(value++);
  }
  return volume;
}

double Sum(const Volume& volume) {
  const float* const voxels = volume.GetBufferPointer();
  return std::accumulate(voxels, voxels + volume.GetBufferedRegion().GetNumberOfPixels(), 0.0);
}

TEST(Itk, WritesANiftiVolumeAndReadsItBack) {
  itk::NiftiImageIOFactory::RegisterOneFactory();
  const Volume::Pointer volume = Ramp();
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/volume.nii.gz";
  itk::WriteImage(volume, path);
  const Volume::Pointer found = itk::ReadImage<Volume>(path);

  ASSERT_EQ(found->GetBufferedRegion(), volume->GetBufferedRegion());
  EXPECT_EQ(found->GetSpacing(), volume->GetSpacing());
  EXPECT_EQ(found->GetOrigin(), volume->GetOrigin());
  const size_t count = volume->GetBufferedRegion().GetNumberOfPixels();
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(found->GetBufferPointer()[i], volume->GetBufferPointer()[i]) << i;
  }
}

// A filter of the library keeps the sum of a volume that is zero near its border.
TEST(Itk, GaussianFilterKeepsTheSum) {
  const auto volume = Volume::New();
  volume->SetRegions(Volume::SizeType{21, 21, 21});
  volume->Allocate(true);
  volume->SetPixel({10, 10, 10}, 100.0F);
  const auto filter = itk::DiscreteGaussianImageFilter<Volume, Volume>::New();
  filter->SetInput(volume);
  filter->SetVariance(1.0);
  filter->Update();
  EXPECT_LT(filter->GetOutput()->GetPixel({10, 10, 10}), 20.0F);
  EXPECT_NEAR(Sum(*filter->GetOutput()), 100.0, 1e-3);
}

}  // namespace
