// Files against ITK: what we write it reads, and what it writes we read.
#include "registration/volumes/image_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <itkGDCMImageIO.h>
#include <itkImage.h>
#include <itkImageFileReader.h>
#include <itkImageFileWriter.h>
#include <itkMetaDataObject.h>
#include <itkMetaImageIO.h>
#include <itkNiftiImageIO.h>
#include <itkNrrdImageIO.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/peak_memory.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/nifti_header.h"
#include "registration/volumes/testing/random_volumes.h"

namespace structlab::registration {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> kExtensions = {".nii", ".nii.gz", ".nrrd", ".mha", ".mhd"};

itk::ImageIOBase::Pointer IoFor(const std::string& path) {
  if (path.find(".nii") != std::string::npos) return itk::NiftiImageIO::New().GetPointer();
  if (path.find(".nrrd") != std::string::npos) return itk::NrrdImageIO::New().GetPointer();
  return itk::MetaImageIO::New().GetPointer();
}

template <class Image>
typename Image::Pointer ItkRead(const std::string& path) {
  const auto reader = itk::ImageFileReader<Image>::New();
  reader->SetImageIO(IoFor(path));
  reader->SetFileName(path);
  reader->Update();
  return reader->GetOutput();
}

template <unsigned kDimension>
void ExpectGeometry(const itk::ImageBase<kDimension>& image, const Geometry& geometry) {
  for (unsigned a = 0; a < kDimension; ++a) {
    EXPECT_EQ(static_cast<int64_t>(image.GetLargestPossibleRegion().GetSize()[a]), geometry.size[a]);
    EXPECT_NEAR(image.GetSpacing()[a], geometry.spacing[a], 1e-5);
    EXPECT_NEAR(image.GetOrigin()[a], geometry.origin[a], 1e-4);
    for (unsigned b = 0; b < kDimension; ++b)
      EXPECT_NEAR(image.GetDirection()[a][b], geometry.direction(a, b), 1e-5);
  }
}

class ImageFileTest : public testing::Test {
 protected:
  std::string At(const std::string& name) const { return folder_.path() + "/" + name; }
  // The bytes of a NIfTI file of the image, some of them replaced.
  template <class Number>
  std::string Patched(const std::string& name, size_t offset, Number value, const std::string& from = "") {
    std::string bytes = common::ReadFile(from.empty() ? At("plain.nii") : from);
    std::memcpy(bytes.data() + offset, &value, sizeof(value));
    std::ofstream(At(name), std::ios::binary) << bytes;
    return At(name);
  }

