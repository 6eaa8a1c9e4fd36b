#include "structured_learning/segmentation/mask.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/testing/image_bytes.h"
#include "structured_learning/segmentation/mask_agreement.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;
using graphical_models::Image;

Image Gray(std::vector<uint8_t> values) {
  return {.width = static_cast<int>(values.size()), .height = 1, .channels = 1, .values = std::move(values)};
}

MaskValue Value(const std::string& text) { return ParseMaskValue(text, "x"); }

std::vector<uint8_t> LabelsOf(const Image& image, const MaskOptions& options = {}, bool is_lossy = false) {
  std::vector<std::string> notes;
  return MaskReader(options).FromImage(image, is_lossy, "m.png", notes).labels;
}

using Labels = std::vector<uint8_t>;

TEST(Mask, HasTheBrighterOfTwoValuesAsForeground) {
  EXPECT_EQ(LabelsOf(Gray({0, 255, 0})), (Labels{0, 1, 0}));
  EXPECT_EQ(LabelsOf(Gray({1, 0, 1})), (Labels{1, 0, 1}));
  EXPECT_EQ(LabelsOf(Gray({128, 64})), (Labels{1, 0}));
  // Red on black, and light green on dark red.
  EXPECT_EQ(LabelsOf({.width = 2, .height = 1, .channels = 3, .values = {0, 0, 0, 128, 0, 0}}),
            (Labels{0, 1}));
  EXPECT_EQ(LabelsOf({.width = 2, .height = 1, .channels = 3, .values = {0, 200, 0, 128, 0, 0}}),
            (Labels{1, 0}));
}

TEST(Mask, ChoosesOneOfSeveralValues) {
  const Image voc = Gray({0, 1, 15, 255, 15});
  EXPECT_EQ(LabelsOf(voc, {.foreground = Value("15")}), (Labels{0, 0, 1, 0, 1}));
  EXPECT_EQ(LabelsOf(voc, {.foreground = Value("15"), .ignored = Value("255")}), (Labels{0, 0, 1, kVoid, 1}));
  // The ignored value does not count as one of the two.
  EXPECT_EQ(LabelsOf(Gray({0, 1, 255}), {.ignored = Value("255")}), (Labels{0, 1, kVoid}));
  EXPECT_EQ(LabelsOf(Gray({0, 255}), {.foreground = Value("0")}), (Labels{1, 0}));
  EXPECT_EQ(LabelsOf({.width = 2, .height = 1, .channels = 3, .values = {224, 224, 192, 192, 128, 128}},
                     {.foreground = Value("192,128,128"), .ignored = Value("#e0e0c0")}),
            (Labels{kVoid, 1}));
  // A chosen foreground need not occur.
  EXPECT_EQ(LabelsOf(Gray({3, 3}), {.foreground = Value("255")}), (Labels{0, 0}));
}

TEST(Mask, NamesTheValuesThatItCannotRead) {
  EXPECT_EQ(MessageOf([] {
              LabelsOf(Gray({7, 7}));
            }),
            "m.png: expected two values, background and foreground, found only 7; give --foreground=VALUE if "
            "all pixels have one label, or leave the image out");
  EXPECT_EQ(MessageOf([] {
              LabelsOf(Gray({0, 255, 1}));
            }),
            "m.png: expected two values, found 0, 1 and 255; give --foreground=VALUE, and --void=VALUE if a "
            "value means unknown");
  EXPECT_EQ(MessageOf([] { LabelsOf(Gray({9}), {.ignored = Value("9")}); }),
            "m.png: expected two values, background and foreground, found no pixel but ignored ones; give "
            "--foreground=VALUE if all pixels have one label, or leave the image out");
  EXPECT_EQ(MessageOf([] {
              LabelsOf({.width = 2, .height = 1, .channels = 3, .values = {200, 0, 0, 0, 200, 0}});
            }),
            "m.png: expected two values of which one is darker, found #00c800 and #c80000; give "
            "--foreground=VALUE");
  // A photograph.
  std::vector<uint8_t> values;
  for (int i = 0; i < 256; ++i) values.push_back(static_cast<uint8_t>(i));
  EXPECT_EQ(
      MessageOf([&] { LabelsOf(Gray(values)); }),
      "m.png: expected two values, found 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and more; "
      "give --foreground=VALUE, and --void=VALUE if a value means unknown");
  EXPECT_NE(MessageOf([&] { LabelsOf(Gray(values), {}, true); }).find("is this the mask?"),
            std::string::npos);
}

