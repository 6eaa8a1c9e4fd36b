#include "experiments/datasets/fetch/repack.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

class MoveRepackedTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = EmptyFolder("files");
    from_ = folder_ + "/from";
  }
  void Write(const std::string& content) const { std::ofstream(from_, std::ios::binary) << content; }

  const std::string text_ = FormatOcrLetters(TinyOcrLetters());
  std::string folder_, from_;
};

TEST_F(MoveRepackedTest, LeavesThePackingThatTheNamePromises) {
  Write(Gzip(text_));
  MoveRepacked(from_, folder_ + "/a.gz");
  EXPECT_EQ(common::ReadFile(folder_ + "/a.gz"), Gzip(text_));
  Write(text_);
  MoveRepacked(from_, folder_ + "/a");
  EXPECT_EQ(common::ReadFile(folder_ + "/a"), text_);
  EXPECT_FALSE(std::filesystem::exists(from_));
}

TEST_F(MoveRepackedTest, PacksAndUnpacks) {
  Write(text_);
  MoveRepacked(from_, folder_ + "/a.gz");
  EXPECT_LT(std::filesystem::file_size(folder_ + "/a.gz"), text_.size());
  EXPECT_EQ(common::Sha256OfUncompressed(folder_ + "/a.gz"), common::Sha256OfText(text_));
  EXPECT_FALSE(std::filesystem::exists(from_));
  Write(Gzip(text_));
  MoveRepacked(from_, folder_ + "/a");
  EXPECT_EQ(common::ReadFile(folder_ + "/a"), text_);
  EXPECT_FALSE(std::filesystem::exists(from_));
}

TEST_F(MoveRepackedTest, GivesTheSameBytesEachTime) {
  for (const char* const name : {"/a.gz", "/b.gz"}) {
    Write(text_);
    MoveRepacked(from_, folder_ + name);
  }
  EXPECT_EQ(common::ReadFile(folder_ + "/a.gz"), common::ReadFile(folder_ + "/b.gz"));
}

TEST_F(MoveRepackedTest, RefusesDamagedGzipAndLeavesNothing) {
  Write(Gzip(text_).substr(0, 50));
  EXPECT_EQ(ErrorOf([&] { MoveRepacked(from_, folder_ + "/a"); }).kind(), common::ErrorKind::kData);
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/a"));
  EXPECT_TRUE(std::filesystem::exists(from_));
}

TEST_F(MoveRepackedTest, ReportsWhatCannotBeWritten) {
  for (const std::string& content : {text_, Gzip(text_)}) {
    Write(content);
    for (const char* const name : {"/absent/a", "/absent/a.gz"}) {
      EXPECT_EQ(ErrorOf([&] { MoveRepacked(from_, folder_ + name); }).kind(),
                common::ErrorKind::kEnvironment);
      EXPECT_TRUE(std::filesystem::exists(from_));
    }
  }
}

}  // namespace
}  // namespace structlab::datasets