  const common::ScratchFolder folder_{"volumes"};
};

TEST_F(ImageFileTest, ItkReadsWhatIsWritten) {
  for (const uint64_t seed : {1, 2}) {
    const Image image = RandomImage(ObliqueGeometry({4, 5, 3}, seed), seed);
    const Image flat = RandomImage(ObliqueGeometry2D(4, 5, seed), seed);
    for (const std::string& extension : kExtensions) {
      SCOPED_TRACE(extension);
      WriteImage(image, At("image" + extension));
      const auto found = ItkRead<itk::Image<float, 3>>(At("image" + extension));
      ExpectGeometry<3>(*found, image.geometry);
      EXPECT_TRUE(std::equal(image.values.begin(), image.values.end(), found->GetBufferPointer()));
      WriteImage(flat, At("flat" + extension));
      const auto found_flat = ItkRead<itk::Image<float, 2>>(At("flat" + extension));
      ExpectGeometry<2>(*found_flat, flat.geometry);
      EXPECT_TRUE(std::equal(flat.values.begin(), flat.values.end(), found_flat->GetBufferPointer()));
    }
  }
}

TEST_F(ImageFileTest, ReadsBackWhatIsWritten) {
  for (const std::string& extension : kExtensions) {
    SCOPED_TRACE(extension);
    const std::string path = At("x" + extension);
    for (Geometry geometry :
         {ObliqueGeometry({4, 5, 3}, 3), ObliqueGeometry({4, 5, 1}, 4), ObliqueGeometry2D(6, 5, 5)}) {
      const Image image = RandomImage(geometry, 1);
      WriteImage(image, path);
      FileFacts facts;
      const Image found = ReadImage(path, {}, &facts);
      EXPECT_TRUE(AreSame(found.geometry, geometry, 1e-4)) << Describe(found.geometry);
      EXPECT_EQ(found.values, image.values);
      EXPECT_EQ(facts.type, PixelType::kFloat32);
      EXPECT_TRUE(facts.warnings.empty()) << facts.warnings[0];

      LabelMap labels = RandomLabels(geometry, 5, 2);
      for (const int32_t largest : {200, 60'000, 70'000}) {
        labels.values[3] = largest;
        WriteLabels(labels, path);
        EXPECT_EQ(ReadLabels(path, &facts).values, labels.values);
        EXPECT_EQ(facts.type, largest == 200      ? PixelType::kUint8
                              : largest == 60'000 ? PixelType::kUint16
                                                  : PixelType::kInt32);
      }
      Mask mask(geometry);
      mask.values[2] = 1;
      WriteMask(mask, path);
      EXPECT_EQ(ReadMask(path).values, mask.values);
    }
  }
}

TEST_F(ImageFileTest, HoldsEveryTypeOfNumber) {
  Image image(ObliqueGeometry({3, 1, 1}, 1));
  image.values = {2.5F, 100.0F, 7.49F};
  for (const std::string& extension : kExtensions) {
    for (const PixelTypeFacts& facts : PixelTypes()) {
      SCOPED_TRACE(extension);
      SCOPED_TRACE(facts.name);
      EXPECT_EQ(WriteImage(image, At("x" + extension), facts.type), 0);
      FileFacts found;
      const std::vector<float> values = ReadImage(At("x" + extension), {}, &found).values;
      EXPECT_EQ(values, facts.is_integer ? std::vector<float>({3, 100, 7}) : image.values);
      EXPECT_EQ(found.type, facts.type);
      EXPECT_EQ(PixelTypeNamed(facts.name), facts.type);
    }
  }
  image.values = {-1.0F, 300.0F, 254.6F};
  EXPECT_EQ(WriteImage(image, At("x.nii"), PixelType::kUint8), 2);
  EXPECT_EQ(ReadImage(At("x.nii")).values, std::vector<float>({0, 255, 255}));
}

TEST_F(ImageFileTest, ReadsWhatItkWrites) {
  using Volume = itk::Image<int16_t, 3>;
  const Geometry geometry = ObliqueGeometry({4, 3, 2}, 7);
  const auto volume = Volume::New();
  volume->SetRegions(Volume::SizeType{4, 3, 2});
  volume->Allocate();
  Volume::DirectionType direction;
  for (unsigned a = 0; a < 3; ++a) {
    for (unsigned b = 0; b < 3; ++b) direction[a][b] = geometry.direction(a, b);
  }
  volume->SetDirection(direction);
  volume->SetSpacing(geometry.spacing.data());
  volume->SetOrigin(geometry.origin.data());
  for (int i = 0; i < 24; ++i) volume->GetBufferPointer()[i] = static_cast<int16_t>(i - 7);
  for (const std::string& extension : kExtensions) {
    for (const bool compressed : {false, true}) {
      const auto writer = itk::ImageFileWriter<Volume>::New();
      writer->SetImageIO(IoFor(extension));
      writer->SetFileName(At("itk" + extension));
      writer->SetUseCompression(compressed);
      writer->SetInput(volume);
      writer->Update();
      FileFacts facts;
      const Image found = ReadImage(At("itk" + extension), {}, &facts);
      EXPECT_TRUE(AreSame(found.geometry, geometry, 1e-4)) << extension << Describe(found.geometry);
      EXPECT_EQ(facts.type, PixelType::kInt16);
      if (extension != ".mhd") {
        const std::string bytes = common::ReadFile(At("itk" + extension));
        std::ofstream(At("cut" + extension), std::ios::binary) << bytes.substr(0, bytes.size() - 20);
        EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("cut" + extension)); }),
                    HasSubstr("cut" + extension))
            << compressed;
      }
      for (size_t i = 0; i < 24; ++i) EXPECT_EQ(found.values[i], static_cast<float>(i) - 7);
    }
  }
}

TEST_F(ImageFileTest, AppliesSlopeAndIntercept) {
  Image image(ObliqueGeometry({2, 2, 2}, 1));
  image.values = {0, 1, 2, 3, 4, 5, 6, 7};
  WriteImage(image, At("plain.nii"), PixelType::kInt16);
  Patched("sloped.nii", 112, 0.5F);
  Patched("sloped.nii", 116, -3.0F, At("sloped.nii"));
  EXPECT_EQ(ReadImage(At("sloped.nii")).values, std::vector<float>({-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5}));
  // A slope of 0 says that there is none.
  EXPECT_EQ(ReadImage(Patched("zero.nii", 112, 0.0F)).values, image.values);
  // Also where both form codes are 0.
  Patched("sloped.nii", 252, int32_t{0}, At("sloped.nii"));
  EXPECT_EQ(ReadImage(At("sloped.nii")).values, std::vector<float>({-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5}));
}