TEST(Mask, OfADataSetHasTheSameTwoValues) {
  MaskReader reader;
  std::vector<std::string> notes;
  reader.FromImage(Gray({255, 0}), false, "a.png", notes);
  ASSERT_TRUE(reader.values());
  EXPECT_EQ(FormatMaskValue(reader.values()->front()), "0");
  EXPECT_EQ(FormatMaskValue(reader.values()->back()), "255");
  reader.FromImage(Gray({0, 255, 255}), false, "b.png", notes);
  EXPECT_EQ(MessageOf([&] {
              reader.FromImage(Gray({0, 1}), false, "c.png", notes);
            }),
            "c.png: expected the values 0 and 255, as in a.png, found 0 and 1; give --foreground=VALUE, and "
            "--void=VALUE if a value means unknown");
}

TEST(Mask, OfOneValueIsReadForPredictions) {
  EXPECT_EQ(LabelsOf(Gray({0, 0}), {.takes_one_value = true}), (Labels{0, 0}));
  EXPECT_EQ(LabelsOf(Gray({255, 255}), {.takes_one_value = true}), (Labels{1, 1}));
  EXPECT_EQ(LabelsOf(Gray({1, 1}), {.takes_one_value = true}), (Labels{1, 1}));
  EXPECT_EQ(LabelsOf(Gray({1, 0}), {.takes_one_value = true}), (Labels{1, 0}));
}

TEST(Mask, WithSoftEdgesIsReadByAThreshold) {
  std::vector<uint8_t> values(2000, 0);
  for (size_t i = 1000; i < values.size(); ++i) values[i] = 255;
  for (size_t i = 0; i < 40; ++i) values[i] = static_cast<uint8_t>(108 + i);
  std::vector<std::string> notes;
  const Mask mask = MaskReader().FromImage(Gray(values), false, "m.png", notes);
  for (size_t i = 0; i < values.size(); ++i) EXPECT_EQ(mask.labels[i], values[i] >= 128 ? 1 : 0) << i;
  EXPECT_EQ(notes,
            std::vector<std::string>{"m.png: soft edges: values from 128 on are read as 255, others as 0"});
  // A chosen value that is neither black nor white means exactly this value.
  EXPECT_EQ(LabelsOf(Gray(values), {.foreground = Value("110")})[2], 1);
  EXPECT_EQ(LabelsOf(Gray(values), {.foreground = Value("110")})[1999], 0);
}

// JPEG blurs the values of a mask.
TEST(Mask, OfJpegIsReadByAThreshold) {
  const common::ScratchFolder folder("mask");
  const std::string path = folder.path() + "/m.jpg";
  std::vector<uint8_t> values;
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x) values.push_back(x + y / 2 < 20 ? 3 : 250);
  }
  std::ofstream(path, std::ios::binary) << graphical_models::JpegBytes(32, 32, 1, values);
  const auto read = [&](const MaskOptions& options) {
    std::vector<std::string> notes;
    const Mask mask = MaskReader(options).Read(path, notes);
    EXPECT_EQ(notes.size(), 1u);
    return mask.labels;
  };
  const Labels labels = read({}), inverse = read({.foreground = Value("0")});
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(labels[i], values[i] > 128 ? 1 : 0) << i;
    EXPECT_EQ(inverse[i], values[i] > 128 ? 0 : 1) << i;
  }
  for (const MaskOptions& options :
       {MaskOptions{.foreground = Value("7")}, MaskOptions{.ignored = Value("255")}}) {
    EXPECT_NE(MessageOf([&] { read(options); }).find("lossless"), std::string::npos);
  }
}

