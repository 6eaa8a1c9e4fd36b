#include "structured_learning/linear/files/replaced_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>

#include "common/error.h"
#include "common/file.h"
#include "common/input_scope.h"

namespace structlab::structured_learning {
namespace {

class ReplacedFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::string(testing::TempDir()).append("/replaced");
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
    path_ = std::string(folder_).append("/file");
  }

  int FilesInFolder() const {
    return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  static void Put(ReplacedFile& file, std::string_view text) { file.Write(text.data(), text.size()); }

  std::string folder_, path_;
};

TEST_F(ReplacedFileTest, AppearsWithItsWholeContent) {
  common::WriteFileAtomically(path_, "old");
  std::filesystem::permissions(path_,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  {
    ReplacedFile file(path_);
    Put(file, "new ");
    Put(file, "content");
    EXPECT_EQ(common::ReadFile(path_), "old");
    file.Commit();
  }
  EXPECT_EQ(common::ReadFile(path_), "new content");
  EXPECT_EQ(std::filesystem::status(path_).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(FilesInFolder(), 1);
}

TEST_F(ReplacedFileTest, RefusesAFileThatWasRead) {
  common::WriteFileAtomically(path_, "old");
  const common::InputScope inputs;
  EXPECT_EQ(common::ReadFile(path_), "old");
  EXPECT_THROW(ReplacedFile file(path_), common::Error);
  EXPECT_EQ(common::ReadFile(path_), "old");
}

TEST_F(ReplacedFileTest, WithoutCommitNothingStays) {
  for (const bool exists : {false, true}) {
    if (exists) common::WriteFileAtomically(path_, "old");
    {
      ReplacedFile file(path_);
      Put(file, "new");
    }
    EXPECT_EQ(FilesInFolder(), exists ? 1 : 0);
  }
  EXPECT_EQ(common::ReadFile(path_), "old");
}

TEST_F(ReplacedFileTest, TwoWritersOfOneFileDoNotSeeEachOther) {
  ReplacedFile first(path_), second(path_);
  Put(first, "first");
  Put(second, "the second");
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    EXPECT_EQ(common::NameBeforeTemporary(entry.path().filename().string()), "file");
  }
  first.Commit();
  EXPECT_EQ(common::ReadFile(path_), "first");
  second.Commit();
  EXPECT_EQ(common::ReadFile(path_), "the second");
  EXPECT_EQ(FilesInFolder(), 1);
}

TEST_F(ReplacedFileTest, SymbolicLinksAreFollowed) {
  const std::string link = std::string(folder_).append("/link");
  common::WriteFileAtomically(path_, "old");
  std::filesystem::create_symlink("file", link);
  ReplacedFile file(link);
  Put(file, "new");
  file.Commit();
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(common::ReadFile(path_), "new");
}

TEST_F(ReplacedFileTest, WhatCannotBeWrittenIsAnError) {
  EXPECT_THROW(ReplacedFile{folder_}, common::Error);
  EXPECT_THROW(ReplacedFile{std::string(folder_).append("/none/file")}, common::Error);
  ReplacedFile full("/dev/full");
  EXPECT_THROW(
      {
        Put(full, "text");
        full.Commit();
      },
      common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
