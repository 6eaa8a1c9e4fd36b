#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <vector>

namespace {

TEST(Zlib, UncompressesWhatItCompressed) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "line " + std::to_string(i % 10) + "\n";
  std::vector<Bytef> packed(compressBound(text.size()));
  uLongf packed_size = packed.size();
  ASSERT_EQ(compress(packed.data(), &packed_size, reinterpret_cast<const Bytef*>(text.data()), text.size()),
            Z_OK);
  EXPECT_LT(packed_size, text.size() / 10);

  std::vector<Bytef> found(text.size());
  uLongf size = found.size();
  ASSERT_EQ(uncompress(found.data(), &size, packed.data(), packed_size), Z_OK);
  EXPECT_EQ(std::string(found.begin(), found.end()), text);

  packed[packed_size / 2] ^= 0x10;
  EXPECT_NE(uncompress(found.data(), &size, packed.data(), packed_size), Z_OK);
}

}  // namespace
