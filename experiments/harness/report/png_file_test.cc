#include "experiments/harness/report/png_file.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "experiments/harness/picture_check.h"

namespace structlab::harness {
namespace {

using common::MessageOf;

Picture RandomPicture(uint64_t seed) {
  common::RandomStream random(seed, "picture");
  Picture picture;
  picture.width = 1 + static_cast<int>(random.UniformIndex(70));
  picture.height = 1 + static_cast<int>(random.UniformIndex(50));
  picture.channels = seed % 2 == 0 ? 1 : 3;
  picture.values.resize(static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) *
                        static_cast<size_t>(picture.channels));
  for (uint8_t& value : picture.values) value = static_cast<uint8_t>(random.UniformIndex(256));
  return picture;
}

TEST(Png, DecodesWhatItEncoded) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Picture picture = RandomPicture(seed);
    const std::string bytes = EncodePng(picture, "picture");
    EXPECT_EQ(bytes, EncodePng(picture, "picture"));
    EXPECT_EQ(DecodePng(bytes, "picture.png"), picture);
  }
}

// No value is changed on the way, as by a correction of gamma.
TEST(Png, KeepsEveryValue) {
  for (const int channels : {1, 3}) {
    Picture picture{.width = 256, .height = 1, .channels = channels};
    for (int i = 0; i < 256 * channels; ++i) picture.values.push_back(static_cast<uint8_t>(i));
    EXPECT_EQ(DecodePng(EncodePng(picture, "picture"), "picture.png"), picture);
  }
}

// Compressed, and 8 bits a value, which the header of the file says in its bytes 16 to 25.
TEST(Png, IsTheFileThatOthersRead) {
  const Picture grey{.width = 300, .height = 200, .values = std::vector<uint8_t>(60000, 7)};
  const std::string bytes = EncodePng(grey, "picture");
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(bytes.substr(16, 10), std::string("\0\0\x01\x2c\0\0\0\xc8\x08\0", 10));
  EXPECT_LT(bytes.size(), 1000u);
}

TEST(Png, ADamagedFileIsAnErrorThatNamesIt) {
  const std::string good = EncodePng(RandomPicture(3), "picture");
  std::string flipped = good;
  flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 0x10);
  for (const std::string& bad :
       {std::string(), std::string("no PNG"), good.substr(0, 20), good.substr(0, good.size() / 2), flipped}) {
    const std::string message = MessageOf(common::ErrorKind::kData, [&] { DecodePng(bad, "out/a.png"); });
    EXPECT_TRUE(message.starts_with("out/a.png: cannot be read as a PNG file ("))
        << bad.size() << ": " << message;
  }
}

// A few bytes that claim a large picture take no memory: the header is read before there is any.
TEST(Png, ALargerPictureThanAllowedIsRefused) {
  const Picture most{.width = 4096, .height = 4096, .values = std::vector<uint8_t>(kLargestPicture)};
  std::string bytes = EncodePng(most, "picture");
  EXPECT_EQ(DecodePng(bytes, "a.png").values.size(), kLargestPicture);
  // A row more, with the checksum (CRC-32 of type and content) of such a header.
  bytes.replace(20, 4, std::string("\0\0\x10\x01", 4));
  bytes.replace(29, 4, "\x1c\x94\xa8\x6e");
  EXPECT_EQ(MessageOf([&] { DecodePng(bytes, "a.png"); }), "a.png: cannot be read as a PNG file (too large)");
}

TEST(Png, RefusesWhatIsNoPicture) {
  const Picture picture = {.width = 2, .height = 2, .values = {1, 2, 3}};
  EXPECT_EQ(MessageOf([&] { EncodePng(picture, "panel 1 of figure_4"); }),
            "panel 1 of figure_4: expected 4 values, found 3");
}

}  // namespace
}  // namespace structlab::harness
