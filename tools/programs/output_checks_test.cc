#include "tools/programs/output_checks.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "common/error.h"
#include "common/testing/scratch_folder.h"

namespace structlab::tools {
namespace {

class OutputChecks : public ::testing::Test {
 protected:
  std::string At(const std::string& name) const { return folder_.path() + "/" + name; }

  static std::string MessageOf(const std::string& path) {
    try {
      CheckFolderOf(path, "--out");
    } catch (const common::Error& error) {
      EXPECT_EQ(error.kind(), common::ErrorKind::kUsage);
      return error.what();
    }
    return "";
  }

  const common::ScratchFolder folder_{"output_checks"};
};

TEST_F(OutputChecks, TakeFilesThatAreThereOrNotAndDevices) {
  std::ofstream(At("old")) << "x";
  std::filesystem::create_symlink(At("none"), At("link"));
  for (const std::string& path :
       {std::string(), At("new"), At("old"), At("link"), std::string("/dev/null")}) {
    EXPECT_EQ(MessageOf(path), "") << path;
  }
  EXPECT_EQ(MessageOf("just_a_name"), "");
}

TEST_F(OutputChecks, RefuseFoldersAndWhatIsInNone) {
  std::filesystem::create_directory_symlink(folder_.path(), At("link"));
  EXPECT_EQ(MessageOf(folder_.path()), "--out: expected a file, found the folder " + folder_.path());
  EXPECT_EQ(MessageOf(At("link")), "--out: expected a file, found the folder " + At("link"));
  EXPECT_EQ(MessageOf(At("none/x")), "--out: expected a file in a folder that exists, found " + At("none/x"));
  std::ofstream(At("file")) << "x";
  EXPECT_EQ(MessageOf(At("file/x")), "--out: expected a file in a folder that exists, found " + At("file/x"));
}

TEST_F(OutputChecks, RefuseFoldersThatCannotBeWrittenTo) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0555), 0);
  EXPECT_EQ(MessageOf(At("x")), "--out: expected a file in a writable folder, found " + At("x"));
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0755), 0);
}

TEST_F(OutputChecks, ImagesHaveTheirName) {
  EXPECT_NO_THROW(CheckPngPath(At("x.png"), "--out"));
  for (const std::string& path : {std::string(), At("x"), At("x.jpg"), At("none/x.png")}) {
    EXPECT_THROW(CheckPngPath(path, "--out"), common::Error) << path;
  }
}

// Recognises the same file by path, symbolic link and hard link, also in input folders. New files in such a
// folder, and devices, may be written.
TEST_F(OutputChecks, RefuseWhatIsRead) {
  const std::string data = At("data");
  std::filesystem::create_directory(data);
  for (const std::string& name : {At("input"), data + "/a.txt", data + "/b.txt"}) std::ofstream(name) << "x";
  std::filesystem::create_symlink(At("input"), At("link"));
  std::filesystem::create_hard_link(At("input"), At("hard"));
  std::filesystem::create_hard_link(data + "/b.txt", At("hard_in_folder"));
  std::filesystem::create_directory_symlink(data, At("data_link"));
  const auto message_of = [&](const std::string& path) {
    try {
      CheckDifferentFiles({{"INPUT", At("input")}, {"DATA", data, true}}, {{"--save", ""}, {"--out", path}});
    } catch (const common::Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const std::string& path : {At("input"), At("link"), At("hard"), At("data/../input")}) {
    EXPECT_EQ(message_of(path),
              "--out: expected another file than INPUT, found " + path + "; give another name");
  }
  for (const std::string& path : {data + "/a.txt", At("data_link/b.txt"), At("hard_in_folder")}) {
    EXPECT_EQ(message_of(path),
              "--out: expected another file than those of DATA, found " + path + "; give another name");
  }
  for (const std::string& path : {At("new"), data + "/c.txt", std::string("/dev/null")}) {
    EXPECT_EQ(message_of(path), "");
  }
}

}  // namespace
}  // namespace structlab::tools
