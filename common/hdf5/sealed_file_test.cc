#include "common/hdf5/sealed_file.h"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>

#include "common/hdf5/hdf5_file.h"
#include "common/random_stream.h"

namespace structlab::common {
namespace {

const SealedLines kLines = {{"data", "d"}, {"empty", ""}, {"words", "two words"}};

std::string Whole() {
  Hdf5File file;
  file.WritePoints("points", std::vector<double>(1000, 0.5));
  return SealedFile("format 2", kLines, file.Bytes());
}

// h5py and h5dump find the file behind its user block, as HDF5 does.
TEST(SealedFile, SaysItsLinesAndIsAFileOfHdf5) {
  const std::string whole = Whole(), path = testing::TempDir() + "/sealed.h5";
  EXPECT_TRUE(whole.starts_with("format 2\ndata d\nempty \nwords two words\nsha256 "));
  const Seal seal = ReadSeal(whole, "format 2", "x");
  EXPECT_EQ(seal.damage, "");
  EXPECT_EQ(seal.lines, kLines);
  EXPECT_TRUE(ReadSeal(SealedFile("f", {}, ""), "f", "x").lines.empty());
  std::ofstream(path, std::ios::binary) << whole;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_GT(H5Lexists(file, "points", H5P_DEFAULT), 0);
  H5Fclose(file);
}

// Every byte of the user block, a sample of the rest, and every way to cut the file short at one of them.
TEST(SealedFile, NoticesEveryChangedByte) {
  const std::string whole = Whole();
  RandomStream random(1, "flips");
  const auto expect_damaged = [&](const std::string& bad) {
    const Seal seal = ReadSeal(bad, "format 2", "x.h5");
    EXPECT_TRUE(seal.damage.starts_with("x.h5: expected ")) << seal.damage;
    EXPECT_TRUE(seal.lines.empty());
  };
  for (size_t i = 0; i < whole.size(); i += i < kSealBytes ? 1 : 1 + random.UniformIndex(20)) {
    SCOPED_TRACE(i);
    std::string bad = whole;
    bad[i] = static_cast<char>(bad[i] ^ (1 << random.UniformIndex(8)));
    expect_damaged(bad);
    expect_damaged(whole.substr(0, i));
  }
  expect_damaged(whole + "x");
}

}  // namespace
}  // namespace structlab::common
