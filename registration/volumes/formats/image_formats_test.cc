// Files of MetaImage and NRRD as other programs write them, and damaged ones. The voxels are known.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/raw_volume.h"

namespace structlab::registration {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::HasSubstr;

enum class Packing { kZlib = 15, kGzip = 15 + 16 };

std::string Packed(const std::string& bytes, Packing packing) {
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, static_cast<int>(packing), 8, Z_DEFAULT_STRATEGY);
  std::string packed(bytes.size() + 1000, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

class ImageFormatsTest : public testing::Test {
 protected:
  ImageFormatsTest() {
    for (int i = 0; i < 24; ++i) numbers_.push_back(static_cast<float>(i * i % 17 - 3));
    for (const float number : numbers_) {
      const auto value = static_cast<int16_t>(number);
      little_.append(reinterpret_cast<const char*>(&value), 2);
      big_.push_back(static_cast<char>(value >> 8));
      big_.push_back(static_cast<char>(value & 255));
      text_ += fmt::format("{}\n", value);
    }
  }
  std::string Put(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.path() + "/" + name, std::ios::binary) << content;
    return folder_.path() + "/" + name;
  }
  std::string DataError(const std::string& path) const {
    return MessageOf(ErrorKind::kData, [&] { ReadImage(path); });
  }
  // The values of a 4 x 3 x 2 image of int16, and a spacing and origin that all these files have.
  void ExpectWhole(const std::string& path) const {
    SCOPED_TRACE(path);
    FileFacts facts;
    const Image image = ReadImage(path, {}, &facts);
    EXPECT_EQ(image.values, numbers_);
    EXPECT_EQ(image.geometry.size, VoxelIndex(4, 3, 2));
    EXPECT_EQ(image.geometry.spacing, Point(1, 2, 3));
    EXPECT_EQ(image.geometry.origin, Point(-5, 6, 7));
    EXPECT_EQ(facts.type, PixelType::kInt16);
    EXPECT_TRUE(facts.warnings.empty());
  }
  static std::string Meta(const std::string& more, const std::string& data = "LOCAL") {
    return "ObjectType = Image\nNDims = 3\nElementSpacing = 1 2 3\nOffset = -5 6 7\nDimSize = 4 3 2\n"
           "ElementType = MET_SHORT\n" +
           more + "ElementDataFile = " + data + "\n";
  }
  static std::string Nrrd(const std::string& encoding, const std::string& more = "") {
    return "NRRD0004\n# a comment\ntype: short\ndimension: 3\nspace: left-posterior-superior\nsizes: 4 3 2\n"
           "space directions: (1,0,0) (0, 2, 0) (0,0,3)\nspace origin: (-5,6,7)\nkey:=value\nendian: little\n"
           "encoding: " +
           encoding + "\n" + more + "\n";
  }
  // No bit of compressed voxels may change without an error.
  void ExpectThatDamageIsSeen(const std::string& name, const std::string& header,
                              const std::string& packed) const {
    int num_harmless = 0;
    for (size_t bit = 0; bit < 8 * packed.size(); bit += 3) {
      std::string damaged = packed;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
      const std::string path = Put(name, header + damaged);
      try {
        EXPECT_EQ(ReadImage(path).values, numbers_) << bit;
        ++num_harmless;
      } catch (const common::Error& error) {
        EXPECT_THAT(error.what(), HasSubstr(path));
      }
    }
    // The bits without a meaning: of gzip's header of ten bytes, and up to seven before the checksum.
    EXPECT_LE(num_harmless, (80 + 7) / 3);
    for (size_t size = 0; size < packed.size(); size += 3) {
      // All voxels are there, but not the end of the stream with its checksum, at most 12 bytes.
      const bool is_checksum = size + 12 >= packed.size();
      EXPECT_THAT(DataError(Put(name, header + packed.substr(0, size))),
                  testing::AnyOf(HasSubstr("is cut short"),
                                 HasSubstr(is_checksum ? "no checksum at their end" : "is cut short")))
          << size;
    }
  }

  const common::ScratchFolder folder_{"formats"};
  std::vector<float> numbers_;
  std::string little_, big_, text_;
};

TEST_F(ImageFormatsTest, ReadsTheVariantsOfMetaImage) {
  ExpectWhole(Put("plain.mha", Meta("BinaryData = True\nBinaryDataByteOrderMSB = False\n") + little_));
  ExpectWhole(Put("bare.mha", Meta("") + little_));
  ExpectWhole(Put("big.mha", Meta("BinaryDataByteOrderMSB = True\n") + big_));
  ExpectWhole(Put("element.mha", Meta("ElementByteOrderMSB = True\n") + big_));
  ExpectWhole(Put("text.mha", Meta("BinaryData = False\n") + text_));
  std::string crlf = Meta("");
  for (size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2) crlf.insert(at, "\r");
  ExpectWhole(Put("crlf.mha", crlf + little_));
  for (const Packing packing : {Packing::kZlib, Packing::kGzip}) {
    const std::string packed = Packed(little_, packing);
    const std::string size = fmt::format("CompressedDataSize = {}\n", packed.size());
    ExpectWhole(Put("packed.mha", Meta("CompressedData = True\n" + size) + packed));
    ExpectWhole(Put("unsized.mha", Meta("CompressedData = True\n") + packed));
    Put("packed.zraw", packed);
    ExpectWhole(Put("packed.mhd", Meta("CompressedData = True\n", "packed.zraw")));
  }
  Put("a b.raw", "head" + little_);
  ExpectWhole(Put("skip.mhd", Meta("HeaderSize = 4\n", "a b.raw")));
  ExpectWhole(Put("end.mhd", Meta("HeaderSize = -1\n", "a b.raw")));
  Put("slice-01.raw", little_.substr(0, 24));
  Put("slice-02.raw", little_.substr(24));
  ExpectWhole(Put("list.mhd", Meta("", "LIST") + "slice-01.raw\nslice-02.raw\n"));
  ExpectWhole(Put("counted.mhd", Meta("", "slice-%02d.raw 1 2 1")));
  FileFacts facts;
  EXPECT_EQ(ReadImage(Put("more.mha", Meta("") + little_ + "12345"), {}, &facts).values, numbers_);
  EXPECT_THAT(facts.warnings,
              testing::ElementsAre(HasSubstr("more.mha: holds 5 bytes more than its header says")));
}

TEST_F(ImageFormatsTest, SeesDamageOfMetaImage) {
  ExpectThatDamageIsSeen("zlib.mha", Meta("CompressedData = True\n"), Packed(little_, Packing::kZlib));
  ExpectThatDamageIsSeen("gzip.mha", Meta("CompressedData = True\n"), Packed(little_, Packing::kGzip));
  EXPECT_THAT(DataError(Put("cut.mha", Meta("") + little_.substr(1))),
              HasSubstr("cut.mha: is cut short: expected 48 bytes of voxels, found 47"));
  EXPECT_THAT(DataError(Put("cut.mha", Meta("BinaryData = False\n") + text_.substr(0, text_.size() - 4))),
              HasSubstr("expected 24 numbers, found the end of the file"));
  Put("packed.zraw", Packed(little_, Packing::kZlib).substr(0, 20));
  EXPECT_THAT(DataError(Put("packed.mhd", Meta("CompressedData = True\n", "packed.zraw"))),
              HasSubstr("packed.zraw: is cut short"));
  Put("one.raw", little_.substr(0, 24));
  Put("two.raw", little_.substr(24, 20));
  EXPECT_THAT(DataError(Put("list.mhd", Meta("", "LIST") + "one.raw\ntwo.raw\n")),
              HasSubstr("two.raw: is cut short: expected 24 bytes of voxels, found 20"));
  EXPECT_THAT(
      MessageOf(ErrorKind::kEnvironment, [&] { ReadImage(Put("gone.mhd", Meta("", "gone.raw"))); }),
      testing::AllOf(HasSubstr("gone.raw: no such file, which "), HasSubstr("gone.mhd names as its voxels")));
  EXPECT_THAT(
      DataError(Put("more.mha", Meta("CompressedData = True\n") + Packed(little_ + "12", Packing::kZlib))),
      HasSubstr("found more than 48 bytes of them"));
  for (const std::string wrong :
       {"NDims = x\n", "NDims = 7\n", "DimSize = 4 3\n", "DimSize = 4 3 0\n", "DimSize = 4 3 1e30\n",
        "ElementType = MET_OTHER\n", "ElementNumberOfChannels = 0\n", "ElementSpacing = 1 2 nan\n",
        "ElementSpacing = 1 2 0\n", "TransformMatrix = 1 0 0\n", "HeaderSize = -1e9\n",
        "DistanceUnits = um\n", "CompressedData = True\nCompressedDataSize = -1\n"}) {
    EXPECT_THAT(DataError(Put("wrong.mha", Meta(wrong) + little_)), HasSubstr("wrong.mha")) << wrong;
  }
  EXPECT_THAT(DataError(Put("wrong.mha", Meta("BinaryData = False\n") + "1 2 3")),
              HasSubstr("expected 24 numbers, found 5 characters"));
  const std::string packed = Packed(little_, Packing::kZlib);
  EXPECT_THAT(DataError(Put("x.mha", Meta("CompressedData = True\n") + packed.substr(0, packed.size() - 1))),
              HasSubstr("expected intact compressed voxels, found no checksum at their end"));
  ExpectWhole(Put("mm.mha", Meta("DistanceUnits = mm\n") + little_));
  // The step leads beyond the largest number.
  const std::string most = "9223372036854775807";
  EXPECT_THAT(MessageOf(ErrorKind::kEnvironment,
                        [&] { ReadImage(Put("far.mhd", Meta("", "x%d.raw 0 " + most + " " + most))); }),
              HasSubstr("x0.raw: no such file, which "));
  EXPECT_THAT(DataError(Put("text.mha", "This is some text.\n")),
              HasSubstr("expected the header of a MetaImage"));
}

TEST_F(ImageFormatsTest, ReadsTheVariantsOfNrrd) {
  ExpectWhole(Put("raw.nrrd", Nrrd("raw") + little_));
  ExpectWhole(Put("gzip.nrrd", Nrrd("gzip") + Packed(little_, Packing::kGzip)));
  ExpectWhole(Put("text.nrrd", Nrrd("ascii") + text_));
  ExpectWhole(Put("skip.nrrd", Nrrd("raw", "line skip: 1\nbyte skip: 2\n") + "line\nxx" + little_));
  ExpectWhole(Put("skip.nrrd", Nrrd("gzip", "byte skip: 2\n") + Packed("xx" + little_, Packing::kGzip)));
  Put("voxels.raw", "header" + little_);
  ExpectWhole(Put("detached.nhdr", Nrrd("raw", "byte skip: -1\ndata file: voxels.raw\n")));
  Put("slice1.raw", little_.substr(0, 24));
  Put("slice2.raw", little_.substr(24));
  ExpectWhole(Put("counted.nhdr", Nrrd("raw", "data file: slice%d.raw 1 2 1\n")));
  ExpectWhole(Put("list.nhdr", Nrrd("raw", "data file: LIST\nslice1.raw\nslice2.raw\n")));
  const auto with = [&](std::string header, const std::string& old, const std::string& changed) {
    header.replace(header.find(old), old.size(), changed);
    return header;
  };
  ExpectWhole(Put("big.nrrd", with(Nrrd("raw"), "little", "big") + big_));
  ExpectWhole(Put("type.nrrd", with(Nrrd("raw"), "type: short", "Type: signed short int") + little_));
  std::string crlf = Nrrd("raw");
  for (size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2) crlf.insert(at, "\r");
  ExpectWhole(Put("crlf.nrrd", crlf + little_));
  // RAS, LAS: the signs of directions and origin change.
  const std::string ras = with(Nrrd("raw"), "left-posterior-superior", "right-anterior-superior"),
                    las = with(Nrrd("raw"), "left-posterior-superior", "LAS");
  EXPECT_EQ(ReadImage(Put("ras.nrrd", ras + little_)).geometry.PointOf(Point(1, 1, 1)),
            Point(5 - 1, -6 - 2, 10));
  EXPECT_EQ(ReadImage(Put("las.nrrd", las + little_)).geometry.PointOf(Point(1, 1, 1)),
            Point(-5 + 1, -6 - 2, 10));
  // One time point: the space has four axes.
  std::string timed = with(ras, "right-anterior-superior", "right-anterior-superior-time");
  timed = with(with(timed, "dimension: 3", "dimension: 4"), "sizes: 4 3 2", "sizes: 4 3 2 1");
  timed = with(timed, "(1,0,0) (0, 2, 0) (0,0,3)", "(1,0,0,0) (0,2,0,0) (0,0,3,0) (0,0,0,1)");
  timed = with(timed, "(-5,6,7)", "(-5,6,7,0)");
  EXPECT_EQ(ReadRawVolume(Put("timed.nrrd", with(timed, "(0,0,0,1)", "(0,0,0,2.5)") + little_)).frame_step,
            2.5);
  const Image one = ReadImage(Put("timed.nrrd", timed + little_));
  EXPECT_EQ(one.values, numbers_);
  EXPECT_EQ(one.geometry.PointOf(Point(1, 1, 1)), Point(5 - 1, -6 - 2, 10));
  // Without directions.
  std::string spaced = with(Nrrd("raw"), "space: left-posterior-superior\n", "");
  spaced = with(spaced, "space origin: (-5,6,7)\n", "axis mins: -5 6 7\ncenters: node node node\n");
  ExpectWhole(Put("spaced.nrrd",
                  with(spaced, "space directions: (1,0,0) (0, 2, 0) (0,0,3)", "spacings: 1 2 3") + little_));
}

// Components first or last are the same field.
TEST_F(ImageFormatsTest, ReadsVectorsOfNrrd) {
  const std::string begin =
      "NRRD0004\ntype: float\ndimension: 4\nspace: left-posterior-superior\nendian: little\n"
      "encoding: raw\nspace origin: (0,0,0)\n";
  std::string first, last;
  const auto add = [](std::string& to, float value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  for (int i = 0; i < 8; ++i) {
    for (int c = 0; c < 3; ++c) add(first, static_cast<float>(10 * i + c));
  }
  for (int c = 0; c < 3; ++c) {
    for (int i = 0; i < 8; ++i) add(last, static_cast<float>(10 * i + c));
  }
  const DisplacementField a =
      ReadField(Put("first.nrrd", begin +
                                      "sizes: 3 2 2 2\nspace directions: none (1,0,0) (0,1,0) "
                                      "(0,0,1)\nkinds: vector domain domain domain\n\n" +
                                      first));
  const DisplacementField b =
      ReadField(Put("last.nrrd", begin +
                                     "sizes: 2 2 2 3\nspace directions: (1,0,0) (0,1,0) (0,0,1) none\nkinds: "
                                     "domain domain domain vector\n\n" +
                                     last));
  ASSERT_EQ(a.values.size(), 8u);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(a.values[i], Eigen::Vector3d(10 * i, 10 * i + 1, 10 * i + 2).cast<float>());
    EXPECT_EQ(b.values[i], a.values[i]);
  }
}

// Colours are three or four bytes; others of that kind keep their numbers as vectors.
TEST_F(ImageFormatsTest, TakesColoursOfNrrdThatNiftiCanHold) {
  const auto is_color = [&](int components, const std::string& type, size_t bytes) {
    const std::string header = fmt::format(
        "NRRD0004\ntype: {}\ndimension: 4\nspace: left-posterior-superior\nsizes: {} 2 2 2\n"
        "space directions: none (1,0,0) (0,1,0) (0,0,1)\nspace origin: (0,0,0)\n"
        "kinds: RGB-color domain domain domain\nendian: little\nencoding: raw\n\n",
        type, components);
    const RawVolume raw =
        ReadRawVolume(Put("c.nrrd", header + std::string(8 * bytes * static_cast<size_t>(components), 'x')));
    EXPECT_EQ(raw.components, components);
    return raw.is_color;
  };
  EXPECT_TRUE(is_color(3, "uchar", 1));
  EXPECT_TRUE(is_color(4, "uchar", 1));
  EXPECT_FALSE(is_color(2, "uchar", 1));
  EXPECT_FALSE(is_color(3, "short", 2));
}

TEST_F(ImageFormatsTest, SeesDamageOfNrrd) {
  ExpectThatDamageIsSeen("x.nrrd", Nrrd("gzip"), Packed(little_, Packing::kGzip));
  EXPECT_THAT(DataError(Put("cut.nrrd", Nrrd("raw") + little_.substr(2))), HasSubstr("is cut short"));
  const auto message = [&](const std::string& old, const std::string& changed) {
    std::string header = Nrrd("raw");
    header.replace(header.find(old), old.size(), changed);
    return DataError(Put("x.nrrd", header + little_));
  };
  const std::string directions = "space directions: (1,0,0) (0, 2, 0) (0,0,3)";
  EXPECT_THAT(message("(0,0,3)", "none"),
              HasSubstr("x.nrrd: expected a space direction of axis 3, found none"));
  EXPECT_THAT(
      message("space: left-posterior-superior\nsizes: 4 3 2\n" + directions + "\nspace origin: (-5,6,7)",
              "sizes: 4 3 2\nspacings: 1 1 nan"),
      HasSubstr("expected a spacing above 0 mm along axis 3, found nan"));
  EXPECT_THAT(message("key:=value", "space units: \"um\" \"um\" \"um\""),
              HasSubstr("expected space units of \"mm\", found 'um'"));
  EXPECT_THAT(message("key:=value", "space units: \"mm\" \"mm\" \"m\""), HasSubstr("found 'm'"));
  EXPECT_THAT(message("encoding: raw", "encoding: bzip2"),
              HasSubstr("expected the encoding raw, gzip or text"));
  EXPECT_THAT(message("endian: little\n", ""), HasSubstr("expected \"endian: little\" or \"endian: big\""));
  EXPECT_THAT(message("type: short", "type: block"), HasSubstr("expected a type of integers"));
  EXPECT_THAT(message("space: left-posterior-superior", "space dimension: -1"),
              HasSubstr("expected a space dimension of 2 to 4, found -1"));
  EXPECT_THAT(message("(0,0,3)", "(0,1,3)"), HasSubstr("orthogonal columns"));
  EXPECT_THAT(message("(0,0,3)", "(0,0)"), HasSubstr("space directions of 3 numbers"));
  EXPECT_THAT(message("sizes: 4 3 2", "sizes: 4 3"), HasSubstr("3 numbers as sizes"));
  EXPECT_THAT(message("sizes: 4 3 2", "sizes: 4 3 0"), HasSubstr("sizes of at least 1"));
  EXPECT_THAT(message("left-posterior-superior", "upside-down"), HasSubstr("found 'upside-down'"));
  EXPECT_THAT(MessageOf(ErrorKind::kEnvironment,
                        [&] { ReadImage(Put("gone.nhdr", Nrrd("raw", "data file: gone.raw\n"))); }),
              HasSubstr("gone.raw: no such file, which "));
}

TEST_F(ImageFormatsTest, NamesWhatIsNoImage) {
  for (const std::string name : {"x.nii.gz", "x.nrrd", "x.mha"}) {
    EXPECT_THAT(DataError(Put(name, "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")),
                HasSubstr(name + ": expected an image, found a pointer of Git LFS; fetch the image itself"));
    EXPECT_THAT(DataError(Put(name, "\n <!DOCTYPE HTML>\n<html></html>")), HasSubstr("found a web page"));
  }
}

// A .mhd writes its voxels beside it, and replaces only its own.
TEST_F(ImageFormatsTest, WritesVoxelsOverItsOwnFileOnly) {
  const Image image = ReadImage(Put("plain.mha", Meta("") + little_));
  const std::string path = folder_.path() + "/x.mhd", voxels = folder_.path() + "/x.raw";
  Put("x.raw", "of another program");
  EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { WriteImage(image, path); }),
              HasSubstr("x.raw, where the voxels go, found one that does not belong to "));
  EXPECT_EQ(common::ReadFile(voxels), "of another program");
  std::filesystem::remove(voxels);
  WriteImage(image, path);
  WriteImage(image, path, PixelType::kInt16);
  EXPECT_EQ(common::ReadFile(voxels), little_);
  Put("y.mhd", Meta("", "x.raw"));
  Put("y.raw", "of another program");
  EXPECT_THROW(WriteImage(image, folder_.path() + "/y.mhd"), common::Error);
  EXPECT_EQ(common::ReadFile(voxels), little_);
}

}  // namespace
}  // namespace structlab::registration