TEST_F(ImageFileTest, TakesTheFormThatIsAskedFor) {
  WriteImage(RandomImage(ObliqueGeometry({5, 4, 3}, 2), 2), At("plain.nii"));
  const Geometry plain = ReadImage(At("plain.nii")).geometry;
  float offset = 0;
  std::memcpy(&offset, common::ReadFile(At("plain.nii")).data() + 268, 4);
  Patched("moved.nii", 268, offset - 3);  // the qform, by 3 mm to the left
  const auto origin = [&](NiftiForm form) {
    const NiftiFormScope scope(form);
    FileFacts facts;
    const Image image = ReadImage(At("moved.nii"), {}, &facts);
    EXPECT_EQ(facts.warnings.size(), form == NiftiForm::kAuto ? 1u : 0u);
    return image.geometry.origin[0];
  };
  EXPECT_NEAR(origin(NiftiForm::kAuto), plain.origin[0], 1e-4);
  EXPECT_NEAR(origin(NiftiForm::kSform), plain.origin[0], 1e-4);
  EXPECT_NEAR(origin(NiftiForm::kQform), plain.origin[0] + 3, 1e-4);
  Patched("none.nii", 252, int16_t{0});
  const NiftiFormScope wants_qform(NiftiForm::kQform);
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("none.nii")); }),
              HasSubstr("none.nii: expected a qform, which was asked for, found none"));
  // A sheared sform without a qform: the nearest directions are orthonormal, and as near as the shear is
  // small.
  float element = 0;
  std::memcpy(&element, common::ReadFile(At("plain.nii")).data() + 284, 4);
  Patched("shear.nii", 284, element + 0.05F);
  Patched("shear.nii", 252, int16_t{0}, At("shear.nii"));
  const NiftiFormScope as_usual(NiftiForm::kAuto);
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("shear.nii")); }),
              HasSubstr("--nifti-form=nearest"));
  const NiftiFormScope nearest(NiftiForm::kNearest);
  FileFacts facts;
  const Geometry found = ReadImage(At("shear.nii"), {}, &facts).geometry;
  EXPECT_LT((found.direction - plain.direction).norm(), 0.1);
  EXPECT_THAT(facts.warnings,
              ElementsAre(HasSubstr("elsewhere than its nearest matrix without shear, which is used")));
  EXPECT_NEAR(ReadImage(At("moved.nii")).geometry.origin[0], plain.origin[0], 1e-4);  // as kAuto
}

TEST_F(ImageFileTest, SaysWhichOfTwoFormsIsUsed) {
  WriteImage(RandomImage(ObliqueGeometry({5, 4, 3}, 2), 2), At("plain.nii"));
  const Point origin = ReadImage(At("plain.nii")).geometry.origin;
  for (const int sform_code : {0, 1, 2, 4}) {
    for (const int qform_code : {0, 1, 2, 4}) {
      SCOPED_TRACE(fmt::format("sform {} qform {}", sform_code, qform_code));
      // The qform is moved by 3 mm to the left.
      float offset = 0;
      std::memcpy(&offset, common::ReadFile(At("plain.nii")).data() + 268, 4);
      Patched("moved.nii", 268, offset - 3);
      Patched("moved.nii", 252, static_cast<int16_t>(qform_code), At("moved.nii"));
      Patched("moved.nii", 254, static_cast<int16_t>(sform_code), At("moved.nii"));
      FileFacts facts;
      const Image found = ReadImage(At("moved.nii"), {}, &facts);
      const bool by_sform = sform_code == 1 || (sform_code > 0 && qform_code == 0);
      const double expected = by_sform ? origin[0] : qform_code > 0 ? origin[0] + 3 : 0;
      EXPECT_NEAR(found.geometry.origin[0], expected, 1e-4);
      ExpectGeometry<3>(*ItkRead<itk::Image<float, 3>>(At("moved.nii")), found.geometry);
      if (sform_code > 0 && qform_code > 0) {
        ASSERT_EQ(facts.warnings.size(), 1u);
        EXPECT_EQ(facts.warnings[0],
                  fmt::format("{}: its {} places voxels up to 3 mm elsewhere than its {}, which is used",
                              At("moved.nii"), by_sform ? "qform" : "sform", by_sform ? "sform" : "qform"));
      } else {
        EXPECT_TRUE(facts.warnings.empty());
      }
      if (sform_code == 0 && qform_code == 0) {
        EXPECT_EQ(found.geometry.direction, Eigen::Matrix3d::Identity());
        EXPECT_EQ(found.geometry.origin, Point::Zero());
      }
    }
  }
}

