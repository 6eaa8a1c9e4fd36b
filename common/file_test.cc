#include "common/file.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "common/disk_calls.h"
#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

namespace fs = std::filesystem;

// An empty folder for each test.
class File : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  int NumFiles() const {
    return static_cast<int>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

// Runs a body in a child process, which may set limits; its result is the exit status.
int InChild(const std::function<bool()>& succeeds) {
  const pid_t child = fork();
  if (child == 0) _exit(succeeds() ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Drops the capabilities of root, so that file permissions apply as for other users.
bool DropPrivileges() {
  __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  const __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

TEST_F(File, ReadsWhatWasWritten) {
  std::string content;
  for (int i = 0; i < 300'000; ++i) content += static_cast<char>(i * 7);
  for (const std::string& written : {std::string(), std::string("\0\n", 2), content}) {
    WriteFileAtomically(Path("a"), written);
    EXPECT_EQ(ReadFile(Path("a")), written);
    EXPECT_EQ(NumFiles(), 1);
  }
}

TEST_F(File, ReadsAPipe) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  const std::string content(200'000, 'x');
  std::thread writer([&] { WriteFileAtomically(Path("pipe"), content); });
  EXPECT_EQ(ReadFile(Path("pipe")), content);
  writer.join();
  EXPECT_TRUE(fs::is_fifo(Path("pipe")));
}

TEST_F(File, KeepsPermissionsAndFollowsLinks) {
  WriteFileAtomically(Path("a"), "old");
  const mode_t mask = umask(0);
  umask(mask);
  struct stat status = {};
  ASSERT_EQ(stat(Path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask);

  fs::permissions(Path("a"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a", Path("link"));
  WriteFileAtomically(Path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(ReadFile(Path("a")), "new");
  ASSERT_EQ(stat(Path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(File, RefusesWhatCannotBeRead) {
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [&] { ReadFile(Path("none")); }),
            Path("none") + ": cannot be read: No such file or directory");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [&] { ReadFile(folder_.string()); }),
            folder_.string() + ": is a folder, not a file");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [] { ReadFile("/dev/zero"); }),
            "/dev/zero: is a device, not a file");
  WriteFileAtomically(Path("a"), "0123456789");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [&] { ReadFile(Path("a/b")); }),
            Path("a/b") + ": cannot be read: Not a directory");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [&] { ReadFile(Path("a"), 9); }),
            Path("a") + ": is larger than the limit of 9 bytes");
  EXPECT_EQ(ReadFile(Path("a"), 10), "0123456789");
}

TEST_F(File, RefusesWhatMayNotBeRead) {
  WriteFileAtomically(Path("a"), "secret");
  fs::permissions(Path("a"), fs::perms::none);
  const std::string path = Path("a");
  EXPECT_EQ(InChild([&] {
              if (!DropPrivileges()) return false;
              return MessageOf(ErrorKind::kEnvironment, [&] { ReadFile(path); }) ==
                     path + ": cannot be read: Permission denied";
            }),
            0);
}

TEST_F(File, RefusesAPlaceThatCannotBeWritten) {
  WriteFileAtomically(Path("a"), "old");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [&] { WriteFileAtomically(Path("a/b"), "x"); }),
            Path("a/b") + ": cannot be written: Not a directory");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [&] { WriteFileAtomically(Path("none/b"), "x"); }),
            Path("none/b") + ": cannot be written: No such file or directory");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [&] { WriteFileAtomically(folder_.string(), "x"); }),
            folder_.string() + ": is a folder, not a file");
  EXPECT_EQ(ReadFile(Path("a")), "old");
  EXPECT_EQ(NumFiles(), 1);
}