TEST(Mask, OfAPaletteIsReadByItsColors) {
  const common::ScratchFolder folder("mask");
  const std::string path = folder.path() + "/m.png";
  const std::string palette("\x00\x00\x00\x80\x00\x00\xe0\xe0\xc0", 9);
  std::ofstream(path, std::ios::binary)
      << graphical_models::PngBytes({.width = 3, .bits = 8, .type = 3, .palette = palette}, {0, 1, 2});
  std::vector<std::string> notes;
  EXPECT_EQ(MaskReader({.ignored = Value("#e0e0c0")}).Read(path, notes).labels, (Labels{0, 1, kVoid}));
  EXPECT_NE(MessageOf([&] { MaskReader().Read(path, notes); }).find("found 0, #800000 and #e0e0c0"),
            std::string::npos);
}

TEST(Mask, IsTheSameAfterWritingAndReading) {
  const common::ScratchFolder folder("mask");
  common::RandomStream random(1, "mask");
  Mask mask = {.width = 7, .height = 5, .labels = {}};
  for (int i = 0; i < 35; ++i) {
    mask.labels.push_back(i == 3 ? kVoid : static_cast<uint8_t>(random.UniformIndex(2)));
  }
  WriteMask(folder.path() + "/m.png", mask);
  std::vector<std::string> notes;
  MaskReader reader({.ignored = Value("128")});
  EXPECT_EQ(reader.Read(folder.path() + "/m.png", notes), mask);
  EXPECT_EQ(FormatMaskValue(reader.values()->back()), "255");
}

TEST(Mask, ValuesAreGrayOrColors) {
  for (const std::string text : {"0", "255", "#c08080"}) EXPECT_EQ(FormatMaskValue(Value(text)), text);
  EXPECT_EQ(Value("192, 128,128"), Value("#C08080"));
  EXPECT_EQ(Value("7,7,7"), Value("7"));
  for (const std::string wrong : {"", "256", "-1", "1,2", "1,2,3,4", "#12345", "#gg0000", "white", "1,,2"}) {
    EXPECT_EQ(
        MessageOf([&] { ParseMaskValue(wrong, "--void"); }),
        "--void: expected a grey value from 0 to 255, or a colour such as 192,128,128 or #c08080, found " +
            common::Quote(wrong));
  }
}

TEST(MaskAgreement, CountsErrorsAndOverlap) {
  const Mask truth = {.width = 6, .height = 1, .labels = {1, 1, 1, 0, 0, kVoid}};
  const Mask predicted = {.width = 6, .height = 1, .labels = {1, 1, 0, 1, 0, 1}};
  const MaskAgreement agreement = CompareMasks(truth, predicted, "m");
  EXPECT_DOUBLE_EQ(agreement.pixel_error, 2.0 / 5);
  EXPECT_DOUBLE_EQ(agreement.overlap, 2.0 / 4);
  EXPECT_DOUBLE_EQ(agreement.foreground_share, 3.0 / 5);
  const Mask nothing = {.width = 6, .height = 1, .labels = Labels(6, 0)};
  EXPECT_EQ(CompareMasks(nothing, nothing, "m").overlap, 1);
  EXPECT_EQ(CompareMasks(truth, nothing, "m").overlap, 0);
  EXPECT_DOUBLE_EQ(MeanAgreement({agreement, CompareMasks(truth, nothing, "m")}).pixel_error, 0.5);
  EXPECT_EQ(MeanAgreement({}).overlap, 0);
}

TEST(MaskAgreement, RefusesMasksThatDoNotFit) {
  const Mask truth = {.width = 2, .height = 1, .labels = {1, 0}},
             high = {.width = 1, .height = 2, .labels = {1, 0}};
  const Mask unknown = {.width = 2, .height = 1, .labels = {kVoid, kVoid}};
  EXPECT_EQ(MessageOf([&] { CompareMasks(truth, high, "m"); }),
            "m: expected 2 x 1 pixels, as the image has, found 1 x 2");
  EXPECT_EQ(MessageOf([&] { CompareMasks(truth, unknown, "m"); }),
            "m: expected background or foreground in each pixel, found void");
  EXPECT_EQ(MessageOf([&] { CompareMasks(unknown, truth, "m"); }),
            "m: expected a true mask with a pixel that is not void, found none");
}

}  // namespace
}  // namespace structlab::structured_learning