TEST_F(ImageFileTest, RefusesGeometryThatItkWouldRepair) {
  WriteImage(RandomImage(ObliqueGeometry({5, 4, 3}, 2), 2), At("plain.nii"));
  const auto message = [](const std::string& path) {
    return MessageOf(ErrorKind::kData, [&] { ReadImage(path); });
  };
  for (const float spacing : {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_THAT(message(Patched("spacing.nii", 84, spacing)),
                HasSubstr("spacing.nii: expected a spacing above 0 mm along axis 2 (pixdim), found "));
  }
  EXPECT_THAT(message(Patched("units.nii", 123, char{3})),
              HasSubstr("expected units of millimetres, found micrometres"));
  Patched("shear.nii", 284, 5.0F);
  Patched("shear.nii", 252, int16_t{0}, At("shear.nii"));
  EXPECT_THAT(message(At("shear.nii")), HasSubstr("expected an sform with orthogonal columns, found ["));
  EXPECT_THAT(message(Patched("complex.nii", 70, int16_t{32})), HasSubstr("NIfTI's data type 32"));
  EXPECT_THAT(message(Patched("size.nii", 44, int16_t{-4})),
              HasSubstr("expected at least 1 voxel along axis 2, found -4"));
  EXPECT_THAT(message(Patched("axes.nii", 40, int16_t{9})), HasSubstr("expected 1 to 7 dimensions, found 9"));

  const auto put = [&](const std::string& name, const std::string& text) {
    std::ofstream(At(name), std::ios::binary) << text;
    return At(name);
  };
  const std::string nrrd = "NRRD0005\ntype: uint8\ndimension: 2\nsizes: 2 2\nencoding: raw\n";
  EXPECT_THAT(message(put("a.nrrd", nrrd + "\nabcd")), HasSubstr("\"space directions\" or \"spacings\""));
  EXPECT_THAT(message(put("b.nrrd", nrrd + "spacings: 0 1\n\nabcd")), HasSubstr("b.nrrd: "));
  EXPECT_EQ(ReadImage(put("c.nrrd", nrrd + "spacings: 2 1\n\nabcd")).values,
            std::vector<float>({97, 98, 99, 100}));
  const std::string meta = "NDims = 2\nDimSize = 2 2\nElementType = MET_UCHAR\n";
  EXPECT_THAT(message(put("a.mha", meta + "ElementDataFile = LOCAL\nabcd")),
              HasSubstr("expected ElementSpacing"));
  const auto sheared = message(put(
      "b.mha", meta + "ElementSpacing = 1 1\nTransformMatrix = 1 0 0.5 1\nElementDataFile = LOCAL\nabcd"));
  EXPECT_THAT(
      sheared,
      HasSubstr("expected a direction matrix with orthogonal columns of length 1, found [1 0.5; 0 1]"));
  EXPECT_THAT(message(put("c.mha", meta + "ElementSpacing = 0 1\nElementDataFile = LOCAL\nabcd")),
              HasSubstr("c.mha: "));
  EXPECT_THAT(message(put("d.mha", meta + "ElementSpacing = 1 -1\nElementDataFile = LOCAL\nabcd")),
              HasSubstr("d.mha: "));
}

TEST_F(ImageFileTest, NamesVoxelsThatAreNoValues) {
  Image image(ObliqueGeometry({3, 2, 2}, 1), 1.0F);
  image.at(1, 0, 1) = std::numeric_limits<float>::quiet_NaN();
  WriteImage(image, At("nan.nii"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("nan.nii")); }),
              HasSubstr("nan.nii: voxel (1, 0, 1): expected a finite number of at most 3.4e38, found nan"));
  EXPECT_EQ(ReadImage(At("nan.nii"), {.nan_as_zero = true}).at(1, 0, 1), 0);
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadMask(At("nan.nii")); }), HasSubstr("voxel (1, 0, 1)"));
  image.at(1, 0, 1) = std::numeric_limits<float>::infinity();
  WriteImage(image, At("inf.nii"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("inf.nii"), {.nan_as_zero = true}); }),
              HasSubstr("found inf"));
  // A slope that is no power of 2 leaves labels beside whole numbers.
  image.at(1, 0, 1) = 3.0004F;
  WriteImage(image, At("nearly.nii"));
  FileFacts facts;
  EXPECT_EQ(ReadLabels(At("nearly.nii"), &facts).at(1, 0, 1), 3);
  EXPECT_THAT(facts.warnings, ElementsAre(HasSubstr("nearly.nii: 1 voxels lay up to 0.0004")));
  image.at(1, 0, 1) = 1.0078125F;
  WriteImage(image, At("fraction.nii"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLabels(At("fraction.nii")); }),
              HasSubstr("found 1.0078125;"));
  for (const float wrong : {2.5F, -1.0F, 3e9F}) {
    image.at(1, 0, 1) = wrong;
    WriteImage(image, At("wrong.nii.gz"));
    EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLabels(At("wrong.nii.gz")); }),
                HasSubstr("voxel (1, 0, 1): expected a label: a whole number from 0 to 2147483647, found "));
  }
  image.at(1, 0, 1) = -1;
  WriteImage(image, At("negative.nii"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadMask(At("negative.nii")); }), HasSubstr("found -1"));
}