// A limit on the size of files stops the writer in the middle, as a full disk does, for root too.
TEST_F(File, KeepsTheOldFileWhenTheDiskIsFull) {
  WriteFileAtomically(Path("a"), "old");
  const std::string path = Path("a");
  EXPECT_EQ(InChild([&] {
              std::signal(SIGXFSZ, SIG_IGN);
              const rlimit limit = {.rlim_cur = 100'000, .rlim_max = 100'000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
              const std::string large(200'000, 'x');
              return MessageOf(ErrorKind::kEnvironment, [&] { WriteFileAtomically(path, large); }) ==
                     path + ": cannot be written: File too large";
            }),
            0);
  EXPECT_EQ(ReadFile(Path("a")), "old");
  EXPECT_EQ(NumFiles(), 1);
}

TEST_F(File, WritesToADeviceWithoutReplacingIt) {
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [] { WriteFileAtomically("/dev/full", "x"); }),
            "/dev/full: cannot be written: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

// Temporary files that a kill leaves are recognised; other files are not.
TEST_F(File, ItsTemporaryFileIsKnownByItsName) {
  const std::string path = Path("a.tsv");
  EXPECT_EQ(InChild([&] {
              // No signal at the limit would be an error; with it the process ends in the middle.
              const rlimit limit = {.rlim_cur = 100'000, .rlim_max = 100'000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
              WriteFileAtomically(path, std::string(200'000, 'x'));
              return true;
            }),
            -1);
  ASSERT_EQ(NumFiles(), 1);
  const std::string left = fs::directory_iterator(folder_)->path().filename().string();
  EXPECT_EQ(NameBeforeTemporary(left), "a.tsv") << left;
  for (const char* name : {"a.tsv", "a.sha256", "a.tmp-12345", "a.tmp-1234567", "a.tmp-12_456", ".tmp-123456",
                           "a-tmp-123456", "a.tmp-123456.tsv", ""}) {
    EXPECT_EQ(NameBeforeTemporary(name), std::nullopt) << name;
  }
}

// Also with less durability, a full disk is an error, and the old content stays.
TEST_F(File, EveryDurabilityReplacesWholeFiles) {
  for (const Durability durability : {Durability::kFileAndFolder, Durability::kFile, Durability::kNothing}) {
    WriteFileAtomically(Path("a"), "new", durability);
    EXPECT_EQ(ReadFile(Path("a")), "new");
    const std::string path = Path("a");
    EXPECT_EQ(InChild([&] {
                std::signal(SIGXFSZ, SIG_IGN);
                const rlimit limit = {.rlim_cur = 100'000, .rlim_max = 100'000};
                if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
                const std::string large(200'000, 'x');
                const auto write = [&] { WriteFileAtomically(path, large, durability); };
                return MessageOf(ErrorKind::kEnvironment, write) ==
                       path + ": cannot be written: File too large";
              }),
              0);
    EXPECT_EQ(ReadFile(Path("a")), "new");
    EXPECT_EQ(NumFiles(), 1);
  }
}

// The content is synced before the rename, and the folder before the call returns. Otherwise a power cut
// could leave an empty file with the final name.
TEST_F(File, WaitsForTheDiskInThisOrder) {
  const auto calls_of = [&](Durability durability) {
    const DiskCalls calls;
    WriteFileAtomically(Path("a.tsv"), "new", durability);
    return calls.noted();
  };
  const std::string content = "sync the temporary file of a.tsv", name = "rename to a.tsv";
  const std::string folder = "sync the folder " + folder_.filename().string();
  EXPECT_EQ(calls_of(Durability::kFileAndFolder), (std::vector<std::string>{content, name, folder}));
  EXPECT_EQ(calls_of(Durability::kFile), (std::vector<std::string>{content, name}));
  EXPECT_EQ(calls_of(Durability::kNothing), std::vector<std::string>{name});
}

TEST_F(File, KeepsTheOldFileWhenTheDiskFails) {
  WriteFileAtomically(Path("a"), "old");
  {
    const DiskCalls failing(/*syncs_fail=*/true);
    EXPECT_EQ(MessageOf([&] { WriteFileAtomically(Path("a"), "new"); }),
              Path("a") + ": cannot be written: Input/output error");
  }
  EXPECT_EQ(ReadFile(Path("a")), "old");
  EXPECT_EQ(NumFiles(), 1);
}

// Readers see one of the contents, whole, while several writers replace it.
TEST_F(File, IsNeverSeenInParts) {
  WriteFileAtomically(Path("a"), std::string(50'000, 'a'));
  std::vector<std::thread> writers;
  for (const char letter : {'b', 'c', 'd'}) {
    writers.emplace_back([this, letter] {
      for (int i = 0; i < 20; ++i) WriteFileAtomically(Path("a"), std::string(50'000, letter));
    });
  }
  for (int i = 0; i < 200; ++i) {
    const std::string content = ReadFile(Path("a"));
    ASSERT_EQ(content, std::string(50'000, content.at(0)));
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(NumFiles(), 1);
}

TEST_F(File, MakesAFolderUnlessAFileIsInItsWay) {
  MakeFolder(Path("a/b"));
  MakeFolder(Path("a/b"));
  WriteFileAtomically(Path("a/b/file"), "text");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, [&] { MakeFolder(Path("a/b/file/c"), "choose another"); }),
            Path("a/b/file") + ": is a file, not a folder; choose another");
}

}  // namespace
}  // namespace structlab::common