TEST_F(ImageFileTest, ReadsFourAxesOfOneTimePointOnly) {
  const Image image = RandomImage(ObliqueGeometry({3, 4, 2}, 2), 2);
  WriteImage(image, At("plain.nii"));
  Patched("four.nii", 40, int16_t{4});
  const Image found = ReadImage(At("four.nii"));
  EXPECT_EQ(found.geometry.dimension, 3);
  EXPECT_TRUE(AreSame(found.geometry, image.geometry));
  EXPECT_EQ(found.values, image.values);
  Patched("two.nii", 46, int16_t{1}, At("four.nii"));
  Patched("two.nii", 48, int16_t{2}, At("two.nii"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("two.nii")); }),
              HasSubstr("expected one volume, found 2 time points"));
}

TEST_F(ImageFileTest, ReadsTheOtherOrderOfBytesAndPairs) {
  const Image image = RandomImage(ObliqueGeometry({3, 4, 2}, 2), 2);
  WriteImage(image, At("plain.nii"), PixelType::kInt16);
  const Image expected = ReadImage(At("plain.nii"));
  std::string bytes = common::ReadFile(At("plain.nii"));
  const auto swap = [&](size_t from, size_t to, size_t width) {
    for (; from < to; from += width)
      std::reverse(bytes.begin() + static_cast<long>(from), bytes.begin() + static_cast<long>(from + width));
  };
  swap(0, 4, 4);      // size of the header
  swap(40, 56, 2);    // dim
  swap(56, 68, 4);    // intent parameters
  swap(68, 76, 2);    // intent, datatype, bitpix, slice_start
  swap(76, 120, 4);   // pixdim, vox_offset, slope, intercept
  swap(252, 256, 2);  // form codes
  swap(256, 328, 4);  // quaternion, offsets, sform
  swap(352, bytes.size(), 2);
  std::ofstream(At("swapped.nii"), std::ios::binary) << bytes;
  const Image found = ReadImage(At("swapped.nii"));
  EXPECT_EQ(found.values, expected.values);
  EXPECT_TRUE(AreSame(found.geometry, expected.geometry, 1e-9));
  const auto by_itk = ItkRead<itk::Image<float, 3>>(At("swapped.nii"));
  EXPECT_EQ(by_itk->GetBufferPointer()[5], expected.values[5]);

  const auto writer = itk::ImageFileWriter<itk::Image<float, 3>>::New();
  writer->SetImageIO(IoFor(".nii"));
  writer->SetFileName(At("pair.hdr"));
  writer->SetInput(by_itk);
  writer->Update();
  for (const std::string name : {"pair.hdr", "pair.img"}) {
    EXPECT_EQ(ReadImage(At(name)).values, expected.values);
    EXPECT_TRUE(AreSame(ReadImage(At(name)).geometry, expected.geometry, 1e-5));
  }
  std::filesystem::remove(At("pair.img"));
  EXPECT_THAT(MessageOf(ErrorKind::kEnvironment, [&] { ReadImage(At("pair.hdr")); }),
              HasSubstr("no .img file beside it"));
}

TEST_F(ImageFileTest, RefusesColorsAndVectors) {
  using Colors = itk::Image<itk::RGBPixel<uint8_t>, 3>;
  const auto colors = Colors::New();
  colors->SetRegions(Colors::SizeType{2, 2, 2});
  colors->Allocate(true);
  for (const std::string extension : {".nii", ".mha"}) {
    const auto writer = itk::ImageFileWriter<Colors>::New();
    writer->SetImageIO(IoFor(extension));
    writer->SetFileName(At("rgb" + extension));
    writer->SetInput(colors);
    writer->Update();
    EXPECT_THAT(
        MessageOf(ErrorKind::kData, [&] { ReadImage(At("rgb" + extension)); }),
        HasSubstr(extension == ".nii" ? "found colours; convert it to grey" : "expected one number a voxel"));
  }
  WriteField(SmoothField(ObliqueGeometry({3, 3, 3}, 1), 1, 10, 1), At("field.nii"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("field.nii")); }),
              HasSubstr("expected one number a voxel, found vectors of 3 numbers"));
}

TEST_F(ImageFileTest, DamagedFilesAreErrorsWithTheirName) {
  const Image image = RandomImage(ObliqueGeometry({16, 16, 16}, 2), 2);
  for (const std::string& extension : kExtensions) {
    const std::string path = At("whole" + extension);
    WriteImage(image, path);
    const std::string data = extension == ".mhd" ? At("whole.raw") : path, bytes = common::ReadFile(data);
    for (const size_t size : {size_t{0}, size_t{20}, size_t{400}, bytes.size() / 2, bytes.size() - 40}) {
      SCOPED_TRACE(fmt::format("{} {}", extension, size));
      std::ofstream(data, std::ios::binary) << bytes.substr(0, size);
      EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(path); }), HasSubstr(data));
    }
  }
  for (const std::string name : {"text.nii", "text.png"}) {
    std::ofstream(At(name)) << "This is no image, but it is long enough to be looked at.\n";
    EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At(name)); }),
                HasSubstr(name == "text.nii" ? "expected a NIfTI-1 file, found something else"
                                             : "expected an image: NIfTI (.nii, .nii.gz), NRRD"));
  }
  EXPECT_THAT(MessageOf(ErrorKind::kEnvironment, [&] { ReadImage(At("absent.nii")); }),
              HasSubstr("absent.nii: no such file"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(folder_.path()); }), HasSubstr("one DICOM series"));
  // A header that asks for far more than the file holds.
  WriteImage(image, At("plain.nii"));
  Patched("huge.nii", 42, int16_t{2000});
  Patched("huge.nii", 44, int16_t{2000}, At("huge.nii"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("huge.nii")); }),
              HasSubstr("huge.nii: is cut short: expected 256000000 bytes of voxels, found "));
  Patched("zero.nii", 252, int16_t{0});
  Patched("zero.nii", 280, std::array<float, 12>{}, At("zero.nii"));
  EXPECT_THAT(
      MessageOf(ErrorKind::kData, [&] { ReadImage(At("zero.nii")); }),
      HasSubstr("expected an sform with columns that are not 0, found a column of 0; set sform_code"));
  // Memory is taken for no more than a file without compression can hold.
  std::filesystem::resize_file(At("huge.nii"), 1'000'352);
  const common::PeakMemory memory = common::MeasurePeakMemory([&] {
    return [&] {
      EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadImage(At("huge.nii")); }),
                  HasSubstr("expected 256000000 bytes of voxels, found 1000000"));
    };
  });
  EXPECT_LT(memory.peak - memory.before, 100);
}

TEST_F(ImageFileTest, SaysWhatCannotBeWritten) {
  const Image image = RandomImage(ObliqueGeometry({3, 3, 3}, 2), 2);
  EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { WriteImage(image, At("x.tif")); }),
              HasSubstr("expected a file name that ends in .nii, .nii.gz, .nrrd, .mha or .mhd"));
  EXPECT_THAT(MessageOf(ErrorKind::kEnvironment, [&] { WriteImage(image, At("no/x.nii")); }),
              HasSubstr("no/x.nii"));
  LabelMap labels(image.geometry, 300);
  EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { WriteLabels(labels, At("x.nii"), PixelType::kUint8); }),
              HasSubstr("expected a pixel type that holds label 300, found uint8"));
  Geometry wide;
  wide.size = VoxelIndex(40'000, 1, 1);
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { WriteImage(Image(wide), At("x.nii")); }),
              HasSubstr("at most 32767 voxels"));
}

TEST_F(ImageFileTest, FieldsAreVectorsInLps) {
  for (const uint64_t seed : {1, 2}) {
    for (const std::string& extension : kExtensions) {
      SCOPED_TRACE(extension);
      const DisplacementField field = SmoothField(ObliqueGeometry({4, 5, 3}, seed), 2, 9, seed);
      WriteField(field, At("field" + extension));
      using Vectors = itk::Image<itk::Vector<float, 3>, 3>;
      const auto found = ItkRead<Vectors>(At("field" + extension));
      ExpectGeometry<3>(*found, field.geometry);
      EXPECT_EQ(std::memcmp(found->GetBufferPointer(), field.values.data(), field.values.size() * 12), 0);
      EXPECT_EQ(ReadField(At("field" + extension)).values, field.values);

      const DisplacementField flat = SmoothField(ObliqueGeometry2D(4, 5, seed), 2, 9, seed);
      WriteField(flat, At("flat" + extension));
      using Vectors2D = itk::Image<itk::Vector<float, 2>, 2>;
      const auto found_flat = ItkRead<Vectors2D>(At("flat" + extension));
      ExpectGeometry<2>(*found_flat, flat.geometry);
      for (size_t i = 0; i < flat.values.size(); ++i) {
        EXPECT_EQ(found_flat->GetBufferPointer()[i][0], flat.values[i][0]);
        EXPECT_EQ(found_flat->GetBufferPointer()[i][1], flat.values[i][1]);
      }
      EXPECT_EQ(ReadField(At("flat" + extension)).values, flat.values);

      const DisplacementField slice = SmoothField(ObliqueGeometry({4, 5, 1}, seed), 2, 9, seed);
      WriteField(slice, At("slice" + extension));
      const DisplacementField found_slice = ReadField(At("slice" + extension));
      EXPECT_TRUE(AreSame(found_slice.geometry, slice.geometry, 1e-4)) << Describe(found_slice.geometry);
      EXPECT_EQ(found_slice.values, slice.values);
    }
  }
}

TEST_F(ImageFileTest, DisplacementVectorsByTheStandardAreRas) {
  const DisplacementField field = SmoothField(ObliqueGeometry({4, 5, 3}, 1), 2, 9, 1);
  WriteField(field, At("plain.nii"));
  Patched("ras.nii", 68, int16_t{1006});
  const DisplacementField found = ReadField(At("ras.nii"));
  for (size_t i = 0; i < field.values.size(); ++i) {
    EXPECT_EQ(found.values[i], Eigen::Vector3f(-field.values[i][0], -field.values[i][1], field.values[i][2]));
  }
  EXPECT_THAT(MessageOf(ErrorKind::kData,
                        [&] {
                          WriteImage(RandomImage(field.geometry, 1), At("image.nii"));
                          ReadField(At("image.nii"));
                        }),
              HasSubstr("expected a displacement field: vectors of 3 numbers, found an image"));
}

// Slices as a scanner sends them, in files whose names are in no order.
void WriteSlices(const std::string& folder, const Geometry& geometry, const std::vector<int>& left_out) {
  using Slice = itk::Image<int16_t, 2>;
  std::filesystem::create_directories(folder);
  for (int k = 0; k < geometry.size[2]; ++k) {
    if (std::ranges::count(left_out, k) > 0) continue;
    const auto slice = Slice::New();
    slice->SetRegions(
        Slice::SizeType{static_cast<size_t>(geometry.size[0]), static_cast<size_t>(geometry.size[1])});
    slice->Allocate();
    slice->SetSpacing(geometry.spacing.data());
    for (int i = 0; i < geometry.size[0] * geometry.size[1]; ++i) {
      slice->GetBufferPointer()[i] = static_cast<int16_t>(100 * k + i - 50);
    }
    const auto io = itk::GDCMImageIO::New();
    io->KeepOriginalUIDOn();
    auto& tags = slice->GetMetaDataDictionary();
    const Point origin = geometry.PointOf(Point(0, 0, k));
    const Eigen::Matrix3d& d = geometry.direction;
    const auto set = [&](const std::string& tag, const std::string& value) {
      itk::EncapsulateMetaData(tags, tag, value);
    };
    set("0008|0016", "1.2.840.10008.5.1.4.1.1.2");
    set("0008|0060", "CT");
    set("0008|0018", fmt::format("1.2.826.0.1.3680043.2.1125.1.{}", k + 1));
    set("0020|000d", "1.2.826.0.1.3680043.2.1125.2");
    set("0020|000e", "1.2.826.0.1.3680043.2.1125.3");
    set("0020|0032", fmt::format("{:.9f}\\{:.9f}\\{:.9f}", origin[0], origin[1], origin[2]));
    set("0020|0037", fmt::format("{:.9f}\\{:.9f}\\{:.9f}\\{:.9f}\\{:.9f}\\{:.9f}", d(0, 0), d(1, 0), d(2, 0),
                                 d(0, 1), d(1, 1), d(2, 1)));
    set("0028|1052", "-50");
    set("0028|1053", "1");
    const auto writer = itk::ImageFileWriter<Slice>::New();
    writer->SetImageIO(io);
    writer->SetFileName(fmt::format("{}/{}.dcm", folder, (7 * k) % 11));
    writer->SetInput(slice);
    writer->Update();
  }
}

TEST_F(ImageFileTest, ReadsADicomSeries) {
  const Geometry geometry = ObliqueGeometry({6, 5, 4}, 2);
  WriteSlices(At("series"), geometry, {});
  Image found = ReadImage(At("series"));
  ASSERT_EQ(found.geometry.size, geometry.size);
  // A series has no order of its own: it may come from the other end.
  const Point first = found.geometry.PointOf(Point(0, 0, 0));
  const bool turned = (first - geometry.origin).norm() > 1;
  for (int k = 0; k < 4; ++k) {
    const int there = turned ? 3 - k : k;
    EXPECT_LT((found.geometry.PointOf(Point(5, 4, there)) - geometry.PointOf(Point(5, 4, k))).norm(), 1e-3);
    for (int i = 0; i < 30; ++i)
      EXPECT_EQ(found.at(i % 6, i / 6, there), static_cast<float>(100 * k + i - 50));
  }
}

TEST_F(ImageFileTest, SaysWhatADicomSeriesLacks) {
  const auto message = [](const std::string& path) {
    return MessageOf(ErrorKind::kData, [&] { ReadImage(path); });
  };
  const Geometry geometry = ObliqueGeometry({6, 5, 6}, 2);
  const auto name = [](int k) { return fmt::format("{}.dcm", (7 * k) % 11); };
  WriteSlices(At("holes"), geometry, {2, 3});
  EXPECT_THAT(message(At("holes")),
              testing::AllOf(HasSubstr("holes: its slices are not equally far from each other"),
                             HasSubstr("a gap of "), HasSubstr(name(1)), HasSubstr(name(4))));

  WriteSlices(At("times"), geometry, {});
  WriteSlices(At("again"), geometry, {});
  for (int k = 0; k < 6; ++k) {
    std::filesystem::copy_file(At("again/" + name(k)), At("times/again-" + name(k)));
  }
  EXPECT_THAT(message(At("times")), HasSubstr("found a series of 2 time points, 6 slices each"));

  // GDCM takes 0 for what is missing.
  WriteSlices(At("cut"), geometry, {});
  const std::string slice = common::ReadFile(At("cut/" + name(2)));
  for (const size_t less : {1, 20, 60}) {
    std::ofstream(At("cut/" + name(2)), std::ios::binary) << slice.substr(0, slice.size() - less);
    EXPECT_THAT(message(At("cut")),
                HasSubstr(name(2) + ": is cut short: expected 60 bytes of voxels, found "))
        << less;
  }

  WriteSlices(At("others"), geometry, {});
  const Image whole = ReadImage(At("others"));
  std::ofstream(At("others/stub.dcm"), std::ios::binary) << slice.substr(0, 140);
  std::ofstream(At("others/README")) << "about\n";
  FileFacts facts;
  EXPECT_EQ(ReadImage(At("others"), {}, &facts).values, whole.values);
  EXPECT_THAT(facts.warnings,
              ElementsAre(HasSubstr(
                  "2 files are no images of the series and are left out; the first one is 'README'")));
}

}  // namespace
}  // namespace structlab::registration
